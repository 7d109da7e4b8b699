"""Qualifiers: what else a clause says beside subject and object, in the order of the text.

Each phrase that hangs on the verb, or on its object, is one qualifier with a kind: time, place,
manner and so on. A phrase that itself is an argument of the triple is left out where the row is
made. Negation, modality, condition and attribution are put together in ``flags``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import Tree
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.conditions import (
    Span,
    condition_span,
    conditions_of,
    is_default,
    is_discourse,
    is_frame,
    names_case,
)
from graphwright.extraction.reading.denial import set_aside_by
from graphwright.extraction.reading.phrases import Phrases
from graphwright.extraction.reading.quantities import end_of_range, end_of_rate
from graphwright.extraction.reading.remarks import is_remark
from graphwright.extraction.reading.restrictive_clauses import restricted_end
from graphwright.extraction.reading.short_conditions import short_conditions
from graphwright.extraction.reading.verbs import is_infinitive, leads_to_aim
from graphwright.tables.triples import Qualifier

_TIME_LABELS = frozenset({"DATE", "TIME"})
_PLACE_LABELS = frozenset({"GPE", "LOC", "FAC"})
_QUANTITY_LABELS = frozenset({"MONEY", "PERCENT", "QUANTITY"})
_MANNER = frozenset({"by", "using", "via", "without"})
_PHRASES = frozenset({"prep", "agent", "dative", "npadvmod", "advcl", "advmod"})
_COMPLEMENTS = ("dobj", "attr", "acomp", "oprd")
_AT_TIMES = ["from", "time", "to", "time"]
_MAX_CLAUSE_TOKENS = 40
_MAX_DEPTH = 6

Found = tuple[str, int, int]
"""A qualifier's kind, its first token and the token after its last."""


class QualifierReader:
    """Reads the qualifiers of verbs; each verb is read once."""

    def __init__(self, tree: Tree, phrases: Phrases) -> None:
        self._tree = tree
        self._phrases = phrases
        self._found = dict[int, tuple[Qualifier, ...]]()
        self._conditions = dict[int, tuple[Span, ...]]()

    def of(self, verb: int) -> tuple[Qualifier, ...]:
        """Return the qualifiers of a verb, in order; none overlaps another."""
        found = self._found.get(verb)
        if found is None:
            found = self._found[verb] = self._read(verb)
        return found

    def conditions(self, verb: int) -> tuple[Span, ...]:
        """Return the tokens of each clause or fixed phrase that is a condition of a verb."""
        found = self._conditions.get(verb)
        if found is None:
            found = self._conditions[verb] = tuple(conditions_of(self._tree, verb))
        return found

    def _read(self, verb: int) -> tuple[Qualifier, ...]:
        tree = self._tree
        stated = (*self.conditions(verb), *short_conditions(tree, verb))
        conditions = [("condition", *span) for span in sorted(stated)]
        others = sorted(self._around(verb), key=lambda entry: entry[1:])
        kept: list[Found] = []
        for entry in (*conditions, *others):  # a condition is whole, whatever stands in it
            if all(entry[2] <= first or last <= entry[1] for _, first, last in kept):
                kept.append(entry)
        return tuple(
            Qualifier(kind, tree.slice(first, last), tree.start[first], tree.end[last - 1])
            for kind, first, last in sorted(kept, key=lambda entry: entry[1:])
        )

    def _around(self, verb: int) -> Iterator[Found]:
        tree = self._tree
        for child in tree.children[verb]:
            if condition_span(tree, verb, child) is not None:
                continue
            if tree.dep[child] == "prep" and is_discourse(tree, verb, child):
                continue
            if child > verb and is_remark(tree, verb, child):
                continue
            if child < verb and tree.lower[max(child - 1, tree.scope[child])] == "but":
                continue  # "instead of shipping late but in boxes, ..."
            if self._sets_frame(verb, child):
                yield from self._frame(child)
            elif tree.dep[child] in _PHRASES:
                yield from self._phrase(child, 0)
            elif tree.dep[child] in _COMPLEMENTS:
                yield from self._degree(child)
                yield from self._behind(child, 0)

    def _sets_frame(self, verb: int, child: int) -> bool:
        """Return whether a phrase says what a clause is true of: "By default, ..."."""
        tree = self._tree
        if tree.lower[child] in ("otherwise", "else") and tree.dep[child] == "advmod":
            return tree.lower[child] == "otherwise" or tree.words[child + 1 : child + 2] == [","]
        if tree.dep[child] not in ("prep", "agent"):
            return False
        return is_default(tree, child) or is_frame(tree, verb, child)

    def _frame(self, child: int) -> Iterator[Found]:
        """Yield a phrase that sets the frame of its clause; a time stays one."""
        noun = self._tree.first(child, "pobj")
        timed = noun is not None and self._prep_kind(child, noun) == "time"
        aims = noun is not None and leads_to_aim(self._tree, noun)
        kind = "time" if timed else "purpose" if aims else "condition"
        yield kind, *self.clause_span(child)

    def _degree(self, quality: int) -> Iterator[Found]:
        """Yield the adverb directly before an adjective: "mutually exclusive", "too old"."""
        tree, adverb = self._tree, quality - 1
        if tree.dep[quality] != "acomp" or adverb not in tree.within(quality, "advmod"):
            return
        if tree.lower[adverb] == "too":
            yield "manner", adverb, quality
        elif tree.lower[adverb].endswith("ly"):
            yield from self._adverb(adverb)

    def _behind(self, head: int, depth: int) -> Iterator[Found]:
        """Yield the phrases behind a noun that are no part of its name."""
        if depth < _MAX_DEPTH:
            last = self._phrases.full(head).last
            for prep in self._tree.within(head, "prep"):
                if prep >= last:
                    yield from self._phrase(prep, depth + 1)

    def _phrase(self, child: int, depth: int) -> Iterator[Found]:
        dep = self._tree.dep[child]
        if dep == "advcl":
            if not self.mark(child):
                return  # "..., leading to losses" states a fact of its own
            if self.mark(child) == "as" and self._tree.lemma[child] in words("telling_verbs"):
                return  # "as shown below" only points
            yield self._clause_kind(child), *self.clause_span(child)
        elif dep == "advmod":
            yield from self._adverb(child)
        elif dep == "npadvmod" or (dep == "dative" and not self._tree.children[child]):
            argument = self._phrases.full(child)
            end = max(argument.last, end_of_rate(self._tree, child))
            yield self._label_kind(child) or "other", argument.first, end
        else:
            yield from self._preposition(child, depth)

    def _adverb(self, child: int) -> Iterator[Found]:
        tree = self._tree
        word = tree.lower[child]
        if tree.tag[child] not in ("RB", "RBR", "RBS") or word in words("discourse_adverbs"):
            return
        if word in ("longer", "more") and tree.lower[child - 1] == "no":
            return  # the denial says it
        kind = "time" if word in words("time_adverbs") else "manner"
        yield kind, tree.left[child], tree.right[child]

    def _preposition(self, prep: int, depth: int) -> Iterator[Found]:
        """Yield a preposition with its noun phrase, then the phrases behind that noun."""
        tree = self._tree
        inner = tree.first(prep, "pobj", "pcomp", "prep")
        kind = None if inner is None else self._prep_kind(prep, inner)
        if inner is None or kind is None or tree.lower[prep - 1] == "such":
            return  # "such as" leads to examples
        if tree.lower[prep] == "for" and tree.lower[inner] in words("illustrating_nouns"):
            return  # "for example"
        if tree.lower[prep : prep + len(_AT_TIMES)] == _AT_TIMES:
            yield "time", prep, prep + len(_AT_TIMES)
            return
        nested = tree.first(inner, "pobj") if tree.dep[inner] == "prep" else inner
        if leads_to_aim(tree, inner):
            yield "purpose", *self.clause_span(prep)
            return
        if nested is None or tree.dep[nested] == "pcomp" or self._leads_on(prep, nested):
            yield kind, *self.clause_span(prep)
            return
        if nested < prep or self._only_points(nested):
            return
        last = max(self._phrases.full(head).last for head in self._phrases.conjuncts(nested))
        last = restricted_end(tree, Argument(nested, min(nested, last - 1), last)) or last
        last = max(last, self._end_of_alternatives(prep), self._end_of_range(prep, last))
        # "not by fax", "only in March": without that word the phrase says something else.
        first = min(tree.within(prep, "neg", "advmod"), default=prep)
        aside = set_aside_by(tree, prep)
        first = first if aside is None else min(first, aside - 1)
        if tree.lower[first - 1] == "or" and first - 1 > tree.scope[first]:
            first -= 1  # "from a form or from scratch"
        yield kind, min(first, prep), max(last, nested + 1)
        yield from self._behind(nested, depth)

    def _leads_on(self, prep: int, noun: int) -> bool:
        """Return whether a noun says nothing without its infinitive: "without the need to pay"."""
        tree = self._tree
        aim = tree.first(noun, "acl") if tree.lower[prep] in ("with", "without") else None
        return aim is not None and is_infinitive(tree, aim) and tree.left[aim] == noun + 1

    def _end_of_range(self, prep: int, last: int) -> int:
        """Return the end of a range: "from 2007 to 2012"."""
        to = end_of_range(self._tree, prep, last)
        return 0 if to is None else self._phrases.full(to).last

    def _end_of_alternatives(self, prep: int) -> int:
        """Return the end of what "or" joins to a phrase: "in May or in June"."""
        tree = self._tree
        if not any(tree.lower[joint] == "or" for joint in tree.within(prep, "cc")):
            return 0
        ends = (tree.first(other, "pobj") for other in tree.within(prep, "conj"))
        return max((self._phrases.full(end).last for end in ends if end is not None), default=0)

    def _only_points(self, noun: int) -> bool:
        """Return whether a phrase names nothing by itself: "for them", "after this"."""
        tree = self._tree
        pointing = tree.lower[noun] in ("this", "that", "these", "those")
        return tree.tag[noun] == "PRP" or (pointing and tree.tag[noun] == "DT")

    def clause_span(self, verb: int) -> tuple[int, int]:
        """Return the tokens of a clause, without the signs after it."""
        tree = self._tree
        first, last = tree.left[verb], tree.right[verb]
        last = min(last, first + _MAX_CLAUSE_TOKENS)
        while last - 1 > first and not tree.words[last - 1][-1].isalnum():
            last -= 1
        return first, last

    def mark(self, verb: int) -> str:
        """Return the word that joins a clause to the one above: "if", "when", "to" or nothing."""
        tree = self._tree
        mark = tree.first(verb, "mark")
        if mark is None:
            mark = next((a for a in tree.within(verb, "advmod") if a < verb), None)
        if mark is None:
            return "to" if is_infinitive(tree, verb) else ""
        return tree.lower[mark]

    def _clause_kind(self, verb: int) -> str:
        mark = self.mark(verb)
        for kind in ("reason", "time"):
            if mark in words(f"{kind}_marks"):
                return kind
        return {"to": "purpose", "": "manner"}.get(mark, "other")

    def _prep_kind(self, prep: int, inner: int) -> str | None:
        """Return the kind of a phrase with a preposition, or None for a relative pronoun."""
        tree = self._tree
        word = tree.lower[prep]
        if tree.tag[inner] in ("WDT", "WP"):
            return None
        if tree.dep[inner] == "pcomp":
            return {"for": "purpose"}.get(word, "manner" if word in _MANNER else "other")
        kinds = (
            "condition" if names_case(tree, prep) or is_default(tree, prep) else None,
            self._label_kind(inner),
            "manner" if word in _MANNER else None,
            "reason" if word in ("because", "due") else None,
            "place" if word in words("place_words") else None,
            "time" if word in words("time_words") else None,
        )
        return next((kind for kind in kinds if kind is not None), "other")

    def _label_kind(self, index: int) -> str | None:
        label = self._tree.label[index]
        if label in _TIME_LABELS:
            return "time"
        if label in _PLACE_LABELS:
            return "place"
        return "quantity" if label in _QUANTITY_LABELS else None


_OF_NOUN = frozenset({"manner", "other", "place", "purpose"})
"""Kinds of phrases that may belong to the noun before them rather than to the clause."""


def without_others(
    tree: Tree, qualifiers: Sequence[Qualifier], object_: Argument
) -> tuple[Qualifier, ...]:
    """Return the qualifiers of an object without those of the nouns that it is joined to.

    "Has keys for guests, and locks" tells nothing of what the locks are for: what stands between
    the first noun and the "and" is the first's.
    """
    if not qualifiers:
        return ()
    first = _first_beside(tree, object_.head)
    while tree.dep[first] == "conj" and tree.scope[object_.head] <= tree.head[first] < first:
        first = tree.head[first]
    between = range(first + 1, object_.first)
    joints = [i for i in between if tree.tag[i] == "CC" or tree.dep[i] == "cc"]  # "as well as"
    joints = joints or [i for i in between if tree.words[i] == ","]  # "A for B, | C, and D"
    if first == object_.head or not joints:
        return tuple(qualifiers)
    start, end = tree.end[first], tree.start[joints[-1]]
    return tuple(
        one for one in qualifiers if one.kind not in _OF_NOUN or one.start < start or one.end > end
    )


def _first_beside(tree: Tree, noun: int) -> int:
    """Return the first of two objects that a verb was given, where words join them; or the noun."""
    verb = tree.head[noun]
    if tree.dep[noun] != "dobj":
        return noun
    joints = list(tree.within(verb, "cc"))
    before = (i for i in tree.within(verb, "dobj") if any(i < joint < noun for joint in joints))
    return next(before, noun)


def joined_qualifiers(
    own: Sequence[Qualifier], others: Sequence[Qualifier]
) -> tuple[Qualifier, ...]:
    """Return qualifiers in order of the text; of two that overlap, one of ``own`` is kept."""
    kept = list(own)
    for found in others:
        if not any(found.start < other.end and other.start < found.end for other in kept):
            kept.append(found)
    if len(kept) < 2:
        return tuple(kept)
    return tuple(sorted(kept, key=lambda qualifier: (qualifier.start, qualifier.end)))
