"""Spans of a text that are asked for each of many places."""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Iterable


class Spans:
    """Spans, which may overlap; ``place in spans`` takes the logarithm of their number."""

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        """``spans`` are start and end offsets; the end is outside."""
        ordered = sorted(spans)
        self._starts = [start for start, _ in ordered]
        self._ends = list(itertools.accumulate((end for _, end in ordered), max))

    def __contains__(self, place: int) -> bool:
        """Say whether a place is inside one of the spans."""
        before = bisect.bisect_right(self._starts, place)
        return before > 0 and place < self._ends[before - 1]
