"""A page of independent parts: each is tried alone and with another, not with each set of others.

The page is made up: panels that open and shut, a graph whose nodes change as it zooms, a menu over
all of it. What is pressed is looked up, no browser is asked.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable

from graphwright.applications.capture import Capture, ElementPlace, Reading
from graphwright.applications.crawl.explorer import Explorer
from graphwright.applications.crawl.work import Key, Landing, Result
from graphwright.applications.identity import capture_id, state_identity
from graphwright.settings import ApplicationSettings
from graphwright.tables.applications import SHELL, ActionOutcome, UiElement

HOME = "http://app.test/"
ALWAYS = ("Reload", "Export", "Print", "Menu", "Zoom in")
DEEPEST_ZOOM = 9


@dataclasses.dataclass(frozen=True)
class Board:
    """A state of the page: which panels are open, how near the graph is, whether the menu is."""

    panels: int
    open: frozenset[int] = frozenset()
    zoom: int = 0
    menu: bool = False
    zones: int = 0

    def elements(self) -> list[UiElement]:
        names = [("button", name, "main") for name in ALWAYS]
        names += [("button", f"Panel {n}", "main") for n in range(self.panels)]
        names += [("button", f"Inside {n}", "main") for n in sorted(self.open)]
        names += [("generic", f"node {self.zoom}.{n}", "main") for n in range(3)]
        names += [("menuitem", "About", "menu")] if self.menu else []
        names += [("option", f"Zone {n}", "menu") for n in range(self.zones if self.menu else 0)]
        names += [("button", "Settings", SHELL)]
        return [
            UiElement(name, role, name, region, (), None, None, "role", None)
            for role, name, region in names
        ]

    def pressed(self, name: str) -> Board | None:
        """Return what a press makes of it, None for nothing; it shuts the menu."""
        shut = dataclasses.replace(self, menu=False)
        kind, _, number = name.partition(" ")
        if kind == "Panel":
            return dataclasses.replace(shut, open=self.open ^ {int(number)})
        if kind == "Zoom":
            return dataclasses.replace(shut, zoom=min(DEEPEST_ZOOM, self.zoom + 1))
        if kind == "Menu":
            return dataclasses.replace(self, menu=not self.menu)
        return shut if self.menu else None

    def reading(self) -> Reading:
        elements = self.elements()
        menus = ("Menu",) if self.menu else ()
        capture = Capture("/board", "Board", (), (), menus, (), (), tuple(elements), ())
        places = {one.key: ElementPlace(f"#{one.key}", None, None) for one in elements}
        return Reading(capture, HOME, places, {}, ())

    def landing(self) -> Landing:
        seen = self.reading()
        identity = state_identity("app", seen.capture)
        return Landing(identity, capture_id("app", seen.capture), "scripts", HOME, seen)


def crawled(home: Board, **limits: int) -> tuple[Explorer, list[tuple[Board, str]]]:
    """Explore a page; return the explorer, and what was pressed where."""
    settings = ApplicationSettings.model_validate(
        {"name": "app", "home": HOME, "limits": {"states_of_a_template": 1000, **limits}}
    )
    explorer, boards = Explorer(settings), {home.landing().identity: home}
    pressed: list[tuple[Board, str]] = []

    def answers(keys: Iterable[Key]) -> dict[Key, Result]:
        found: dict[Key, Result] = {}
        for key in keys:
            if key[0] == "visit":
                found[key] = Result(ActionOutcome.DONE, home.landing())
                continue
            board = boards[key[1]]
            after = board.pressed(key[2])
            pressed.append((board, key[2]))
            if after is None or after == board:
                found[key] = Result(ActionOutcome.NO_EFFECT)
                continue
            landing = after.landing()
            boards[landing.identity] = after
            known = explorer.known(landing.identity)
            shown = dataclasses.replace(landing, reading=None) if known else landing
            found[key] = Result(ActionOutcome.DONE, shown)
        return found

    exploring = explorer.explore()
    works = next(exploring)
    try:
        while True:
            works = exploring.send(answers(key for work in works for key in work.keys))
    except StopIteration:
        return explorer, pressed


def test_panels_are_not_tried_in_every_combination() -> None:
    sizes = {panels: len(crawled(Board(panels))[1]) for panels in (4, 8, 16)}
    assert sizes[16] - sizes[8] < 2.5 * (sizes[8] - sizes[4])
    assert sizes[16] < 16 * 12


def test_what_each_panel_holds_is_seen_and_tried() -> None:
    explorer, pressed = crawled(Board(6))
    shown = {
        element.name
        for state in explorer.states.values()
        for element in state.reading.capture.elements
    }
    assert shown >= {f"Inside {n}" for n in range(6)}
    assert {name for _, name in pressed} >= {f"Inside {n}" for n in range(6)}


def test_a_graph_is_not_zoomed_to_its_end() -> None:
    _, pressed = crawled(Board(3))
    assert max(board.zoom for board, _ in pressed) < DEEPEST_ZOOM


def test_a_panel_is_shut_where_it_is_open() -> None:
    explorer, _ = crawled(Board(3))
    home = explorer.states[explorer.home_state]
    opened = [
        action.target
        for action in explorer.actions.values()
        if action.key == (home.identity, "Panel 1")
    ]
    (action,) = [explorer.actions[state, "Panel 1"] for state in opened if state]
    assert action.target == home.identity


def test_what_lies_below_a_menu_is_not_pressed_again() -> None:
    explorer, pressed = crawled(Board(3))
    over = [name for board, name in pressed if board.menu]
    assert set(over) <= {"About", "Menu"}
    menus = [one for one in explorer.states.values() if one.reading.capture.menus]
    assert menus
    for state in menus:
        action = explorer.actions[state.identity, "Panel 0"]
        assert action.outcome is ActionOutcome.INFERRED


def test_what_is_not_tried_has_an_outcome_of_what_was() -> None:
    explorer, pressed = crawled(Board(5))
    outcomes = Counter(action.outcome for action in explorer.actions.values())
    assert outcomes[ActionOutcome.INFERRED] > len(pressed)
    assert all(action.outcome is not None for action in explorer.actions.values())
    assert all(action.target in {None, *explorer.states} for action in explorer.actions.values())


def test_of_a_long_list_of_choices_a_few_are_tried_and_of_a_menu_all() -> None:
    counts = []
    for zones in (6, 40):
        _, pressed = crawled(Board(1, zones=zones))
        counts.append(len({name for _, name in pressed if name.startswith("Zone")}))
    assert counts == [6, 2]
