"""The limits of a candidate: those of its clause and of its arguments, as qualifiers.

How limits are read is in ``reading.limits``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import VERB_TAGS, Tree
from graphwright.extraction.reading.alternatives import (
    alternative_acts,
    alternatives,
    joined_parts,
)
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.clause import Origin
from graphwright.extraction.reading.limits import LIMIT, Limit, LimitReader
from graphwright.extraction.reading.restrictive_clauses import restrictive_span, without_examples
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.declaration import Family, Trait
from graphwright.tables.triples import Qualifier

_MAX_VERBS = 8
_ALL = frozenset({"any", "no", "those"})
_CHOICE = frozenset({"can", "may", "could", "might"})
"""Modals under which each of several alternatives is so."""

_ONLY = frozenset({"only", "solely", "exclusively"})
_PHRASES = ("prep", "agent", "dative", "advcl", "acl", "xcomp")
_MAX_PHRASE = 25
_MAX_BRACKET = 8
_OF_PARTS = ("consist of", "be composed of", "be made up of")

_SHARING = frozenset(
    {
        Origin.CONJUNCT, Origin.CONTROL, Origin.OBJECT_CONTROL, Origin.READER, Origin.INFINITIVE,
        Origin.ADVERBIAL,
    }
)  # fmt: skip
"""Clauses whose subject, with its limit, stands in another clause: "only clerks read and write"."""


def limits_of(tree: Tree, reader: LimitReader, found: Candidate) -> list[Limit]:
    """Return the limits of what a candidate says, in order.

    Those on a subject count that stands apart from the verb: in a lead-in ("Only the owner can:")
    or in another cell.
    """
    arguments = _arguments(found)
    if not _verbs(tree, found.predicate.anchor):
        return _of_nouns(reader, found, arguments)
    around = _around(reader, found)
    limits = _of_clause(tree, reader, found, around) if around else []
    loose = [limit for limit in limits if _is_loose(tree, limit)]
    return [
        *limits,
        *(focus for limit in loose for focus in _later_phrases(tree, limit, found, arguments)),
        *_restrictions(tree, found, arguments, chosen=not loose),
        *_other_acts(tree, found),
    ]


def _of_clause(
    tree: Tree, reader: LimitReader, found: Candidate, around: Sequence[Limit]
) -> list[Limit]:
    """Return the limits of a clause and its arguments, of those that stand around it."""
    verbs = _verbs(tree, found.predicate.anchor)
    arguments, anchor = _arguments(found), found.predicate.anchor
    apart = [a for a in arguments[:-1] if tree.scope[a.head] != tree.scope[anchor]]
    shared = arguments if found.origin in _SHARING else apart
    if found.object.head > anchor:
        verbs.add(reader.verb_of(found.object.head))  # "collect" of "is used to collect"
    apart_denied = found.flags.negated and reader.is_set_against(found.object)
    return [
        limit
        for limit in around
        if (
            limit.verb in verbs
            or _is_of_modal(tree, limit, anchor)
            or any(_limits(limit, argument) for argument in shared)
        )
        and not any(a.first <= limit.first and limit.last <= a.last for a in arguments)
        and (not limit.counts or any(_limits(limit, argument) for argument in arguments))
        and not (apart_denied and _is_of_rest(tree, limit, found.object))
    ]


def _is_loose(tree: Tree, limit: Limit) -> bool:
    """Return whether "only" stands at a verb, and so may limit any phrase behind it.

    "You can only open the vault with a key" leaves open what is done without one.
    """
    bare = limit.last == limit.sign == limit.first + 1  # no "not only"
    before = limit.verb is not None and limit.first < limit.verb
    return bare and before and tree.lower[limit.first] in _ONLY


def _later_phrases(
    tree: Tree, limit: Limit, found: Candidate, arguments: Sequence[Argument]
) -> Iterator[Limit]:
    """Yield the phrases behind a verb that "only" before it may limit, but for those told."""
    verb = limit.verb
    if verb is None or verb != found.predicate.anchor:
        return
    acted_on = [i for i in tree.within(verb, "dobj") if i > verb]
    holders = (verb, *dict.fromkeys((*acted_on, found.object.head)))
    listed = joined_parts(tree, found.object)
    if listed is not None and verb < listed[0]:
        yield Limit(*listed, listed[1], verb)  # "only takes cash and cards": not one of them alone
    told = {*found.predicate.tail, *(argument.head for argument in arguments)}
    for holder in holders:
        for phrase in tree.within(holder, *_PHRASES):
            first, last = tree.left[phrase], tree.right[phrase]
            means = tree.tag[phrase] in ("IN", "TO") or tree.lower[phrase] == "using"
            means = means and tree.lower[phrase] != "of"
            close = means and verb < first and last - first <= _MAX_PHRASE
            if close and told.isdisjoint(range(first, last)):
                while last - 1 > first and not tree.words[last - 1][-1].isalnum():
                    last -= 1
                yield Limit(first, last, last, verb)


def _is_of_rest(tree: Tree, limit: Limit, denied: Argument) -> bool:
    """Return whether "only" limits what is so, beside what is denied: "only for A and not B"."""
    sign = tree.lower[limit.sign - 1]
    return sign in ("only", "solely", "exclusively") and not _limits(limit, denied)


def _other_acts(tree: Tree, found: Candidate) -> Iterator[Limit]:
    """Yield what may be done instead: "either print the list or delete it"."""
    free = found.flags.negated or found.flags.modality in _CHOICE
    span = None if free else alternative_acts(tree, found.predicate.anchor)
    if span is not None:
        yield Limit(span[0], span[1], span[1], None)


def _of_nouns(reader: LimitReader, found: Candidate, arguments: Sequence[Argument]) -> list[Limit]:
    """Return the limits of what is read beside the verbs: "features available only for guests".

    Arguments of two cells, or of a lead-in and its item, have no limit between them, and what a
    name is called by has none at all.
    """
    if found.rule.has(Trait.DESIGNATION):
        return []
    if len({reader.start(argument.head) for argument in arguments}) > 1:
        return []
    first, last = min(a.first for a in arguments), max(a.last for a in arguments)
    return [
        limit
        for limit in _around(reader, found)
        if first <= limit.first < last or any(_limits(limit, argument) for argument in arguments)
    ]


def _restrictions(
    tree: Tree, found: Candidate, arguments: Sequence[Argument], *, chosen: bool
) -> Iterator[Limit]:
    """Yield the clauses that say which things are meant ("who have a key"), and alternatives.

    ``chosen`` says that of alternatives behind "can" each is so: no "can only use A or B".
    """
    if found.rule.family in (Family.NOUN, Family.PUNCTUATION):
        return
    anchor = found.predicate.anchor
    choice = chosen and found.flags.modality in _CHOICE
    for argument in arguments:
        taken = (anchor, *(other.head for other in arguments if other is not argument))
        shown = argument is found.object
        # "does not take A or B" takes neither; "A or B does not open" may leave one open
        free = choice or (found.flags.negated and argument.head > anchor)
        spans = (
            _with_clause(tree, argument, shown=shown),
            None if free else alternatives(tree, argument),
            joined_parts(tree, argument) if shown and _is_of_parts(found) else None,
            _for_each(tree, argument),
        )
        for span in spans:
            if span is not None and tree.lower[span[0]] == "no":
                continue  # "no hotel or inn opens": none of them
            if span is not None and not any(span[0] <= token < span[1] for token in taken):
                yield Limit(span[0], span[1], span[1], None)


def _is_of_parts(found: Candidate) -> bool:
    """Return whether a fact tells one part of a whole: "consists of a cook and a pilot"."""
    return found.predicate.text.endswith(_OF_PARTS)


def _with_clause(tree: Tree, argument: Argument, *, shown: bool) -> tuple[int, int] | None:
    """Return the tokens of an argument's restrictive clause, with "each" before the argument.

    ``shown`` says that a fact ends with the argument, so that the clause reads on from there; else,
    or where a preposition starts it, the noun stands before it: "guests with a key".
    """
    span = restrictive_span(tree, argument)
    if span is None:
        return None
    end = _with_only(tree, without_examples(tree, *span))
    before = argument.first - 1
    all_ = (
        before >= tree.scope[argument.first] and tree.lower[before] in words("total_words") | _ALL
    )
    if all_:
        return before, end
    read_on = shown and tree.dep[span[0]] != "prep"
    return (span[0] if read_on else argument.head), end


def _with_only(tree: Tree, end: int) -> int:
    """Return the end of a clause with the "only" behind it: "for tows of ships (tugs) only"."""
    behind = end
    if tree.words[end : end + 1] == ["("] and ")" in tree.words[end : end + _MAX_BRACKET]:
        behind = tree.words.index(")", end) + 1
    only = tree.lower[behind : behind + 1] == ["only"] and tree.scope[behind] == tree.scope[end - 1]
    goes_on = any(word[0].isalnum() for word in tree.words[behind + 1 : behind + 2])
    return behind + 1 if only and not goes_on else end  # "maps with a seal only show the bay"


def _for_each(tree: Tree, argument: Argument) -> tuple[int, int] | None:
    """Return the tokens that say of what each has so many: "two billion records per table"."""
    per = argument.last
    if tree.lower[per : per + 1] != ["per"] or tree.scope[per] != tree.scope[argument.head]:
        return None
    noun = tree.first(per, "pobj")
    number = next((n for n in tree.within(argument.head, "nummod") if n < argument.first), per)
    return None if noun is None else (number, noun + 1)  # "one instance per node"


def names_excluded(reader: LimitReader, found: Candidate) -> bool:
    """Return whether an argument is left out by an exception that the predicate does not hold."""
    return any(
        limit.excludes
        and any(limit.sign <= argument.head < limit.last for argument in _arguments(found))
        and not any(limit.first <= word < limit.sign for word in found.predicate.tail)
        for limit in _around(reader, found)
    )


def with_limits(
    tree: Tree, qualifiers: Sequence[Qualifier], limits: Sequence[Limit]
) -> list[Qualifier]:
    """Return qualifiers with the limits; one that holds a limit's sign is the limit.

    A condition keeps its kind, and numbers inside a limit are part of it.
    """
    kept = list(qualifiers)
    for limit in limits:
        start, end = tree.start[limit.first], tree.end[limit.last - 1]
        sign = tree.end[limit.sign - 1]
        holder = next((q for q in kept if q.start <= start and sign <= q.end), None)
        if holder is not None and holder.kind == "condition":
            continue
        if holder is not None:
            start, end = min(start, holder.start), max(end, holder.end)
        joined = [q for q in kept if q.kind == LIMIT and q.start < end and start < q.end]
        start = min([start, *(q.start for q in joined)])
        end = max([end, *(q.end for q in joined)])
        kept = [q for q in kept if q.end <= start or end <= q.start]
        text = tree.text[start - tree.offset : end - tree.offset]
        kept.append(Qualifier(LIMIT, text, start, end))
    return kept


def _around(reader: LimitReader, found: Candidate) -> list[Limit]:
    """Return the limits of the sentences that the parts of a candidate stand in, each once."""
    tokens = [found.predicate.anchor, *(argument.head for argument in _arguments(found))]
    starts = dict.fromkeys(map(reader.start, tokens))
    return [limit for start in starts for limit in reader.of(start)]


def _arguments(found: Candidate) -> list[Argument]:
    """Return the arguments that stand in the chunk's words."""
    return [found.object] if found.subject_span is not None else [found.subject, found.object]


def _is_of_modal(tree: Tree, limit: Limit, verb: int) -> bool:
    """Return whether joined verbs share a limit with their modal: "can only read and write"."""
    while tree.dep[verb] == "conj" and not tree.has(verb, "aux"):
        verb = tree.head[verb]
        if limit.verb == verb == limit.last and tree.tag[limit.first - 1] == "MD":
            return True
    return False


def _limits(limit: Limit, argument: Argument) -> bool:
    """Return whether a limit is on an argument: it holds it, or stands directly behind it."""
    inside = limit.first <= argument.head < limit.last
    return inside or (limit.excludes and limit.first == argument.last)


def _verbs(tree: Tree, anchor: int) -> set[int | None]:
    """Return the verb of a predicate with those above that lead it: "want" of "want to delete"."""
    if tree.tag[anchor] not in VERB_TAGS and tree.tag[anchor] != "MD":
        return set()
    verbs: set[int | None] = {anchor}
    for _ in range(_MAX_VERBS):
        if tree.dep[anchor] not in ("xcomp", "aux", "auxpass", "acomp"):
            break
        anchor = tree.head[anchor]
        verbs.add(anchor)
    return verbs
