"""How near two states are: fields and actions that both show, without what all pages share.

A link that leads to the page itself counts without its query, and a page that the rows of a list
lead to (``/jobs/load`` where the list has ``/jobs/*``) without what names its thing. Of pages that
are called the same, what they show of their data (``contents``) does not count.
"""

from __future__ import annotations

import dataclasses
import functools
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from urllib.parse import unquote

from graphwright.applications.address_templates import VARIABLE
from graphwright.applications.capture import Capture, CapturedField
from graphwright.applications.contents import (
    Known,
    as_row,
    contents_of,
    known_of,
    label_without_value,
    title_without_value,
)
from graphwright.applications.identity import Feature, feature_of, feature_of_field
from graphwright.applications.observation import Observation, ObservedState
from graphwright.tables.applications import NOT_OF_A_PAGE, UiElement

_COMMON = 0.5
_FEW_STATES = 8
_LAYER_PATHS = 2
_UNNAMED: frozenset[Feature] = frozenset((("field", "", "combobox"),))
"""The box to search in that belongs to another field, a list of choices."""
_CHOICES = frozenset(("select", "checkbox"))


@dataclasses.dataclass(frozen=True, slots=True)
class View:
    """A state as it is compared: ``own`` are its features that not most states have.

    ``listed`` are those of rows of lists, ``contents`` those of other data, ``things`` what names
    the thing that the page is of, ``called`` title and headings without values and that name,
    ``layers`` fields of what lies over the page.
    """

    state: ObservedState
    capture: Capture
    template: str
    own: frozenset[Feature]
    listed: frozenset[Feature]
    contents: frozenset[Feature]
    names: Mapping[Feature, str]
    things: frozenset[str]
    called: tuple[str, ...]
    layers: frozenset[Feature] = frozenset()

    @property
    def order(self) -> tuple[int, bool, int, str]:
        """Return what decides which of near states stands: the plainest way to it."""
        state = self.state
        return (state.depth, state.address is None, len(self.template), state.identity)

    @property
    def frame(self) -> tuple[object, ...]:
        """Return what near states have in common."""
        layered = bool(self.capture.dialogs) or _has_menu_on_top(self.capture)
        below = () if layered else self.capture.tabs
        path = self.path.removesuffix(f"/{VARIABLE}")
        return (path, self.capture.dialogs, self.capture.menus, below, self.layers)

    @property
    def path(self) -> str:
        """Return the template without its query."""
        return self.template.partition("?")[0]


def views_of(seen: Observation) -> dict[str, View]:
    """Return the states of an application as they are compared, by identity."""
    known = known_of(seen.captures.values())
    views = {one.identity: _view(one, seen.captures[one.capture], known) for one in seen.states}
    common = _common([one.own for one in views.values()])
    views = {
        identity: dataclasses.replace(one, own=one.own - common) for identity, one in views.items()
    }
    layers = _layers(views.values())
    return {
        identity: dataclasses.replace(one, layers=one.own & layers)
        for identity, one in views.items()
    }


def _view(state: ObservedState, capture: Capture, known: Known) -> View:
    path, mark, query = capture.template.partition("?")
    path, things = as_row(path, known.rows)
    compared = functools.partial(_compared, path=path, things=things, known=known)
    names = {compared(one): _name(one) for one in _shown(capture, known)}
    rows = {as_row("/".join(one), known.rows)[0] for one in known.rows}
    listed = {compared(one) for one in capture.elements if one.column is not None}
    return View(
        state,
        capture,
        path + mark + query,
        frozenset(names),
        frozenset(listed | {one for one in names if one[0] == "link" and one[1] in rows}),
        frozenset(map(compared, contents_of(capture, known))),
        names,
        things,
        _called(capture, things, known),
    )


def _called(capture: Capture, things: frozenset[str], known: Known) -> tuple[str, ...]:
    said = (title_without_value(capture, known), *capture.headings)
    for thing in sorted(things, key=lambda one: (-len(one), one)):
        said = tuple(one.replace(unquote(thing), VARIABLE) for one in said)
    return said


def _shown(capture: Capture, known: Known) -> Iterator[UiElement | CapturedField]:
    """Yield the fields and elements by which a capture is compared, not those of the shell.

    Where a menu is open, these are its own: what lies below it is another state.
    """
    if _has_menu_on_top(capture):
        yield from (one for one in capture.elements if one.region == "menu")
        return
    for field in capture.fields:
        if field.region not in NOT_OF_A_PAGE:
            label = label_without_value(field, capture.template, known)
            yield dataclasses.replace(field, label=label)
    for element in capture.elements:
        if element.region not in NOT_OF_A_PAGE:
            yield element


def _name(one: UiElement | CapturedField) -> str:
    if isinstance(one, CapturedField):
        return one.label or one.type
    return one.name or one.href or one.role


def _compared(
    one: UiElement | CapturedField, path: str, things: frozenset[str], known: Known
) -> Feature:
    """Return a feature as states are compared by it.

    Segments of an address that name a row or the page's own thing are left out, and so is the
    query where a link leads to the page itself: it sorts, filters or turns pages.
    """
    if isinstance(one, CapturedField):
        return feature_of_field(one)
    feature = feature_of(one)
    if feature[0] != "link":
        return feature
    # A link whose thing is left out already has no other segment that is its own text.
    href = one.href if one.href and VARIABLE in one.href else feature[1]
    to, mark, query = href.partition("?")
    to, _ = as_row(to, known.rows)
    to = "/".join(VARIABLE if part in things else part for part in to.split("/"))
    return (feature[0], to if to == path else to + mark + query, *feature[2:])


def _has_menu_on_top(capture: Capture) -> bool:
    """Return whether an open menu, with what it offers, lies over the page."""
    offers = any(one.region == "menu" for one in capture.elements)
    return bool(capture.menus) and not capture.dialogs and offers


def _common(states: Sequence[frozenset[Feature]]) -> frozenset[Feature]:
    """Return what most states show: the shell of an application that marks none."""
    if len(states) < _FEW_STATES:
        return frozenset()
    counts = Counter(feature for own in states for feature in own)
    return frozenset(one for one, count in counts.items() if count > _COMMON * len(states))


def _layers(views: Iterable[View]) -> frozenset[Feature]:
    """Return the fields that lie over pages: pages of several paths stand with and without them.

    Such a search over the page is a layer of the shell, as a dialog is.
    """
    plain = [(one.path, (one.frame, one.template), one.own - one.contents) for one in views]
    stand = {(place, own) for _, place, own in plain}
    found: defaultdict[Feature, set[str]] = defaultdict(set)
    for path, place, own in plain:
        for one in own:
            if one[0] == "field" and (place, own - {one}) in stand:
                found[one].add(path)
    return frozenset(one for one, paths in found.items() if len(paths) >= _LAYER_PATHS)


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
    """Return the part of fields and actions that both show, 1 where neither has any of its own.

    Where both are one page by their names and share half of the smaller, what is of its data does
    not count, and a link in place of another is one difference.
    """
    one, other, swapped = first.own, second.own, 0
    alike = 2 * len(one & other) >= min(len(one), len(other))
    if alike and one != other and _is_one_page(first, second):
        one, other = _without_data(first, second)
        swapped = min(_links_in(one - other), _links_in(other - one))
    union = len(one | other) - swapped
    return len(one & other) / union if union else 1.0


def _links_in(features: Iterable[Feature]) -> int:
    return sum(one[0] == "link" for one in features)


def _is_one_page(first: View, second: View) -> bool:
    """Return whether two states are of one path and called the same.

    A page at the address of a thing has the thing's name, as far as it is told.
    """
    if first.path != second.path:
        return False
    named = any((first.capture.title, *first.capture.headings))
    of_things = VARIABLE in first.path and not first.things and not second.things
    return named and (of_things or _is_called_alike(first, second))


def _is_called_alike(first: View, second: View) -> bool:
    """Return whether title and headings are the same; a page without a title has any."""
    one, other = first.called, second.called
    return one[1:] == other[1:] and (one[0] == other[0] or not one[0] or not other[0])


def _without_data(first: View, second: View) -> tuple[frozenset[Feature], frozenset[Feature]]:
    """Return the features of two states of one page without those that are of its data.

    Where data is all that a page shows, as where nothing on it has a role, it counts.
    """
    one, other = first.own - _UNNAMED, second.own - _UNNAMED
    data = (one - other) & first.contents | (other - one) & second.contents
    shared = (one & other) - first.contents - second.contents
    if len(data) <= len(shared):
        one, other = one - data, other - data
    more, less = first.listed & (one - other), second.listed & (other - one)
    if not (more and less):  # one list is empty, or a part of the other
        one, other = one - more, other - less
    one, other = _with_links_by_name(first, second, one, other)
    return _without_filter(first.listed | second.listed, one, other)


def _with_links_by_name(
    first: View, second: View, one: frozenset[Feature], other: frozenset[Feature]
) -> tuple[frozenset[Feature], frozenset[Feature]]:
    """Return features with links of one name as one, and without those to the page itself.

    A link of the same name leads to what belongs to the page's thing.
    """
    more, less = _links(first, one - other), _links(second, other - one)
    both = more.keys() & less.keys()
    shared = frozenset(("link", name) for name in both)
    return (
        (one - _left_out(first, more, both)) | shared,
        (other - _left_out(second, less, both)) | shared,
    )


def _links(view: View, features: Iterable[Feature]) -> dict[str, set[Feature]]:
    found: defaultdict[str, set[Feature]] = defaultdict(set)
    for one in features:
        if one[0] == "link":
            found[view.names[one]].add(one)
    return dict(found)


def _left_out(view: View, links: Mapping[str, set[Feature]], both: Set[str]) -> set[Feature]:
    named = links.items()
    return {one for name, some in named for one in some if name in both or one[1] == view.path}


def _without_filter(
    listed: frozenset[Feature], one: frozenset[Feature], other: frozenset[Feature]
) -> tuple[frozenset[Feature], frozenset[Feature]]:
    """Return features without a single choice more where both show a list: it filters the list."""
    choices = {each for each in one ^ other if each[0] == "field" and each[2] in _CHOICES}
    if len(choices) == 1 and one & other & listed:
        return one - choices, other - choices
    return one, other


def says_otherwise(first: View, second: View) -> bool:
    """Return whether states are called otherwise where their addresses do not make them alike.

    A page that begins with any of its things, and dialogs and menus over other tabs, are one where
    all is the same.
    """
    if (first.path, first.capture.tabs) != (second.path, second.capture.tabs):
        same = bool(first.own) and first.own == second.own
        return not same or first.called != second.called
    if first.template != second.template or first.things or second.things:
        return not (_is_one_page(first, second) or _is_called_alike(first, second))
    if VARIABLE in first.template or "?" in first.template:
        return False
    one, other = set(first.capture.headings), set(second.capture.headings)
    if not one or not other:
        one, other = {first.called[0]} - {""}, {second.called[0]} - {""}
    return bool(one and other and not one & other)
