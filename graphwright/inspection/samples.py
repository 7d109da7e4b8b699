"""A few rows of a table, the same ones each time that the table is the same."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from string import Template

from graphwright.inspection.grid import Grid, grid
from graphwright.queries import open_views, row_count
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
    Raises ``LakeError`` for unreadable files.
    """
    with open_views({table.name: paths}) as connection:
        count = row_count(connection, table.name)
        drawn = connection.execute(_query(table), {"rows": rows})
        columns = [column[0] for column in drawn.description or ()]
        title = f"{min(rows, count):,} of {count:,} rows of {table.name}"
        return grid(title, columns, drawn.fetchall())


def _query(table: Table) -> str:
    key = ", ".join(f'"{name}"' for name in table.key)
    return _SAMPLE.substitute(table=f'"{table.name}"', key=key)
