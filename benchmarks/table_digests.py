"""A digest of each table of a SQLite database, so that two moments of it can be compared."""

import contextlib
import dataclasses
import hashlib
import sqlite3
from collections.abc import Mapping
from pathlib import Path


@dataclasses.dataclass(frozen=True, slots=True)
class Left:
    """What a digest leaves out: whole tables, columns of a table, rows by an SQL condition."""

    tables: frozenset[str] = frozenset()
    columns: Mapping[str, tuple[str, ...]] = dataclasses.field(default_factory=dict)
    rows: Mapping[str, str] = dataclasses.field(default_factory=dict)


def digests(database: Path, left: Left) -> dict[str, str]:
    """Return "rows:digest" of each table, its rows in the order of their values."""
    # Read only, but not immutable: a write-ahead log beside it belongs to its content.
    with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        connection.text_factory = bytes
        names = [
            name.decode()
            for (name,) in connection.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
            )
        ]
        return {name: _digest(connection, name, left) for name in names if name not in left.tables}


def _digest(connection: sqlite3.Connection, table: str, left: Left) -> str:
    described = connection.execute(f'PRAGMA table_info("{table}")')
    dropped = left.columns.get(table, ())
    columns = [f'"{row[1].decode()}"' for row in described if row[1].decode() not in dropped]
    where = f" WHERE ({left.rows[table]}) IS NOT TRUE" if table in left.rows else ""
    rows = sorted(
        repr(row) for row in connection.execute(f'SELECT {",".join(columns)} FROM "{table}"{where}')
    )
    digest = hashlib.sha256("\n".join(rows).encode()).hexdigest()
    return f"{len(rows)}:{digest[:16]}"


def changed(before: Mapping[str, str], after: Mapping[str, str]) -> tuple[str, ...]:
    """Return the tables whose digests differ."""
    return tuple(name for name in sorted({*before, *after}) if before.get(name) != after.get(name))
