"""What changed from one snapshot to another, as a layout for a terminal and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

from rich.console import Group, RenderableType
from rich.text import Text

from graphwright.inspection.snapshot_changes import difference_grids
from graphwright.pages.terminal.layouts import markdown_of
from graphwright.publish.history.log import difference_of
from graphwright.publish.publish import snapshot_pair


def difference_summary(root: Path, old: str | None, new: str | None, rows: int) -> RenderableType:
    """Return what changed from one kept snapshot to another; raises ``SnapshotError``."""
    first, second = snapshot_pair(root, old, new)
    grids = difference_grids(difference_of(root, first, second), rows=rows)
    return Group(Text(f"From snapshot {first} to {second}"), markdown_of(grids))


def difference_json(root: Path, old: str | None, new: str | None) -> str:
    """Return the same with every row, as JSON text."""
    first, second = snapshot_pair(root, old, new)
    found = difference_of(root, first, second)
    record = {
        "old": first,
        "new": second,
        "versions": found.versions,
        "settings": found.settings,
        "counts": found.counts(),
        "changes": found.rows.to_pylist(),
    }
    return json.dumps(record, indent=1, ensure_ascii=False)
