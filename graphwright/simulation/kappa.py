"""Agreement of two who judge, beyond chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def quadratic_kappa(first: Sequence[T], second: Sequence[T], categories: Sequence[T]) -> float:
    """Return Cohen's kappa with quadratic weights (Cohen, 1968), at most 1.

    The categories are in order; a disagreement counts with the square of its distance. Where both
    always name one and the same category, no chance is left to correct for: 1. Raises
    ``ValueError`` for lists of different length, empty ones, and categories that are not named.
    """
    if len(first) != len(second) or not first:
        raise ValueError(f"{len(first)} and {len(second)} verdicts: expected as many, at least 1")
    place = {category: index for index, category in enumerate(categories)}
    if absent := {*first, *second} - place.keys():
        raise ValueError(f"no such category: {sorted(map(str, absent))}")
    pairs = [(place[one], place[other]) for one, other in zip(first, second, strict=True)]
    seen = sum((one - other) ** 2 for one, other in pairs) / len(pairs)
    by_chance = _by_chance(Counter(a for a, _ in pairs), Counter(b for _, b in pairs), len(pairs))
    return 1.0 if by_chance == 0 else 1.0 - seen / by_chance


def _by_chance(ours: Counter[int], theirs: Counter[int], total: int) -> float:
    """Return the mean squared distance of verdicts that are drawn apart from each other."""
    return sum(
        count * other_count * (one - other) ** 2
        for one, count in ours.items()
        for other, other_count in theirs.items()
    ) / (total * total)
