"""What a report tells of a lake, apart from how it looks."""

from __future__ import annotations

from pathlib import Path

import pytest
from inspected_lake import make_lake

from graphwright.errors import LakeError
from graphwright.inspection.lake_report import report_lake
from graphwright.settings import Collection, Settings
from graphwright.store.lake import Lake
from graphwright.tables import TABLES

SETTINGS = Settings(collections=(Collection(name="handbook", folder="handbook"),))


def test_it_tells_of_every_table_what_fails_and_that_nothing_is_published(tmp_path: Path) -> None:
    lake = make_lake(tmp_path / "lake", ("Pump", "use", "Filter"))
    report = report_lake(lake, SETTINGS)
    assert [table.name for table in report.tables] == list(TABLES)
    assert [row[0] for row in report.row_counts.rows] == list(TABLES)
    assert report.checks.passed + len(report.checks.failed) == len(report.checks.all.rows)
    failed = {check.name: check for check in report.checks.failed}
    embedded = failed["entity_embeddings: every_sought_row_of_entities_is_embedded"]
    assert embedded.rule.startswith("Every row of entities has a vector")
    assert "no vector" in embedded.sample
    # What was never published has no trend.
    assert report.published.line.startswith("Nothing is published yet in ")
    assert (report.published.versions, report.trends) == (None, [])
    assert report.last_change.line == "No publication is recorded."


def test_an_empty_lake_is_told(tmp_path: Path) -> None:
    with pytest.raises(LakeError, match="There is no table in the lake"):
        report_lake(Lake(tmp_path), SETTINGS)
