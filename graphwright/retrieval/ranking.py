"""Ranking rows by score: exact, and the same on every run and every machine.

Cosines are rounded to ``DECIMALS`` before they are compared, because the last bits of a dot
product depend on the numeric library; rows with equal scores stand in row order, which is the
order of their table's key.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from graphwright.graph.mapped_file import rows_of_mapped

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphwright.graph.vector_file import RowVectors

    Floats = NDArray[np.floating]
    Rows = NDArray[np.int64]

DECIMALS = 6
LIST_DEPTH = 100
"""How deep a list over all chunks goes into a fusion; rank 100 scores 38 % of rank 1."""

_GROUP = 64
"""Rows of which the best is found before it is compared with those of other groups."""


def cosines_of(vectors: Floats, query: Floats) -> Floats:
    """Return the cosine of each row with a unit query vector; none where there are no rows.

    Row by row: so a row's cosine is the same whichever rows stand beside it, and no thread of the
    matrix library is woken, which would spin for milliseconds on a core that the parse needs.
    """
    return np.vecdot(vectors, query) if len(vectors) else np.zeros(0, dtype=np.float32)


def rank_all(vectors: Floats, query: Floats, count: int) -> list[tuple[int, float]]:
    """Return the ``count`` rows nearest to a unit query vector, with cosines, best first."""
    return top(cosines_of(vectors, query), count)


def rank_rows(vectors: Floats, rows: Rows, query: Floats) -> list[tuple[int, float]]:
    """Return candidate rows (distinct, ascending) with cosines to the query, best first."""
    if not len(rows):
        return []
    cosines = cosines_of(rows_of_mapped(vectors, rows), query)
    return [(int(rows[i]), score) for i, score in top(cosines, len(rows))]


def rank_held(vectors: RowVectors, rows: Rows, query: Floats) -> list[tuple[int, float]]:
    """Return candidate rows, all of which have a vector, as ``rank_rows`` does."""
    ranked = rank_rows(vectors.values, vectors.places_of(rows), query)
    held = vectors.rows_at([place for place, _ in ranked])
    return [(row, cosine) for row, (_, cosine) in zip(held, ranked, strict=True)]


def top(scores: Floats, count: int) -> list[tuple[int, float]]:
    """Return the ``count`` best positions with rounded scores, best first, ties by position."""
    kept = at_least_best(scores, count)
    rounded = np.round(scores[kept].astype(np.float64), DECIMALS)
    order = np.lexsort((kept, -rounded))[:count]
    return list(zip(kept[order].tolist(), rounded[order].tolist(), strict=True))


def at_least_best(scores: Floats, count: int) -> Rows:
    """Return positions, ascending, that hold the ``count`` best rounded scores and few others."""
    # A score that is lower by less than the last decimal may be rounded to the same.
    return np.flatnonzero(scores >= floor_of(scores, count) - 2 * 10.0**-DECIMALS)


def floor_of(scores: Floats, count: int) -> float:
    """Return a score that the ``count`` best reach and few others; infinity where there are none.

    The largest score of each group of rows is found first: the best of these are no better than
    the best of all, and what lies below them is never looked at again.
    """
    count = min(count, len(scores))
    if count <= 0:
        return np.inf
    whole = len(scores) - len(scores) % _GROUP
    largest = scores[:whole].reshape(_GROUP, -1).max(axis=0)
    pool = scores if len(largest) < count else largest
    return float(np.partition(pool, -count)[-count])


def rows_of(ranked: list[tuple[int, float]]) -> list[int]:
    """Return the rows of a ranking without their scores."""
    return [row for row, _ in ranked]


def distinct_rows(rows: Iterable[int]) -> Rows:
    """Return rows as an array, ascending, each once."""
    return np.array(sorted(set(rows)), dtype=np.int64)
