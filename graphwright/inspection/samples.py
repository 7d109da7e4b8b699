"""A few rows of a table, the same ones each time that the table is the same."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path
from string import Template

from graphwright.display.grid import Grid, grid
from graphwright.store.footer import row_count
from graphwright.store.queries import open_views
from graphwright.tables import Table

# The keys are drawn first, so that a long column (a text, a vector) is read for few rows only.
_SAMPLE = Template(
    "SELECT * FROM $table SEMI JOIN ("
    "SELECT $key FROM $table ORDER BY md5(concat_ws(chr(31), $key)), $key LIMIT $$rows"
    ") AS chosen USING ($key) ORDER BY $key"
)


def sample_of(table: Table, paths: Sequence[Path], *, rows: int = 10) -> Grid:
    """Return ``rows`` rows of a table in key order; the title states the total.

    Rows are drawn by a hash of their key: spread over the table, and equal from build to build.
    Of a bucketed table as many buckets are read as hold so many rows: a bucket is itself drawn by
    a hash, and a table's longest columns are read whole. Raises ``LakeError`` for unreadable files.
    """
    counts = [row_count(path) for path in paths]
    before = itertools.accumulate(counts, initial=0)
    few = [path for path, rows_before in zip(paths, before, strict=False) if rows_before < rows]
    with open_views({table.name: few}) as connection:
        drawn = connection.execute(_query(table), {"rows": rows})
        columns = [column[0] for column in drawn.description or ()]
        title = f"{min(rows, sum(counts)):,} of {sum(counts):,} rows of {table.name}"
        return grid(title, columns, drawn.fetchall())


def _query(table: Table) -> str:
    key = ", ".join(f'"{name}"' for name in table.key)
    return _SAMPLE.substitute(table=f'"{table.name}"', key=key)
