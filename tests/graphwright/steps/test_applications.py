"""The steps of applications: rows of what was seen, and that after changes they are clean ones."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from application_rows import SHOP, Link, Page, observation

from graphwright.applications.observation import Observation
from graphwright.applications.observation_store import ApplicationFolder, save_observation
from graphwright.errors import DamageError
from graphwright.settings import Settings, parse_settings
from graphwright.steps.base.step import Given, Work
from graphwright.steps.pipeline import Pipeline
from graphwright.store.lake import Lake
from graphwright.tables import (
    ActionOutcome,
    Application,
    CrawlStatus,
    UiAction,
    UiCapture,
    UiField,
    UiMerge,
    UiState,
    UnusedStateDecision,
    rows_of,
)

SAID = "desk:\n  same: [[Title home, Title page 1]]\n  apart: [[Title page 2, Title page 3]]\n"
STEPS = ("applications", "ui_captures", "ui_states")
TABLES = ("applications", "ui_captures", "ui_states", "ui_actions", "ui_fields", "ui_merges")
TABLES += ("unused_state_decisions",)


def settings_of(folder: Path, *names: str, **further: object) -> Settings:
    applications = [{"name": name, "home": "http://127.0.0.1:8000/"} for name in names]
    raw = {"collections": [{"name": "docs", "folder": "docs"}], "applications": applications}
    return parse_settings({**raw, "buckets": 3, **further}, origin=folder / "sources.yaml")


def make(lake: Lake, settings: Settings) -> dict[str, int]:
    """Bring the tables up to date, and return how many units each step worked on."""
    pipeline = Pipeline(Given(lake, settings, documents=()))
    steps = [pipeline.step(name) for name in STEPS]
    work = Work(buckets=range(settings.buckets))
    return {step.name: pipeline.run(step, work).worked for step in steps}


def made(root: Path, settings: Settings, *seen: Observation) -> Lake:
    lake = Lake(root)
    for one in seen:
        save_observation(lake, one)
    make(lake, settings)
    return lake


def files(lake: Lake) -> Mapping[str, bytes]:
    return {
        str(path.relative_to(lake.root)): path.read_bytes()
        for table in TABLES
        for path in lake.paths(table)
    }


def rows(lake: Lake, cls: type, table: str):  # type: ignore[no-untyped-def]
    return [row for path in lake.paths(table) for row in rows_of(cls, lake.read_file(table, path))]


def test_a_page_becomes_a_state_with_its_actions_and_fields(tmp_path: Path) -> None:
    lake = made(tmp_path, settings_of(tmp_path, "shop"), observation())
    states = {state.template: state for state in rows(lake, UiState, "ui_states")}
    assert {state.label for state in states.values()} == {"Start", "Orders", "Order", "Settings"}
    order = states["/orders/{id}"]
    actions = {
        action.name: action
        for action in rows(lake, UiAction, "ui_actions")
        if action.state_id == order.state_id
    }
    assert actions["Start"].target_id == states["/"].state_id
    assert (actions["Save"].outcome, actions["Save"].target_id, actions["Save"].request) == (
        "blocked",
        None,
        "POST /o",
    )
    fields = [row for row in rows(lake, UiField, "ui_fields") if row.state_id == order.state_id]
    assert [(row.index, row.label) for row in fields] == [(0, "Customer"), (1, "Note")]
    captures = {row.capture_id: row for row in rows(lake, UiCapture, "ui_captures")}
    assert captures[order.capture_id].title == "Order"
    [application] = rows(lake, Application, "applications")
    assert (application.status, application.home_state_id) == ("complete", states["/"].state_id)


def test_an_application_that_was_never_crawled_has_its_row(tmp_path: Path) -> None:
    lake = made(tmp_path, settings_of(tmp_path, "shop"))
    [application] = rows(lake, Application, "applications")
    assert (application.status, application.scripts, application.home_state_id) == (
        CrawlStatus.NEVER,
        "",
        None,
    )
    assert not rows(lake, UiState, "ui_states")


def test_the_pages_of_a_template_are_in_one_bucket(tmp_path: Path) -> None:
    pages = {
        "home": Page("/", "Start", tuple(Link(f"go {n}", f"p{n}") for n in range(30))),
        **{f"p{n}": Page(f"/{n % 3}", f"Page {n}") for n in range(30)},
    }
    lake = made(tmp_path, settings_of(tmp_path, "shop"), observation(pages=pages))
    buckets: dict[str, set[int]] = {}
    for bucket in range(3):
        for row in rows_of(UiCapture, lake.read("ui_captures", bucket)):
            buckets.setdefault(row.template, set()).add(bucket)
    assert set(map(len, buckets.values())) == {1}
    assert len(rows(lake, UiCapture, "ui_captures")) == 31


def test_an_action_of_an_unknown_state_says_what_to_do(tmp_path: Path) -> None:
    seen = observation()
    broken = dataclasses.replace(seen, states=seen.states[1:])
    with pytest.raises(DamageError, match="shop names"):
        made(tmp_path, settings_of(tmp_path, "shop"), broken)


def test_only_the_changed_page_is_worked_on(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, "shop")
    lake = made(tmp_path, settings, observation())
    assert make(lake, settings) == {"applications": 0, "ui_captures": 0, "ui_states": 0}
    pages = {**SHOP, "settings": Page("/settings", "Settings", (Link("Start", "home"),))}
    save_observation(Lake(tmp_path), observation(pages=pages))
    assert make(lake, settings)["ui_captures"] == 1
    assert files(lake) == files(made(tmp_path / "clean", settings, observation(pages=pages)))


def test_a_moved_box_makes_nothing_anew(tmp_path: Path) -> None:
    settings, seen = settings_of(tmp_path, "shop"), observation()
    lake = made(tmp_path, settings, seen)
    before = files(lake)
    states = tuple(dataclasses.replace(state, boxes={}) for state in seen.states)
    save_observation(Lake(tmp_path), dataclasses.replace(seen, states=states))
    pipeline = Pipeline(Given(lake, settings, documents=()))
    assert pipeline.step("ui_states").is_current(lake)
    make(lake, settings)
    assert files(lake) == before


def test_a_password_in_the_home_address_stands_in_no_table(tmp_path: Path) -> None:
    home = {"name": "shop", "home": "http://me:hunter2@127.0.0.1/"}
    lake = made(tmp_path, settings_of(tmp_path, applications=[home]))
    assert rows(lake, Application, "applications")[0].home == "http://127.0.0.1/"


def decided(folder: Path, text: str) -> Settings:
    (folder / "said.yaml").write_text(text, encoding="utf-8")
    return settings_of(folder, "shop", state_decisions="said.yaml")


def test_what_the_team_makes_one_has_the_actions_of_both(tmp_path: Path) -> None:
    settings = decided(tmp_path, "shop:\n  same:\n    - [Order, Settings]\n")
    lake = made(tmp_path / "lake", settings, observation())
    states = {state.state_id: state for state in rows(lake, UiState, "ui_states")}
    assert {state.label for state in states.values()} == {"Start", "Orders", "Settings"}
    actions = rows(lake, UiAction, "ui_actions")
    [settings_id] = [one.state_id for one in states.values() if one.label == "Settings"]
    own = [action.name for action in actions if action.state_id == settings_id]
    assert sorted(own) == ["Save", "Start"]  # both pages offer the second: it stands once
    [opened] = [action for action in actions if action.name == "Open"]
    assert opened.target_id == settings_id
    assert {action.target_id for action in actions} <= {*states, None}
    [merge] = rows(lake, UiMerge, "ui_merges")
    assert (merge.state_id, merge.merged, merge.reason) == (settings_id, True, "team_same")


def test_a_merge_undone_gives_the_tables_of_before(tmp_path: Path) -> None:
    plain = decided(tmp_path, "")
    lake = made(tmp_path / "lake", plain, observation())
    before = files(lake)
    make(lake, decided(tmp_path, "shop:\n  same:\n    - [Order, Settings]\n"))
    assert files(lake) != before
    make(lake, decided(tmp_path, ""))
    assert files(lake) == before


def test_a_decision_of_no_use_is_a_row(tmp_path: Path) -> None:
    said = "shop:\n  same: [[Nowhere, Orders]]\ndesk:\n  apart: [[A, B]]\n"
    lake = made(tmp_path / "lake", decided(tmp_path, said), observation())
    unused = rows(lake, UnusedStateDecision, "unused_state_decisions")
    assert [(row.application, row.state) for row in unused] == [("desk", "A"), ("shop", "Nowhere")]
    assert unused[0].reason == "No application of this name was crawled."


@pytest.mark.parametrize("seed", range(6))
def test_after_changes_the_tables_are_clean_ones(tmp_path: Path, seed: int) -> None:
    chance, lake = random.Random(seed), Lake(tmp_path / "lake")
    known: dict[str, Observation] = {}
    for step in range(6):
        for name in ("shop", "desk", "till"):
            if chance.random() < 0.5:
                known[name] = observation(name, _pages(chance))
                save_observation(lake, known[name])
        names = [name for name in ("shop", "desk", "till") if chance.random() < 0.8]
        said = chance.choice(["", "shop:\n  same: [[/0/home, /1/home]]\n", SAID])
        (tmp_path / "said.yaml").write_text(said, encoding="utf-8")
        settings = settings_of(tmp_path, *names, state_decisions="said.yaml")
        make(lake, settings)
        clean = made(tmp_path / f"clean {step}", settings, *known.values())
        assert files(lake) == files(clean)
        applications = {row.application for row in rows(lake, UiState, "ui_states")}
        assert applications == set(names) & known.keys()


def _pages(chance: random.Random) -> Mapping[str, Page]:
    names = ["home", *(f"page {n}" for n in range(chance.randrange(12)))]
    return {name: _page(chance, name, names) for name in names}


def _page(chance: random.Random, name: str, names: Sequence[str]) -> Page:
    links = [
        Link(
            f"link {n}",
            chance.choice([*names, None]),
            menu=("Menu",) if chance.random() < 0.5 else (),
            outcome=chance.choice(list(ActionOutcome)),
        )
        for n in range(chance.randrange(5))
    ]
    fields = tuple(f"field {n}" for n in range(chance.randrange(3)))
    return Page(f"/{chance.randrange(4)}/{name}", f"Title {name}", tuple(links), fields)


def test_a_damaged_observation_is_named(tmp_path: Path) -> None:
    save_observation(Lake(tmp_path), observation())
    path = ApplicationFolder(Lake(tmp_path), "shop").observation
    path.write_bytes(path.read_bytes().replace(b'"Start"', b'"Stert"', 1))
    with pytest.raises(DamageError, match=r"shop/observation\.jsonl"):
        make(Lake(tmp_path), settings_of(tmp_path, "shop"))
