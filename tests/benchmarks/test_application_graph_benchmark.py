"""The matching of crawls with the example's gold graph, on pages and actions made here."""

from __future__ import annotations

import application_graph
import pytest
from application_gold_format import ApplicationGold, GoldAction, load_application_gold
from application_matching import (
    follows,
    is_element,
    is_right,
    is_state,
    match_actions,
    match_states,
)

from graphwright.applications.capture import Capture
from graphwright.applications.observation import Observation, ObservedAction, ObservedState
from graphwright.tables.applications import ActionKind, ActionOutcome, CrawlStatus, UiElement

GOLD = load_application_gold()


def page(template: str, names: tuple[str, ...] = (), **layers: tuple[str, ...]) -> Capture:
    elements = tuple(element("button", name) for name in names)
    layered = {"dialogs": (), "menus": (), "tabs": (), **layers}
    return Capture(template, "", ("Heading",), texts=(), elements=elements, fields=(), **layered)


def element(role: str, name: str, column: str | None = None) -> UiElement:
    return UiElement(name, role, name, "main", (), None, column, "role", None)


def did(
    element: str,
    outcome: ActionOutcome,
    target: str | None = None,
    request: str | None = None,
    kind: ActionKind = ActionKind.OPEN,
) -> ObservedAction:
    return ObservedAction("1", element, kind, outcome, target, request, None)


@pytest.mark.parametrize(
    ("template", "pattern", "expected"),
    [
        ("/orders/*?sort", "/orders/*", True),
        ("/orders/12", "/orders/*", True),
        ("/orders", "/orders/*", False),
        ("/orders/*/edit", "/orders/*", False),
        ("/", "/", True),
    ],
)
def test_paths_follow_patterns(template: str, pattern: str, expected: bool) -> None:
    assert follows(template, pattern) is expected


def test_a_state_is_known_by_place_layer_tab_and_names() -> None:
    order, menu = GOLD.state("order"), GOLD.state("order_menu")
    assert is_state(order, page("/sales/orders/*", tabs=("Lines",)))
    assert not is_state(order, page("/sales/orders/*", tabs=("History",)))
    assert not is_state(order, page("/sales/orders/new", tabs=("Lines",)))
    assert not is_state(order, page("/sales/orders/*", tabs=("Lines",), menus=("More",)))
    assert is_state(menu, page("/sales/orders/*", tabs=("History",), menus=("More",)))
    steps = page("/sales/orders/new", ("Place order",))
    assert is_state(GOLD.state("new_order_review"), steps)
    assert not is_state(GOLD.state("new_order_lines"), steps)


def test_no_page_of_the_gold_graph_is_two_states() -> None:
    for state in GOLD.states:
        layers = {
            "dialogs": (state.dialog,) if state.dialog else (),
            "menus": (state.open_menu,) if state.open_menu else (),
            "tabs": (state.tab,) if state.tab else (),
        }
        labels = (*state.shows, *(one.label for one in state.fields))
        names = (*labels, *(one.name for one in state.actions))
        shown = page(state.template, names, **layers)
        assert [one.name for one in GOLD.states if is_state(one, shown)] == [state.name]


def test_states_are_counted_once_and_the_rest_named() -> None:
    seen = [
        ("1", page("/admin/roles")),
        ("2", page("/admin/roles?saved")),
        ("3", page("/nowhere")),
        ("4", page("/sales/orders/*/slip")),
    ]
    found = match_states(GOLD, seen)
    assert found.counted == {"1"}
    assert found.duplicates == (("2", "roles"),)
    assert found.unknown == ("3",)
    assert len(found.missed) == len(GOLD.states) - 2
    assert found.precision == 1 / 3
    assert found.recall == 1 / (len(GOLD.states) - 1)


def test_elements_are_known_by_role_and_name_or_column() -> None:
    take = GoldAction(role="link", name="Take", row=True, denied="GET /x")
    assert is_element(take, element("link", "Take", "Action"))
    assert not is_element(take, element("link", "Take"))
    assert not is_element(take, element("button", "Take", "Action"))
    row = GoldAction(role="row", name="", row=True, to="quote")
    assert is_element(row, element("generic", "anything", "row"))
    tile = GoldAction(role="generic", name="Low stock", to="items")
    assert is_element(tile, element("generic", "low stock"))


SAVE = GoldAction(role="button", name="Save", writes="POST /admin/users/*")
OPEN = GoldAction(role="button", name="Open", to="users")


ASK = GoldAction(role="button", name="Delete", asks="POST /x")
TAKE = GoldAction(role="link", name="Take", denied="GET /x")
FILE = GoldAction(role="link", name="File", kind="download")
STAY = GoldAction(role="tab", name="Tab", nothing=True)
DOWNLOAD = ActionKind.DOWNLOAD


@pytest.mark.parametrize(
    ("gold", "seen", "expected"),
    [
        (OPEN, did("a", ActionOutcome.DONE, target="2"), True),
        (OPEN, did("a", ActionOutcome.DONE, target="1"), False),
        (OPEN, did("a", ActionOutcome.NO_EFFECT), False),
        (SAVE, did("a", ActionOutcome.BLOCKED, request="POST /admin/users/*"), True),
        (SAVE, did("a", ActionOutcome.BLOCKED, request="POST /admin/roles"), False),
        (SAVE, did("a", ActionOutcome.BLOCKED, request="PUT /admin/users/*"), False),
        (SAVE, did("a", ActionOutcome.NO_EFFECT), False),
        (ASK, did("a", ActionOutcome.NO_EFFECT), True),
        (ASK, did("a", ActionOutcome.DONE, target="2"), False),
        (TAKE, did("a", ActionOutcome.DENIED), True),
        (TAKE, did("a", ActionOutcome.DONE), False),
        (FILE, did("a", ActionOutcome.DENIED, kind=DOWNLOAD), True),
        (FILE, did("a", ActionOutcome.DONE), False),
        (STAY, did("a", ActionOutcome.DONE, target="1"), True),
        (STAY, did("a", ActionOutcome.DONE, target="2"), False),
    ],
)
def test_outcomes_are_judged(gold: GoldAction, seen: ObservedAction, expected: bool) -> None:
    names = {"1": "roles", "2": "users"}
    assert is_right(gold, "roles", seen, names, lambda identity: identity) is expected


def test_actions_of_states_that_were_not_seen_are_missed() -> None:
    roles = page("/admin/roles", ("Save roles",))
    state = ObservedState("1", "c", "/admin/roles", (), 1, "", True, {})
    saved = did("Save roles", ActionOutcome.BLOCKED, request="POST /admin/roles")
    seen = Observation(
        "slipway", "http://h/", "1", CrawlStatus.COMPLETE, {"c": roles}, (state,), (saved,)
    )
    states, _ = application_graph.compared(seen)
    found = match_actions(GOLD, seen, states)
    assert [name for name, _ in found.right] == ["roles"]
    assert found.wrong == ()
    total = len(GOLD.shell) + sum(len(one.actions) for one in GOLD.states)
    assert len(found.missed) == total - 1
    assert found.recall == 1 / total


def test_the_gold_graph_matches_itself() -> None:
    """A crawl that saw all of a gold state has all of it right."""
    small = ApplicationGold(shell=(), states=(GOLD.state("user"),), undocumented=(), documented=())
    names = tuple(one.name for one in GOLD.state("user").actions)
    shown = page("/admin/users/*", names)
    found = match_states(small, [("1", shown)])
    assert (found.recall, found.precision) == (1, 1)
