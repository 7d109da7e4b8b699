"""What changed from one snapshot to another, as a layout for a terminal and as JSON."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from graphwright.display.printable import json_text
from graphwright.inspection.snapshot_changes import difference_grids
from graphwright.pages.terminal.layouts import markdown_of
from graphwright.publish.history.compare import Difference


def difference_summary(found: Difference, rows: int) -> RenderableType:
    """Return what changed, with at most so many rows of each kind of change."""
    grids = difference_grids(found, rows=rows)
    return Group(Text(f"From snapshot {found.old} to {found.new}"), markdown_of(grids))


def difference_json(found: Difference) -> str:
    """Return the same with every row, as JSON text."""
    record = {
        "old": found.old,
        "new": found.new,
        "versions": found.versions,
        "settings": found.settings,
        "counts": found.counts(),
        "changes": found.rows.to_pylist(),
    }
    return json_text(record)
