from __future__ import annotations

import pytest

from graphwright.documents.sources.discover import discover
from graphwright.inspection.slowest_documents import slowest_documents
from graphwright.settings import parse_settings
from graphwright.steps.base.step import Work
from graphwright.steps.bucketed.timings import TIMINGS, slowest
from graphwright.steps.parse import ParseStep
from graphwright.store.lake import Lake
from graphwright.tables import SourceDocument, table_of


@pytest.fixture
def lake(tmp_path):
    return Lake(tmp_path / "lake")


def test_new_times_stand_over_old_ones_and_lost_units_are_dropped(lake):
    TIMINGS.note(lake, "parse", 0, ["a", "b", "c"], {"a": (1.0,), "b": (3.0,)})
    TIMINGS.note(lake, "parse", 1, ["d"], {"d": (2.0,)})
    assert slowest(lake, "parse", 2) == [("b", 3.0), ("d", 2.0)]
    TIMINGS.note(lake, "parse", 0, ["a", "c"], {"c": (0.5,)})
    assert slowest(lake, "parse", 9) == [("d", 2.0), ("a", 1.0), ("c", 0.5)]


def test_a_damaged_file_holds_no_times(lake):
    TIMINGS.note(lake, "parse", 0, ["a"], {"a": (1.0,)})
    (lake.cache / "timings" / "parse" / "0000.parquet").write_bytes(b"x")
    assert slowest(lake, "parse", 9) == []


def test_a_parse_is_timed_and_told_beside_the_tables(lake, tmp_path):
    documents = tmp_path / "documents"
    documents.mkdir()
    (documents / "a.md").write_text("# A\n\nA pump uses a filter.\n")
    settings = parse_settings(
        {"collections": [{"name": "docs", "folder": str(documents)}]}, origin=tmp_path / "s.yaml"
    )
    found = list(discover(settings))
    lake.write("source_documents", table_of(SourceDocument).from_rows(found), key="1")
    ParseStep(found, settings.parse, 1).run(lake, Work([0], workers=1))
    (row,) = slowest_documents(lake).rows
    assert row[0] == "docs/a.md"
    assert row[2].endswith(" s")
