"""What holds stands before what does not: the one rule by which every strategy ranks versions.

A document that another took the place of, that has ended or not begun, scores ``OUTDATED_FACTOR``
of what its text does. So it comes into an answer where little else fits the question; and in the
answer it stands after all that holds, of which the best is always there. A text that copies repeat
stands there once.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphwright.graph.validity import Validity

    Mask = NDArray[np.bool_]
    Ranked = Sequence[tuple[int, float]]

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
        past = 0 if outdated is None else int(outdated.chunks.sum())
        return count + past + len(self._validity.repeated)

    def chunks(self, ranked: Ranked, count: int) -> list[tuple[int, float]]:
        """Return the best ``count`` of ranked chunk rows, with their scores by the rule.

        Of equal texts of copies and versions there is one.
        """
        outdated = self._validity.outdated()
        mask = None if outdated is None else outdated.chunks
        return self._best(ranked, count, mask, self._validity.repeated)

    def relations(self, ranked: Ranked, count: int) -> list[tuple[int, float]]:
        """Return the best ``count`` of ranked relation rows, with their scores by the rule."""
        outdated = self._validity.outdated()
        return self._best(ranked, count, None if outdated is None else outdated.relations, {})

    def _best(
        self, ranked: Ranked, count: int, outdated: Mask | None, same: Mapping[int, Hashable]
    ) -> list[tuple[int, float]]:
        if outdated is None:
            return _first_of_each(ranked, count, same)
        past = {row for row, _ in ranked if outdated[row]}
        if self._validity.leave_out:
            ranked = [one for one in ranked if one[0] not in past]
        scored = [(row, lowered(score) if row in past else score) for row, score in ranked]
        # What holds goes first, so that it stays where a version has the same text.
        distinct: dict[Hashable, tuple[int, float]] = {}
        for row, score in sorted(scored, key=lambda one: one[0] in past):
            distinct.setdefault(same.get(row, row), (row, score))
        best = sorted(distinct.values(), key=lambda one: -one[1])
        chosen = best[:count]
        if past.issuperset(row for row, _ in chosen):
            held = [one for one in best if one[0] not in past][:1]
            chosen = [*held, *chosen][:count]
        return sorted(chosen, key=lambda one: one[0] in past)


def _first_of_each(
    ranked: Ranked, count: int, same: Mapping[int, Hashable]
) -> list[tuple[int, float]]:
    """Return the first ``count`` rows, of those that are the same the first."""
    if not same:
        return list(ranked[:count])
    distinct: dict[Hashable, tuple[int, float]] = {}
    for row, score in ranked:
        if len(distinct) == count:
            break
        distinct.setdefault(same.get(row, row), (row, score))
    return list(distinct.values())


def lowered(score: float) -> float:
    """Return the score of what does not hold; a cosine below nought falls too."""
    return score - (1 - OUTDATED_FACTOR) * abs(score)
