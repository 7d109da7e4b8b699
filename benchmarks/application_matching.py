"""States and actions that a crawl saw against a gold graph, one to one: pure functions.

A seen state is a gold state where template, open layer, tab and names that must or must not stand
on the page agree; of several that are the same gold state the first counts, the others are
duplicates.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from application_gold_format import ApplicationGold, GoldAction, GoldState

from graphwright.applications.capture import Capture
from graphwright.applications.observation import Observation, ObservedAction
from graphwright.tables.applications import ActionKind, ActionOutcome, UiElement

_ROLES_OF_LISTENERS = {"generic", "row"}


@dataclasses.dataclass(frozen=True)
class MatchedStates:
    """Gold name by identity of a seen state; what is left on both sides."""

    names: Mapping[str, str]
    counted: frozenset[str]
    duplicates: tuple[tuple[str, str], ...]
    unknown: tuple[str, ...]
    missed: tuple[str, ...]

    @property
    def recall(self) -> float:
        """Share of the gold states that were seen."""
        return len(self.counted) / (len(self.counted) + len(self.missed))

    @property
    def precision(self) -> float:
        """Share of the seen states that are gold states, each counted once."""
        seen = len(self.counted) + len(self.duplicates) + len(self.unknown)
        return len(self.counted) / seen if seen else 0.0


@dataclasses.dataclass(frozen=True)
class MatchedActions:
    """Gold actions that were found, their outcome right or wrong, and those that were not."""

    right: tuple[tuple[str, GoldAction], ...]
    wrong: tuple[tuple[str, GoldAction, ObservedAction], ...]
    missed: tuple[tuple[str, GoldAction], ...]

    @property
    def recall(self) -> float:
        """Share of the gold actions that were found."""
        found = len(self.right) + len(self.wrong)
        return found / (found + len(self.missed))

    @property
    def outcomes(self) -> float:
        """Share of the found actions whose outcome is the gold graph's."""
        found = len(self.right) + len(self.wrong)
        return len(self.right) / found if found else 0.0


def follows(template: str, pattern: str) -> bool:
    """Whether a path, its query left out, follows a pattern in which ``*`` stands for any part."""
    one, other = (path.partition("?")[0].strip("/").split("/") for path in (template, pattern))
    return len(one) == len(other) and all(b in ("*", a) for a, b in zip(one, other, strict=True))


def is_state(gold: GoldState, capture: Capture) -> bool:
    """Whether a page as read is a gold state."""
    patterns = (gold.template, *gold.also)
    layers = (bool(capture.dialogs), bool(capture.menus))
    shown = {plain(name) for name in _names(capture)}
    return (
        any(_is_place(capture.template, one, patterns) for one in patterns)
        and layers == (gold.dialog is not None, gold.open_menu is not None)
        and _has(gold.dialog, capture.dialogs)
        and _has(gold.open_menu, capture.menus)
        and (gold.dialog is not None or gold.open_menu is not None or _has(gold.tab, capture.tabs))
        and all(plain(name) in shown for name in gold.shows)
        and not any(plain(name) in shown for name in gold.hides)
    )


def _is_place(template: str, pattern: str, patterns: Sequence[str]) -> bool:
    """Whether a template is a pattern's; ``/orders/new`` is no ``/orders/*``."""
    return follows(template, pattern) and ("*" not in pattern or "*" in template)


def _has(wanted: str | None, shown: Sequence[str]) -> bool:
    return wanted is None or plain(wanted) in map(plain, shown)


def _names(capture: Capture) -> Iterator[str]:
    yield from capture.headings
    for element in capture.elements:
        yield element.name
    for field in capture.fields:
        yield field.label


def plain(name: str) -> str:
    """Return a name as two readings of it compare: without case, counts and signs at its edges."""
    counted = re.sub(r"\(\d+\)", " ", name.casefold())
    return " ".join(counted.split()).strip(" ?:.#")


def match_states(gold: ApplicationGold, seen: Sequence[tuple[str, Capture]]) -> MatchedStates:
    """Match states, given by identity in the order in which they count."""
    names: dict[str, str] = {}
    first: dict[str, str] = {}
    duplicates, unknown = [], []
    for identity, capture in seen:
        found = next((state for state in gold.states if is_state(state, capture)), None)
        if found is None:
            unknown.append(identity)
            continue
        names[identity] = found.name
        if found.name in first:
            duplicates.append((identity, found.name))
        first.setdefault(found.name, identity)
    optional = {state.name for state in gold.states if state.optional}
    counted = {identity for name, identity in first.items() if name not in optional}
    missed = [state.name for state in gold.states if state.name not in {*first, *optional}]
    return MatchedStates(
        names,
        frozenset(counted),
        tuple(one for one in duplicates if one[1] not in optional),
        tuple(unknown),
        tuple(missed),
    )


def match_actions(
    gold: ApplicationGold,
    seen: Observation,
    states: MatchedStates,
    standing: Callable[[str], str] = lambda identity: identity,
) -> MatchedActions:
    """Match the actions of each gold state that was seen; the shell's are those of the home page.

    Actions of a gold state that was not seen are missed. ``standing`` gives the state that stands
    for one that was merged.
    """
    offered = _offered(seen, states, standing)
    right, wrong, missed = [], [], []
    for state in gold.states:
        shell = gold.shell if state.template == "/" and not _layer(state) else ()
        found = _assigned(state.actions, shell, offered.get(state.name, ()))
        for action in (*state.actions, *shell):
            pair = found.get(id(action))
            if pair is None:
                missed.append((state.name, action))
            elif is_right(action, state.name, pair, states.names, standing):
                right.append((state.name, action))
            else:
                wrong.append((state.name, action, pair))
    return MatchedActions(tuple(right), tuple(wrong), tuple(missed))


def _layer(state: GoldState) -> bool:
    return state.dialog is not None or state.open_menu is not None


Offer = tuple[UiElement, ObservedAction]


def _offered(
    seen: Observation, states: MatchedStates, standing: Callable[[str], str]
) -> dict[str, list[Offer]]:
    """Return the elements with their actions by gold state, those of the counted state first."""
    captures = {one.identity: seen.captures[one.capture] for one in seen.states}
    elements = {i: {e.key: e for e in capture.elements} for i, capture in captures.items()}
    found: dict[str, list[Offer]] = {}
    ordered = sorted(seen.actions, key=lambda one: one.state not in states.counted)
    for action in ordered:
        name = states.names.get(standing(action.state))
        element = elements[action.state].get(action.element)
        if name is not None and element is not None:
            found.setdefault(name, []).append((element, action))
    return found


def _assigned(
    wanted: Sequence[GoldAction], shell: Sequence[GoldAction], offered: Sequence[Offer]
) -> dict[int, ObservedAction]:
    """Return what each gold action was found as; those with names choose first, at their place."""
    free = list(offered)
    found: dict[int, ObservedAction] = {}
    for action in sorted((*wanted, *shell), key=lambda one: not one.name):
        fitting = [one for one in free if is_element(action, one[0])]
        if fitting:
            own = any(action is one for one in shell)
            best = min(fitting, key=lambda one: (one[0].region == "shell") is not own)
            free.remove(best)
            found[id(action)] = best[1]
    return found


def is_element(gold: GoldAction, element: UiElement) -> bool:
    """Whether an element is what a gold action stands for: role, name or column, menu path.

    What stands in rows and has no name of its own may be folded into a column or not.
    """
    roles = {gold.role, element.role}
    if len(roles) > 1 and not roles <= _ROLES_OF_LISTENERS:
        return False
    if gold.row != (element.column is not None) and not (gold.row and not gold.name):
        return False
    if gold.menu and tuple(map(plain, element.menu_path)) != tuple(map(plain, gold.menu)):
        return False
    wanted = {plain(one) for one in (gold.name, gold.column) if one}
    return not gold.name or bool(wanted & {plain(element.name), plain(element.column or "")})


def is_right(
    gold: GoldAction,
    state: str,
    seen: ObservedAction,
    names: Mapping[str, str],
    standing: Callable[[str], str],
) -> bool:
    """Whether what came of an action is what the gold graph says."""
    target = None if seen.target is None else names.get(standing(seen.target))
    if gold.kind == "popup":
        return seen.outcome is not ActionOutcome.FAILED
    if gold.kind is not None:
        return seen.kind is ActionKind(gold.kind) and seen.target is None
    if gold.to is not None:
        return target == gold.to or (gold.to == state and seen.outcome is ActionOutcome.NO_EFFECT)
    if gold.nothing:
        return seen.outcome is ActionOutcome.NO_EFFECT or target == state
    if gold.denied is not None:
        return seen.outcome in (ActionOutcome.DENIED, ActionOutcome.BLOCKED)
    if gold.asks is not None and seen.outcome is ActionOutcome.NO_EFFECT:
        return True  # the question was answered with no
    return seen.outcome is ActionOutcome.BLOCKED and _is_request(seen.request, gold.request or "")


def _is_request(seen: str | None, gold: str) -> bool:
    method, _, path = (seen or "").partition(" ")
    wanted, _, pattern = gold.partition(" ")
    return method == wanted and follows(path, pattern)
