"""DuckDB over the Parquet files of the lake: opens an in-memory database with one view a table.

No query stands here (the SELECTs are in ``sql``, the checks in ``graphwright.quality``), and
nothing is ever stored in DuckDB: Parquet is the truth.
"""

from __future__ import annotations

import contextlib
import glob
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import duckdb

from graphwright.errors import LakeError
from graphwright.tables import TABLES

Views = Mapping[str, Sequence[Path]]
"""Table name to its Parquet files: none (the table is empty), one, or one a bucket."""

DEFAULT_MEMORY_LIMIT = "2GB"


@contextlib.contextmanager
def open_views(
    views: Views, *, threads: int = 1, memory_limit: str = DEFAULT_MEMORY_LIMIT
) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open a database whose views are named like the tables; close it and its files after.

    Raises ``LakeError`` for an undeclared table and for a file that is absent or not Parquet.
    """
    with open_database(threads=threads, memory_limit=memory_limit) as connection:
        for name, paths in views.items():
            _create_view(connection, name, paths)
        yield connection


@contextlib.contextmanager
def open_database(
    *, threads: int = 1, memory_limit: str = DEFAULT_MEMORY_LIMIT
) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open an empty database in memory.

    What does not fit in ``memory_limit`` (such as ``2GB``) spills to a temporary folder.
    """
    with tempfile.TemporaryDirectory(prefix="graphwright-duckdb-") as spill:
        connection = duckdb.connect(
            config={
                "threads": threads,
                "memory_limit": memory_limit,
                "temp_directory": spill,
                # Every query orders its rows itself; keeping arrival order costs memory.
                "preserve_insertion_order": False,
                "python_enable_replacements": False,
                "autoinstall_known_extensions": False,
            }
        )
        try:
            yield connection
        finally:
            connection.close()


def row_count(connection: duckdb.DuckDBPyConnection, name: str) -> int:
    """Return the number of rows of a view or table of an open database."""
    rows = connection.table(name).count("*").fetchall()
    return int(rows[0][0])


def _create_view(connection: duckdb.DuckDBPyConnection, name: str, paths: Sequence[Path]) -> None:
    if name not in TABLES:
        raise LakeError(
            f"'{name}' is no declared table; declared are {', '.join(TABLES)}.",
            remedy="Declare it in graphwright/tables or correct the name.",
        )
    if not paths:
        connection.register(name, TABLES[name].empty())
        return
    try:
        connection.read_parquet(
            [glob.escape(str(path)) for path in paths], hive_partitioning=False
        ).create_view(name)
    except duckdb.Error as error:
        raise LakeError(
            f"Table '{name}' cannot be read from {len(paths)} file(s), "
            f"the first of them {paths[0]}: {error}.",
            remedy=f"Build '{name}' again.",
        ) from error
