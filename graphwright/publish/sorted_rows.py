"""Writing a table of the lake to an Arrow file in the order of its key, in memory that does not
grow with its rows.

Files of the lake are mostly in order already. Then they are merged row block by row block, and only
the key is held of all rows; a file that is not in order is held whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from graphwright.errors import SnapshotError
from graphwright.graph.arrow_file import BATCH_ROWS, write_blocks
from graphwright.tables import TABLES

_LEAST_ROWS_READ = 1024
"""Of each of many files so few rows are read at once."""


def write_sorted(
    path: Path, files: Sequence[Path], name: str, columns: Sequence[str] | None = None
) -> None:
    """Write the rows of all files of the table ``name`` to one Arrow file, in key order.

    ``columns`` are those that are kept, by default all. Field metadata is left out. Raises
    ``SnapshotError`` where a file is not readable as the table.
    """
    declared = TABLES[name]
    wanted = list(columns or declared.schema.names)
    read = dict.fromkeys([*wanted, *declared.key])
    schema = pa.schema([pa.field(column, declared.schema.field(column).type) for column in read])
    sources = [_Source(file, name, schema, declared.key) for file in files]
    write_blocks(path, schema.empty_table().select(wanted).schema, _merged(sources, wanted))


class _Source:
    """The rows of one file in key order, of which the next ones are taken."""

    def __init__(self, file: Path, name: str, schema: pa.Schema, key: Sequence[str]) -> None:
        self._file, self._name, self._schema = file, name, schema
        self.keys = self._read_whole(list(key))
        self._whole: pa.Table | None = None
        if not _ascending([self.keys[column] for column in key]):
            order = [(column, "ascending") for column in key]
            self._whole = self._read_whole(schema.names).sort_by(order).combine_chunks()
            self.keys = self._whole.select(list(key))
        self._ahead, self._parts = schema.empty_table(), iter(())

    def start(self, rows: int) -> None:
        """Begin at the first row; so many rows are read at once. ``keys`` are given up."""
        self.keys = self.keys.schema.empty_table()  # a slice would hold all of them
        self._parts = _batches(self._file, self._name, self._schema, rows)
        if self._whole is not None:
            self._parts = iter([self._whole])

    def take(self, count: int) -> pa.Table:
        """Return the next rows."""
        parts = [self._ahead]
        while sum(part.num_rows for part in parts) < count:
            parts.append(next(self._parts))
        rows = pa.concat_tables(parts)
        self._ahead = rows.slice(count)
        return rows.slice(0, count)

    def _read_whole(self, columns: Sequence[str]) -> pa.Table:
        schema = pa.schema([self._schema.field(column) for column in columns])
        try:
            file = pq.ParquetFile(self._file)
            _cast(file.schema_arrow.empty_table(), self._schema)  # all are there
            return _cast(file.read(columns=schema.names), schema)
        except (pa.ArrowException, OSError, KeyError) as error:
            raise _unreadable(self._file, self._name, error) from error


def _batches(file: Path, name: str, schema: pa.Schema, rows: int) -> Iterator[pa.Table]:
    """Yield the rows of a file, so many at once.

    It knows nothing of its source: held by what it holds, it would keep the file's rows in memory
    until the interpreter looks for such circles, which is seldom.
    """
    try:
        for batch in pq.ParquetFile(file).iter_batches(rows, columns=schema.names):
            yield _cast(pa.Table.from_batches([batch]), schema)
    except (pa.ArrowException, OSError, KeyError) as error:
        raise _unreadable(file, name, error) from error


def _cast(rows: pa.Table, schema: pa.Schema) -> pa.Table:
    return rows.select(schema.names).cast(schema)


def _unreadable(file: Path, name: str, error: Exception) -> SnapshotError:
    return SnapshotError(
        f"{file} is not readable as the table {name}: {error}.",
        remedy="Build the lake again.",
    )


def _ascending(key: Sequence[pa.ChunkedArray[Any]]) -> bool:
    """Tell whether rows stand in the order of a key: of its first column, then of the next."""
    before, after = key[0].slice(0, max(len(key[0]) - 1, 0)), key[0].slice(1)
    if any(column.null_count for column in key):
        return False
    if not pc.all(pc.less_equal(before, after), min_count=0).as_py():
        return False
    if len(key) == 1:
        return True
    return _ascending_within(np.asarray(pc.equal(before, after)), key[1:])


def _ascending_within(same: np.ndarray, key: Sequence[pa.ChunkedArray[Any]]) -> bool:
    """Tell whether rows stand in order wherever the next one is the ``same`` up to this column."""
    places = np.flatnonzero(same)
    before, after = key[0].take(pa.array(places)), key[0].take(pa.array(places + 1))
    if not pc.all(pc.less_equal(before, after), min_count=0).as_py():
        return False
    still = np.zeros(len(same), dtype=bool)
    still[places] = np.asarray(pc.equal(before, after))
    return len(key) == 1 or _ascending_within(still, key[1:])


def _merged(sources: Sequence[_Source], columns: Sequence[str]) -> Iterator[pa.Table]:
    """Yield the rows of all sources in key order, ``BATCH_ROWS`` at once."""
    owners = _owners(sources)
    for source in sources:
        source.start(max(BATCH_ROWS // len(sources), _LEAST_ROWS_READ))
    for first in range(0, len(owners), BATCH_ROWS):
        of_rows = owners[first : first + BATCH_ROWS]
        counts = np.bincount(of_rows, minlength=len(sources)).tolist()
        parts = [source.take(count) for source, count in zip(sources, counts, strict=True)]
        rows = pa.concat_tables(parts).select(columns)
        # Row i of the block is in this place of the rows that stand source by source. They are
        # taken also where all are of one source: that writes zeros below null values, which
        # else hold whatever the file was decoded over.
        places = np.empty(len(of_rows), dtype=np.int64)
        places[np.argsort(of_rows, kind="stable")] = np.arange(len(of_rows))
        yield rows.combine_chunks().take(pa.array(places))


def _owners(sources: Sequence[_Source]) -> np.ndarray:
    """Return of which source each row is, by its place in the order of keys."""
    lengths = [source.keys.num_rows for source in sources]
    owner = np.repeat(np.arange(len(sources), dtype=np.int32), lengths)
    if len(sources) < 2:
        return owner
    keys = pa.concat_tables([source.keys for source in sources])
    order = pc.sort_indices(keys, sort_keys=[(name, "ascending") for name in keys.schema.names])
    in_order: np.ndarray = owner[order.to_numpy()]
    return in_order
