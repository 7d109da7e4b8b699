"""Reciprocal Rank Fusion: one ranking out of several (Cormack, Clarke and Buettcher, 2009)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

RANK_CONSTANT = 60
"""The constant k of the fusion, as in SAP, Algorithm 2, line 15."""


def reciprocal_rank_fusion(
    rankings: Iterable[Sequence[int]], constant: int = RANK_CONSTANT
) -> list[tuple[int, float]]:
    """Return every row of the rankings with its fused score, best first, ties by row.

    Each ranking holds distinct rows, best first; a row at rank r (from 1) scores
    1 / (constant + r) in it, and nothing in a ranking that does not hold it.
    """
    scores: dict[int, float] = {}
    for ranking in rankings:
        for rank, row in enumerate(ranking, start=1):
            scores[row] = scores.get(row, 0.0) + 1.0 / (constant + rank)
    return sorted(scores.items(), key=lambda item: (-item[1], item[0]))
