"""What pages show of their data: rows, nodes of a graph, chosen values, the name in a title.

Two pages of one place with other data are one state to a user (``comparing``). Words of a language
are not looked at: what is data is told by where names stand in the whole application.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from graphwright.applications.address_templates import VARIABLE
from graphwright.applications.capture import Capture, CapturedField
from graphwright.tables.applications import NOT_OF_A_PAGE, UiElement

_CROSS = "×"
_OPENS = ": more"
_TITLES_OF_ALL = 3
_SHORTEST_OPTION = 3


@dataclasses.dataclass(frozen=True, slots=True)
class Known:
    """What the captures of an application tell together.

    ``rows`` are addresses that rows of lists have in common, in segments. ``names`` are those of
    data, by path and, for all paths, under "". ``titles`` name the application, not a page.
    ``labels`` are labels of fields by path.
    """

    rows: tuple[tuple[str, ...], ...]
    names: Mapping[str, frozenset[str]]
    titles: frozenset[str]
    labels: Mapping[str, frozenset[tuple[str, str]]]

    def names_at(self, template: str) -> frozenset[str]:
        """Return the names of data on pages of a template's path."""
        return self.names.get("", frozenset()) | self.names.get(_path(template), frozenset())


def known_of(captures: Iterable[Capture]) -> Known:
    """Return what captures tell together: a function of their set."""
    seen = list(captures)
    rows = _rows(seen)
    names: defaultdict[str, set[str]] = defaultdict(set)
    titles: defaultdict[str, set[str]] = defaultdict(set)
    labels: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
    for capture in seen:
        path = _path(capture.template)
        titles[capture.title].add(path)
        labels[path].update((one.label, one.type) for one in capture.fields)
        for element in capture.elements:
            if is_without_role(element) and element.name and element.region not in NOT_OF_A_PAGE:
                names[path].add(element.name)
            elif _is_of_a_row(element, rows):
                names[""].add(element.name)
    return Known(
        rows,
        {path: frozenset(said) for path, said in names.items()},
        frozenset(title for title, paths in titles.items() if len(paths) >= _TITLES_OF_ALL),
        {path: frozenset(said) for path, said in labels.items()},
    )


def _rows(captures: Iterable[Capture]) -> tuple[tuple[str, ...], ...]:
    found = {
        _path(element.href)
        for capture in captures
        for element in capture.elements
        if element.column is not None and element.href and VARIABLE in element.href
    }
    return tuple(sorted((tuple(one.split("/")) for one in found), key=lambda one: (-len(one), one)))


def _is_of_a_row(element: UiElement, rows: Sequence[Sequence[str]]) -> bool:
    """Return whether a link outside a list leads where a row of one leads, not to a part of it."""
    if element.href is None or element.column is not None or element.region in NOT_OF_A_PAGE:
        return False
    segments = _path(element.href).split("/")
    exact = (row for row in rows if len(row) == len(segments))
    return bool(element.name) and any(_follows(segments, row) for row in exact)


def as_row(path: str, rows: Sequence[Sequence[str]]) -> tuple[str, frozenset[str]]:
    """Return a path as rows of lists have it, and the segments that name the row.

    ``/shops/north/jobs/load`` is ``/shops/*/jobs/*`` where lists have ``/shops/*`` and
    ``/shops/north/jobs/*``.
    """
    segments = path.split("/")
    things: set[str] = set()
    for row in rows:
        if _follows(segments, row):
            things.update(a for a, b in zip(segments, row, strict=False) if a != b)
            segments[: len(row)] = row
    return "/".join(segments), frozenset(things)


def _follows(segments: Sequence[str], row: Sequence[str]) -> bool:
    """Return whether segments begin as a row does and name what it leaves open."""
    parts = list(zip(segments, row, strict=False))
    return (
        len(segments) >= len(row)
        and all(_fits(a, b) for a, b in parts)
        and any(a != b for a, b in parts)
    )


def _fits(segment: str, row: str) -> bool:
    start, star, end = row.partition(VARIABLE)
    if not star:
        return segment == row
    long_enough = len(segment) >= len(start) + len(end)
    return long_enough and segment.startswith(start) and segment.endswith(end)


def is_without_role(element: UiElement) -> bool:
    """Return whether an element is known to act by a listener alone: a node, a card, a chip."""
    return element.role == "generic" and element.href is None


def contents_of(capture: Capture, known: Known) -> Iterator[UiElement | CapturedField]:
    """Yield the elements and fields of a page that are of its data.

    These are elements without a role, what bears the name of one or of a row, and what takes a
    chosen value away: it follows a name that ends with a cross.
    """
    names = known.names_at(capture.template)
    before = None
    for element in capture.elements:
        chosen = before is not None and is_without_role(before) and before.name.endswith(_CROSS)
        removes = chosen and element.href is None
        data = removes or is_without_role(element) or _names_data(element.name, names)
        if data and element.region not in NOT_OF_A_PAGE:
            yield element
        before = element
    for field in capture.fields:
        if _names_data(field.label, names):
            yield field


def _names_data(name: str, names: frozenset[str]) -> bool:
    return bool(name) and name.removesuffix(_OPENS) in names


def label_without_value(field: CapturedField, template: str, known: Known) -> str:
    """Return a field's label, without the value that it names where the page knows it bare."""
    bare, colon, _ = field.label.partition(":")
    labels = known.labels.get(_path(template), frozenset())
    return bare if colon and (bare, field.type) in labels else field.label


def title_without_value(capture: Capture, known: Known) -> str:
    """Return what a title says of the page: nothing where it names the application.

    What can be chosen in a field of the page is a value in its title too.
    """
    if capture.title in known.titles:
        return ""
    said = f" {capture.title} "
    options = {one for field in capture.fields for one in field.options}
    for option in sorted(options, key=lambda one: (-len(one), one)):
        if len(option) >= _SHORTEST_OPTION:
            said = said.replace(f" {option} ", f" {VARIABLE} ")
    return said.strip()


def _path(template: str) -> str:
    return template.partition("?")[0]
