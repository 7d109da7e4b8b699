"""Average linkage: which groups of names are joined by the chances of their pairs.

Two groups are as near as the mean chance of all pairs between them; a pair that was not scored
counts as 0. The nearest two are joined first, and of equally near ones those whose names come
first, so that the groups depend on the pairs alone. What keeps groups apart is not known here.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

MOST_TOGETHER = 60
"""Groups that hang together by chances that would join them, above which none of them is joined:
so long a chain says that something common makes them alike, and people are asked."""

Chance = tuple[str, str, float]
"""Two groups and the mean chance of the names between them."""


def hanging_together(pairs: Iterable[Chance], least: float) -> list[list[str]]:
    """Return the groups that a chain of chances of at least ``least`` joins, sorted."""
    top: dict[str, str] = {}

    def find(key: str) -> str:
        while top.setdefault(key, key) != key:
            top[key] = key = top[top[key]]
        return key

    for one, other, chance in pairs:
        if chance >= least:
            first, second = sorted((find(one), find(other)))
            top[second] = first
    found: dict[str, list[str]] = defaultdict(list)
    for key in sorted(top):
        found[find(key)].append(key)
    return [members for _, members in sorted(found.items())]


def link_groups(pairs: Sequence[Chance], least: float, join: Callable[[str, str], bool]) -> None:
    """Call ``join`` with two groups, each by its first name, until none are near enough.

    ``join`` returns whether both are one from now on; where it does not, they are never asked
    about again. Groups of a chain longer than ``MOST_TOGETHER`` are left alone.
    """
    chances: dict[str, dict[str, float]] = defaultdict(dict)
    for one, other, chance in pairs:
        chances[one][other] = chances[other][one] = chance
    for members in hanging_together(pairs, least):
        if len(members) <= MOST_TOGETHER:
            _link_members(members, chances, least, join)


def _link_members(
    members: Sequence[str],
    chances: Mapping[str, Mapping[str, float]],
    least: float,
    join: Callable[[str, str], bool],
) -> None:
    inside = set(members)
    # Sums of chances between groups; a group is called by the first of its names.
    sums = {
        one: {other: chance for other, chance in chances[one].items() if other in inside}
        for one in members
    }
    size = dict.fromkeys(members, 1)
    heap = [
        (-chance, one, other)
        for one in members
        for other, chance in sums[one].items()
        if one < other and chance >= least
    ]
    heapq.heapify(heap)
    while heap:
        near, one, other = heapq.heappop(heap)
        if one not in sums or other not in sums[one] or -near != _mean(sums, size, one, other):
            continue  # One of them has grown since.
        if not join(one, other):
            # They stay two, and whoever joins one of them is kept from the other by that.
            del sums[one][other], sums[other][one]
            continue
        _merge(sums, one, other)
        size[one] += size.pop(other)
        for third in sums[one]:
            mean = _mean(sums, size, one, third)
            if mean >= least:
                first, second = sorted((one, third))
                heapq.heappush(heap, (-mean, first, second))


def _mean(sums: Mapping[str, Mapping[str, float]], size: Mapping[str, int], *both: str) -> float:
    one, other = both
    return sums[one][other] / (size[one] * size[other])


def _merge(sums: dict[str, dict[str, float]], one: str, other: str) -> None:
    """Make two groups one, called by the first."""
    gone = sums.pop(other)
    for third, total in sorted(gone.items()):
        if third != one:
            of_both = sums[one].get(third, 0.0) + total
            sums[one][third] = sums[third][one] = of_both
            del sums[third][other]
    del sums[one][other]
