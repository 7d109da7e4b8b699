from __future__ import annotations

import pytest
from inspected_lake import make_lake

from graphwright.inspection import table_profile as module
from graphwright.inspection.table_profile import PICTURES, profile_table
from graphwright.tables import TABLES


@pytest.fixture
def lake(tmp_path):
    return make_lake(tmp_path / "lake", ("Pump", "use", "Filter"), ("Pump", "run on", "Diesel"))


def test_it_is_made_once_a_change(lake, monkeypatch):
    first = profile_table(lake, "relations")
    monkeypatch.setattr(module, "_make", None)  # to make it again would fail
    assert profile_table(lake, "relations") == first
    monkeypatch.undo()
    table = lake.read("relations")
    lake.write("relations", table.slice(1), key="2")
    again = profile_table(lake, "relations")
    assert again.sample.title == "2 of 2 rows of relations"
    assert first.sample.title == "3 of 3 rows of relations"


def test_a_picture_is_drawn_again_when_a_table_behind_it_changed(lake):
    first = profile_table(lake, "relations").pictures["graph"].read_bytes()
    entities = lake.read("entities")
    names = entities["name"].to_pylist()
    renamed = [f"{name} renamed" for name in names]
    position = entities.column_names.index("name")
    lake.write("entities", entities.set_column(position, "name", [renamed]), key="2")
    assert profile_table(lake, "relations").pictures["graph"].read_bytes() != first


def test_a_damaged_or_lost_piece_is_made_again(lake):
    first = profile_table(lake, "relations")
    folder = lake.cache / "inspection"
    (folder / "relations.json").write_text("{")
    assert profile_table(lake, "relations") == first
    first.pictures["graph"].unlink()
    assert profile_table(lake, "relations").pictures["graph"].exists()


def test_every_table_can_be_looked_at(lake):
    for table in TABLES:
        seen = profile_table(lake, table)
        assert seen.sample.title.endswith(f"rows of {table}")
        assert set(seen.pictures) == set(PICTURES.get(table, {}))
        for picture in seen.pictures.values():
            assert picture.read_bytes().startswith(b"\x89PNG")
