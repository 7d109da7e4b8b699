"""The steps that are whole: SQL over all buckets, made again only where their input changed."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence

import pyarrow as pa
import pyarrow.parquet as pq

from graphwright.errors import LakeError
from graphwright.ids import fingerprint
from graphwright.lake import Lake
from graphwright.tables import TABLES
from sql import run_select, version


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


def refresh(lake: Lake, table: str, key: str, make: Callable[[], pa.Table]) -> WholeReport:
    """Write a whole table from ``make()`` unless its file was made from just this key."""
    if not lake.is_current(table, key):
        lake.write(table, make(), key=key)
        return WholeReport(pq.read_metadata(lake.path(table)).num_rows, made=True)
    return WholeReport(pq.read_metadata(lake.path(table)).num_rows, made=False)


def run_sql_table(
    lake: Lake, table: str, upstream: Sequence[str] | None, buckets: int, threads: int
) -> WholeReport:
    """Bring a table that one SELECT defines up to date; it is empty without ``upstream``."""
    if upstream is None:
        return refresh(lake, table, fingerprint("empty by setting"), TABLES[table].empty)
    key = fingerprint([version(table), [table_digest(lake, name, buckets) for name in upstream]])

    def make() -> pa.Table:
        views = {name: lake.paths(name) for name in upstream}
        return run_select(table, views, threads=threads)

    return refresh(lake, table, key, make)
