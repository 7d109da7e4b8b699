"""The rows that the keys of one table have in another."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from graphwright.errors import SnapshotError


def positions(values: pa.ChunkedArray[Any], ids: pa.ChunkedArray[Any], what: str) -> pa.Array[Any]:
    """Return the row of each value in ``ids``; raise ``SnapshotError`` where one is not there."""
    rows: Any = pc.index_in(values, value_set=ids)
    if rows.null_count:
        missing = pc.filter(values, pc.is_null(rows))
        raise SnapshotError(
            f"{what}: {rows.null_count} of {len(values)} rows point to nothing, "
            f"such as {missing[0].as_py()!r}.",
            remedy="Build the lake again; nothing was published.",
        )
    combined: pa.Array[Any] = rows.combine_chunks()
    return combined
