"""How near two states are: fields and actions that both show, without what all pages share.

A link that leads to the page itself counts without its query, and a page that the rows of a list
lead to (``/jobs/load`` where the list has ``/jobs/*``) without what names its thing.
"""

from __future__ import annotations

import dataclasses
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from urllib.parse import unquote

from graphwright.applications.address_templates import VARIABLE
from graphwright.applications.capture import Capture
from graphwright.applications.identity import Feature, feature_of, feature_of_field, features
from graphwright.applications.observation import Observation, ObservedState

_COMMON = 0.5
_FEW_STATES = 8


@dataclasses.dataclass(frozen=True, slots=True)
class View:
    """A state as it is compared: ``own`` are its features that not most states have.

    ``listed`` are those of rows of lists, ``things`` what names the thing that the page is of.
    """

    state: ObservedState
    capture: Capture
    template: str
    own: frozenset[Feature]
    listed: frozenset[Feature]
    names: Mapping[Feature, str]
    things: frozenset[str]

    @property
    def order(self) -> tuple[int, bool, int, str]:
        """Return what decides which of near states stands: the plainest way to it."""
        state = self.state
        return (state.depth, state.address is None, len(self.template), state.identity)

    @property
    def frame(self) -> tuple[object, ...]:
        """Return what near states have in common."""
        below = () if self.capture.dialogs else self.capture.tabs
        path = self.path.removesuffix(f"/{VARIABLE}")
        return (path, self.capture.dialogs, self.capture.menus, below)

    @property
    def path(self) -> str:
        """Return the template without its query."""
        return self.template.partition("?")[0]

    @property
    def called(self) -> tuple[str, ...]:
        """Return title and headings, without the name of the page's thing."""
        said = (self.capture.title, *self.capture.headings)
        for thing in sorted(self.things, key=len, reverse=True):
            said = tuple(one.replace(unquote(thing), VARIABLE) for one in said)
        return said


def views_of(seen: Observation) -> dict[str, View]:
    """Return the states of an application as they are compared, by identity."""
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
        identity: View(
            state,
            capture,
            template,
            frozenset(named[identity]) - common,
            frozenset(_compared(one, template, parts) for one in _listed(capture)),
            named[identity],
            parts,
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


def pairs_of(views: Iterable[View]) -> Iterator[tuple[View, View]]:
    """Yield the pairs of states of one template and frame, in order."""
    framed: defaultdict[tuple[object, ...], list[View]] = defaultdict(list)
    for view in sorted(views, key=lambda one: one.order):
        framed[view.frame].append(view)
    for group in framed.values():
        for at, first in enumerate(group):
            for second in group[at + 1 :]:
                yield first, second


def overlap(first: View, second: View) -> float:
    """Return the part of fields and actions that both show, 1 where neither has any of its own."""
    one, other = first.own, second.own
    if first.called == second.called and any(first.called):
        more, less = first.listed - other, second.listed - one
        if not (more and less):  # one list is empty, or a part of the other
            one, other = one - more, other - less
    union = one | other
    return len(one & other) / len(union) if union else 1.0


def says_otherwise(first: View, second: View) -> bool:
    """Return whether states are called otherwise where their addresses do not make them alike.

    A page that begins with any of its things, and dialogs over other tabs, are one where all is
    the same.
    """
    if (first.path, first.capture.tabs) != (second.path, second.capture.tabs):
        same = bool(first.own) and first.own == second.own
        return not same or first.called != second.called
    if first.template != second.template or first.things or second.things:
        return first.called != second.called
    if VARIABLE in first.template or "?" in first.template:
        return False
    one, other = set(first.capture.headings), set(second.capture.headings)
    if not one or not other:
        one, other = {first.capture.title} - {""}, {second.capture.title} - {""}
    return bool(one and other and not one & other)
