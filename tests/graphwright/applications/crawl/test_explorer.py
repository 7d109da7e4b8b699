"""The order of a crawl over made-up applications, without a browser.

An application is pages by address with links and buttons; what comes of work is looked up, and
handed over in any order.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Mapping, Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.applications.address_templates import template_of
from graphwright.applications.capture import Capture, ElementPlace, Reading
from graphwright.applications.crawl.ahead import MOST_HELD, Ahead
from graphwright.applications.crawl.explorer import Explorer
from graphwright.applications.crawl.memory import Memory
from graphwright.applications.crawl.observing import observation_from
from graphwright.applications.crawl.work import (
    Key,
    Landing,
    Result,
    Route,
    Step,
    Tries,
    Visit,
    Work,
    part_of,
)
from graphwright.applications.identity import capture_id, state_identity
from graphwright.applications.observation import Observation
from graphwright.applications.observation_store import observation_bytes, observation_of
from graphwright.settings import ApplicationSettings
from graphwright.tables.applications import ActionOutcome, CrawlStatus, UiElement

HOME = "http://app.test/"


@dataclasses.dataclass(frozen=True)
class Page:
    """A page: the pages that it links to, and what each of its buttons shows, None for nothing.

    Pages of things that are ``alike`` are one state where they have as much to press.
    """

    links: tuple[int, ...]
    buttons: tuple[int | None, ...]
    shell: tuple[int | None, ...]
    alike: bool = False


World = tuple[Page, ...]


FIRST_THING = 5
"""The pages from this on are each of one thing, with its number in the address."""


def address(page: int) -> str:
    if page >= FIRST_THING:
        return f"{HOME}thing/{page}"
    return HOME if page == 0 else f"{HOME}{'abcdefghijklmnop'[page]}"


def element(key: str, region: str, href: str | None) -> UiElement:
    return UiElement(key, "button", key, region, (), href, None, "role", None)


def reading(world: World, page: int) -> Reading:
    seen = world[page]
    name = "thing" if seen.alike and page >= FIRST_THING else page
    links = {f"link {to}": address(to) for to in seen.links}
    elements = [element(key, "main", template_of(to, HOME)) for key, to in links.items()]
    elements += [element(f"press {name} {n}", "main", None) for n in range(len(seen.buttons))]
    elements += [element(f"header {n}", "shell", None) for n in range(len(seen.shell))]
    template = f"{HOME}thing" if name == "thing" else address(page)
    capture = Capture(template, f"page {page}", (), (), (), (), (), tuple(elements), ())
    places = {one.key: ElementPlace(f"#{one.key}", links.get(one.key), None) for one in elements}
    return Reading(capture, address(page), places, {}, ())


def landing(world: World, page: int) -> Landing:
    seen = reading(world, page)
    identity = state_identity("app", seen.capture)
    return Landing(identity, capture_id("app", seen.capture), "scripts", seen.address, seen)


@dataclasses.dataclass
class Doer:
    """Does work in a made-up application, in an order of its own."""

    world: World
    order: random.Random
    done: list[Key] = dataclasses.field(default_factory=list)

    def do(self, works: Sequence[Work], ahead: Ahead) -> None:
        mixed = list(works)
        self.order.shuffle(mixed)
        for work in mixed:
            found: dict[Key, Result] = {}
            for key in work.keys:
                one = part_of(work, [key])
                assert one is not None
                self._go(one, key, ahead, found)
            ahead.add(found)

    def _go(self, work: Work, key: Key, ahead: Ahead, found: dict[Key, Result]) -> None:
        """Do what a key names, and what is pressed on from there."""
        self.done.append(key)
        route = Route(work.address, None) if isinstance(work, Visit) else _after(work)
        result = found[key] = self._result(route)
        for element in ahead.earlier.onward(key, result):
            assert result.landing is not None
            state = result.landing.identity
            step = Step(state, element, ElementPlace("#it", None, None))
            onward = Tries(state, route, (step,))
            self._go(onward, onward.keys[0], ahead, found)

    def _result(self, route: Route) -> Result:
        pages = {address(n): n for n in range(len(self.world))}
        if route.address not in pages:
            return Result(ActionOutcome.FAILED)
        page = pages[route.address]
        for step in route.steps:
            target = self._pressed(page, step.element)
            if target is None:
                return Result(ActionOutcome.NO_EFFECT)
            page = target
        return Result(ActionOutcome.DONE, landing(self.world, page))

    def _pressed(self, page: int, element: str) -> int | None:
        """Return the page that an element of a page shows."""
        kind, *_, number = element.split()
        seen = self.world[page]
        return (seen.buttons if kind == "press" else seen.shell)[int(number)]


def _after(work: Tries) -> Route:
    """Return the way to what the only element of some work shows."""
    return dataclasses.replace(work.route, steps=(*work.route.steps, *work.elements))


def crawl(
    world: World,
    seed: int,
    memory: Memory | None = None,
    most: int = MOST_HELD,
    journal: Sequence[Mapping[Key, Result]] = (),
    notes: list[Mapping[Key, Result]] | None = None,
    **limits: int,
) -> tuple[Observation, Doer, Explorer, dict[Key, Result]]:
    application = ApplicationSettings.model_validate(
        {"name": "app", "home": HOME, "limits": limits}
    )
    explorer, doer = Explorer(application), Doer(world, random.Random(seed))
    memory = memory or Memory({}, {})
    kept = {key: result for line in journal for key, result in line.items()}
    note = (lambda _: None) if notes is None else notes.append
    ahead = Ahead(memory, explorer, kept.get, note, most)
    results: dict[Key, Result] = {}
    exploring = explorer.explore()
    works = next(exploring)
    try:
        while True:
            given = _answer(works, doer, memory, ahead)
            results |= given
            works = exploring.send(_trimmed(given, explorer))
    except StopIteration:
        return observation_from(application, explorer), doer, explorer, results


def _answer(works: Sequence[Work], doer: Doer, memory: Memory, ahead: Ahead) -> dict[Key, Result]:
    answered: dict[Key, Result] = {}
    waiting = list(works)
    while waiting:
        split = memory.split(waiting)
        assert split.now or split.taken, "work waits for nothing"
        doer.do(ahead.plan(split.now), ahead)
        done = ahead.take(split.now)
        memory.note(done)
        answered |= split.taken | done
        waiting = split.later
    return answered


def _trimmed(given: Mapping[Key, Result], explorer: Explorer) -> dict[Key, Result]:
    return {
        key: result.without_reading()
        if result.landing and explorer.known(result.landing.identity)
        else result
        for key, result in given.items()
    }


@st.composite
def worlds(draw: st.DrawFn, *, alike: bool = False) -> World:
    size = draw(st.integers(1, 9))
    page = st.integers(0, size - 1)
    targets = st.lists(st.one_of(st.none(), page), max_size=3).map(tuple)
    links = st.lists(page, max_size=4, unique=True).map(tuple)
    shell = draw(targets)
    alike = alike and draw(st.booleans())
    return tuple(
        Page(draw(links), draw(targets), shell if draw(st.booleans()) else draw(targets), alike)
        for _ in range(size)
    )


@settings(max_examples=100)
@given(worlds(alike=True), st.integers(), st.integers())
def test_neither_order_of_arrival_nor_what_is_done_ahead_shows(
    world: World, one: int, other: int
) -> None:
    assert crawl(world, one)[0] == crawl(world, other)[0] == crawl(world, one, most=0)[0]


@settings(max_examples=60)
@given(worlds(alike=True), st.integers(), st.integers(), st.integers(0, 60))
def test_a_crawl_that_was_killed_goes_on_to_the_same_end(
    world: World, one: int, other: int, cut: int
) -> None:
    notes: list[Mapping[Key, Result]] = []
    whole = crawl(world, one, notes=notes)[0]
    assert crawl(world, other, journal=notes[:cut])[0] == whole


@settings(max_examples=40)
@given(worlds(), st.integers())
def test_an_unchanged_application_is_looked_at_once_a_state(world: World, seed: int) -> None:
    first, _, explorer, results = crawl(world, seed)
    memory = Memory(
        {key: result.without_reading() for key, result in results.items()},
        {identity: found.way for identity, found in explorer.states.items()},
    )
    second, doer, *_ = crawl(world, seed + 1, memory)
    assert second == first
    assert len(doer.done) <= 2 * len(first.states)
    assert len(doer.done) == len(set(doer.done))
    assert {("visit", HOME)} <= set(doer.done)


@settings(max_examples=40)
@given(worlds(), worlds(), st.integers())
def test_pages_that_changed_are_as_a_clean_crawl_sees_them(
    old: World, new: World, seed: int
) -> None:
    _, _, explorer, results = crawl(old, seed)
    memory = Memory(
        {key: result.without_reading() for key, result in results.items()},
        {identity: found.way for identity, found in explorer.states.items()},
    )
    size = min(len(old), len(new))
    mixed = tuple(
        Page(
            tuple(to for to in page.links if to < size),
            tuple(to if to is None or to < size else None for to in page.buttons),
            tuple(to if to is None or to < size else None for to in page.shell),
        )
        for page in new[:size]
    )
    clean, *_ = crawl(mixed, seed)
    again, *_ = crawl(mixed, seed, memory)
    assert {state.identity for state in again.states} <= {
        landing(mixed, page).identity for page in range(size)
    }
    if not _silent_changes(old, mixed):
        assert again == clean


def _silent_changes(old: World, new: World) -> bool:
    """Say whether a page looks as it did and does something else: no crawl can see that."""
    looks = {landing(old, n).identity: page for n, page in enumerate(old)}
    return any(
        (known := looks.get(landing(new, n).identity)) is not None
        and _does(known, old) != _does(page, new)
        for n, page in enumerate(new)
    )


def _does(page: Page, world: World) -> list[str | None]:
    targets = (*page.buttons, *page.shell)
    return [None if to is None else landing(world, to).identity for to in targets]


@settings(max_examples=40)
@given(worlds(alike=True), st.integers(), st.integers(1, 4), st.integers(1, 6), st.integers(0, 3))
def test_limits_hold_and_what_they_leave_says_so(
    world: World, seed: int, states: int, actions: int, depth: int
) -> None:
    seen, doer, explorer, _ = crawl(world, seed, states=states, actions=actions, depth=depth)
    assert sum(state.explored for state in seen.states) <= states
    assert max(state.depth for state in seen.states) <= depth + 1
    assert explorer._spent <= actions
    pressed = [key for key in doer.done if key[0] == "try"]
    assert len(pressed) <= actions + actions // 2
    alone = crawl(world, seed, most=0, states=states, actions=actions, depth=depth)
    assert seen == alone[0]
    left = [a for a in seen.actions if a.outcome is ActionOutcome.NOT_TRIED]
    assert all(str(action.detail).startswith("limit: ") for action in left)
    assert (seen.status is CrawlStatus.LIMITED) is bool(left)


@settings(max_examples=40)
@given(worlds(), st.integers())
def test_every_action_has_an_outcome_and_every_state_a_way(world: World, seed: int) -> None:
    seen, *_ = crawl(world, seed)
    states = {state.identity for state in seen.states}
    assert {action.state for action in seen.actions} <= states
    assert all(action.target in states | {None} for action in seen.actions)
    reached = {seen.home_state, *(action.target for action in seen.actions)}
    assert states <= reached


@settings(max_examples=40)
@given(worlds(), st.integers())
def test_an_observation_is_the_same_after_it_was_kept(world: World, seed: int) -> None:
    seen, *_ = crawl(world, seed)
    kept = observation_bytes(seen)
    assert observation_of(kept) == seen
    assert observation_bytes(observation_of(kept)) == kept


def test_tries_are_kept_apart_by_state() -> None:
    world = (Page((), (None,) * 3, ()),)
    _, doer, *_ = crawl(world, 1)
    assert [key for key in doer.done if key[0] == "try"] == [
        ("try", landing(world, 0).identity, f"press 0 {n}") for n in range(3)
    ]


def test_what_was_seen_last_does_not_choose_which_things_are_opened() -> None:
    things = tuple(range(FIRST_THING, FIRST_THING + 5))
    opened = []
    for seen_last in ((), (9,), (8, 7)):
        pages = [Page((1, *seen_last), (), ()), Page((2,), (), ()), Page(things, (), ())]
        world = (*pages, *[Page((), (), ())] * (FIRST_THING + 5 - len(pages)))
        _, doer, *_ = crawl(world, 1, states_of_a_template=2)
        opened.append({key[1] for key in doer.done if key[0] == "visit" and "thing" in key[1]})
    assert opened == [{address(5), address(6)}] * 3


def test_of_things_that_are_one_state_the_first_says_what_its_elements_do() -> None:
    plain = [Page((5, 6, 7), (), ()), *(Page((), (None,) * n, ()) for n in range(1, 5))]
    things = [Page((), (shown,), (), alike=True) for shown in (1, 2, 3)]
    world = (*plain, *things)
    shown = set()
    for seed in range(8):
        seen, *_ = crawl(world, seed)
        shown |= {one.target for one in seen.actions if one.element == "press thing 0"}
    assert shown == {landing(world, 1).identity}
