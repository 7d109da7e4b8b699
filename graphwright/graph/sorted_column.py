"""Looking a value up in a sorted Arrow column, without an index in memory."""

from __future__ import annotations

import bisect
from typing import Any

import pyarrow as pa


def find_rows(ids: pa.ChunkedArray[Any], wanted: str) -> range:
    """Return the rows of a sorted column of text that hold a value; empty where none does."""

    def value(row: int) -> str:
        text: str = ids[row].as_py()
        return text

    rows = range(len(ids))
    start = end = bisect.bisect_left(rows, wanted, key=value)
    step = 1
    # Most values stand in one row: the end is looked for near the start, in steps that double.
    while end < len(rows) and value(end) == wanted:
        end, step = end + step, 2 * step
    return range(start, bisect.bisect_right(rows, wanted, start, min(end, len(rows)), key=value))
