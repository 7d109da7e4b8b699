"""What is said of states and actions that came, went or changed between two snapshots."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from application_rows import SHOP, Link, Page, observation
from history_sides import Graph, side

from graphwright.applications.decisions import Decision
from graphwright.applications.rows import application_row, application_rows
from graphwright.graph.arrow_file import write_arrow
from graphwright.inspection.snapshot_changes import change_numbers, difference_grids
from graphwright.publish.history.compare import Difference, Side, compare
from graphwright.tables import Application, UiAction, UiMerge, UiState, table_of

Pages = Mapping[str, Page]


def shown(folder: Path, pages: Pages | None, decisions: Sequence[Decision] = ()) -> Side:
    """Write a snapshot's files of one application, or of none."""
    made = side(folder, Graph({"a.md": [("Hub", "send", "Invoice")]}))
    if pages is not None:
        rows = application_rows(observation("shop", pages), decisions)
        row = application_row("shop", "http://127.0.0.1/", ("everybody",), rows)
        for cls, of in (
            (Application, [row]),
            (UiState, rows.states),
            (UiAction, rows.actions),
            (UiMerge, rows.merges),
        ):
            declared = table_of(cls)
            write_arrow(folder / f"{declared.name}.arrow", declared.from_rows(of))
    return made


def changes(found: Difference) -> set[tuple[str, str, str, str]]:
    return {
        (row["thing"], row["change"], row["reason"], row["name"]) for row in found.rows.to_pylist()
    }


@pytest.fixture
def before(tmp_path: Path) -> Side:
    return shown(tmp_path / "before", SHOP)


def test_nothing_is_said_where_nothing_differs(before: Side, tmp_path: Path) -> None:
    found = compare(before, shown(tmp_path / "after", SHOP))
    assert found.rows.num_rows == 0
    assert "states_added" not in change_numbers(found.counts())


def test_a_page_that_is_gone_takes_its_actions_along(before: Side, tmp_path: Path) -> None:
    pages = {name: page for name, page in SHOP.items() if name != "settings"}
    pages["home"] = dataclasses.replace(SHOP["home"], links=SHOP["home"].links[:1])
    found = compare(before, shown(tmp_path / "after", pages))
    told = changes(found)
    assert ("state", "removed", "state_gone", "shop: Admin > Settings > Settings") in told
    assert ("action", "removed", "action_gone", "shop: Admin > Settings on Start") in told
    assert {name for _, _, reason, name in told if reason == "action_gone"} == {
        "shop: Admin > Settings on Start",
        "shop: Log out on Start",
    }
    assert change_numbers(found.counts())["states_removed"] == 1
    assert any(grid.title == "States removed" for grid in difference_grids(found))


def test_an_action_that_leads_elsewhere_says_from_where_to_where(
    before: Side, tmp_path: Path
) -> None:
    pages = {**SHOP, "settings": dataclasses.replace(SHOP["settings"], links=(to_orders(),))}
    [row] = [
        row
        for row in compare(before, shown(tmp_path / "after", pages)).rows.to_pylist()
        if row["reason"] == "action_leads_elsewhere"
    ]
    assert (row["before"], row["after"]) == ("done to Start", "done to Orders")


def to_orders() -> Link:
    return Link("Start", "orders")


def test_the_first_crawl_is_told_as_found_and_the_last_as_removed(tmp_path: Path) -> None:
    none, some = shown(tmp_path / "none", None), shown(tmp_path / "some", SHOP)
    assert {row[1:3] for row in changes(compare(none, some))} == {("added", "state_found")}
    assert {row[1:3] for row in changes(compare(some, none))} == {
        ("removed", "application_removed")
    }


def test_what_the_team_makes_one_is_told_as_merged(before: Side, tmp_path: Path) -> None:
    one = Decision("shop", True, "Orders", "Settings", 1)
    after = shown(tmp_path / "after", SHOP, [one])
    [row] = [
        row for row in compare(before, after).rows.to_pylist() if row["reason"] == "state_merged"
    ]
    assert (row["change"], row["cause"].startswith("it is part of shop: ")) == ("removed", True)
    back = {row[2] for row in changes(compare(after, before)) if row[:2] == ("state", "added")}
    assert back == {"state_merge_undone"}
