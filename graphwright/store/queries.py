"""DuckDB over the Parquet files of the lake: opens an in-memory database with one view a table.

No query stands here (the SELECTs are in ``sql``, the checks in ``graphwright.quality``), and
nothing is ever stored in DuckDB: Parquet is the truth.
"""

from __future__ import annotations

import contextlib
import functools
import glob
import itertools
import os
from collections.abc import Iterator, Mapping, Sequence
from multiprocessing.util import Finalize
from pathlib import Path

import duckdb

from graphwright.errors import LakeError
from graphwright.store.footer import is_sealed
from graphwright.store.temporary_folder import temporary_folder
from graphwright.tables import TABLES, Table
from graphwright.tables.declare import NoDefault

Views = Mapping[str, Sequence[Path]]
"""Table name to its Parquet files: none (the table is empty), one, or one a bucket."""

DEFAULT_MEMORY_LIMIT = "2GB"

_INTERRUPTED = "Query interrupted"
"""What DuckDB says in its ``RuntimeError`` after Ctrl-C."""


@contextlib.contextmanager
def open_views(
    views: Views, *, threads: int = 1, memory_limit: str = DEFAULT_MEMORY_LIMIT
) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open a database whose views are named like the tables; close it and its files after.

    Raises ``LakeError`` for an undeclared table, for a file that is absent or not Parquet, and
    where a query of the block fails on a damaged file.
    """
    with _catalog(_shared_engine(os.getpid(), threads, memory_limit)) as connection:
        try:
            for name, paths in views.items():
                _create_view(connection, name, paths)
            yield connection
        except (duckdb.Error, LakeError) as error:
            raise_damage(views, error)
            raise


def raise_damage(views: Views, error: Exception) -> None:
    """Raise ``LakeError`` where a file of the views is damaged, as what DuckDB says names none."""
    if isinstance(error, LakeError) and not isinstance(error.__cause__, duckdb.Error):
        return
    for path in sorted(path for paths in views.values() for path in paths):
        is_sealed(path)


@contextlib.contextmanager
def open_database(
    *, threads: int = 1, memory_limit: str = DEFAULT_MEMORY_LIMIT
) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open an empty database in memory that shares nothing, so that its settings can be changed.

    What does not fit in ``memory_limit`` (such as ``2GB``) spills to a temporary folder.
    """
    with _engine(threads, memory_limit) as connection, _clear_interruption():
        yield connection


@contextlib.contextmanager
def _engine(threads: int, memory_limit: str) -> Iterator[duckdb.DuckDBPyConnection]:
    with temporary_folder("graphwright-duckdb-") as spill:
        connection = duckdb.connect(
            config={
                "threads": threads,
                "memory_limit": memory_limit,
                "temp_directory": str(spill),
                # Every query orders its rows itself; keeping arrival order costs memory.
                "preserve_insertion_order": False,
                # Else it keeps what its largest query needed, as long as it is open.
                "allocator_background_threads": True,
                "python_enable_replacements": False,
                "autoinstall_known_extensions": False,
                # A file that takes another's place must never be answered for by what was kept.
                "enable_external_file_cache": False,
            }
        )
        try:
            yield connection
        finally:
            connection.close()


_CATALOGS = itertools.count()
_HELD: list[contextlib.ExitStack] = []
"""Keeps each engine: a forked process forgets its finalizers, and must not close its parent's."""


@functools.cache
def _shared_engine(process: int, threads: int, memory_limit: str) -> duckdb.DuckDBPyConnection:
    """Return an engine that stays open: starting one takes 30 ms, and a build asks 200 times.

    ``process`` is this process's id, since the threads of an engine do not survive a fork.
    """
    held = contextlib.ExitStack()
    _HELD.append(held)
    # A worker process ends without atexit's functions, and its engine's folder would stay.
    Finalize(None, held.close, exitpriority=0)
    return held.enter_context(_engine(threads, memory_limit))


@contextlib.contextmanager
def _catalog(engine: duckdb.DuckDBPyConnection) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open a connection to an engine with an empty catalog of its own, in memory."""
    name = f"catalog_{next(_CATALOGS)}"
    with engine.cursor() as connection, _clear_interruption():
        connection.execute(f"ATTACH ':memory:' AS {name}; USE {name}")
        try:
            yield connection
        finally:
            connection.execute(f"USE memory; DETACH {name}")


@contextlib.contextmanager
def _clear_interruption() -> Iterator[None]:
    """Raise what Ctrl-C raises anywhere else: DuckDB takes the signal and makes it an error."""
    try:
        yield
    except RuntimeError as error:
        if str(error) == _INTERRUPTED:
            raise KeyboardInterrupt from error
        raise


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
    files = [glob.escape(str(path)) for path in paths]
    try:
        if _defaults(TABLES[name]):
            rows = connection.read_parquet(files, hive_partitioning=False)
            _with_later_columns(connection, rows, TABLES[name]).create_view(name)
        else:  # in plain SQL it takes half the time, and a build makes 300
            connection.execute(_view_of(name, files))
    except duckdb.Error as error:
        raise LakeError(
            f"Table '{name}' cannot be read from {len(paths)} file(s), "
            f"the first of them {paths[0]}: {error}.",
            remedy=f"Build '{name}' again.",
        ) from error


def _view_of(name: str, files: Sequence[str]) -> str:
    listed = ", ".join("'" + file.replace("'", "''") + "'" for file in files)
    parquet = f"read_parquet([{listed}], hive_partitioning = false)"
    return f'CREATE VIEW "{name}" AS SELECT * FROM {parquet}'  # noqa: S608  # declared, and quoted


def _defaults(table: Table) -> Mapping[str, object]:
    """Return the value of each column that was declared after rows of the table were written."""
    return {c.name: c.default for c in table.columns if c.default is not NoDefault.NONE}


def _with_later_columns(
    connection: duckdb.DuckDBPyConnection, rows: duckdb.DuckDBPyRelation, table: Table
) -> duckdb.DuckDBPyRelation:
    """Return rows with the columns that were declared after they were written, at their defaults.

    So a lake that an earlier version built can be read before it is built again.
    """
    held = set(rows.columns)
    defaults = _defaults(table)
    later = [name for name in defaults if name not in held]
    if not later:
        return rows
    declared = connection.from_arrow(table.empty())
    types = dict(zip(declared.columns, declared.types, strict=True))
    return rows.select(
        duckdb.StarExpression(),
        *(duckdb.ConstantExpression(defaults[n]).cast(types[n]).alias(n) for n in later),
    )
