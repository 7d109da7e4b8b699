"""What holds stands before what does not: the one rule by which every strategy ranks versions.

A document that another took the place of, that has ended or not begun, scores ``OUTDATED_FACTOR``
of what its text does. So it comes into an answer where little else fits the question; and in the
answer it stands after all that holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphwright.graph.validity import Validity

    Mask = NDArray[np.bool_]

OUTDATED_FACTOR = 0.9
"""Of the score of what does not hold. Versions of a text score within a few hundredths of one
another, and texts that have little to do with the question far below both."""


class ValidFirst:
    """Ranks rows of chunks or relations by the rule, on the day of the question."""

    def __init__(self, validity: Validity) -> None:
        self._validity = validity

    def depth(self, count: int) -> int:
        """Return how deep a list must go, so that the best ``count`` by the rule are in it."""
        outdated = self._validity.outdated()
        return count if outdated is None else count + int(outdated.chunks.sum())

    def chunks(self, ranked: Sequence[tuple[int, float]], count: int) -> list[tuple[int, float]]:
        """Return the best ``count`` of ranked chunk rows, with their scores by the rule."""
        outdated = self._validity.outdated()
        return self._best(ranked, count, None if outdated is None else outdated.chunks)

    def relations(self, ranked: Sequence[tuple[int, float]], count: int) -> list[tuple[int, float]]:
        """Return the best ``count`` of ranked relation rows, with their scores by the rule."""
        outdated = self._validity.outdated()
        return self._best(ranked, count, None if outdated is None else outdated.relations)

    def _best(
        self, ranked: Sequence[tuple[int, float]], count: int, outdated: Mask | None
    ) -> list[tuple[int, float]]:
        if outdated is None:
            return list(ranked[:count])
        past = {row for row, _ in ranked if outdated[row]}
        if self._validity.leave_out:
            return [one for one in ranked if one[0] not in past][:count]
        scored = [(row, lowered(score) if row in past else score) for row, score in ranked]
        best = sorted(scored, key=lambda one: (-one[1], one[0] in past))[:count]
        return sorted(best, key=lambda one: one[0] in past)


def lowered(score: float) -> float:
    """Return the score of what does not hold; a cosine below nought falls too."""
    return score - (1 - OUTDATED_FACTOR) * abs(score)
