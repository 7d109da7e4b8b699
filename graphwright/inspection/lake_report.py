"""All that a report tells of a lake, as grids, lines and numbers; how it looks is not here.

It reads the lake's tables, history and timings, and runs the checks that did not run over these
files yet; it changes nothing but what is remembered of both.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from graphwright.display.grid import Grid, grid
from graphwright.errors import LakeError
from graphwright.graph.pointer import read_pointer
from graphwright.inspection.breakdowns import LEFT_OUT, OF_APPLICATIONS
from graphwright.inspection.llm_usage import llm_usage_grids
from graphwright.inspection.slowest_documents import slowest_documents
from graphwright.inspection.snapshot_changes import publication_grids, publication_line
from graphwright.inspection.table_profile import PICTURES, TableProfile, profile_table
from graphwright.publish.history.log import Publication, changes_of, publications
from graphwright.publish.history.origin import origin_path, read_origin
from graphwright.quality.catalogue import checks_at
from graphwright.quality.check import CheckResult
from graphwright.quality.run import run_checks_at
from graphwright.settings import Settings
from graphwright.steps.pipeline import LLM_STEPS
from graphwright.store.lake import Lake
from graphwright.tables import TABLES

_SHOWN_PUBLICATIONS = 50


@dataclasses.dataclass(frozen=True, slots=True)
class PublishedState:
    """The published snapshot in one line and, where they are recorded, what it was made from."""

    line: str
    versions: Grid | None = None
    settings: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class Trend:
    """A count by its name, from the first publication to the last."""

    name: str
    counts: Sequence[int]


@dataclasses.dataclass(frozen=True, slots=True)
class Change:
    """What the last publication changed."""

    line: str
    grids: Sequence[Grid]


@dataclasses.dataclass(frozen=True, slots=True)
class FailedCheck:
    """A check that failed: its name, its rule, and some of the rows that break it."""

    name: str
    rule: str
    sample: str


@dataclasses.dataclass(frozen=True, slots=True)
class CheckReport:
    """How many checks pass, those that do not, and all of them."""

    passed: int
    failed: Sequence[FailedCheck]
    all: Grid


@dataclasses.dataclass(frozen=True, slots=True)
class TableReport:
    """A table: what it is, where it stands on disk, and a few of its rows."""

    name: str
    description: str
    place: str
    sample: Grid


@dataclasses.dataclass(frozen=True, slots=True)
class LakeReport:
    """What a report tells, in its order; ``pictures`` are titles and PNG files."""

    published: PublishedState
    row_counts: Grid
    trends: Sequence[Trend]
    last_change: Change
    pictures: Sequence[tuple[str, Path]]
    left_out: Sequence[Grid]
    documents: Sequence[Grid]
    tickets: Sequence[Grid]
    applications: Sequence[Grid]
    in_the_graph: Sequence[Grid]
    llm_usage: Sequence[Grid]
    checks: CheckReport
    publications: Grid
    tables: Sequence[TableReport]


def report_lake(lake: Lake, settings: Settings) -> LakeReport:
    """Return what is to be told of a lake.

    Raises ``LakeError`` where the lake holds no table, ``SnapshotError`` for a damaged history.
    """
    if not any(lake.paths(table) for table in TABLES):
        raise LakeError(
            f"There is no table in the lake at {lake.root}.",
            remedy="Build first (make build), or name the lake with --lake.",
        )
    profiles = {table: profile_table(lake, table) for table in TABLES if lake.paths(table)}
    log, slowest = publications(lake.root), slowest_documents(lake)
    return LakeReport(
        published=_published(lake, log),
        row_counts=_row_counts(lake),
        trends=_trends(log),
        last_change=_last_change(lake, log),
        pictures=[
            (PICTURES[table][name].title, path)
            for table, profile in profiles.items()
            for name, path in profile.pictures.items()
        ],
        left_out=_counts(profiles, LEFT_OUT),
        documents=[*([slowest] if slowest.rows else []), *_counts(profiles, ["parsed_documents"])],
        tickets=_counts(profiles, ["ticket_sections", "ticket_links", "ticket_edges"]),
        applications=_counts(profiles, OF_APPLICATIONS),
        in_the_graph=_counts(profiles, ["resolved_triples", "entities", "relations"]),
        llm_usage=llm_usage_grids(lake, settings.llm, LLM_STEPS),
        checks=_checks(lake, settings),
        publications=_publications(log),
        tables=[_table(name, lake.paths(name), found) for name, found in profiles.items()],
    )


def _published(lake: Lake, log: Sequence[Publication]) -> PublishedState:
    pointer = read_pointer(lake.root)
    if pointer is None:
        return PublishedState(f"Nothing is published yet in {lake.root}.")
    at = f", published {log[-1].at}" if log else ""
    line = f"{pointer.current}{at}, in {lake.root}."
    origin = read_origin(origin_path(lake.root, pointer.current))
    if origin is None:
        return PublishedState(line)
    versions = grid("Versions", ["part", "version"], sorted(origin.versions.items()))
    settings = json.dumps(origin.settings, indent=1, ensure_ascii=False, sort_keys=True)
    return PublishedState(line, versions, settings)


def _row_counts(lake: Lake) -> Grid:
    rows = [[table, f"{lake.row_count(table):,}"] for table in TABLES]
    return Grid("Rows of the tables", ["table", "rows"], rows)


def _trends(log: Sequence[Publication]) -> list[Trend]:
    names = sorted(log[-1].counts) if log else []
    return [Trend(name, [entry.counts.get(name, 0) for entry in log]) for name in names]


def _last_change(lake: Lake, log: Sequence[Publication]) -> Change:
    if not log:
        return Change("No publication is recorded.", [])
    grids = publication_grids(log[-1], changes_of(lake.root, log[-1]))
    return Change(publication_line(log[-1]), grids)


def _counts(profiles: Mapping[str, TableProfile], tables: Iterable[str]) -> list[Grid]:
    return [made for table in tables if table in profiles for made in profiles[table].counts]


def _checks(lake: Lake, settings: Settings) -> CheckReport:
    checks = [check for table in TABLES for check in checks_at(table, settings.checks)]
    results = [result for table in TABLES for result in run_checks_at(lake, table, settings)]
    rules = {(check.table, check.name): check.description for check in checks}
    failed = [
        FailedCheck(f"{r.table}: {r.name}", rules[r.table, r.name], r.sample)
        for r in results
        if not r.passed
    ]
    columns = ["table", "check", "passed", "stops a build", "rows that break it", "share", "floor"]
    listed = grid("All checks", columns, map(_check_row, results))
    return CheckReport(len(results) - len(failed), failed, listed)


def _check_row(result: CheckResult) -> list[object]:
    passed, stops = result.passed, result.blocking
    share = [result.share, result.floor]
    return [result.table, result.name, passed, stops, f"{result.failed_rows:,}", *share]


def _publications(log: Sequence[Publication]) -> Grid:
    rows = [
        [entry.number, entry.at, entry.kind, entry.snapshot, publication_line(entry)]
        for entry in reversed(log[-_SHOWN_PUBLICATIONS:])
    ]
    columns = ["number", "at", "kind", "snapshot", "what changed"]
    return grid(
        f"The last {len(rows)} of {len(log)}" if len(log) > len(rows) else "All", columns, rows
    )


def _table(name: str, paths: Sequence[Path], profile: TableProfile) -> TableReport:
    size = sum(path.stat().st_size for path in paths)
    place = paths[0].parent if TABLES[name].bucketed else paths[0]
    return TableReport(
        name,
        TABLES[name].description,
        f"{place}, {size:,} bytes in {len(paths)} file(s)",
        profile.sample,
    )
