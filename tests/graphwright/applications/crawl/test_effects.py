"""What an action did, compared between states that show more or less beside it."""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.applications.capture import Capture
from graphwright.applications.crawl.effects import Pages, change_of
from graphwright.tables.applications import UiElement


def page(
    *names: str,
    nodes: Sequence[str] = (),
    dialogs: Sequence[str] = (),
    tabs: Sequence[str] = (),
    template: str = "/board",
    rows: str | None = None,
) -> Capture:
    shown = [UiElement(one, "button", one, "main", (), None, None, "role", None) for one in names]
    shown += [
        UiElement(one, "generic", one, "main", (), None, None, "listener", None) for one in nodes
    ]
    if rows:
        shown.append(UiElement("row", "link", "Row", "main", (), rows, "name", "role", None))
    return Capture(
        template, "Board", (), tuple(dialogs), (), tuple(tabs), (), tuple(shown), ()
    )  # fmt: skip


KNOWN = Pages.of([page("Reload", nodes=["oak", "elm", "ash"])]).known
BASE = ("Reload", "Export", "Print")


def test_a_panel_does_the_same_beside_another() -> None:
    alone = change_of(page(*BASE), page(*BASE, "Legend"), KNOWN)
    beside = change_of(page(*BASE, "Map"), page(*BASE, "Map", "Legend"), KNOWN)
    assert alone.agrees(beside)
    assert not alone.agrees(change_of(page(*BASE), page(*BASE, "Map"), KNOWN))


def test_another_part_of_a_graph_adds_nothing() -> None:
    zoomed = change_of(page(*BASE, nodes=["oak"]), page(*BASE, nodes=["elm", "ash"]), KNOWN)
    named = change_of(page(*BASE, nodes=["oak"]), page(*BASE, "oak: more"), KNOWN)
    assert zoomed.adds_nothing
    assert named.adds_nothing


def test_what_a_page_without_names_shows_is_no_data() -> None:
    next_step = change_of(page("Reload", nodes=["oak"]), page("Reload", nodes=["elm"]), KNOWN)
    assert not next_step.adds_nothing


def test_what_a_dialog_hides_does_not_count_but_which_it_is_does() -> None:
    one = change_of(page(*BASE), page("Done", dialogs=["Settings"]), KNOWN)
    other = change_of(page(*BASE, "Map", "Legend"), page("Done", dialogs=["Settings"]), KNOWN)
    third = change_of(page(*BASE), page("Done", dialogs=["Help"]), KNOWN)
    assert one.agrees(other)
    assert not one.agrees(third)
    assert not one.adds_nothing


def test_a_tab_that_both_pages_have_selected_is_no_difference() -> None:
    plain = change_of(page(*BASE), page(*BASE, "Found"), KNOWN)
    tabbed = change_of(page(*BASE, tabs=["All"]), page(*BASE, "Found", tabs=["All"]), KNOWN)
    assert plain.agrees(tabbed)


def test_data_that_came_late_beside_a_deed_is_no_other_deed() -> None:
    one = change_of(page(*BASE), page(*BASE, "Found"), KNOWN)
    late = change_of(page(*BASE), page(*BASE, "Found", "Latest"), KNOWN)
    assert one.agrees(late)


def test_addresses_of_things_are_of_one_page() -> None:
    pages = Pages.of([page(rows="/assets/*"), page(template="/assets/oak")])
    assert pages.page("/assets/oak?open&view=lineage") == "/assets/*?view=lineage"
    assert pages.page("/graph/oak?open") == pages.page("/graph") + "/*"
    assert pages.template("/graph/oak?open") == "/graph/*?open"
    assert pages.page("/graph/new") == "/graph/new"


def test_a_list_of_all_kinds_of_pages_makes_none_of_them_one() -> None:
    seen = [page(rows="/*/*"), page(rows="/runs/*"), page(template="/runs/7")]
    pages = Pages.of([*seen, page(template="/jobs/runs"), page(rows="/jobs/*")])
    assert pages.page("/runs") == "/runs"
    assert pages.page("/stock/items") == "/stock/items"
