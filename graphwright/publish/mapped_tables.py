"""Tables of the lake in a snapshot's folder: written in key order, and mapped into memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pyarrow as pa

from graphwright.graph.arrow_file import open_arrow
from graphwright.publish.sorted_rows import write_sorted
from graphwright.store.folder import LOCAL_FILES

TablePaths = Mapping[str, Sequence[Path]]
"""Table name to its Parquet files."""


def map_table(
    folder: Path,
    tables: TablePaths,
    name: str,
    *,
    file: str | None = None,
    columns: Sequence[str] | None = None,
) -> pa.Table:
    """Write a table's rows in key order to a file of the snapshot, and return it mapped.

    Raises ``SnapshotError`` where a file of the lake is not readable as the table.
    """
    path = folder / f"{file or name}.arrow"
    write_sorted(path, tables[name], name, columns)
    return open_arrow(path)


def map_for_now(
    folder: Path, tables: TablePaths, name: str, columns: Sequence[str] | None = None
) -> pa.Table:
    """Return a table's rows in key order without leaving their file; raises as ``map_table``."""
    rows = map_table(folder, tables, name, columns=columns)
    LOCAL_FILES.delete(folder / f"{name}.arrow")  # what is mapped stays until it is let go of
    return rows
