"""Names as they may have been meant: words of names that differ by a letter or two from others."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

_LEAST_LETTERS = 5
"""A shorter word has too many neighbours."""

_LETTERS_OF_TWO = 9
"""From so many letters on two of them may be wrong, else one."""

_MOST_WORDS = 3
"""Spellings of one word that are tried, the most alike first."""

_ALPHABET = 64
_Counts = np.ndarray


class NameSpelling:
    """The words of all names, each with how often it has which letters."""

    def __init__(self, names: pa.ChunkedArray) -> None:
        """Take the folded names; their words are found when this is made."""
        words = pc.list_flatten(pc.split_pattern(names, " "))
        found: list[str] = pc.unique(words).to_pylist()
        self._words = sorted(word for word in found if len(word) >= _LEAST_LETTERS - 1)
        self._known = frozenset(found)
        self._counts = np.array([_letters(word) for word in self._words], dtype=np.int8).reshape(
            -1, _ALPHABET
        )

    def meant(self, name: str) -> list[str]:
        """Return what a folded name may mean: with its unknown words replaced by known ones.

        Empty where no word is unknown, or nothing known is like one of them.
        """
        words = name.split()
        unknown = [word for word in words if word not in self._known]
        if not unknown:
            return []
        choices = [self._like(word) if word in unknown else [word] for word in words]
        return [" ".join(chosen) for chosen in itertools.product(*choices)]

    def _like(self, word: str) -> list[str]:
        """Return the known words that are the fewest letters away from one, if few enough."""
        if len(word) < _LEAST_LETTERS or not word.isalpha():
            return []
        most = 2 if len(word) >= _LETTERS_OF_TWO else 1
        apart = np.abs(self._counts - _letters(word)).sum(axis=1)
        near = [self._words[place] for place in np.flatnonzero(apart <= 2 * most).tolist()]
        told = sorted((distance(word, other), other) for other in near)
        return [other for away, other in told if away <= most and away == told[0][0]][:_MOST_WORDS]


def _letters(word: str) -> _Counts:
    codes = np.frombuffer(word.encode(), dtype=np.uint8) % _ALPHABET
    return np.bincount(codes, minlength=_ALPHABET).astype(np.int8)


def distance(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many letters must be left out, added, changed or swapped with the next."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, start=1):
        now = [i]
        for j, its in enumerate(other, start=1):
            best = min(now[-1] + 1, row[j] + 1, row[j - 1] + (letter != its))
            if i > 1 < j and letter == other[j - 2] and one[i - 2] == its:
                best = min(best, before[j - 2] + 1)
            now.append(best)
        before, row = row, now
    return row[-1]
