"""Arrow files without compression, which a reader maps into memory; what stands in them is not
decided here."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa

_BATCH_ROWS = 65_536


def write_arrow(path: Path, table: pa.Table) -> None:
    """Write a table as one Arrow file."""
    with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table, max_chunksize=_BATCH_ROWS)


def open_arrow(path: Path) -> pa.Table:
    """Map an Arrow file into memory; nothing of it is read yet."""
    return pa.ipc.open_file(pa.memory_map(str(path))).read_all()
