"""The report: all that the pages of Dagster show of a lake, as one static HTML file.

What it tells is gathered in ``inspection.lake_report``, how it looks is in ``report.html.j2``.
"""

from __future__ import annotations

from graphwright.inspection.lake_report import report_lake
from graphwright.pages.environment import render
from graphwright.settings import Settings
from graphwright.store.lake import Lake


def report_html(lake: Lake, settings: Settings) -> str:
    """Return the report of a lake as an HTML page that needs nothing else.

    Raises ``LakeError`` where the lake holds no table, ``SnapshotError`` for a damaged history.
    """
    report = report_lake(lake, settings)
    pictures = [(title, path.read_bytes()) for title, path in report.pictures]
    return render("report.html.j2", report=report, pictures=pictures)
