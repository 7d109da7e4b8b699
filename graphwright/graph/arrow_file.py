"""Arrow files without compression, which a reader maps into memory; what stands in them is not
decided here."""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from graphwright.graph.mapped_file import expect_single_rows, map_file

if TYPE_CHECKING:
    from numpy.typing import NDArray

BATCH_ROWS = 65_536
"""Rows of a batch of a file, the last one excepted."""


def write_arrow(path: Path, table: pa.Table) -> None:
    """Write a table as one Arrow file."""
    with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table, max_chunksize=BATCH_ROWS)


def write_blocks(path: Path, schema: pa.Schema, blocks: Iterable[pa.Table]) -> None:
    """Write a table that is given in blocks of ``BATCH_ROWS`` rows as one Arrow file.

    The file is the one that ``write_arrow`` writes of the whole table: a batch that is cut out of a
    table is padded with the bytes that follow, so each is written when the next one is known.
    """
    with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, schema) as writer:
        before = schema.empty_table()
        for block in itertools.chain(blocks, [schema.empty_table()]):
            joined = pa.concat_tables([before, block]).combine_chunks()
            for batch in joined.slice(0, len(before)).to_batches():
                writer.write_batch(batch)
            before = block


def open_arrow(path: Path) -> pa.Table:
    """Map an Arrow file into memory; nothing of it is read yet."""
    return pa.ipc.open_file(pa.memory_map(str(path))).read_all()


def open_rows(path: Path) -> RowReader:
    """Map an Arrow file into memory to read single rows of it, in no order."""
    mapping = map_file(path)
    expect_single_rows(mapping)
    return RowReader(pa.ipc.open_file(pa.py_buffer(mapping)).read_all())


class RowReader:
    """Reads single rows of an opened table, whatever its size.

    ``take`` copies whole columns, and a slice of a table passes all its batches; here a row is cut
    out of the batch that holds it.
    """

    def __init__(self, table: pa.Table) -> None:
        """Take the table; nothing of it is read yet."""
        self._empty = table.slice(0, 0)
        self._batches = table.to_batches()
        self._starts = [0, *itertools.accumulate(batch.num_rows for batch in self._batches)]

    def rows(self, rows: Iterable[int]) -> pa.Table:
        """Return rows in the order asked for, in one chunk; raise ``IndexError`` beyond the end."""
        return self._joined([batch.slice(row, 1) for batch, row in map(self._place, rows)])

    def slices(self, slices: Iterable[tuple[int, int]]) -> pa.Table:
        """Return the rows of slices, each from its first row to before its last, in one chunk."""
        return self._joined([part for one in slices for part in self._parts(*one)])

    def values(self, column: str, rows: Iterable[int]) -> list[Any]:
        """Return the values of one column, in the order asked for."""
        place = self._empty.schema.get_field_index(column)
        return [batch.column(place)[row].as_py() for batch, row in map(self._place, rows)]

    def numbers(self, column: str, rows: NDArray[np.int64]) -> NDArray[Any]:
        """Return the values of a column of numbers without nulls, in the order asked for."""
        place = self._empty.schema.get_field_index(column)
        found = np.empty(len(rows), dtype=self._empty.schema.field(place).type.to_pandas_dtype())
        batches = np.searchsorted(self._starts, rows, side="right") - 1
        for batch in np.unique(batches).tolist():
            there = batches == batch
            values = self._batches[batch].column(place).to_numpy()
            found[there] = values[rows[there] - self._starts[batch]]
        return found

    def _joined(self, parts: list[pa.RecordBatch]) -> pa.Table:
        joined = [pa.concat_batches(parts)] if len(parts) > 1 else parts
        return pa.Table.from_batches(joined, self._empty.schema)

    def _place(self, row: int) -> tuple[pa.RecordBatch, int]:
        if not 0 <= row < self._starts[-1]:
            raise IndexError(f"Row {row} of a table of {self._starts[-1]} rows.")
        batch = bisect.bisect_right(self._starts, row) - 1
        return self._batches[batch], row - self._starts[batch]

    def _parts(self, first: int, last: int) -> Iterable[pa.RecordBatch]:
        while first < last:
            batch, row = self._place(first)
            part = batch.slice(row, last - first)
            yield part
            first += part.num_rows
