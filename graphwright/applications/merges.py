"""Near states made one, or kept apart: a pure function of what was seen and the team's decisions.

Two states of one address template are near where at least .9 of their fields and actions are the
same (ui.md, state identity). What all pages of the application share does not count, and an empty
list is that of a full one where titles and headings are the same. Filters of one page (the same
path, other names in the query) are one where they are called the same. States with other dialogs,
menus or selected tabs are never one by rule; the team's decisions win.
"""

from __future__ import annotations

import dataclasses
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from graphwright.applications.address_templates import VARIABLE, template_of
from graphwright.applications.capture import Capture
from graphwright.applications.decisions import Decision, read_decisions
from graphwright.applications.identity import (
    Feature,
    feature_of,
    feature_of_field,
    features,
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
_COMMON = 0.5
_FEW_STATES = 8
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

    A function of the set of states: of near ones the one of the smallest depth and identity
    stands. A decision that names what is not there is reported in ``unused``.
    """
    views = _views(seen)
    own = [one for one in decisions if one.application == seen.application]
    same, apart, unused = _resolved(own, seen)
    groups = _Groups(views, apart)
    for pair in same:
        groups.join(*pair, MergeReason.TEAM_SAME)
    for pair in _near_pairs(views):
        groups.join(*pair, MergeReason.OVERLAP)
    rows = sorted(groups.rows(seen, apart), key=lambda row: (row.state_id, row.other_id))
    return Merged(groups.leaders(), tuple(rows), tuple(unused))


@dataclasses.dataclass(frozen=True, slots=True)
class _View:
    """A state as it is compared: ``own`` are its features that not most states have.

    ``listed`` are those of rows of lists.
    """

    state: ObservedState
    capture: Capture
    template: str
    own: frozenset[Feature]
    listed: frozenset[Feature]
    names: Mapping[Feature, str]

    @property
    def order(self) -> tuple[int, bool, str]:
        return (self.state.depth, self.state.address is None, self.state.identity)

    @property
    def frame(self) -> tuple[object, ...]:
        path = self.template.partition("?")[0]
        return (path, self.capture.dialogs, self.capture.menus, self.capture.tabs)

    @property
    def called(self) -> tuple[object, ...]:
        return (self.capture.title, self.capture.headings)


def _views(seen: Observation) -> dict[str, _View]:
    patterns = _patterns(seen.captures.values())
    found = {}
    for state in seen.states:
        capture = seen.captures[state.capture]
        template, parts = _generalised(capture.template, patterns)
        found[state.identity] = (state, capture, template, parts)
    named = {
        identity: {_compared(one, template, parts): name for one, name in _named(capture)}
        for identity, (_, capture, template, parts) in found.items()
    }
    common = _common(list(named.values()))
    return {
        identity: _View(
            state,
            capture,
            template,
            frozenset(named[identity]) - common,
            frozenset(_compared(one, template, parts) for one in _listed(capture)),
            named[identity],
        )
        for identity, (state, capture, template, parts) in found.items()
    }


def _listed(capture: Capture) -> Iterator[Feature]:
    return (feature_of(one) for one in capture.elements if one.column is not None)


def _named(capture: Capture) -> Iterator[tuple[Feature, str]]:
    """Yield the features of a capture with the names that people know them by."""
    kept = features(capture)
    for field in capture.fields:
        feature = feature_of_field(field)
        if feature in kept:
            yield feature, field.label or field.type
    for element in capture.elements:
        feature = feature_of(element)
        if feature in kept:
            yield feature, element.name or element.href or element.role


def _common(states: Sequence[Mapping[Feature, str]]) -> frozenset[Feature]:
    """Return what most states show: the shell of an application that marks none."""
    if len(states) < _FEW_STATES:
        return frozenset()
    counts = Counter(feature for named in states for feature in named)
    return frozenset(one for one, count in counts.items() if count > _COMMON * len(states))


def _patterns(captures: Iterable[Capture]) -> list[list[str]]:
    """Return the addresses that rows of lists have in common, split into segments."""
    found = {
        element.href.partition("?")[0]
        for capture in captures
        for element in capture.elements
        if element.column is not None and element.href and VARIABLE in element.href
    }
    return [one.split("/") for one in sorted(found)]


def _generalised(template: str, patterns: Sequence[Sequence[str]]) -> tuple[str, frozenset[str]]:
    """Return a template as rows of lists have it, and the segments that name the row."""
    path, mark, query = template.partition("?")
    segments = path.split("/")
    for pattern in patterns:
        parts = list(zip(segments, pattern, strict=False))
        if len(segments) < len(pattern) or any(b not in (a, VARIABLE) for a, b in parts):
            continue
        named = {a for a, b in parts if b == VARIABLE and a != VARIABLE}
        if named:
            rest = segments[len(pattern) :]
            return "/".join([*pattern, *rest]) + mark + query, frozenset(named)
    return template, frozenset()


def _compared(feature: Feature, template: str, names: frozenset[str]) -> Feature:
    """Return a feature as states are compared by it.

    Segments of an address that name the page's own thing are left out, and so is the query where
    a link leads to the page itself: it sorts, filters or turns pages.
    """
    if feature[0] != "link":
        return feature
    path, mark, query = feature[1].partition("?")
    path = "/".join(VARIABLE if one in names else one for one in path.split("/"))
    itself = path == template.partition("?")[0]
    return (feature[0], path if itself else path + mark + query, *feature[2:])


def _near_pairs(views: Mapping[str, _View]) -> Iterator[tuple[str, str]]:
    """Yield the pairs that a rule makes one, the nearest and first ones first."""
    scored = []
    for first, second in _pairs(views.values()):
        score = _overlap(first, second)
        if score >= NEAR and not _says_otherwise(first, second):
            scored.append((-score, first.order, second.order))
    for _, first_order, second_order in sorted(scored):
        yield first_order[2], second_order[2]


def _pairs(views: Iterable[_View]) -> Iterator[tuple[_View, _View]]:
    """Yield the pairs of states of one template and frame, in order."""
    framed: defaultdict[tuple[object, ...], list[_View]] = defaultdict(list)
    for view in sorted(views, key=lambda one: one.order):
        framed[view.frame].append(view)
    for group in framed.values():
        for at, first in enumerate(group):
            for second in group[at + 1 :]:
                yield first, second


def _overlap(first: _View, second: _View) -> float:
    """Return the part of fields and actions that both show, 1 where neither has any of its own."""
    one, other = first.own, second.own
    if first.called == second.called and any(first.called):
        more, less = first.listed - other, second.listed - one
        if not (more and less):  # one list is empty, or a part of the other
            one, other = one - more, other - less
    union = one | other
    return len(one & other) / len(union) if union else 1.0


def _says_otherwise(first: _View, second: _View) -> bool:
    """Return whether states are called otherwise where their addresses do not make them alike."""
    if first.template != second.template:
        return first.called != second.called
    if VARIABLE in first.template or "?" in first.template:
        return False
    one, other = set(first.capture.headings), set(second.capture.headings)
    if not one or not other:
        one, other = {first.capture.title} - {""}, {second.capture.title} - {""}
    return bool(one and other and not one & other)


class _Groups:
    """States that are one; ``apart`` are pairs that never stand in one group."""

    def __init__(self, views: Mapping[str, _View], apart: Iterable[frozenset[str]]) -> None:
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
        for one, other in _pairs(standing):
            pair = frozenset((one.state.identity, other.state.identity))
            near = one.template == other.template and _overlap(one, other) >= WATCHED
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
            score=round(_overlap(one, other), 4),
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
            _overlap(self._views[a], self._views[b]) >= NEAR
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
