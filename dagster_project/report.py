"""What a build made and what a lake holds, as text for a terminal."""

from pathlib import Path

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.table import Table as RichTable
from rich.text import Text

from dagster_project.build import BuildReport
from graphwright.errors import LakeError
from graphwright.inspection.counts import breakdowns, row_counts
from graphwright.lake import Lake
from graphwright.serving.pointer import read_pointer
from graphwright.tables import TABLES

_SHOWN_FIRST = (
    "parsed_documents",
    "rejected_documents",
    "chunks",
    "sentences",
    "resolved_triples",
    "entities",
    "relations",
    "rejected_triples",
    "evidence",
)
_STATUS_BREAKDOWNS = (
    "parsed_documents",
    "rejected_documents",
    "sentences",
    "coreference_failures",
    "llm_failures",
    "rejected_llm_triples",
    "rejected_triples",
    "entity_merges",
)


def build_summary(report: BuildReport, lake: Path, seconds: float) -> RenderableType:
    """Return what a build made: rows of the main tables, the slowest steps and the snapshot."""
    made = _two_columns("table", "rows", [(n, f"{report.rows[n]:,}") for n in _SHOWN_FIRST])
    slowest = sorted(report.seconds.items(), key=lambda item: -item[1])[:8]
    steps = _two_columns("step", "seconds", [(name, f"{spent:.1f}") for name, spent in slowest])
    lines = [
        f"Published snapshot {report.snapshot} in {lake} after {seconds:.0f} s.",
        *(f"Warning: check {warning} did not pass." for warning in report.warnings),
        'Next: graphwright ask "...", graphwright inspect NAME, graphwright status, make ui.',
    ]
    return Group(made, steps, Text("\n".join(lines)))


def status_summary(root: Path) -> RenderableType:
    """Return what a lake holds: rows, everything that was left out with its reason, snapshots.

    Raises ``LakeError`` where nothing was built.
    """
    lake = Lake(root)
    views = {table: lake.paths(table) for table in TABLES if lake.paths(table)}
    if not views:
        raise LakeError(
            f"There is no table in the lake at {root}.",
            remedy="Build first (make build), or name the lake with --lake.",
        )
    counts = [(table, f"{rows:,}") for table, rows in row_counts(views).items()]
    shown = {table: views[table] for table in _STATUS_BREAKDOWNS if table in views}
    return Group(
        _two_columns("table", "rows", counts), Markdown(breakdowns(shown)), _snapshots(root)
    )


def _snapshots(root: Path) -> Text:
    pointer = read_pointer(root)
    if pointer is None:
        return Text("Nothing is published.")
    older = [snapshot for snapshot in pointer.history if snapshot != pointer.current]
    lines = [f"Published snapshot: {pointer.current}"]
    lines += [f"Kept for rollback: {', '.join(older)}"] if older else []
    return Text("\n".join(lines))


def _two_columns(left: str, right: str, rows: list[tuple[str, str]]) -> RichTable:
    table = RichTable(left, box=None, pad_edge=False)
    table.add_column(right, justify="right")
    for row in rows:
        table.add_row(*row)
    return table
