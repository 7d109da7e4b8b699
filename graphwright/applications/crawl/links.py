"""Links of an application: which addresses are opened, and where those lead that are not.

An address is opened once. Of addresses that differ in numbers and ids alone, as rows of a list and
months of a calendar do, a few are opened; where all lead to one state, the others do too.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Container, Iterable, Mapping, Sequence

from graphwright.applications.crawl.actions import Action
from graphwright.applications.crawl.addresses import natural, shape_of
from graphwright.applications.crawl.work import Key, Landing, Result
from graphwright.settings import CrawlLimits
from graphwright.tables.applications import ActionOutcome

SAMPLES = 3
"""Addresses of one shape that are opened before the others are taken to lead where they do."""


@dataclasses.dataclass
class _Alike:
    """What is known of addresses that are alike: how many were opened, and where they led."""

    opened: int = 0
    targets: set[str | None] = dataclasses.field(default_factory=set)

    def take(self, landing: Landing | None) -> None:
        self.opened += 1
        self.targets.add(landing.identity if landing else None)

    @property
    def target(self) -> str | None:
        """Return the one state that enough of them led to, or None."""
        if self.opened < SAMPLES or len(self.targets) > 1:
            return None
        return next(iter(self.targets))


class Links:
    """All addresses of a crawl, and what came of those that were opened."""

    def __init__(self, limits: CrawlLimits) -> None:
        self._limits = limits
        self._results: dict[str, Result] = {}
        self._owners: dict[str, str | None] = {}
        self._shapes: dict[str, _Alike] = {}
        self._templates: dict[str, _Alike] = {}
        self._template_of: dict[str, str] = {}

    def has(self, address: str) -> bool:
        """Say whether an address was opened."""
        return address in self._results

    def landing(self, address: str) -> Landing | None:
        """Return where an address led, or None."""
        result = self._results.get(address)
        return result.landing if result else None

    def take(self, results: Mapping[Key, Result]) -> None:
        """Take in what came of visits."""
        for (_, address), result in sorted(results.items(), key=lambda pair: natural(pair[0][1])):
            self._results[address] = result
            self._shapes.setdefault(shape_of(address), _Alike()).take(result.landing)
            template = self._template_of.get(address)
            if template is not None:
                self._templates.setdefault(template, _Alike()).take(result.landing)

    def plan(self, links: Iterable[Action], left: int) -> list[str]:
        """Return the addresses to open next: some of each shape, none past a limit."""
        wanted: dict[str, str] = {}
        for action in links:
            if action.is_open and action.address is not None and not self.has(action.address):
                wanted.setdefault(action.address, action.element.href or shape_of(action.address))
        planned: list[str] = []
        shapes: dict[str, int] = {}
        templates: dict[str, int] = {}
        for address in sorted(wanted, key=natural):
            shape, template = shape_of(address), wanted[address]
            if len(planned) < left and self._may_open(
                shape, template, shapes.get(shape, 0), templates.get(template, 0)
            ):
                shapes[shape] = shapes.get(shape, 0) + 1
                templates[template] = templates.get(template, 0) + 1
                self._template_of[address] = template
                planned.append(address)
        self._owners.update(dict.fromkeys(planned))
        return planned

    def _may_open(self, shape: str, template: str, planned: int, of_template: int) -> bool:
        alike = self._shapes.get(shape, _Alike())
        if alike.target is not None:
            return False
        if alike.opened < SAMPLES and alike.opened + planned >= SAMPLES:
            return False
        opened = self._templates.get(template, _Alike()).opened
        return opened + of_template < self._limits.states_of_a_template

    def settle(self, links: Sequence[Action]) -> None:
        """Give each link its outcome: of an address that was opened, those of the first state that
        links to it are done.

        One state may link to it twice, as the pager of a short list does ("2", "Next page"); with
        more rows it need not, and outcomes must not differ by that.
        """
        for action in links:
            if action.outcome is ActionOutcome.NOT_TRIED or action.is_open:
                self._settle(action)

    def _settle(self, action: Action) -> None:
        address = str(action.address)
        result = self._results.get(address)
        if result is None:
            if not self.infer(action) and action.is_open:
                action.leave(self._why_left(action))
        elif action.is_open and self._is_owned(address, action.state):
            action.take(result)
        elif result.landing is not None:
            action.take(result, ActionOutcome.INFERRED)
        elif action.is_open:
            action.take(result)

    def _is_owned(self, address: str, state: str) -> bool:
        """Say whether an address was opened for the links of a state: the first that asks."""
        if address not in self._owners:
            return False
        owner = self._owners[address] = self._owners[address] or state
        return owner == state

    def infer(self, action: Action) -> bool:
        """Give a link the state that its address, or all addresses like it, opened."""
        address = str(action.address)
        landing = self.landing(address)
        alike = self._shapes.get(shape_of(address), _Alike())
        target = landing.identity if landing else alike.target
        if target is not None:
            action.infer(target)
        return target is not None

    def _why_left(self, action: Action) -> str:
        template = action.element.href or shape_of(str(action.address))
        opened = self._templates.get(template, _Alike()).opened
        over = opened >= self._limits.states_of_a_template
        return "limit: states_of_a_template" if over else "limit: actions"

    def forget_readings(self, known: Container[str]) -> None:
        """Keep of what led to a known state only which one it is."""
        for address, result in self._results.items():
            if result.landing is None or result.landing.identity in known:
                self._results[address] = result.without_reading()
