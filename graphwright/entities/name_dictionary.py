"""Finding names in running text: the longest match of a dictionary of names, word by word.

A word is a run of letters, digits and underscores, without case, with the signs of "C++" and "C#";
what stands between two words (a space, a hyphen, a line's end) does not matter. At each word the
longest name that starts there is taken and the search goes on behind it, so "Porcupine Tree" is no
mention of a tree.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
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
        self._by_first: dict[str, dict[tuple[str, ...], tuple[str, ...]]] = {}
        for words in sorted(levels):
            meant = levels[words][min(levels[words])]
            self._by_first.setdefault(words[0], {})[words] = tuple(sorted(meant))
        self._lengths = {
            first: sorted({len(words) for words in names}, reverse=True)
            for first, names in self._by_first.items()
        }

    def find(self, words: Sequence[str]) -> Iterator[str]:
        """Yield the id of each entity that is named in a text's words, as often as it is."""
        position = 0
        while position < len(words):
            length, entities = self._longest(words, position)
            yield from entities
            position += length

    def _longest(self, words: Sequence[str], start: int) -> tuple[int, tuple[str, ...]]:
        first = words[start]
        for length in self._lengths.get(first, ()):
            found = self._by_first[first].get(tuple(words[start : start + length]))
            if found is not None:
                return length, found
        return 1, ()

    def entities_named(self, name: str) -> tuple[str, ...]:
        """Return the ids of the entities that a whole name stands for: as written, else its key."""
        return self._meant(name) or self._meant(normalise(name))

    def _meant(self, name: str) -> tuple[str, ...]:
        words = tuple(words_of(name))
        return self._by_first.get(words[0], {}).get(words, ()) if words else ()

    def digest_within(self, vocabulary: Collection[str]) -> str:
        """Return the fingerprint of the names that texts of these words can hold."""
        known = frozenset(vocabulary)
        within = [
            (words, entities)
            for first in sorted(known & self._by_first.keys())
            for words, entities in self._by_first[first].items()
            if known.issuperset(words)
        ]
        return fingerprint(within)
