"""Parquet: the snapshot's tables, whose ids lead from one to another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from graphwright.export.escapes import Escapes
from graphwright.export.selection import Selection
from graphwright.tables import TABLES

_GROUP_ROWS = 16_384


def write_parquet(selection: Selection, folder: Path, _escapes: Escapes) -> Counter[str]:
    """Write a file for each table into a folder, and return how many rows each has."""
    counts: Counter[str] = Counter()
    for name in selection.tables:
        schema = selection.schema(name)
        with pq.ParquetWriter(folder / f"{name}.parquet", schema, compression="zstd") as writer:
            for group in _groups(selection.batches(name, _GROUP_ROWS), schema):
                writer.write_table(group, row_group_size=_GROUP_ROWS)
                counts[name] += group.num_rows
    return counts


def _groups(batches: Iterable[pa.RecordBatch], schema: pa.Schema) -> Iterator[pa.Table]:
    """Yield tables of so many rows, so that a file depends on its rows alone and not on how the
    snapshot's happen to be cut."""
    waiting = schema.empty_table()
    for batch in batches:
        waiting = pa.concat_tables([waiting, pa.Table.from_batches([batch])])
        while waiting.num_rows >= _GROUP_ROWS:
            yield waiting.slice(0, _GROUP_ROWS).combine_chunks()
            waiting = waiting.slice(_GROUP_ROWS)
    if waiting.num_rows:
        yield waiting.combine_chunks()


_OF_SNAPSHOT = {"parsed_documents": "documents"}
"""Tables of which a snapshot holds a part under another name."""


def foreign_keys(selection: Selection) -> dict[str, str]:
    """Return which column holds ids of which other, as "table.column", of tables that are there."""
    return {
        f"{name}.{reference.column}": f"{target}.{reference.target}"
        for name in selection.tables
        for reference in (TABLES[name].references if name in TABLES else ())
        if (target := _OF_SNAPSHOT.get(reference.table, reference.table)) in selection.tables
    }
