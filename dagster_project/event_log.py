"""Dagster's own databases in the lake: written by a build without waiting for the disk each time.

A build writes some thousand events, each in a transaction over a connection of its own. SQLite
would wait for the disk at every commit, and again at every close, where it folds its log in: more
than half of the time of a build with nothing to do. The events are a record for the page, not data.
"""

import contextlib
import sqlite3
from collections.abc import Iterator
from typing import Any

import sqlalchemy


@contextlib.contextmanager
def without_waiting_for_the_disk() -> Iterator[None]:
    """Let SQLite write its log without waiting for the disk while the block runs.

    A crash of the machine may lose the last events; it harms neither the databases, which are
    whole in this mode, nor any table or snapshot.
    """
    keepers: dict[str, sqlite3.Connection] = {}

    def connected(connection: Any, _record: object) -> None:
        if isinstance(connection, sqlite3.Connection):
            _keep_open(keepers, connection)
            connection.execute("PRAGMA synchronous = NORMAL")

    sqlalchemy.event.listen(sqlalchemy.Engine, "connect", connected)
    try:
        yield
    finally:
        sqlalchemy.event.remove(sqlalchemy.Engine, "connect", connected)
        for keeper in keepers.values():
            keeper.close()


def _keep_open(keepers: dict[str, sqlite3.Connection], connection: sqlite3.Connection) -> None:
    """Hold a reader of the connection's database: only the last one to close folds the log in."""
    path = connection.execute("PRAGMA database_list").fetchone()[2]
    if path:  # not in memory
        if path not in keepers:
            # Events may come from other threads; SQLite serialises the calls itself.
            keepers[path] = sqlite3.connect(path, check_same_thread=False)
        keepers[path].execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
