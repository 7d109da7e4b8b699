"""Limits: the words that say how far a statement reaches, with the phrase that they limit.

"only administrators", "at most 200 guests", "all wards except the burns unit", "few dealers". A
limit is a qualifier of the fact, wherever in the sentence its phrase stands: subject and object
stay the names of things. Signs are told by their words, as a small parser hangs them on anything.
"""

from __future__ import annotations

from typing import NamedTuple

from graphwright.extraction.parse.bounds import starts_range
from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import NOUN_TAGS, PRONOUN_TAGS, VERB_TAGS, Tree
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.denial import is_set_against
from graphwright.extraction.reading.phrases import Phrases
from graphwright.extraction.reading.quantities import states_amount
from graphwright.extraction.reading.restrictive_clauses import restricted_end

LIMIT = "limit"
"""The kind of the qualifiers that are made of limits."""

_INSIDE = frozenset(
    {"det", "amod", "nummod", "quantmod", "compound", "nmod", "poss", "advmod", "npadvmod"}
    | {"punct", "neg", "preconj", "predet", "case"}
)
"""Relations of what stands left of a noun inside its phrase."""

_HELPERS = frozenset({"aux", "auxpass", "amod", "compound", "nmod", "prep", "quantmod", "nummod"})
_PLAIN = frozenset({"only", "solely", "exclusively", "merely"})
_SELDOM = frozenset(
    {"rarely", "seldom", "barely", "usually", "typically", "normally", "generally", "often"}
    | {"sometimes", "occasionally", "mostly", "partly", "partially"}
)
"""Adverbs that say that a clause is not always, or not wholly, so."""

_PARTIAL = frozenset({"some", "most", "many", "certain"})
"""Words that count some of the things that a plural names."""
_EXCEPT = (
    ("with", "the", "exception", "of"), ("except", "for"), ("apart", "from"), ("aside", "from"),
    ("other", "than"), ("except",), ("excepting",), ("excluding",),
)  # fmt: skip
_AMOUNTS = (
    ("no", "more", "than"), ("not", "more", "than"), ("no", "fewer", "than"),
    ("no", "less", "than"), ("not", "less", "than"), ("not", "fewer", "than"),
    ("more", "than"), ("fewer", "than"),
    ("less", "than"), ("up", "to"), ("at", "most"), ("at", "least"),
    ("at", "the", "most"), ("at", "the", "least"), ("at", "the", "very", "least"),
    ("at", "or", "above"), ("at", "or", "below"), ("at", "or", "over"), ("at", "or", "under"),
)  # fmt: skip
_TIMES = (("no", "later", "than"), ("no", "earlier", "than"), ("no", "sooner", "than"))
_MAX_LISTED = 6
_NUMBERS = frozenset({"a", "an", "one", "half", "once"})
_OR_MORE = frozenset(
    {"more", "fewer", "less", "older", "younger", "newer", "later", "earlier", "higher", "lower"}
    | {"greater", "smaller", "above", "below", "longer", "larger"}
)
_ABOUT_NUMBER = frozenset({"over", "under", "above", "below", "about", "around"})
_NEAR_NUMBER = frozenset({"almost", "nearly", "approximately", "roughly"})
_NOT_FEW = frozenset({"a", "the", "every", "next", "last", "first", "past", "these", "those"})
_COMPARING = {
    "other": frozenset({"any", "all", "every", "no"}),
    "same": frozenset({"the", "this", "that", "exactly"}),
    "different": frozenset({"a", "the"}),
    "another": frozenset(),
    "more": frozenset({"no", "much", "even", "far", "many", "slightly", "significantly"}),
    "less": frozenset({"no", "much", "even", "far", "slightly", "significantly"}),
    "fewer": frozenset({"no", "even", "far", "many", "slightly", "significantly"}),
}
"""Words that tell of a thing beside others, with those that stand before them in the limit."""

_ONLY_BEHIND = {
    "new": frozenset({"the", "these"}),
    "own": frozenset({"the"}),
    "previous": frozenset({"the"}),
    "additional": frozenset({"no", "any"}),
    "further": frozenset({"no", "any"}),
}
"""The same, but behind these words alone: "the new gate" is not the old one, "a new gate" is any
that is built; "no further gate" may leave one."""
_ALL_BUT = frozenset({"any", "every", "all", "no", "each"})
_ONE_BUT = frozenset(
    {"nobody", "nothing", "none", "anything", "everything", "anybody", "anyone", "everyone"}
)


class Limit(NamedTuple):
    """A limit: its tokens ``first`` to ``last`` (exclusive) and the clause that it stands in.

    ``sign`` is the token after the sign itself. ``verb`` is the verb of the clause, or None outside
    one. ``excludes`` says that what stands behind the sign is not meant: "except the invoices".
    ``counts`` says that it only counts its own noun: "some guests", "almost ten rooms".
    """

    first: int
    sign: int
    last: int
    verb: int | None
    excludes: bool = False
    counts: bool = False


class LimitReader:
    """Reads the limits of scopes; each scope is read once."""

    def __init__(self, tree: Tree, phrases: Phrases) -> None:
        self._tree = tree
        self._phrases = phrases
        self._found = dict[int, tuple[Limit, ...]]()

    def scope(self, token: int) -> tuple[int, int]:
        """Return the sentence or cell that a token stands in: its first token and the end."""
        return self._tree.around(token)

    def start(self, token: int) -> int:
        """Return the first token of the sentence or cell that a token stands in."""
        return self._tree.scope[token]

    def of(self, start: int) -> tuple[Limit, ...]:
        """Return the limits of the sentence or cell that starts at a token, in order."""
        if start not in self._found:
            self._found[start] = tuple(self._read(*self.scope(start)))
        return self._found[start]

    def is_set_against(self, argument: Argument) -> bool:
        """Return whether an argument alone is denied: "with A and not B"."""
        return is_set_against(self._tree, self._phrases, argument)

    def _read(self, first: int, last: int) -> list[Limit]:
        found: list[Limit] = []
        if words("limiting_words").isdisjoint(self._tree.lower[first:last]):
            return found
        for index in range(first, last):
            limit = None if found and index < found[-1].sign else self._at(index, first, last)
            if limit is not None:
                found.append(limit)
        return found

    def _at(self, index: int, first: int, last: int) -> Limit | None:
        """Return the limit whose sign starts at a token, or None."""
        if self._tree.lower[index] not in words("limiting_words") or self._is_named(index, first):
            return None
        readings = (
            self._exception, self._others, self._all_but, self._amount, self._or_more, self._focus,
        )  # fmt: skip
        return next((r for read in readings if (r := read(index, first, last)) is not None), None)

    def _is_named(self, index: int, first: int) -> bool:
        """Return whether a word is part of a name or of a longer word: "Read Only", "read-only"."""
        tree = self._tree
        if index in tree.names or (index > first and tree.words[index][0].isupper()):
            return True
        before = index > first and tree.words[index - 1] == "-"
        joined = before and tree.end[index - 1] == tree.start[index]
        return joined or (tree.words[index + 1 : index + 2] == ["-"] and self._touches(index))

    def _touches(self, index: int) -> bool:
        return self._tree.end[index] == self._tree.start[index + 1]

    def _starts(self, index: int, signs: tuple[tuple[str, ...], ...]) -> int:
        """Return the token after the sign that starts at a token, or 0 where none does."""
        lower = self._tree.lower
        found = (index + len(s) for s in signs if tuple(lower[index : index + len(s)]) == s)
        return next(found, 0)

    def _exception(self, index: int, first: int, last: int) -> Limit | None:
        end = self._starts(index, _EXCEPT)
        if not end or end >= last:
            return None
        verb = self.verb_of(index if index > first else end)
        return Limit(index, end, self._phrase_end(end, last), verb, excludes=True)

    def _others(self, index: int, first: int, last: int) -> Limit | None:
        """ "any other guest": what is said does not hold of those that were told of before.

        So too "the same gate" and "a different gate": it is told of a gate beside another; and
        "more time than the ferry".
        """
        tree, word = self._tree, self._tree.lower[index]
        before = tree.lower[index - 1] if index > first else ""
        told = word in _COMPARING or before in _ONLY_BEHIND.get(word, ())
        if not told or tree.dep[index] not in ("amod", "nmod", "det"):
            return None
        noun = tree.head[index]
        if not index < noun < last or tree.tag[noun] not in NOUN_TAGS:
            return None
        if states_amount(tree, index, noun):
            return None  # "needs different keys", which the name says
        start = index
        while start > first and tree.lower[start - 1] in _COMPARING.get(word, ()):
            start -= 1
        end = self._phrase_end(noun + 2, last) if self._is_measured(noun, last) else noun + 1
        return Limit(start, index + 1, end, self.verb_of(noun), counts=True)

    def _is_measured(self, noun: int, last: int) -> bool:
        """Return whether a noun is compared with the phrase behind it: "more time than X"."""
        return noun + 2 < last and self._tree.lower[noun + 1] == "than"

    def _all_but(self, index: int, first: int, last: int) -> Limit | None:
        """ "nobody but the notary", "any house but the church"."""
        tree, noun = self._tree, index - 1
        if tree.lower[index] != "but" or noun < first or index + 1 >= last:
            return None
        start = noun
        while start > first and self._inside(start - 1, noun):
            start -= 1
        total = tree.lower[start] in _ALL_BUT and start < noun
        if not total and tree.lower[noun] not in _ONE_BUT:
            return None
        if tree.tag[index + 1] not in NOUN_TAGS | {"DT", "PRP$", "JJ"} or not self._is_only(index):
            return None
        none = tree.lower[start] in ("no", "nobody", "nothing", "none")
        end = self._phrase_end(index + 1, last)
        return Limit(start, index + 1, end, self.verb_of(noun), excludes=not none)

    def _is_only(self, but: int) -> bool:
        """Return whether "but" excepts: no "no" or "not" and no clause follows."""
        tree = self._tree
        if tree.lower[but + 1] in ("no", "not", "also", "only"):
            return False
        last = self.scope(but)[1]
        verb = next((i for i in range(but + 1, last) if tree.tag[i] in VERB_TAGS), None)
        return verb is None or tree.dep[verb] != "conj"

    def _amount(self, index: int, first: int, last: int) -> Limit | None:
        tree = self._tree
        if starts_range(tree, index, last) and tree.dep[index] != "prep":
            return Limit(index, index + 1, self._phrase_end(index + 1, last), self.verb_of(index))
        end = self._starts(index, _AMOUNTS)
        if not end and tree.lower[index] in _ABOUT_NUMBER and tree.dep[index] != "prep":
            end = index + 1 if tree.tag[index + 1 : index + 2] == ["CD"] else 0
        if not end and tree.lower[index] in _NEAR_NUMBER:
            end = index + 1 if tree.tag[index + 1 : index + 2] == ["CD"] else 0
            if not end:
                return None
            near = Limit(index, end, self._phrase_end(end, last), self.verb_of(end), counts=True)
            return near if end < last else None
        if end and not self._is_amount(index, end, last):
            return self._amount_before(index, end, first)
        end = end or self._starts(index, _TIMES)
        if not end or end >= last:
            return None
        return Limit(index, end, self._phrase_end(end, last), self.verb_of(end))

    def _amount_before(self, index: int, end: int, first: int) -> Limit | None:
        """ "for 30 days at most": the sign behind its amount."""
        tree = self._tree
        if tree.lower[index] != "at" or index == first:
            return None
        found = self._behind(index, first, end)
        if found is None or "CD" not in tree.tag[found.first : index]:
            return None
        return found._replace(sign=end, last=end)

    def _is_amount(self, index: int, end: int, last: int) -> bool:
        """Return whether a number follows, as in "up to ten" and not in "up to date"."""
        tree = self._tree
        if end >= last:
            return False
        number = tree.tag[end] in ("CD", "$") or tree.lower[end] in _NUMBERS
        return number or (tree.lower[index] == "at" and tree.tag[end] not in (",", ".", "-RRB-"))

    def _or_more(self, index: int, first: int, last: int) -> Limit | None:
        """ "twelve or more jurors", "2 percent or more"."""
        tree = self._tree
        if tree.lower[index] != "or" or index + 1 >= last or index == first:
            return None
        if tree.lower[index + 1] not in _OR_MORE:
            return None
        counted = tree.tag[index - 1] in NOUN_TAGS and tree.tag[index - 2] == "CD"
        if counted and index - 2 >= first:
            return Limit(index - 2, index + 2, index + 2, self.verb_of(index - 1))
        if tree.tag[index - 1] != "CD":
            return None
        goes_on = index + 2 < last and tree.words[index + 2][0].isalnum()
        end = self._phrase_end(index + 2, last) if goes_on else index + 2
        return Limit(index - 1, index + 2, max(end, index + 2), self.verb_of(index - 1))

    def _focus(self, index: int, first: int, last: int) -> Limit | None:
        """A word before the phrase that it limits, or directly behind it: "the owner alone"."""
        tree, word = self._tree, self._tree.lower[index]
        start = self._denied(index, first)
        if word in _PLAIN and not (start < index and word == "exclusively"):
            return self._limited(start, index + 1, last) or self._behind(index, first, last)
        counted = word == "just" and index + 1 < last and self._counts(index + 1)
        denied = start < index and not (start > first and tree.words[start - 1] == "(")
        if counted or (denied and word in ("just", "simply")):  # "not just a shed"
            return self._limited(start, index + 1, last)
        if word == "alone":
            return self._behind(index, first, last)
        if word in _SELDOM or (word == "little" and tree.tag[index] == "RB"):
            wide = index > first and tree.lower[index - 1] == "more"
            verb = tree.head[index] if tree.tag[tree.head[index]] in VERB_TAGS else None
            verb = None if wide else verb
            return None if verb is None else Limit(index, index + 1, index + 1, self.verb_of(index))
        part = word in _PARTIAL and self._is_part(index, first, last)
        if part or (word in ("few", "little") and self._is_small(index, first, last)):
            found = self._limited(index, index + 1, last)
            return None if found is None else found._replace(counts=part)
        return None

    def _denied(self, index: int, first: int) -> int:
        """Return where the words start that deny a sign: "not only", "doesn't only"."""
        tree = self._tree
        if index == first or tree.lower[index - 1] not in ("not", "n't"):
            return index
        joined = index - 2 >= first and tree.end[index - 2] == tree.start[index - 1]
        return index - 2 if joined else index - 1

    def _counts(self, index: int) -> bool:
        return self._tree.tag[index] == "CD" or self._tree.lower[index] in ("a", "an", "the")

    def _is_part(self, index: int, first: int, last: int) -> bool:
        """Return whether a word counts a part of a plural: no "the most recent", no "many more"."""
        tree = self._tree
        if index + 1 >= last or (index > first and tree.lower[index - 1] in _NOT_FEW | {"how"}):
            return False
        noun = self._noun_at(index)
        beside = index + 1 == noun or tree.dep[index + 1] in _INSIDE
        return noun is not None and tree.tag[noun] == "NNS" and beside and tree.tag[index] != "RBS"

    def _is_small(self, index: int, first: int, last: int) -> bool:
        """Return whether there is next to nothing, as in "few users" and not in "a few"."""
        tree = self._tree
        if index + 1 >= last or (index > first and tree.lower[index - 1] in _NOT_FEW):
            return False
        noun = self._noun_at(index)
        if noun is None or noun == index:
            return False
        mass = tree.tag[noun] == "NN" and not any(
            tree.dep[i] in ("det", "poss") for i in range(index, noun)
        )
        return tree.tag[noun] == "NNS" if tree.lower[index] == "few" else mass

    def _limited(self, start: int, end: int, last: int) -> Limit | None:
        """Return the limit with what stands behind it, or None where nothing does."""
        tree = self._tree
        if end >= last or not tree.words[end][0].isalnum():
            return None
        verbal = tree.tag[end] in VERB_TAGS | {"MD", "TO"} and tree.dep[end] not in _INSIDE
        if verbal or tree.dep[end] in ("acomp", "mark", "aux"):
            return Limit(start, end, end, self.verb_of(end))
        if self._is_finite(end):
            return None
        beside = tree.tag[end] == "RB" and tree.head[end] == end + 1 < last
        if beside and tree.tag[end + 1] in VERB_TAGS:  # "only dynamically creates X"
            return Limit(start, end, end, self.verb_of(end))
        close = self._phrase_end(end, last)
        return Limit(start, end, max(close, self._list_end(end, last)), self.verb_of(end))

    def _list_end(self, index: int, last: int) -> int:
        """Return the end of the list that a phrase starts: "only letters, digits and hyphens"."""
        tree = self._tree
        if tree.tag[index] in ("IN", "TO") and index + 1 < last:
            index += 1  # "only to members and their children"
        noun = self._noun_at(index)
        end = noun = -1 if noun is None else noun
        for _ in range(_MAX_LISTED if noun >= 0 else 0):
            joined = next((i for i in tree.within(noun, "conj") if i > noun), None)
            if joined is None or tree.tag[joined] not in NOUN_TAGS or joined >= last:
                break
            if any(tree.lower[i] == "not" for i in range(noun, joined)):
                break
            noun, end = joined, self._phrases.full(joined).last
        return end

    def _is_finite(self, index: int) -> bool:
        return self._tree.tag[index] in ("MD", "VBZ", "VBP", "VBD")

    def _behind(self, index: int, first: int, last: int) -> Limit | None:
        """Return the limit of the phrase that ends before a word: "in Norway only"."""
        tree, noun = self._tree, index - 1
        if noun < first or tree.tag[noun] not in NOUN_TAGS | PRONOUN_TAGS:
            return None
        apart = tree.lower[index] == "alone" and tree.head[index] != noun
        if apart and not self._ends(index, last):
            return None
        start = noun
        while start > first and self._inside(start - 1, noun):
            start -= 1
        if start > first and tree.dep[start - 1] == "prep" and tree.head[noun] == start - 1:
            start -= 1
        return Limit(start, index + 1, index + 1, self.verb_of(noun))

    def _ends(self, index: int, last: int) -> bool:
        """Return whether a subject ends at a token: its verb follows."""
        return index + 1 < last and self._is_finite(index + 1)

    def _inside(self, index: int, noun: int) -> bool:
        """Return whether a token belongs to the phrase of a noun behind it."""
        tree = self._tree
        return tree.dep[index] in _INSIDE and index < tree.head[index] <= noun

    def _noun_at(self, index: int) -> int | None:
        """Return the noun of the phrase that a token starts, or None where it starts none."""
        tree = self._tree
        while tree.dep[index] in _INSIDE and tree.head[index] > index:
            index = tree.head[index]
        nominal = tree.tag[index] in NOUN_TAGS | {"CD", "$", "PRP", "DT"}
        return index if nominal or index in tree.names else None

    def _phrase_end(self, index: int, last: int) -> int:
        """Return the token after the phrase that starts at a token, prepositions before it too."""
        tree, start = self._tree, index
        while index + 1 < last and tree.tag[index] in ("IN", "TO", "RB") and index < start + 2:
            index += 1
        noun = self._noun_at(index)
        if noun is None or noun >= last:
            return min(last, start + 1)
        end = max(noun + 1, self._phrases.full(noun).last)
        clause = restricted_end(tree, Argument(noun, min(index, noun), end))
        return min(last, clause or end)

    def verb_of(self, index: int) -> int | None:
        """Return the verb of the clause that a token stands in, or None outside one."""
        tree = self._tree
        while tree.tag[index] not in VERB_TAGS or tree.dep[index] in _HELPERS:
            if tree.head[index] == index:
                return index if tree.tag[index] == "MD" else None
            index = tree.head[index]
        return index
