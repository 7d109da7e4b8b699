"""The values that fields of tickets have, found in the words of a question."""

from __future__ import annotations

import dataclasses
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from graphwright.tables.tickets import Ticket
from graphwright.ticket_retrieval.ticket_properties import values_of

CHOICES = (
    *("status", "resolution", "type", "priority", "project", "components"),
    *("versions", "fix_versions", "labels"),
)
"""Fields whose values a question may hold; a value of several is one of the first of them."""

_WORD = re.compile(r"[^\W_]+(?:[.'’_/+-][^\W_]+)*[+#]*")


@dataclasses.dataclass(frozen=True, slots=True)
class Word:
    """A word of a question with its place."""

    text: str
    start: int
    end: int

    @property
    def folded(self) -> str:
        """The word without capitals."""
        return self.text.casefold()


@dataclasses.dataclass(frozen=True, slots=True)
class FoundValue:
    """A value of a field, as tickets write it, and the words of the question that name it."""

    field: str
    value: str
    first: int
    last: int


def words_of(text: str) -> list[Word]:
    """Return the words of a question; "3.2.1" and "don't" are one each."""
    return [Word(one.group(), *one.span()) for one in _WORD.finditer(text)]


class Vocabulary:
    """The values of fields over all tickets, by their words."""

    def __init__(self, values: Mapping[str, Iterable[str]]) -> None:
        """Take the values of each field of ``CHOICES``."""
        found: defaultdict[tuple[str, ...], dict[str, str]] = defaultdict(dict)
        for field in CHOICES:
            for value in sorted(set(values.get(field, ()))):
                words = tuple(word.folded for word in words_of(value))
                if words:
                    found[words].setdefault(field, value)
        self._values = dict(found)
        self._longest = max(map(len, found), default=0)

    @classmethod
    def of(cls, tickets: Iterable[Ticket]) -> Vocabulary:
        """Return the vocabulary of the fields that tickets have."""
        values: dict[str, set[str]] = {field: set() for field in CHOICES}
        for ticket in tickets:
            for field, held in values.items():
                held.update(values_of(ticket, field))
        return cls(values)

    def find(
        self, words: Sequence[Word], cues: Mapping[str, frozenset[str]]
    ) -> Iterator[FoundValue]:
        """Yield the values that words name, from the left, the longest first.

        A value counts where a cue of its field stands beside it ("priority Major"), or where it is
        written as tickets write it and no plain word could be so: "iOS", "3.2.1", not "Open" or
        "fixed". Of the fields that have a value, one whose cue stands there comes first.
        """
        place = 0
        while place < len(words):
            found = self._at(words, place, cues)
            if found is not None:
                yield found
            place = found.last if found else place + 1

    def _at(
        self, words: Sequence[Word], first: int, cues: Mapping[str, frozenset[str]]
    ) -> FoundValue | None:
        for last in range(min(len(words), first + self._longest), first, -1):
            fields = self._values.get(tuple(word.folded for word in words[first:last]), {})
            beside = {
                word.folded for word in (*words[max(first - 1, 0) : first], *words[last : last + 1])
            }
            for field in sorted(fields, key=lambda one: not beside & cues.get(one, frozenset())):
                named = bool(beside & cues.get(field, frozenset()))
                if named or _is_name(words[first:last], fields[field]):
                    return FoundValue(field, fields[field], first, last)
        return None


def _is_name(words: Sequence[Word], value: str) -> bool:
    """Say whether words are written as a value is, with a sign that they are a name.

    Such signs are a digit, or a capital that is not the first letter of all.
    """
    written = [word.text for word in words]
    if written != [word.text for word in words_of(value)]:
        return False
    return any(sign.isdigit() or sign.isupper() for sign in " ".join(written)[1:])
