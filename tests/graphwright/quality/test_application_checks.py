"""Checks of applications: what a sound crawl passes, and what each rule stops."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest
from application_rows import observation

from graphwright.applications.rows import ApplicationRows, application_row, application_rows
from graphwright.quality.application_checks import APPLICATION_CHECKS
from graphwright.quality.check import CheckResult
from graphwright.quality.run import run_checks
from graphwright.store.lake import Lake
from graphwright.tables import Application, UiAction, UiState, table_of

Change = Callable[[UiAction], UiAction]


def results(root: Path, rows: ApplicationRows) -> dict[str, CheckResult]:
    lake = Lake(root)
    listed = application_row("shop", "http://h/", ("everybody",), rows)
    for cls, made in ((Application, [listed]), (UiState, rows.states), (UiAction, rows.actions)):
        declared = table_of(cls)
        lake.write(declared.name, declared.from_rows(made), key="k")
    views = {name: lake.paths(name) for name in ("applications", "ui_states", "ui_actions")}
    ran = run_checks(APPLICATION_CHECKS, views)
    return {result.name: result for result in ran if not result.passed}


@pytest.fixture
def rows() -> ApplicationRows:
    return application_rows(observation(), ())


def changed(rows: ApplicationRows, name: str, **values: object) -> ApplicationRows:
    actions = tuple(
        dataclasses.replace(one, **values) if one.name == name else one  # type: ignore[arg-type]
        for one in rows.actions
    )
    return dataclasses.replace(rows, actions=actions)


def test_what_was_crawled_well_passes(tmp_path: Path, rows: ApplicationRows) -> None:
    assert results(tmp_path, rows) == {}


@pytest.mark.parametrize(
    ("name", "values", "rule"),
    [
        ("Open", {"target_id": None}, "what_was_done_leads_to_a_state"),
        ("Open", {"outcome": "failed"}, "what_was_not_done_leads_nowhere"),
        ("Save", {"request": None}, "what_was_stopped_says_what"),
        ("Open", {"application": "desk"}, "actions_stay_in_their_application"),
    ],
)
def test_an_action_that_contradicts_itself_stops_the_publication(
    tmp_path: Path, rows: ApplicationRows, name: str, values: dict[str, object], rule: str
) -> None:
    failed = results(tmp_path, changed(rows, name, **values))
    assert list(failed) == [rule]
    assert failed[rule].blocking
    assert failed[rule].failed_rows >= 1


def test_a_download_leads_nowhere_and_passes(tmp_path: Path, rows: ApplicationRows) -> None:
    assert results(tmp_path, changed(rows, "Open", kind="download", target_id=None)) == {}


def test_a_replayed_action_must_be_there(tmp_path: Path, rows: ApplicationRows) -> None:
    first, *rest = rows.states
    broken = dataclasses.replace(first, replay=("gone",))
    failed = results(tmp_path, dataclasses.replace(rows, states=(broken, *rest)))
    assert list(failed) == ["replayed_actions_are_there"]


def test_the_home_state_must_be_there(tmp_path: Path, rows: ApplicationRows) -> None:
    failed = results(tmp_path, dataclasses.replace(rows, home_state_id="gone"))
    assert list(failed) == ["home_state_is_there"]


def test_many_actions_that_are_left_only_warn(tmp_path: Path, rows: ApplicationRows) -> None:
    [pattern] = [one for one in rows.actions if one.name == "Save"]
    left = tuple(
        dataclasses.replace(pattern, action_id=f"{n}", outcome="not_tried", kind="open")
        for n in range(20)
    )
    failed = results(tmp_path, dataclasses.replace(rows, actions=(*rows.actions, *left)))
    assert list(failed) == ["few_actions_are_left"]
    assert not failed["few_actions_are_left"].blocking
