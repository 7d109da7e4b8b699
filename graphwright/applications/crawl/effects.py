"""What an action did to a page, told so that the same deed on a page that shows more is the same.

A page of independent parts has as many states as its parts have together: with panels that open
and shut, a graph that zooms and groups that unfold, they multiply. What one part does is told here
by what it added to the page and took from it, so that a crawl need not press it with each of the
others open.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from graphwright.applications.address_templates import VARIABLE
from graphwright.applications.capture import Capture
from graphwright.applications.contents import Known, as_row, contents_of, known_of
from graphwright.applications.identity import Feature, feature_of, feature_of_field, features
from graphwright.tables.applications import ActionOutcome, UiElement

_ALIKE = 0.5
"""Part of what two deeds added that both must have: data that comes late differs by chance."""
_STAY = 3
"""Named elements that must stay on a page for what else changes to be its data."""


@dataclasses.dataclass(frozen=True, slots=True)
class Effect:
    """What an action did.

    ``target`` is the state that it led to where that is another page. On the same page, ``layers``
    are dialogs, menus and tabs that opened, ``added`` and ``gone`` features of the page.
    """

    outcome: ActionOutcome
    request: str | None = None
    target: str | None = None
    layers: tuple[tuple[str, ...], ...] = ()
    added: frozenset[Feature] = frozenset()
    gone: frozenset[Feature] = frozenset()

    def agrees(self, other: Effect) -> bool:
        """Return whether two deeds are the same, as far as a page with more open can tell."""
        mine = (self.outcome, self.request, self.target, self.layers)
        its = (other.outcome, other.request, other.target, other.layers)
        # What a layer hides is of the page below, not of the deed.
        hides = any(self.layers) or _alike(self.gone, other.gone)
        return mine == its and hides and _alike(self.added, other.added)

    @property
    def adds_nothing(self) -> bool:
        """Whether the page shows nothing but what it showed before, and its data."""
        return not self.added and not any(self.layers)


def _alike(one: frozenset[Feature], other: frozenset[Feature]) -> bool:
    return len(one & other) >= _ALIKE * len(one | other)


@dataclasses.dataclass(frozen=True, slots=True)
class Pages:
    """What the states of an application tell together: which addresses are of one page.

    ``things`` are names by which addresses of rows of lists tell one from another.
    """

    known: Known
    things: frozenset[str] = frozenset()

    @classmethod
    def of(cls, captures: Iterable[Capture]) -> Pages:
        """Return what captures tell: a function of their set."""
        seen = list(captures)
        known = known_of(seen)
        # A list of all kinds of pages tells nothing of any.
        rows = tuple(one for one in known.rows if one[1:2] != (VARIABLE,))
        paths = {_path(one.template) for one in seen}
        paths.update(_path(e.href) for one in seen for e in one.elements if e.href)
        named = {thing for path in sorted(paths) for thing in as_row(path, rows)[1] if thing}
        kinds = {part for row in rows for part in row}
        return cls(dataclasses.replace(known, rows=rows), frozenset(named - kinds))

    def template(self, template: str) -> str:
        """Return a template without the names of things: what is chosen on a page is no page."""
        path, mark, query = template.partition("?")
        segments = as_row(path, self.known.rows)[0].split("/")
        bare = "/".join(VARIABLE if one in self.things else one for one in segments)
        return bare + mark + query

    def page(self, template: str) -> str:
        """Return the page of a template: without things, and of the query only what routes.

        What a view of a page writes into its address beside that (which nodes are open) makes no
        page.
        """
        path, _, query = self.template(template).partition("?")
        return "?".join([path, *(one for one in query.split("&") if "=" in one)])


def _path(template: str) -> str:
    return template.partition("?")[0]


def change_of(before: Capture, after: Capture, known: Known) -> Effect:
    """Return what changed on one page between two looks at it, without what is of its data."""
    had, has = features(before), features(after)
    data = _data(before, known) | _data(after, known)
    if len((had & has) - data) < _STAY:  # all that it shows is like data: so it counts
        data = frozenset()
    return Effect(
        ActionOutcome.DONE,
        layers=(
            _new(before.dialogs, after.dialogs),
            _new(before.menus, after.menus),
            _new(before.tabs, after.tabs),
        ),
        added=has - had - data,
        gone=had - has - data,
    )


def _new(before: Iterable[str], after: Iterable[str]) -> tuple[str, ...]:
    had = set(before)
    return tuple(one for one in after if one not in had)


def _data(capture: Capture, known: Known) -> frozenset[Feature]:
    """Return the features of nodes, of rows, and of what bears their names."""
    found = {
        feature_of(one) if isinstance(one, UiElement) else feature_of_field(one)
        for one in contents_of(capture, known)
    }
    found.update(feature_of(one) for one in capture.elements if one.column is not None)
    return frozenset(found)
