"""The steps that are whole: SQL over all buckets, made again only where their input changed."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence

import pyarrow as pa
import pyarrow.parquet as pq

from graphwright.errors import LakeError
from graphwright.ids import fingerprint
from graphwright.settings import Settings
from graphwright.store.lake import Lake
from graphwright.tables import TABLES
from sql import READS, run_select, version


@dataclasses.dataclass(frozen=True, slots=True)
class WholeReport:
    """What a whole step did."""

    rows: int
    made: bool


def table_digest(lake: Lake, table: str, buckets: int) -> str:
    """Return what a whole step depends on in a table: the digests of all its files.

    Raises ``LakeError`` where a file is missing.
    """
    numbers: Sequence[int | None] = range(buckets) if TABLES[table].bucketed else [None]
    digests = []
    for number in numbers:
        path = lake.path(table, number)
        state = lake.state(path)
        if state is None:
            raise LakeError(
                f"Table {table} has no file {path.name} in {path.parent}.",
                remedy=f"Materialise {table} first, or run the whole build.",
            )
        digests.append(state.digest)
    return fingerprint(digests)


def refresh(
    lake: Lake,
    table: str,
    key: str,
    make: Callable[[], pa.Table],
    causes: Mapping[str, str] | None = None,
) -> WholeReport:
    """Write a whole table from ``make()`` unless its file was made from just this key."""
    if not lake.is_current(table, key):
        lake.write(table, make(), key=key, causes=causes)
        return WholeReport(pq.read_metadata(lake.path(table)).num_rows, made=True)
    return WholeReport(pq.read_metadata(lake.path(table)).num_rows, made=False)


def listed_key(rows: pa.Table) -> str:
    """Return the key of a table that is listed anew each time: sources, seeds."""
    return fingerprint(rows.to_pylist())


def sql_causes(table: str, settings: Settings) -> dict[str, str]:
    """Return what shapes a table of one SELECT beside its input."""
    causes = {"sql": version(table)[:12]}
    if table == "repeated_sentences":
        causes["parse.clean.boilerplate"] = str(settings.parse.clean.boilerplate)
    return causes


def sql_key(lake: Lake, table: str, settings: Settings) -> str:
    """Return the key of a table of one SELECT. ``LakeError`` where what it reads is absent."""
    digests = [table_digest(lake, name, settings.buckets) for name in READS[table]]
    return fingerprint([sql_causes(table, settings), digests])


def run_sql_table(lake: Lake, table: str, settings: Settings) -> WholeReport:
    """Bring a table that one SELECT defines up to date; repeated sentences are none by setting."""
    empty = table == "repeated_sentences" and not settings.parse.clean.boilerplate

    def make() -> pa.Table:
        if empty:
            return TABLES[table].empty()
        views = {name: lake.paths(name) for name in READS[table]}
        return run_select(table, views, threads=settings.worker_count)

    return refresh(lake, table, sql_key(lake, table, settings), make, sql_causes(table, settings))
