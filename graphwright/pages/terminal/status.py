"""What a build made and what a lake holds, as layouts for a terminal."""

from pathlib import Path

import pyarrow as pa
from rich.console import Group, RenderableType
from rich.table import Column
from rich.table import Table as RichTable
from rich.text import Text

from graphwright.display.grid import shown
from graphwright.documents.pdf.docling_models import models_note
from graphwright.engine import BuildReport
from graphwright.errors import LakeError
from graphwright.graph.pointer import read_pointer
from graphwright.inspection.breakdowns import LEFT_OUT, OF_APPLICATIONS, breakdowns, row_counts
from graphwright.inspection.llm_usage import chunks_over_budget, llm_usage_grids
from graphwright.pages.terminal.layouts import markdown_of, two_columns
from graphwright.settings import Settings
from graphwright.steps.pipeline import LLM_STEPS
from graphwright.store.lake import Lake, open_lake
from graphwright.tables import TABLES

_NOT_OF_ALL = ("tickets", "help", "applications")
"""Groups of tables that only some sources fill: a summary leaves them out where they are empty."""


def build_summary(
    report: BuildReport, lake: Path, seconds: float, settings: Settings | None = None
) -> RenderableType:
    """Return what a build made: rows of the main tables, the slowest steps and the snapshot."""
    made = two_columns(
        "table",
        "rows",
        [
            (name, f"{report.rows[name]:,}")
            for name, table in TABLES.items()
            if table.headline and (report.rows[name] or table.group not in _NOT_OF_ALL)
        ],
    )
    slowest = sorted(report.seconds.items(), key=lambda item: -item[1])[:8]
    steps = two_columns("step", "seconds", [(name, f"{spent:.1f}") for name, spent in slowest])
    lines = [
        f"Published snapshot {report.snapshot} in {lake} after {seconds:.0f} s.",
        *_over_budget(open_lake(lake)),
        *_unused_models(settings),
        *(f"Warning: check {warning} did not pass." for warning in report.warnings),
        'Next: graphwright ask "...", graphwright inspect NAME, graphwright status, make ui.',
    ]
    return Group(made, steps, Text("\n".join(lines)))


def _over_budget(lake: Lake) -> list[str]:
    """Say what the LLM's budget left out."""
    left = chunks_over_budget(lake)
    if not left:
        return []
    return [
        f"The LLM's budget was used up: {left:,} chunks were not asked about. Build again, with"
        " the same budget or a larger one, and it goes on with them."
    ]


def status_summary(root: Path, settings: Settings | None) -> RenderableType:
    """Return what a lake holds: rows, everything that was left out with its reason, snapshots.

    ``settings`` are those of its last build, where it had one.

    Raises ``LakeError`` where nothing was built.
    """
    lake = open_lake(root)
    views = {table: lake.paths(table) for table in TABLES if lake.paths(table)}
    if not views:
        raise LakeError(
            f"There is no table in the lake at {root}.",
            remedy="Build first (make build), or name the lake with --lake.",
        )
    counts = [(table, f"{rows:,}") for table, rows in row_counts(views).items()]
    counted = ("parsed_documents", *LEFT_OUT, *OF_APPLICATIONS)
    shown = {table: views[table] for table in counted if table in views}
    prices = settings.llm if settings else None
    grids = [*breakdowns(shown), *llm_usage_grids(lake, prices, LLM_STEPS)]
    notes = [Text(note) for note in _unused_models(settings)]
    rows = two_columns("table", "rows", counts)
    return Group(rows, markdown_of(grids), *notes, _snapshots(root))


def _unused_models(settings: Settings | None) -> list[str]:
    """Say why the models for PDF that the settings name are not used."""
    if settings is None:
        return []
    pdf = settings.parse.pdf
    note = models_note(pdf.engine, pdf.artifacts_path)
    return [] if note is None else [note]


def result_table(found: pa.Table, rows: int) -> RenderableType:
    """Return the first rows of a query's result, and how many there are."""
    # As texts, because a name or value in brackets would be read as a style.
    columns = [Column(Text(name)) for name in found.column_names]
    table = RichTable(*columns, box=None, pad_edge=False)
    for row in found.slice(0, rows).to_pylist():
        table.add_row(*(Text(shown(value)) for value in row.values()))
    return Group(table, Text(f"{min(rows, found.num_rows):,} of {found.num_rows:,} rows"))


def _snapshots(root: Path) -> Text:
    pointer = read_pointer(root)
    if pointer is None:
        return Text("Nothing is published.")
    older = [snapshot for snapshot in pointer.history if snapshot != pointer.current]
    lines = [f"Published snapshot: {pointer.current}"]
    lines += [f"Kept for rollback: {', '.join(older)}"] if older else []
    return Text("\n".join(lines))
