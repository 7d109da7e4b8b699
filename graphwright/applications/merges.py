"""Near states made one, or kept apart: a pure function of what was seen and the team's decisions.

Two states of one address template are near where at least .9 of their fields and actions are the
same (ui.md, state identity; ``comparing``). What all pages of the application share does not count.
Of pages that are called the same, what is of their data does not either (``contents``): an empty
list is that of a full one, a graph that with other nodes opened. Filters of one page
(the same path, other names in the query) are one where they are called the same. Dialogs and menus
over other tabs, and a page that begins with any of its things (this month, a month), are one where
all is the same. States with other dialogs, menus or selected tabs are never one by rule; the team's
decisions win.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from graphwright.applications.address_templates import template_of
from graphwright.applications.comparing import (
    View,
    overlap,
    pairs_of,
    says_otherwise,
    views_of,
)
from graphwright.applications.decisions import Decision, read_decisions
from graphwright.applications.identity import (
    state_id,
)
from graphwright.applications.labels import label_of
from graphwright.applications.observation import Observation, ObservedState
from graphwright.tables.applications import MergeReason, UiMerge

__all__ = ["Decision", "Merged", "UnusedDecision", "merge_states", "read_decisions"]

NEAR = 0.9
"""Overlap from which two states of one template are one."""
WATCHED = 0.8
"""Overlap from which two states that stay two are named in ``ui_merges``."""
_NAMES = 10


@dataclasses.dataclass(frozen=True, slots=True)
class UnusedDecision:
    """A decision of the team that changes nothing, with the reason."""

    decision: Decision
    reason: str


@dataclasses.dataclass(frozen=True, slots=True)
class Merged:
    """Which state stands for each; ``rows`` are those of ``ui_merges``, in order of their ids."""

    leaders: Mapping[str, str]
    rows: tuple[UiMerge, ...]
    unused: tuple[UnusedDecision, ...]

    def standing(self, identity: str) -> str:
        """Return the identity of the state that stands for one, itself where it does."""
        return self.leaders.get(identity, identity)


def merge_states(seen: Observation, decisions: Sequence[Decision]) -> Merged:
    """Return which states of an application are one.

    A function of the set of states: of near ones that of the plainest way, then identity,
    stands. A decision that names what is not there is reported in ``unused``.
    """
    views = views_of(seen)
    own = [one for one in decisions if one.application == seen.application]
    same, apart, unused = _resolved(own, seen)
    groups = _Groups(views, apart)
    for pair in same:
        groups.join(*pair, MergeReason.TEAM_SAME)
    for pair in _near_pairs(views):
        groups.join(*pair, MergeReason.OVERLAP)
    rows = sorted(groups.rows(seen, apart), key=lambda row: (row.state_id, row.other_id))
    return Merged(groups.leaders(), tuple(rows), tuple(unused))


def _near_pairs(views: Mapping[str, View]) -> Iterator[tuple[str, str]]:
    """Yield the pairs that a rule makes one, the nearest and first ones first."""
    scored = []
    for first, second in pairs_of(views.values()):
        score = overlap(first, second)
        if score >= NEAR and not says_otherwise(first, second):
            scored.append((-score, first.order, second.order))
    for _, first_order, second_order in sorted(scored):
        yield first_order[-1], second_order[-1]


class _Groups:
    """States that are one; ``apart`` are pairs that never stand in one group."""

    def __init__(self, views: Mapping[str, View], apart: Iterable[frozenset[str]]) -> None:
        self._views = views
        self._apart = set(apart)
        self._members = {identity: [identity] for identity in views}
        self._of = {identity: identity for identity in views}
        self._reasons: dict[str, MergeReason] = {}

    def join(self, one: str, other: str, reason: MergeReason) -> None:
        """Make the groups of two states one, unless that joins what the team keeps apart.

        A rule joins only groups all of whose states are near each other, so that no chain of
        small steps makes far ones one.
        """
        first, second = self._of[one], self._of[other]
        if first == second or self._kept_apart(first, second):
            return
        if reason is MergeReason.OVERLAP and not self._all_near(first, second):
            return
        for member in self._members.pop(second):
            self._of[member] = first
            self._members[first].append(member)
        for name in (one, other):
            self._reasons.setdefault(name, reason)

    def leaders(self) -> dict[str, str]:
        """Return for each state that is part of another the one that stands."""
        found = {}
        for members in self._members.values():
            leader = min(members, key=lambda one: self._views[one].order)
            found.update({one: leader for one in members if one != leader})
        return found

    def rows(self, seen: Observation, apart: Iterable[frozenset[str]]) -> Iterator[UiMerge]:
        """Yield what was made one, what the team keeps apart, and what is near but stays two."""
        leaders = self.leaders()
        for member, leader in leaders.items():
            yield self._row(seen, leader, member, self._reasons[member])
        team = {pair for pair in apart if len({leaders.get(one, one) for one in pair}) == 2}
        for pair in team:
            first, second = sorted(pair, key=lambda one: self._views[one].order)
            yield self._row(seen, first, second, MergeReason.TEAM_APART)
        standing = [view for identity, view in self._views.items() if identity not in leaders]
        for one, other in pairs_of(standing):
            pair = frozenset((one.state.identity, other.state.identity))
            near = one.template == other.template and overlap(one, other) >= WATCHED
            if near and pair not in team:
                first, second = one.state.identity, other.state.identity
                yield self._row(seen, first, second, MergeReason.KEPT_APART)

    def _row(self, seen: Observation, first: str, second: str, reason: MergeReason) -> UiMerge:
        one, other = self._views[first], self._views[second]
        names = {**one.names, **other.names}
        differs = sorted({names[each] for each in one.own ^ other.own})[:_NAMES]
        return UiMerge(
            state_id=state_id(seen.application, first),
            other_id=state_id(seen.application, second),
            merged=reason in (MergeReason.OVERLAP, MergeReason.TEAM_SAME),
            score=round(overlap(one, other), 4),
            reason=reason.value,
            template=one.template,
            differs=tuple(differs),
        )

    def _kept_apart(self, first: str, second: str) -> bool:
        return any(
            frozenset((a, b)) in self._apart
            for a in self._members[first]
            for b in self._members[second]
        )

    def _all_near(self, first: str, second: str) -> bool:
        return all(
            overlap(self._views[a], self._views[b]) >= NEAR
            for a in self._members[first]
            for b in self._members[second]
        )


def _resolved(
    decisions: Sequence[Decision], seen: Observation
) -> tuple[list[tuple[str, str]], set[frozenset[str]], list[UnusedDecision]]:
    """Return the pairs that the team makes one and keeps apart, and decisions of no use."""
    same: list[tuple[str, str]] = []
    apart: set[frozenset[str]] = set()
    unused: list[UnusedDecision] = []
    for one in decisions:
        named = [_states_named(name, seen) for name in (one.state, one.other)]
        reason = _why_unused(one, named)
        if reason:
            unused.append(UnusedDecision(one, reason))
        elif one.same:
            same.append((named[0][0], named[1][0]))
        else:
            apart.add(frozenset((named[0][0], named[1][0])))
    return sorted(same), apart, unused


def _why_unused(one: Decision, named: Sequence[Sequence[str]]) -> str:
    for name, states in zip((one.state, one.other), named, strict=True):
        if not states:
            return f"No state has the id, address or label {name!r}."
        if len(states) > 1:
            return f"{name!r} names {len(states)} states; give the id of one."
    return "Both names are those of one state." if named[0] == named[1] else ""


def _states_named(name: str, seen: Observation) -> list[str]:
    """Return the states of an id, else of an address, else of a template, else of a label."""
    template = template_of(name, seen.home) if "/" in name else None
    said = " ".join(name.split()).casefold()
    rules: tuple[Callable[[ObservedState], bool], ...] = (
        lambda one: state_id(seen.application, one.identity) == name,
        lambda one: one.address is not None and _path(one.address) == _path(name),
        lambda one: one.address is not None and seen.captures[one.capture].template == template,
        lambda one: label_of(seen.captures[one.capture]).casefold() == said,
    )
    for rule in rules:
        found = sorted(one.identity for one in seen.states if rule(one))
        if found:
            return found
    return []


def _path(address: str) -> str:
    """Return path and query of an address, which people write without the host."""
    rest = address.partition("://")[2]
    return "/" + rest.partition("/")[2] if rest else address
