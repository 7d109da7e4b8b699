"""Elements that many pages share, as a button of the header: pressed on a few, not on each.

Where two pages agree on what such an element does, the others are taken to agree; where they do
not, it is pressed on every page.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence

from graphwright.applications.capture import Reading
from graphwright.applications.crawl.actions import Action
from graphwright.tables.applications import SHELL, ActionOutcome

AGREEING = 2
"""Pages that must agree."""
_TRIED_AT_MOST = 4


@dataclasses.dataclass
class _Shared:
    """What is known of one shared element."""

    tried: list[Action] = dataclasses.field(default_factory=list)
    effects: list[tuple[object, ...]] = dataclasses.field(default_factory=list)

    @property
    def differs(self) -> bool:
        return len(set(self.effects)) > 1 or (
            len(self.tried) >= _TRIED_AT_MOST and len(self.effects) < AGREEING
        )

    @property
    def agreed(self) -> Action | None:
        """Return the first that was tried, where enough pages agree with it."""
        if self.differs or len(self.effects) < AGREEING:
            return None
        return next(a for a in self.tried if a.outcome is not ActionOutcome.FAILED)


class SharedElements:
    """All elements of the shell that were seen, by their key."""

    def __init__(self) -> None:
        self._known: dict[str, _Shared] = {}

    def plan(self, waiting: Sequence[Action]) -> list[Action]:
        """Return the actions to try next: those of one page alone, and of shared ones a few."""
        planned: list[Action] = []
        asked: dict[str, int] = {}
        for action in waiting:
            if action.element.region != SHELL:
                planned.append(action)
                continue
            known = self._known.setdefault(action.element.key, _Shared())
            open_ = AGREEING - len(known.effects)
            if known.differs or asked.get(action.element.key, 0) < open_:
                asked[action.element.key] = asked.get(action.element.key, 0) + 1
                planned.append(action)
        return planned

    def note(self, action: Action, source: Reading) -> None:
        """Note what a tried action did, seen from the page that it was tried on."""
        if action.element.region != SHELL:
            return
        known = self._known.setdefault(action.element.key, _Shared())
        known.tried.append(action)
        if action.outcome is not ActionOutcome.FAILED:
            known.effects.append(_effect(action, source))

    def infer(self, waiting: Iterable[Action]) -> None:
        """Give actions that were not tried what the tried ones of their element agree on."""
        for action in waiting:
            known = self._known.get(action.element.key)
            if action.is_open and known is not None and known.agreed is not None:
                _copy(known.agreed, action)


def _effect(action: Action, source: Reading) -> tuple[object, ...]:
    """Return what an action did, alike for pages on which it did the same."""
    what: tuple[object, ...] = (action.outcome, action.request)
    if action.landing is None or action.landing.reading is None:
        return (*what, action.target)
    seen, before = action.landing.reading.capture, source.capture
    if seen.template != before.template:
        return (*what, action.target)
    layers = (seen.dialogs, seen.menus, seen.tabs)
    return (
        (*what, *layers)
        if layers != (before.dialogs, before.menus, before.tabs)
        else (
            *what,
            action.target,
        )
    )


def _copy(known: Action, action: Action) -> None:
    action.kind, action.request, action.detail = known.kind, known.request, known.detail
    if known.target is not None:
        action.infer(known.target)
    else:
        action.outcome = known.outcome
