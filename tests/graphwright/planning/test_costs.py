"""What earlier builds took tells what the next will take; a damaged record tells nothing."""

from pathlib import Path

import pytest

from graphwright.steps.costs import note_cost, read_costs
from graphwright.store.lake import Lake


def test_one_run_gives_a_pace(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    note_cost(lake, "annotate", 100, 50.0)
    assert read_costs(lake)["annotate"].of(10) == pytest.approx(5.0)


def test_a_small_and_a_large_run_give_the_start_too(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    note_cost(lake, "annotate", 1000, 103.0)
    note_cost(lake, "annotate", 10, 4.0)
    note_cost(lake, "annotate", 500, 9999.0)
    assert read_costs(lake)["annotate"].of(10) == pytest.approx(4.0)
    assert read_costs(lake)["annotate"].of(110) == pytest.approx(14.0)


def test_a_later_run_of_the_same_size_counts(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    note_cost(lake, "parse", 10, 4.0)
    note_cost(lake, "parse", 10, 2.0)
    assert read_costs(lake)["parse"].of(10) == pytest.approx(2.0)


def test_a_run_without_work_tells_nothing(tmp_path: Path) -> None:
    note_cost(Lake(tmp_path), "parse", 0, 4.0)
    assert read_costs(Lake(tmp_path)) == {}


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"parse": [[1]]}', '{"parse": [["a", "b"]]}'])
def test_a_damaged_record_tells_nothing(tmp_path: Path, text: str) -> None:
    lake = Lake(tmp_path)
    note_cost(lake, "parse", 1, 1.0)
    (lake.cache / "costs.json").write_text(text)
    assert read_costs(lake) == {}
