"""Chromium opens each state of the example's application on a shortest way of its gold graph."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from application_gold_format import ApplicationGold, GoldAction, GoldState, load_application_gold
from slipway.server import running
from slipway.site import DEMO_PASSWORD, USER, Site

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
GOLD = load_application_gold()
OPENED = [state.name for state in GOLD.states if state.opened]


@pytest.fixture(scope="module")
def site() -> Site:
    return Site()


@pytest.fixture(scope="module")
def home(site: Site) -> Iterator[str]:
    with running(site) as address:
        yield address.rstrip("/")


@pytest.fixture(scope="module")
def page(home: str) -> Iterator[Any]:
    if BROWSER is None:
        pytest.skip("the application can only be shown where chromium is installed")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        shown = browser.new_page(viewport={"width": 1280, "height": 900})
        shown.set_default_timeout(10_000)
        shown.goto(f"{home}/login")
        shown.fill("[name=name]", USER)
        shown.fill("[name=password]", DEMO_PASSWORD)
        shown.click("button")
        yield shown
        browser.close()


def way_to(gold: ApplicationGold, goal: str) -> tuple[GoldState, list[GoldAction]]:
    """Return a state with an address from which actions lead to the goal, and these actions."""
    ways: dict[str, list[tuple[str, GoldAction]]] = {goal: []}
    queue = [goal]
    for name in queue:
        if not gold.state(name).opened:
            return gold.state(name), [action for _, action in ways[name]]
        for state in gold.states:
            for action in (*state.actions, *(gold.shell if state.name == "dashboard" else ())):
                if action.to == name and state.name not in ways:
                    ways[state.name] = [(state.name, action), *ways[name]]
                    queue.append(state.name)
    raise AssertionError(f"no way leads to {goal}")


def act(page: Any, action: GoldAction) -> None:
    """Do an action of the gold graph, in the page or in the frame that shows it."""
    for _ in range(100):
        for frame in page.frames:
            found = _element(frame, action)
            if found.count():
                (found.first.dblclick if action.name == "Count sheet" else found.first.click)()
                return
        page.wait_for_timeout(30)
    raise AssertionError(f"no {action.role} {action.name} is shown")


def _element(frame: Any, action: GoldAction) -> Any:
    if not action.name:
        return frame.locator("#board li button" if action.row else "main button.icon")
    if action.role == "generic":
        return frame.locator(".row", has_text=action.name)
    counted = action.name == "Notifications"  # and how many there are
    return frame.get_by_role(action.role, name=action.name, exact=not counted)


def is_shown(page: Any, state: GoldState) -> bool:
    """Whether each thing that tells the state is visible."""
    layers = [(role, name) for role, name in _layers(state) if name]
    if not all(any(f.get_by_role(r, name=n).count() for f in page.frames) for r, n in layers):
        return False
    names = (*state.shows, *(field.label for field in state.fields))
    return all(any(_sees(frame, name) for frame in page.frames) for name in names)


def _layers(state: GoldState) -> list[tuple[Any, str | None]]:
    return [("dialog", state.dialog), ("menu", state.open_menu), ("tabpanel", state.tab)]


def _sees(frame: Any, name: str) -> bool:
    found = frame.get_by_label(name).or_(frame.get_by_text(name))
    return bool(found.filter(visible=True).count())


@pytest.mark.parametrize("name", OPENED)
def test_state_opens_on_its_way(page: Any, home: str, name: str) -> None:
    start, actions = way_to(GOLD, name)
    page.goto(f"{home}{start.opens_at}")
    for action in actions:
        act(page, action)
    for _ in range(100):
        if is_shown(page, GOLD.state(name)):
            return
        page.wait_for_timeout(30)
    pytest.fail(f"{[action.name for action in actions]} did not open {name}")


def test_what_only_listeners_know_and_questions_of_the_browser(
    page: Any, home: str, site: Site
) -> None:
    page.goto(f"{home}/sales/quotes")
    page.dblclick("tbody tr >> nth=0")
    page.wait_for_url("**/sales/quotes/81")
    asked: list[str] = []
    page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    page.get_by_role("button", name="Delete quote").click()
    page.goto(f"{home}/stock/items")
    page.click("tbody tr >> nth=0")
    page.wait_for_url("**/stock/items/1")
    page.goto(f"{home}/")
    page.hover("text=Sales >> nth=0")
    page.hover("nav >> text=Orders >> nth=0")
    page.get_by_role("link", name="New order").click()
    page.wait_for_url("**/sales/orders/new")
    assert asked == ["Really delete?"]
    assert site.writes == []
