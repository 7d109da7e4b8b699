"""Finding names in running text: the longest match of a dictionary of names, word by word.

A word is a run of letters, digits and underscores, without case, with the signs of "C++" and "C#";
what stands between two words (a space, a hyphen, a line's end) does not matter. At each word the
longest name that starts there is taken and the search goes on behind it, so "Porcupine Tree" is no
mention of a tree. What is found depends on which names there are; which entities they mean is asked
afterwards, and may change without another search.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from graphwright.entities.normalise import normalise
from graphwright.ids import fingerprint

_WORD = re.compile(r"\w+[+#]*")


class Name(NamedTuple):
    """A name of an entity; of equal names those of the lowest ``level`` are meant."""

    text: str
    level: int
    entity_id: str


def words_of(text: str) -> list[str]:
    """Return the words of a text, case-folded."""
    words: list[str] = _WORD.findall(text.casefold())
    return words


class NameDictionary:
    """Names by their words."""

    def __init__(self, names: Iterable[Name]) -> None:
        """Take all names; one without a word is left out."""
        levels: dict[tuple[str, ...], dict[int, set[str]]] = {}
        for name in names:
            if words := tuple(words_of(name.text)):
                levels.setdefault(words, {}).setdefault(name.level, set()).add(name.entity_id)
        self._by_first: dict[str, set[tuple[str, ...]]] = {}
        self._meant: dict[str, tuple[str, ...]] = {}
        for words in sorted(levels):
            meant = levels[words][min(levels[words])]
            self._by_first.setdefault(words[0], set()).add(words)
            self._meant[" ".join(words)] = tuple(sorted(meant))
        self._lengths = {
            first: sorted({len(words) for words in names}, reverse=True)
            for first, names in self._by_first.items()
        }

    @property
    def meant(self) -> Mapping[str, tuple[str, ...]]:
        """Return the ids of the entities that each name means, by its words with spaces."""
        return self._meant

    def find(self, words: Sequence[str]) -> Iterator[str]:
        """Yield each name in a text's words, as often as it stands there."""
        position = 0
        while position < len(words):
            length = self._longest(words, position)
            if length:
                yield " ".join(words[position : position + length])
            position += length or 1

    def _longest(self, words: Sequence[str], start: int) -> int:
        """Return how many words the longest name has that starts at a word, 0 where none does."""
        first = words[start]
        lengths = (
            length
            for length in self._lengths.get(first, ())
            if tuple(words[start : start + length]) in self._by_first[first]
        )
        return next(lengths, 0)

    def whole(self, text: str) -> str | None:
        """Return the name that a whole text is: as written, else its key; None where it is none."""
        written = (" ".join(words_of(form)) for form in (text, normalise(text)))
        return next((name for name in written if name in self._meant), None)

    def digest_within(self, vocabulary: Collection[str]) -> str:
        """Return the fingerprint of the names that texts of these words can hold."""
        known = frozenset(vocabulary)
        within = [
            words
            for first in sorted(known & self._by_first.keys())
            for words in sorted(self._by_first[first])
            if known.issuperset(words)
        ]
        return fingerprint(within)
