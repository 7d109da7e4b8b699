"""The order of a crawl: which addresses are opened and which elements pressed, level by level.

Pages of one of many things (a ticket, a month) come last: which of them a limit leaves depends on
all that are known then.

``Explorer.explore`` is a generator that asks for work and is sent the results, by key. It opens
nothing, and what it asks for depends on results alone, never on their order of arrival: so
neither the number of contexts nor a killed crawl shows. Source: Lemon Learning, section 2.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence

from graphwright.applications.capture import Capture, Reading
from graphwright.applications.crawl.actions import Action, Forms
from graphwright.applications.crawl.addresses import names_a_thing, natural
from graphwright.applications.crawl.effects import Pages, change_of
from graphwright.applications.crawl.links import Links
from graphwright.applications.crawl.shared import SharedElements, take_over
from graphwright.applications.crawl.work import (
    First,
    Key,
    Landing,
    Result,
    Route,
    Step,
    Tries,
    Visit,
    Work,
)
from graphwright.errors import CrawlError, public_address
from graphwright.settings import ApplicationSettings, CrawlLimits
from graphwright.tables.applications import SHELL, ActionOutcome

CHUNK = 12
"""Elements that one page presses in a row."""

_OF_LAYERS = frozenset({"dialog", "menu"})
_UNKNOWN = frozenset({None, ActionOutcome.FAILED, ActionOutcome.NOT_TRIED})

Asking = Generator[Sequence[Work], Mapping[Key, Result], None]


@dataclasses.dataclass
class Found:
    """A state that was found; ``replay`` leads to it from ``address``, ``first`` found it.

    ``below`` is the state of the same page in which something was pressed that showed it, and
    ``pressed`` are all the elements that were, since the page was opened.
    """

    landing: Landing
    reading: Reading
    depth: int
    address: str
    referer: str | None
    first: Key
    replay: tuple[Step, ...] = ()
    explored: bool = False
    below: str | None = None
    pressed: frozenset[str] = frozenset()

    @property
    def identity(self) -> str:
        """Return what identifies the state."""
        return self.landing.identity

    @property
    def order(self) -> tuple[object, ...]:
        """Return its place among the states of its depth."""
        return (len(self.replay), natural(self.address), self.identity)

    @property
    def way(self) -> First:
        """Return how it was first come to."""
        exchange = self.landing.exchange
        return First(self.first, self.depth, self.referer, self.reading, exchange)

    @property
    def route(self) -> Route:
        """Return how a browser comes to it."""
        return Route(self.address, self.referer, self.replay)


class Explorer:
    """The crawl of one application, as far as it can be decided without a browser.

    ``limited`` counts by reason the actions that a limit left; ``spent`` are visits and tries.
    """

    def __init__(self, settings: ApplicationSettings) -> None:
        self._home = settings.home
        self._limits: CrawlLimits = settings.limits
        self._forms = Forms(settings)
        self.states: dict[str, Found] = {}
        self.actions: dict[tuple[str, str], Action] = {}
        self.home_state = ""
        self._links = Links(settings.limits)
        self._shared = SharedElements(self._captured, self._was_pressed)
        self._pages = Pages.of(())
        self._of_template: dict[tuple[object, ...], int] = {}
        self._explored = 0
        self._waiting: list[Action] = []
        self._spent = 0
        self._sights: dict[str, Reading] = {}
        self._referers: dict[str, str] = {}
        self._next_depth: int | None = 0
        self._foreseen: set[str] = set()
        self._foreseen_of: Counter[tuple[object, ...]] = Counter()

    def is_excluded(self, address: str) -> bool:
        """Say whether the settings leave an address out."""
        return self._forms.is_excluded(address)

    def known(self, identity: str) -> bool:
        """Say whether a state was settled on an earlier level, so that no reading is needed."""
        return identity in self.states

    def _captured(self, identity: str) -> Capture | None:
        """Return what a state shows that was seen."""
        found = self.states.get(identity)
        reading = found.reading if found else self._sights.get(identity)
        return reading.capture if reading else None

    def _was_pressed(self, action: Action) -> bool:
        return action.element.key in self.states[action.state].pressed

    def explore(self) -> Asking:
        """Ask for all that is to be done, in batches, and take in what came of it.

        Raises ``CrawlError`` where the home address leads to no state.
        """
        exploring = self._explore()
        works = next(exploring)
        with contextlib.suppress(StopIteration):
            while True:
                results = yield works
                self._see(results)
                works = exploring.send(results)

    def _see(self, results: Mapping[Key, Result]) -> None:
        """Keep what states show that are not settled yet.

        What a recrawl takes over comes without it, as the state was looked at by another way.
        """
        for result in results.values():
            landing = result.landing
            if landing is not None and landing.reading and not self.known(landing.identity):
                self._sights.setdefault(landing.identity, landing.reading)

    def _explore(self) -> Asking:
        results = yield [Visit(self._home)]
        self._links.take(results)
        frontier = self._begin(results["visit", self._home])
        while frontier or self._waiting:
            if frontier:
                self._next_depth = None  # what is located is known by another way
                yield from self._locate(frontier)
                self._next_depth = 1 + max(state.depth for state in frontier)
                actions = self._without_things(self._list(frontier))
                yield from self._open(actions)
                yield from self._press(actions)
            else:
                actions, self._waiting = self._waiting, []
                yield from self._open(actions)
            frontier = self._settle(actions)
        self._infer_late()

    def _without_things(self, actions: list[Action]) -> list[Action]:
        """Return actions without the links to one of many things, which wait for all other pages.

        Of such links a few are opened, the lowest of those known. Were they opened as they come,
        what an application shows of its user, the tickets seen last, would choose them: and a
        crawl's own traces would change what the next one sees.
        """
        others: list[Action] = []
        for action in actions:
            is_of_thing = action.address is not None and names_a_thing(action.address)
            (self._waiting if is_of_thing else others).append(action)
        return others

    def _begin(self, result: Result) -> list[Found]:
        landing = result.landing
        if landing is None or landing.reading is None:
            raise CrawlError(
                f"The home address {public_address(self._home)} leads to no page: "
                f"{result.detail or result.outcome.value}.",
                remedy="See in a browser what it shows, and check 'home' and 'login'.",
            )
        home = Found(landing, landing.reading, 0, self._home, None, ("visit", self._home))
        self.states[home.identity] = home
        self.home_state = home.identity
        return [home]

    def _locate(self, frontier: list[Found]) -> Asking:
        """Open the addresses of states that were come to by pressing, to see if they lead there."""
        pressed = [state for state in frontier if state.replay]
        from_ = {state.landing.address: state.address for state in pressed}
        new = [address for address in sorted(from_) if not self._links.has(address)]
        if new:
            self._links.take((yield self._visits(new, from_)))
        for state in pressed:
            landing = self._links.landing(state.landing.address)
            if landing is not None and landing.identity == state.identity:
                state.address, state.referer, state.replay = (
                    state.landing.address,
                    state.address,
                    (),
                )

    def foresee(self, key: Key, result: Result, ahead: int) -> Sequence[tuple[str, str, str]]:
        """Return the keys of tries of a state that an address just showed first.

        That is a guess, as limits and what states share are only settled with their level: what it
        names in vain costs a press. So it names no more than a page presses in a row, elements of
        the shell for the first state alone, and of the actions that are left half at most, of which
        ``ahead`` were foreseen before.
        """
        landing = result.landing
        if key[0] != "visit" or landing is None or landing.reading is None:
            return ()
        seen = landing.reading.capture
        place, most = self._place_of(seen), min(CHUNK, self._left() // 2 - ahead)
        if landing.identity in self._foreseen or most <= 0 or not self._has_room(place):
            return ()
        listed = self._forms.actions_of(landing.identity, landing.reading)
        elements = [
            action.element
            for action in listed[: self._limits.elements_of_a_page]
            if action.is_open and action.address is None
            if not self.states or action.element.region != SHELL
        ]
        if not elements:
            return ()
        self._foreseen.add(landing.identity)
        self._foreseen_of[place] += 1
        keys = self._shared.foresee(elements, seen, most)
        return [("try", landing.identity, element) for element in keys]

    def _has_room(self, place: tuple[object, ...]) -> bool:
        """Say whether the limits allow to try what a state of the next level offers."""
        limits, more = self._limits, self._foreseen_of
        return (
            self._next_depth is not None
            and self._next_depth < limits.depth
            and self._explored + more.total() < limits.states
            and self._of_template.get(place, 0) + more[place] < limits.states_of_a_template
        )

    def awaits(self, key: Key) -> bool:
        """Say whether it may still ask what an element does."""
        action = self.actions.get((key[1], key[2]))
        return action is None or action.is_open

    def _list(self, frontier: list[Found]) -> list[Action]:
        """Return the actions of the states of a level, those decided that need no browser."""
        self._pages = Pages.of(one.reading.capture for one in self.states.values())
        self._shared.learn(self._pages)
        self._foreseen_of.clear()
        listed = []
        for state in sorted(frontier, key=lambda found: found.order):
            actions = self._forms.actions_of(state.identity, state.reading)
            self._inherit(state, actions)
            reason = self._why_not(state, actions)
            state.explored = reason is None
            self._explored += state.explored
            for index, action in enumerate(actions):
                self.actions[action.key] = action
                if reason is not None and action.is_open:
                    action.leave(reason)
                elif index >= self._limits.elements_of_a_page and action.is_open:
                    action.leave("limit: elements_of_a_page")
            listed += actions
        return listed

    def _inherit(self, state: Found, actions: list[Action]) -> None:
        """Give what a state has from the one that it was opened from what it does there.

        That is what lies below an open layer, where a press shuts a menu and does the same, and
        all of a page that shows nothing new but its data: another part of a graph, less of a list,
        a panel shut. Were it tried, each of them would have the page once more.
        """
        below = self.states.get(state.below or "")
        if below is None:
            return
        seen = state.reading.capture
        quiet = change_of(below.reading.capture, seen, self._pages.known).adds_nothing
        covering = _covering(below.reading.capture, seen)
        for action in actions:
            before = self.actions.get((below.identity, action.element.key))
            if before is None or before.outcome in _UNKNOWN or action.address is not None:
                continue
            same = self._was_pressed(action) == (action.element.key in below.pressed)
            of_page = quiet or (bool(covering) and action.element.region not in covering)
            if action.is_open and same and of_page:
                take_over(before, action)

    def _why_not(self, state: Found, actions: list[Action]) -> str | None:
        """Return the limit that forbids to try what a state offers, and count it where none does.

        A state with nothing to press is none of those that its template may have; those with
        another dialog or menu open count apart.
        """
        place = self._place_of(state.reading.capture)
        presses = any(action.is_open and action.address is None for action in actions)
        if state.depth >= self._limits.depth:
            return "limit: depth"
        if self._explored >= self._limits.states:
            return "limit: states"
        if presses and self._of_template.get(place, 0) >= self._limits.states_of_a_template:
            return "limit: states_of_a_template"
        self._of_template[place] = self._of_template.get(place, 0) + presses
        return None

    def _place_of(self, seen: Capture) -> tuple[object, ...]:
        """Return what states have in common of which a limited number is tried."""
        return (self._pages.template(seen.template), seen.dialogs, seen.menus)

    def _open(self, actions: list[Action]) -> Asking:
        """Open the addresses that links lead to, each once."""
        links = [action for action in actions if action.address is not None]
        referers = {
            action.address: self.states[action.state].landing.address
            for action in reversed(links)
            if action.address is not None
        }
        while batch := self._links.plan(links, self._left()):
            self._spent += len(batch)
            self._links.take((yield self._visits(batch, referers)))
        self._links.settle(links)

    def _visits(self, addresses: Sequence[str], referers: Mapping[str, str]) -> list[Visit]:
        """Return what opens addresses as from the pages that link to them, which is remembered."""
        self._referers |= {address: referers[address] for address in addresses}
        return [Visit(address, self._referers[address]) for address in addresses]

    def _press(self, actions: list[Action]) -> Asking:
        """Press what is no link; what states share is pressed in a few of them."""
        waiting = [action for action in actions if action.address is None and action.is_open]
        while waiting:
            batch = self._shared.plan(waiting)
            allowed = batch[: self._left()]
            for action in batch[len(allowed) :]:
                action.leave("limit: actions")
            self._spent += len(allowed)
            if allowed:
                results = yield list(self._tries(allowed))
                for action in allowed:
                    action.take(results["try", *action.key])
                    self._shared.note(action)
            self._shared.infer(waiting)
            waiting = [action for action in waiting if action.is_open]

    def _left(self) -> int:
        return max(0, self._limits.actions - self._spent)

    def _tries(self, actions: list[Action]) -> Iterator[Tries]:
        by_state: dict[str, list[Step]] = {}
        for action in actions:
            by_state.setdefault(action.state, []).append(action.step)
        for identity, steps in by_state.items():
            found = self.states[identity]
            for start in range(0, len(steps), CHUNK):
                chunk = tuple(steps[start : start + CHUNK])
                yield Tries(identity, found.route, chunk)

    def _settle(self, actions: list[Action]) -> list[Found]:
        """Return the states that a level found, each by the first way that leads to it."""
        ways: dict[str, list[tuple[tuple[object, ...], Found]]] = {}
        for action in actions:
            landing = action.landing
            if landing is None or self.known(landing.identity):
                continue
            reading = landing.reading or self._sights.get(landing.identity)
            if reading is None:
                continue
            way = self._way(action, landing, reading)
            order = (landing.reading is None, way.depth, *way.order, action.key)
            ways.setdefault(landing.identity, []).append((order, way))
        found = [min(each, key=lambda pair: pair[0])[1] for _, each in sorted(ways.items())]
        self.states.update((state.identity, state) for state in found)
        for state in found:
            self._sights.pop(state.identity, None)
        for action in actions:
            action.forget_reading()
        self._links.forget_readings(self.states)
        return found

    def _way(self, action: Action, landing: Landing, reading: Reading) -> Found:
        source = self.states[action.state]
        depth = source.depth + 1
        if action.address is not None:
            first: Key = ("visit", action.address)
            referer = self._referers[action.address]
            return Found(landing, reading, depth, action.address, referer, first)
        step = dataclasses.replace(action.step, doubled=action.doubled)
        replay = (*source.replay, step)
        way = Found(
            landing, reading, depth, source.address, source.referer, ("try", *action.key), replay
        )
        if _path_of(reading) == _path_of(source.reading):
            way.below, way.pressed = source.identity, source.pressed | {action.element.key}
        return way

    def _infer_late(self) -> None:
        """Give links that a limit left the state that their address was later found to open."""
        for action in self.actions.values():
            if action.outcome is ActionOutcome.NOT_TRIED and action.address is not None:
                self._links.infer(action)


def _covering(below: Capture, seen: Capture) -> frozenset[str]:
    """Return the regions of the layers that lie over what a state has from the one below it."""
    if set(seen.menus) - set(below.menus) and not set(seen.dialogs) - set(below.dialogs):
        return frozenset({"menu"})
    return _OF_LAYERS if seen.dialogs or seen.menus else frozenset()


def _path_of(reading: Reading) -> str:
    return reading.capture.template.partition("?")[0]
