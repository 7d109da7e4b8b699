"""The report: all that the pages of Dagster show of a lake, as one static HTML file.

It reads the lake's tables, history and timings, and runs the checks that did not run over these
files yet; it changes nothing but what is remembered of both. How a piece looks is in ``html``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from graphwright.display.grid import Grid, grid
from graphwright.errors import LakeError
from graphwright.graph.pointer import read_pointer
from graphwright.inspection.breakdowns import LEFT_OUT
from graphwright.inspection.llm_usage import llm_usage_grids
from graphwright.inspection.slowest_documents import slowest_documents
from graphwright.inspection.snapshot_changes import publication_grids, publication_line
from graphwright.inspection.table_profile import TableProfile, profile_table
from graphwright.pages import html
from graphwright.publish.history.log import Publication, changes_of, publications
from graphwright.publish.history.origin import Origin, origin_path, read_origin
from graphwright.quality.catalogue import checks_at, floors_of
from graphwright.quality.check import CheckResult
from graphwright.quality.run import run_checks_at
from graphwright.settings import Settings
from graphwright.steps.pipeline import LLM_STEPS
from graphwright.store.lake import Lake
from graphwright.tables import TABLES

_TITLES = {
    "graph": "The best-connected entities and the relations between them",
    "confidence": "How confident the relations are",
    "degree": "How many relations an entity stands in",
    "sentence_yield": "Which share of a document's sentences states a relation",
}
_SHOWN_PUBLICATIONS = 50


def report_html(lake: Lake, settings: Settings) -> str:
    """Return the report of a lake as an HTML page that needs nothing else.

    Raises ``LakeError`` where the lake holds no table, ``SnapshotError`` for a damaged history.
    """
    if not any(lake.paths(table) for table in TABLES):
        raise LakeError(
            f"There is no table in the lake at {lake.root}.",
            remedy="Build first (make build), or name the lake with --lake.",
        )
    seen = {table: profile_table(lake, table) for table in TABLES if lake.paths(table)}
    log = publications(lake.root)
    sections = [
        ("Snapshot", _snapshot(lake, log)),
        ("Rows", _rows(lake, log)),
        ("What changed last", _last_change(lake, log)),
        ("The graph", _pictures(seen)),
        ("Left out, by reason", _grids(seen, LEFT_OUT)),
        ("Documents", _documents(lake, seen)),
        ("In the graph", _grids(seen, ("resolved_triples", "entities", "relations"))),
        *_llm(lake, settings),
        ("Checks", _checks(lake, settings)),
        ("Publications", _publications(log)),
        ("Tables", _samples(lake, seen)),
    ]
    return html.page("Graphwright: what the lake holds", sections)


def _snapshot(lake: Lake, log: Sequence[Publication]) -> str:
    pointer = read_pointer(lake.root)
    if pointer is None:
        return html.paragraph(f"Nothing is published yet in {lake.root}.")
    at = f", published {log[-1].at}" if log else ""
    origin = read_origin(origin_path(lake.root, pointer.current))
    lines = html.paragraph(f"{pointer.current}{at}, in {lake.root}.")
    return lines + (_origin(origin) if origin else "")


def _origin(origin: Origin) -> str:
    versions = grid("Versions", ["part", "version"], sorted(origin.versions.items()))
    settings = json.dumps(origin.settings, indent=1, ensure_ascii=False, sort_keys=True)
    return html.folded("Versions", html.table(versions, titled=False)) + html.folded(
        "Settings", html.preformatted(settings)
    )


def _rows(lake: Lake, log: Sequence[Publication]) -> str:
    rows = [[table, f"{lake.row_count(table):,}"] for table in TABLES]
    counts = html.table(Grid("Rows of the tables", ["table", "rows"], rows))
    if not log:
        return counts
    names = sorted(log[-1].counts)
    trends = [(name, [entry.counts.get(name, 0) for entry in log]) for name in names]
    return f"{counts}<h3>In the snapshots</h3>{html.trend_table(trends)}"


def _last_change(lake: Lake, log: Sequence[Publication]) -> str:
    if not log:
        return html.paragraph("No publication is recorded.")
    rows = changes_of(lake.root, log[-1])
    grids = publication_grids(log[-1], rows)
    return html.paragraph(publication_line(log[-1])) + "".join(map(html.table, grids))


def _pictures(seen: Mapping[str, TableProfile]) -> str:
    return "".join(
        html.picture(path.read_bytes(), _TITLES[name])
        for found in seen.values()
        for name, path in found.pictures.items()
    )


def _documents(lake: Lake, seen: Mapping[str, TableProfile]) -> str:
    slow = slowest_documents(lake)
    return (html.table(slow) if slow.rows else "") + _grids(seen, ("parsed_documents",))


def _llm(lake: Lake, settings: Settings) -> Iterable[tuple[str, str]]:
    """Yield the section on the LLM, where one was ever asked."""
    if grids := llm_usage_grids(lake, settings.llm, LLM_STEPS):
        yield "The LLM", "".join(map(html.table, grids))


def _grids(seen: Mapping[str, TableProfile], tables: Iterable[str]) -> str:
    grids = [made for table in tables if table in seen for made in seen[table].counts]
    return "".join(map(html.table, grids)) or html.paragraph("Nothing.")


def _checks(lake: Lake, settings: Settings) -> str:
    floors = floors_of(settings)
    checks = [check for table in TABLES for check in checks_at(table, floors)]
    results = [result for table in TABLES for result in run_checks_at(lake, table, settings)]
    failed = [result for result in results if not result.passed]
    columns = ["table", "check", "passed", "stops a build", "rows that break it", "share", "floor"]
    rule = {(check.table, check.name): check.description for check in checks}
    said = html.paragraph(f"{len(results) - len(failed)} of {len(results)} checks pass.")
    broken = [
        html.folded(
            f"{result.table}: {result.name}",
            html.paragraph(rule[result.table, result.name]),
            html.preformatted(result.sample),
        )
        for result in failed
    ]
    listed = html.table(grid("All checks", columns, [_check_row(result) for result in results]))
    return said + "".join(broken) + html.folded("All checks", listed)


def _check_row(result: CheckResult) -> list[object]:
    passed, stops = result.passed, result.blocking
    share = [result.share, result.floor]
    return [result.table, result.name, passed, stops, f"{result.failed_rows:,}", *share]


def _publications(log: Sequence[Publication]) -> str:
    rows = [
        [entry.number, entry.at, entry.kind, entry.snapshot, publication_line(entry)]
        for entry in reversed(log[-_SHOWN_PUBLICATIONS:])
    ]
    columns = ["number", "at", "kind", "snapshot", "what changed"]
    title = f"The last {len(rows)} of {len(log)}" if len(log) > len(rows) else "All"
    return html.table(grid(title, columns, rows))


def _samples(lake: Lake, seen: Mapping[str, TableProfile]) -> str:
    return "".join(_sample(table, lake.paths(table), found) for table, found in seen.items())


def _sample(table: str, paths: Sequence[Path], found: TableProfile) -> str:
    size = sum(path.stat().st_size for path in paths)
    place = paths[0].parent if TABLES[table].bucketed else paths[0]
    return html.folded(
        f"{table}: {found.sample.title}",
        html.paragraph(TABLES[table].description),
        html.paragraph(f"{place}, {size:,} bytes in {len(paths)} file(s)"),
        html.table(found.sample, titled=False),
    )
