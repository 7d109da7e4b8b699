"""Dagster's event log in the lake: its own SQLite storage, with connections that stay open.

A build writes some thousand events. Dagster's storage makes an engine and a connection for each,
several times an event, so that SQL is compiled anew each time, and SQLite waits for the disk at
every commit and again at every close: together more than half of the time of a small build. The
databases, their place and what is in them stay Dagster's own.
"""

import contextlib
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import dagster as dg
import sqlalchemy
from dagster._core.storage.event_log import SqliteEventLogStorage  # where its own docs name it
from dagster._serdes import ConfigurableClassData

_INDEX = "index"
_KEPT = 4
"""Databases that stay open: the index, and the runs that were written or read last."""

_WAIT_SECONDS = 60


class LakeEventLog(SqliteEventLogStorage):
    """Dagster's SQLite event log under its home; what ``dagster.yaml`` in a lake names.

    Without ``home`` it is where the instance that uses it has its own, so that a lake may be moved
    and two of them may be open in one process. A crash of the machine may lose the last events; it
    harms neither the databases, which are whole in this mode, nor any table or snapshot.
    """

    def __init__(self, home: str | None, inst_data: ConfigurableClassData | None = None) -> None:
        self._engines: dict[str, sqlalchemy.Engine] = {}
        self._seen: set[str] = set()
        self._one_at_a_time = threading.RLock()
        self._inst_data = inst_data
        self._settled = False
        if home is not None:
            self._settle(home)

    def _settle(self, home: str) -> None:
        super().__init__(str(Path(home) / "history" / "runs"), self._inst_data)
        self._settled = True

    def register_instance(self, instance: dg.DagsterInstance) -> None:
        """Take the place beside what else the instance keeps, where the settings name none."""
        if not self._settled:
            self._settle(instance.root_directory)
        super().register_instance(instance)

    @classmethod
    def config_type(cls) -> Any:
        """Return the configuration: Dagster's home, where it is not the instance's.

        Lakes of earlier versions name it by its variable, which need not be set any more.
        """
        return {"home": dg.Field(dg.Any, is_required=False)}

    @classmethod
    def from_config_value(
        cls, inst_data: ConfigurableClassData | None, config_value: Any
    ) -> "LakeEventLog":
        """Return the storage that ``dagster.yaml`` describes."""
        home = config_value.get("home")
        return cls(home if isinstance(home, str) else None, inst_data)

    def run_connection(self, run_id: str | None = None) -> Any:
        """Return a transaction on a run's database.

        What belongs to no run has an empty id, and a database of its own as in Dagster's storage:
        Dagster copies it to the index itself, so that it would stand there twice.
        """
        return self._transaction(_INDEX if run_id is None else run_id)

    def index_connection(self) -> Any:
        """Return a transaction on the database of all runs."""
        return self._transaction(_INDEX)

    def has_table(self, table_name: str) -> bool:
        """Return whether the index has a table.

        Dagster asks with every event and opens the database anew to find out; but tables, and the
        columns below, that were there once stay.
        """
        return self._once(table_name, lambda: super(LakeEventLog, self).has_table(table_name))

    def _has_asset_key_col_on_connection(
        self, conn: sqlalchemy.Connection, column_name: str
    ) -> bool:
        of_dagster = super()._has_asset_key_col_on_connection
        return self._once(f"asset_keys.{column_name}", lambda: of_dagster(conn, column_name))

    def _once(self, name: str, is_there: Callable[[], bool]) -> bool:
        if name not in self._seen and is_there():
            self._seen.add(name)
        return name in self._seen

    def dispose(self) -> None:
        """Close the databases."""
        with self._one_at_a_time:
            for engine in self._engines.values():
                engine.dispose()
            self._engines.clear()
        super().dispose()

    @contextlib.contextmanager
    def _transaction(self, shard: str) -> Iterator[sqlalchemy.Connection]:
        with self._one_at_a_time, self._engine(shard).begin() as connection:
            yield connection

    def _engine(self, shard: str) -> sqlalchemy.Engine:
        if shard not in self._engines:
            address = self.conn_string_for_shard(shard)
            maker = _open(address, "OFF")  # nothing is lost yet if the machine crashes
            self._initdb(maker)  # does nothing where the database is whole
            maker.dispose()
            self._drop_oldest()
            self._engines[shard] = _open(address, "NORMAL")
        return self._engines[shard]

    def _drop_oldest(self) -> None:
        runs = [shard for shard in self._engines if shard != _INDEX]
        if len(runs) >= _KEPT - 1:
            self._engines.pop(runs[0]).dispose()


def _open(address: str, synchronous: str) -> sqlalchemy.Engine:
    engine = sqlalchemy.create_engine(
        address, connect_args={"timeout": _WAIT_SECONDS, "check_same_thread": False}
    )

    @sqlalchemy.event.listens_for(engine, "connect")
    def connected(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute(f"PRAGMA synchronous = {synchronous}")

    return engine
