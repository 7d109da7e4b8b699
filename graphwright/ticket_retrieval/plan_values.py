"""Values of fields that a question names: "Critical bugs", "component CLI", "in Release 3.5.0"."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterable, Sequence

from graphwright.tables.tickets import Ticket
from graphwright.ticket_retrieval.plan_words import Word, at, singular, words_of
from graphwright.ticket_retrieval.ticket_properties import CHOICES, LISTS, values_of

TICKET_NOUNS = frozenset(["ticket", "issue", "case", "problem", "report", "item", "one"])
_BE = frozenset([
    "is", "are", "was", "were", "be", "been", "being", "still", "currently", "remain",
    "remains", "not",
])  # fmt: skip
_PREPOSITIONS = frozenset(["in", "for", "on", "of", "with", "from", "under", "at", "against"])
_BETWEEN = frozenset(["is", "are", "=", "of", "the", "a", "as"])
_AFFECTING = frozenset(["affect", "affects", "affecting", "affected"])
_AS = frozenset(["resolved", "closed", "marked"])


_ValuesByWords = defaultdict[tuple[str, ...], defaultdict[str, set[str]]]


@dataclasses.dataclass(frozen=True, slots=True)
class NamedValue:
    """Spellings of a value of a field, and the words that name it: ``first`` up to ``last``."""

    field: str
    spellings: tuple[str, ...]
    first: int
    last: int


class FieldValues:
    """The values that the fields of tickets have, by their words in small letters."""

    def __init__(self, tickets: Iterable[Ticket], cues: dict[str, str]) -> None:
        """Take the tickets, and the field that each word of a question stands for."""
        self._cues = cues
        found: _ValuesByWords = defaultdict(lambda: defaultdict(set))
        each = {
            (field, v) for ticket in tickets for field in CHOICES for v in values_of(ticket, field)
        }
        for field, value in sorted(each):
            words = tuple(word.folded for word in words_of(value, lambda key: False))
            if words:
                found[words][field].add(value)
        self._by_words = {
            words: {field: tuple(sorted(fields[field])) for field in CHOICES if field in fields}
            for words, fields in found.items()
        }
        self._longest = max(map(len, found), default=0)

    def has(self, field: str, word: str) -> bool:
        """Return whether a word is a value of a field, capitals aside."""
        return field in self._by_words.get((word,), {})

    def at(self, words: Sequence[Word], first: int) -> NamedValue | None:
        """Return the longest value that begins at a word and that something there marks as one."""
        for last in range(min(len(words), first + self._longest), first, -1):
            fields = self._fields(words, first, last)
            if not fields or self._names_field(words, first, last):
                continue
            field = self._marked(words, first, last, fields)
            if field is not None:
                written = " ".join(word.text for word in words[first:last])
                exact = tuple(one for one in fields[field] if one == written)
                return NamedValue(field, exact or fields[field], first, last)
        return None

    def _names_field(self, words: Sequence[Word], first: int, last: int) -> bool:
        """Return whether a word that is a value names a field instead, whose value follows."""
        field = self._cues.get(singular(at(words, first)), "")
        ends = range(last + 1, min(last + self._longest, len(words)) + 1)
        return last == first + 1 and any(field in self._fields(words, last, end) for end in ends)

    def _fields(self, words: Sequence[Word], first: int, last: int) -> dict[str, tuple[str, ...]]:
        if any(word.kind == "key" for word in words[first:last]):
            return {}
        said = tuple(word.folded for word in words[first:last])
        found = self._by_words.get(said, {})
        of_one = self._by_words.get((*said[:-1], singular(said[-1])), {})
        return {**found, "type": of_one["type"]} if "type" in of_one else found

    def _marked(
        self, words: Sequence[Word], first: int, last: int, fields: dict[str, tuple[str, ...]]
    ) -> str | None:
        """Return the field that the words about a value mark it as one of."""
        before = at(words, first - 1)
        said = self._by_cue(words, first, last, fields) or _by_verb(words, first, fields)
        if said is not None:
            return said
        if before in _PREPOSITIONS:
            return next((field for field in fields if field in (*LISTS, "project")), None)
        written = tuple(word.folded for word in words[first:last])
        if "type" in fields and written not in self._by_words:
            return "type"  # a plural: bugs
        goes_before = self._leads_to_noun(words, last) or "type" in fields
        stands_after = before in _BE or before in ("or", "and", "neither", "nor")
        return next(iter(fields)) if goes_before or stands_after else None

    def _by_cue(
        self, words: Sequence[Word], first: int, last: int, fields: Iterable[str]
    ) -> str | None:
        """Return the field that a word beside a value names: "component CLI"."""
        for place in (first - 1, first - 2, last):
            near = self._cues.get(singular(at(words, place)), "")
            between = place != first - 2 or at(words, first - 1) in _BETWEEN
            if near in fields and between:
                return near
        return None

    def _leads_to_noun(self, words: Sequence[Word], place: int) -> bool:
        """Return whether words from a place on are what stands before the noun for tickets."""
        for here in range(place, min(place + 5, len(words))):
            word = at(words, here)
            if singular(word) in TICKET_NOUNS or self.has("type", singular(word)):
                return True
            if word not in ("or", "and", "unresolved", "open", "closed", "resolved") and not any(
                self._fields(words, here, end) for end in range(here + 1, here + 3)
            ):
                return False
        return False


def _by_verb(words: Sequence[Word], first: int, fields: Iterable[str]) -> str | None:
    """Return the field that a verb before a value means: "fixed in 3.2", "closed as Invalid"."""
    before, earlier = at(words, first - 1), at(words, first - 2)
    if before in _AFFECTING:
        meant = "versions"
    elif before == "as" and earlier in _AS:
        meant = "resolution"
    else:
        meant = "fix_versions" if (earlier, before) == ("fixed", "in") else ""
    return meant if meant in fields else None
