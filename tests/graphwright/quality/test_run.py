"""The checks placed at a table run together or one at a time; what is known does not run again."""

from __future__ import annotations

from pathlib import Path

import pytest
from inspected_lake import make_lake

from graphwright.errors import LakeError
from graphwright.quality import run
from graphwright.quality.catalogue import checks_at, checks_of, placed_name, placement_of
from graphwright.quality.run import known_results_at, run_checks_at
from graphwright.settings import Collection, Settings
from graphwright.store.lake import Lake
from graphwright.tables import TABLES

SETTINGS = Settings(collections=(Collection(name="handbook", folder="handbook"),))
TABLE = "evidence"


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return make_lake(tmp_path / "lake", ("Pump", "use", "Filter"))


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of the checks that really ran, in order."""
    names: list[str] = []
    original = run.run_checks

    def noted(checks, views, **options):
        names.extend(map(placed_name, checks))
        return original(checks, views, **options)

    monkeypatch.setattr(run, "run_checks", noted)
    return names


def placed(table: str) -> list[str]:
    return [placed_name(check) for check in checks_at(table, SETTINGS.checks)]


def test_every_check_is_placed_once_under_a_name_of_its_own() -> None:
    every = [check for table in TABLES for check in checks_of(table)]
    names = {(placement_of(check), placed_name(check)) for check in every}
    assert len(names) == len(every) == sum(len(placed(table)) for table in TABLES)
    order = list(TABLES)
    for check in every:
        last = order.index(placement_of(check))
        assert all(order.index(read) <= last for read in (check.table, *check.reads))


def test_a_chosen_check_runs_alone_and_once(lake: Lake, ran: list[str]) -> None:
    chosen = placed(TABLE)[2]
    (result,) = run_checks_at(lake, TABLE, SETTINGS, [chosen])
    assert ran == [chosen]
    assert known_results_at(lake, TABLE, SETTINGS) is None
    results = run_checks_at(lake, TABLE, SETTINGS)
    assert ran == [chosen, *(name for name in placed(TABLE) if name != chosen)]
    assert results[2] == result
    assert known_results_at(lake, TABLE, SETTINGS) == results
    assert run_checks_at(lake, TABLE, SETTINGS, set(placed(TABLE)[:2])) == results[:2]
    assert len(ran) == len(results)


def test_an_unknown_name_is_told(lake: Lake) -> None:
    with pytest.raises(
        LakeError, match="No check at 'evidence' is named nosuch; there are relations_"
    ):
        run_checks_at(lake, TABLE, SETTINGS, ["nosuch"])
