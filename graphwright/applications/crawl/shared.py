"""Elements that many states share, as a button of the header: pressed on a few, not on each.

What the shell has is shared by all pages, what a page has by all states of that page: with one
panel open and another shut. Where two agree on what such an element does, the others are taken to
agree; where they do not, it is pressed in every state.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from graphwright.applications.capture import Capture
from graphwright.applications.crawl.actions import Action
from graphwright.applications.crawl.effects import Effect, Pages, change_of
from graphwright.tables.applications import SHELL, ActionOutcome, UiElement

AGREEING = 2
"""States that must agree."""
_TRIED_AT_MOST = 4

_CHOICES = frozenset({"option", "menuitem", "menuitemradio", "menuitemcheckbox"})
_MANY = 8
"""More choices than these are no menu of different acts."""

_Place = tuple[object, ...]


@dataclasses.dataclass
class _Shared:
    """What is known of one shared element."""

    tried: list[Action] = dataclasses.field(default_factory=list)
    effects: list[Effect] = dataclasses.field(default_factory=list)

    @property
    def differs(self) -> bool:
        return not all(map(self.effects[0].agrees, self.effects)) if self.effects else False

    @property
    def is_lost(self) -> bool:
        """Whether it was tried often, and hardly ever worked."""
        return len(self.tried) >= _TRIED_AT_MOST and len(self.effects) < AGREEING

    def lacks(self, asked: int) -> bool:
        """Say whether one more is to be tried, where so many are already asked for."""
        return self.differs or self.is_lost or asked < AGREEING - len(self.effects)

    @property
    def agreed(self) -> Action | None:
        """Return the first that was tried, where enough states agree with it."""
        if self.differs or len(self.effects) < AGREEING:
            return None
        return next(a for a in self.tried if a.outcome is not ActionOutcome.FAILED)


class SharedElements:
    """All elements that were seen, by where they are shared.

    ``captured`` gives what a state shows that was seen, ``was_pressed`` says whether an action's
    element was pressed on the way to its state: what opens a part is often what shuts it again.
    What all states tell together grows with them: ``learn`` anew where some were added.
    """

    def __init__(
        self,
        captured: Callable[[str], Capture | None],
        was_pressed: Callable[[Action], bool],
    ) -> None:
        self._captured = captured
        self._was_pressed = was_pressed
        self._of: dict[_Place, _Shared] = {}
        self._pages = Pages.of(())
        self._foreseen: Counter[_Place] = Counter()

    def learn(self, pages: Pages) -> None:
        """Take in what the states so far tell together."""
        self._pages = pages
        self._foreseen.clear()

    def plan(self, waiting: Sequence[Action]) -> list[Action]:
        """Return the actions to try next: of shared ones a few."""
        asked: Counter[_Place] = Counter()
        return [action for action in waiting if self._asks_for(self._place(action), asked)]

    def foresee(self, elements: Iterable[UiElement], seen: Capture, most: int) -> list[str]:
        """Return the keys of elements of a page, just opened, that ``plan`` will name, as far as
        that can be told before its level is settled: so many at most, of what pages share a few.
        """
        placed = ((one.key, self._place_in(one, seen, pressed=False)) for one in elements)
        foreseen = (key for key, place in placed if self._asks_for(place, self._foreseen))
        return list(islice(foreseen, most))

    def _asks_for(self, place: _Place, asked: Counter[_Place]) -> bool:
        """Say whether one more of a shared element is to be tried, and count it if so."""
        lacking = self._of.get(place, _Shared()).lacks(asked[place])
        asked[place] += lacking
        return lacking

    def _place(self, action: Action) -> _Place:
        seen = self._captured(action.state)
        if seen is None:
            return (action.element.key,)
        return self._place_in(action.element, seen, pressed=self._was_pressed(action))

    def _place_in(self, element: UiElement, seen: Capture, *, pressed: bool) -> _Place:
        """Return where an element is shared: everywhere, or on its page with the same layers.

        One that was pressed before is another; of a long list of choices all are one.
        """
        key = element.role if _is_one_of_many(element, seen) else element.key
        if element.region == SHELL:
            return (key,)
        layers = (seen.dialogs, seen.menus, seen.tabs)
        return (key, self._pages.page(seen.template), pressed, *layers)

    def note(self, action: Action) -> None:
        """Note what a tried action did, seen from the state that it was tried in."""
        shared = self._of.setdefault(self._place(action), _Shared())
        shared.tried.append(action)
        if action.outcome is not None and action.outcome is not ActionOutcome.FAILED:
            shared.effects.append(self._effect(action, action.outcome))

    def _effect(self, action: Action, outcome: ActionOutcome) -> Effect:
        before, after = self._captured(action.state), self._after(action)
        if before is not None and after is not None:
            pages = [self._pages.page(one.template) for one in (before, after)]
            if pages[0] == pages[1]:
                change = change_of(before, after, self._pages.known)
                return dataclasses.replace(change, outcome=outcome, request=action.request)
        return Effect(outcome, action.request, action.target)

    def _after(self, action: Action) -> Capture | None:
        """Return what the state shows that an action led to."""
        return None if action.target is None else self._captured(action.target)

    def infer(self, waiting: Iterable[Action]) -> None:
        """Give actions that were not tried what the tried ones of their element agree on."""
        for action in waiting:
            shared = self._of.get(self._place(action))
            if action.is_open and shared is not None and shared.agreed is not None:
                take_over(shared.agreed, action)


def _is_one_of_many(element: UiElement, seen: Capture) -> bool:
    """Return whether an element is one choice of a long list, as of time zones."""
    if element.role not in _CHOICES or element.href is not None:
        return False
    alike = (one.role == element.role and one.region == element.region for one in seen.elements)
    return sum(alike) > _MANY


def take_over(known: Action, action: Action) -> None:
    """Give an action what another of its element is known to do."""
    action.kind, action.request, action.detail = known.kind, known.request, known.detail
    if known.target is not None:
        action.infer(known.target)
    else:
        action.outcome = known.outcome
