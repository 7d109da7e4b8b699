"""Ranking rows by score: exact, and the same on every run and every machine.

Cosines are rounded to ``DECIMALS`` before they are compared, because the last bits of a dot
product depend on the numeric library; rows with equal scores stand in row order, which is the
order of their table's key.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.floating]
    Rows = NDArray[np.int64]

DECIMALS = 6
LIST_DEPTH = 100
"""How deep a list over all chunks goes into a fusion; rank 100 scores 38 % of rank 1."""


def cosines_of(vectors: Floats, query: Floats) -> Floats:
    """Return the cosine of each row with a unit query vector; none where there are no rows."""
    return vectors @ query if len(vectors) else np.zeros(0, dtype=np.float32)


def rank_all(vectors: Floats, query: Floats, count: int) -> list[tuple[int, float]]:
    """Return the ``count`` rows nearest to a unit query vector, with cosines, best first."""
    return top(cosines_of(vectors, query), count)


def rank_rows(vectors: Floats, rows: Rows, query: Floats) -> list[tuple[int, float]]:
    """Return candidate rows (distinct, ascending) with cosines to the query, best first."""
    if not len(rows):
        return []
    return [(int(rows[i]), score) for i, score in top(vectors[rows] @ query, len(rows))]


def top(scores: Floats, count: int) -> list[tuple[int, float]]:
    """Return the ``count`` best positions with rounded scores, best first, ties by position."""
    rounded = np.round(scores.astype(np.float64), DECIMALS)
    count = min(count, len(rounded))
    if count <= 0:
        return []
    floor = np.partition(rounded, -count)[-count]
    kept = np.flatnonzero(rounded >= floor)
    best = kept[np.lexsort((kept, -rounded[kept]))][:count]
    return [(int(row), float(rounded[row])) for row in best]


def rows_of(ranked: list[tuple[int, float]]) -> list[int]:
    """Return the rows of a ranking without their scores."""
    return [row for row, _ in ranked]


def distinct_rows(rows: Iterable[int]) -> Rows:
    """Return rows as an array, ascending, each once."""
    return np.array(sorted(set(rows)), dtype=np.int64)
