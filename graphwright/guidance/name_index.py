"""How well names match a question: weighted overlap of their terms, rare terms telling most.

Unlike BM25 it looks from both sides: a name of which the question says every word is better than
one of which it says half, as ``Queues`` is for "where are the queues" beside ``Queue watchers``.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from graphwright.guidance.terms import all_terms

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


class NameIndex:
    """Sets of names, row by row, each known by its terms."""

    def __init__(self, rows: Iterable[Sequence[str]], extra: Iterable[Sequence[str]] = ()) -> None:
        """Take the names of each row; ``extra`` ones can be met but need not be said."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        own = [all_terms(names) for names in rows]
        beside = [all_terms(names) for names in extra] or [frozenset[str]()] * len(own)
        for row, (terms, more) in enumerate(zip(own, beside, strict=True)):
            for term in sorted(terms | more):
                found[term].append(row)
        self._rows = len(own)
        self._postings = {term: np.array(held, np.int64) for term, held in found.items()}
        self._told = {term: self._tells(len(held)) for term, held in found.items()}
        self._own = own
        self._mass = np.array([sum(self._told[t] for t in sorted(terms)) for terms in own])

    def _tells(self, holding: int) -> float:
        return math.log(1 + (self._rows - holding + 0.5) / (holding + 0.5))

    def known(self, terms: Iterable[str]) -> list[str]:
        """Return those of some terms that any row has."""
        return [term for term in terms if term in self._postings]

    def overlap(self, terms: Sequence[str]) -> tuple[Floats, Floats]:
        """Return for each row how much of the question it says, and how much of it is said.

        Both are shares from 0 to 1, by what terms tell; a term that no row has counts as one that
        is in one row alone.
        """
        met, own = np.zeros(self._rows), np.zeros(self._rows)
        asked = 0.0
        for term in terms:
            told = self._told.get(term, self._tells(1))
            asked += told
            rows = self._postings.get(term)
            if rows is not None:
                met[rows] += told
                own[[row for row in rows.tolist() if term in self._own[row]]] += told
        said = met / asked if asked else met
        mass = np.where(self._mass > 0, self._mass, 1.0)
        return said, np.minimum(own / mass, 1.0)

    def match(self, terms: Sequence[str]) -> Floats:
        """Return the harmonic mean of both shares of each row, 0 to 1."""
        said, own = self.overlap(terms)
        both = said + own
        return np.where(both > 0, 2 * said * own / np.where(both > 0, both, 1.0), 0.0)
