"""The order of a crawl: which addresses are opened and which elements pressed, level by level.

Pages of one of many things (a ticket, a month) come last: which of them a limit leaves depends on
all that are known then.

``Explorer.explore`` is a generator that asks for work and is sent the results, by key. It opens
nothing, and what it asks for depends on results alone, never on their order of arrival: so
neither the number of contexts nor a killed crawl shows. Source: Lemon Learning, section 2.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Generator, Iterator, Mapping, Sequence

from graphwright.applications.capture import Reading
from graphwright.applications.crawl.actions import Action, Forms
from graphwright.applications.crawl.addresses import names_a_thing, natural
from graphwright.applications.crawl.links import Links
from graphwright.applications.crawl.shared import SharedElements
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
from graphwright.tables.applications import ActionOutcome

CHUNK = 12
"""Elements that one page presses in a row."""

Asking = Generator[Sequence[Work], Mapping[Key, Result], None]


@dataclasses.dataclass
class Found:
    """A state that was found; ``replay`` leads to it from ``address``, ``first`` found it."""

    landing: Landing
    reading: Reading
    depth: int
    address: str
    referer: str | None
    first: Key
    replay: tuple[Step, ...] = ()
    explored: bool = False

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
        return First(self.first, self.depth, self.referer)

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
        self._shared = SharedElements()
        self._of_template: dict[str, int] = {}
        self._waiting: list[Action] = []
        self._spent = 0

    def is_excluded(self, address: str) -> bool:
        """Say whether the settings leave an address out."""
        return self._forms.is_excluded(address)

    def known(self, identity: str) -> bool:
        """Say whether a state was settled on an earlier level, so that no reading is needed."""
        return identity in self.states

    def explore(self) -> Asking:
        """Ask for all that is to be done, in batches, and take in what came of it.

        Raises ``CrawlError`` where the home address leads to no state.
        """
        results = yield [Visit(self._home)]
        self._links.take(results)
        frontier = self._begin(results["visit", self._home])
        while frontier or self._waiting:
            if frontier:
                yield from self._locate(frontier)
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
        asked = {
            state.landing.address: Visit(state.landing.address, state.address) for state in pressed
        }
        new = [asked[address] for address in sorted(asked) if not self._links.has(address)]
        if new:
            self._links.take((yield new))
        for state in pressed:
            landing = self._links.landing(state.landing.address)
            if landing is not None and landing.identity == state.identity:
                state.address, state.referer, state.replay = (
                    state.landing.address,
                    state.address,
                    (),
                )

    def _list(self, frontier: list[Found]) -> list[Action]:
        """Return the actions of the states of a level, those decided that need no browser."""
        listed = []
        for state in sorted(frontier, key=lambda found: found.order):
            state.explored = self._may_explore(state)
            actions = self._forms.actions_of(state.identity, state.reading)
            for index, action in enumerate(actions):
                self.actions[action.key] = action
                if not state.explored and action.is_open:
                    action.leave(self._why_not(state))
                elif index >= self._limits.elements_of_a_page and action.is_open:
                    action.leave("limit: elements_of_a_page")
            listed += actions
        return listed

    def _may_explore(self, state: Found) -> bool:
        template = state.reading.capture.template
        if self._why_not(state) is not None:
            return False
        self._of_template[template] = self._of_template.get(template, 0) + 1
        return True

    def _why_not(self, state: Found) -> str | None:
        """Return the limit that forbids to try what a state offers."""
        template = state.reading.capture.template
        if state.depth >= self._limits.depth:
            return "limit: depth"
        if sum(self._of_template.values()) >= self._limits.states:
            return "limit: states"
        if self._of_template.get(template, 0) >= self._limits.states_of_a_template:
            return "limit: states_of_a_template"
        return None

    def _open(self, actions: list[Action]) -> Asking:
        """Open the addresses that links lead to, each once."""
        links = [action for action in actions if action.address is not None]
        while batch := self._links.plan(links, self._left()):
            self._spent += len(batch)
            referers = {a.address: self.states[a.state].landing.address for a in reversed(links)}
            self._links.take((yield [Visit(address, referers[address]) for address in batch]))
        self._links.settle(links)

    def _press(self, actions: list[Action]) -> Asking:
        """Press what is no link; what pages share is pressed on a few of them."""
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
                    self._shared.note(action, self.states[action.state].reading)
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
            if landing is None or landing.reading is None or self.known(landing.identity):
                continue
            way = self._way(action, landing, landing.reading)
            ways.setdefault(landing.identity, []).append(((*way.order, action.key), way))
        found = [min(each, key=lambda pair: pair[0])[1] for _, each in sorted(ways.items())]
        self.states.update((state.identity, state) for state in found)
        for action in actions:
            action.forget_reading()
        self._links.forget_readings(self.states)
        return found

    def _way(self, action: Action, landing: Landing, reading: Reading) -> Found:
        source = self.states[action.state]
        depth = source.depth + 1
        if action.address is not None:
            first: Key = ("visit", action.address)
            return Found(landing, reading, depth, action.address, source.landing.address, first)
        step = dataclasses.replace(action.step, doubled=action.doubled)
        replay = (*source.replay, step)
        first = ("try", *action.key)
        return Found(landing, reading, depth, source.address, source.referer, first, replay)

    def _infer_late(self) -> None:
        """Give links that a limit left the state that their address was later found to open."""
        for action in self.actions.values():
            if action.outcome is ActionOutcome.NOT_TRIED and action.address is not None:
                self._links.infer(action)
