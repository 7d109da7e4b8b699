"""What people call states and actions, and the texts by which they are searched.

State text: menu path, title, headings, fields, own actions; action text: menu path, name, source
(ui.md, retrieval). Names come from the page; none of them is an instruction to anybody.
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from graphwright.applications.address_templates import VARIABLE, place_of
from graphwright.applications.capture import Capture
from graphwright.applications.observation import Observation, ObservedAction
from graphwright.tables.applications import NOT_OF_A_PAGE, SHELL, ActionKind, UiElement

LONGEST_TEXT = 1_600
"""Characters of the text of a state."""
LONGEST_PATH = 6
"""Names of a menu path that is made of the actions to a state."""
_SEPARATOR = re.compile(r"\s+[|·•»–—-]\s+|\s*::\s*")
_ID = re.compile(r"[?&](?:(?:\w*[-_])?(?i:id)|\w+I[dD])(?:&|$)")
_SINGULAR = re.compile(r"(ss|sh|ch|x)es$|([^siu])s$|ies$")
_COMMON = 0.5
_FEW = 6
_OPTIONS = 8

Shown = tuple[str, str, str | None, tuple[str, ...]]
"""What tells an element of the shell from others: role, name, target, menu path."""


class Standing(Protocol):
    """Says which state stands for one that is part of it."""

    def standing(self, identity: str) -> str:
        """Return the identity of the state that stands."""
        ...


@dataclasses.dataclass(frozen=True, slots=True)
class StateNames:
    """What a state is called; ``shared`` are elements that most states show."""

    label: str
    menu_path: tuple[str, ...]
    shared: frozenset[Shown] = frozenset()
    common: frozenset[str] = frozenset()


def label_of(capture: Capture, common: frozenset[str] = frozenset()) -> str:
    """Return what people call a page: its dialog, else heading or title with its selected tab.

    ``common`` are titles and headings that most pages have: the application's own name. A page of
    one thing of many whose title is only that thing's own text is called by its place: ``Item``.
    """
    if capture.dialogs:
        return capture.dialogs[-1]
    headings = [one for one in capture.headings if one not in common]
    titles = [one for one in _title_parts(capture.title) if one not in common]
    place = place_of(capture.template)
    name = next(iter([*headings[:1], " | ".join(titles), place, capture.title]), "") or place
    thing = _thing(capture.template)
    if thing and not _is_named(thing, name):
        name = thing
    tabs = [one for one in capture.tabs if one.casefold() not in name.casefold()]
    label = ": ".join(filter(None, (name or capture.title, *tabs)))
    return f"{label}: {capture.menus[-1]}" if capture.menus else label


def _thing(template: str) -> str:
    """Return what a page of one thing of many is called by its address; empty for other pages."""
    path = template.partition("?")[0]
    if not path.endswith(VARIABLE) and not (VARIABLE in path or _ID.search(template)):
        return ""
    place = place_of(template)
    if path.endswith(VARIABLE):
        place = _SINGULAR.sub(lambda match: match[1] or match[2] or "y", place.split(" ")[-1])
    return place[:1].upper() + place[1:]


def _is_named(thing: str, name: str) -> bool:
    """Return whether a name tells of the thing, in some form of its words."""
    stems = (word[:4].casefold() for word in thing.split() if len(word) > 2)
    return any(stem in name.casefold() for stem in stems)


def state_names(seen: Observation, merged: Standing) -> dict[str, StateNames]:
    """Return the names of each state that stands, by identity."""
    captures = {one.identity: seen.captures[one.capture] for one in seen.states}
    standing = {one: capture for one, capture in captures.items() if merged.standing(one) == one}
    common, shared = _common_names(standing.values()), _shared(standing.values())
    paths = _menu_paths(seen, merged, captures, shared)
    return {
        identity: StateNames(
            _told(label_of(capture, common), paths.get(identity, ())),
            paths.get(identity, ()),
            shared,
            common,
        )
        for identity, capture in standing.items()
    }


def state_text(capture: Capture, names: StateNames) -> str:
    """Return the text of a state: menu path, label, title, headings, fields, own actions."""
    titles = [one for one in _title_parts(capture.title) if one not in names.common]
    parts = (
        " > ".join(names.menu_path),
        names.label,
        " | ".join(titles),
        *(one for one in capture.headings if one not in names.common),
        _listed("Fields", _fields(capture)),
        _listed("Actions", _own_actions(capture, names.shared)),
        _listed("Says", capture.texts),
    )
    return "\n".join(dict.fromkeys(filter(None, parts)))[:LONGEST_TEXT]


def action_text(element: UiElement, source: StateNames, action: ObservedAction) -> str:
    """Return the text of an action: menu path, name, and the state that offers it."""
    path = " > ".join((*element.menu_path, element.name or element.role))
    if element.column is not None:
        named = "" if element.column == element.name else f" of {element.column}"
        path = f"{path}{named}, of one in the list"
    if action.kind is ActionKind.COMMIT:
        path = f"{path} (changes data)"
    return f"{path}\non {source.label}"


def _title_parts(title: str) -> list[str]:
    return [one.strip() for one in _SEPARATOR.split(title) if one.strip()]


def _told(label: str, path: Sequence[str]) -> str:
    """Return a label; where the page says nothing of itself, the name that led to it."""
    return label or (path[-1] if path else "page")


def _common_names(captures: Iterable[Capture]) -> frozenset[str]:
    """Return titles and headings that most pages have, such as the application's name."""
    pages = [{*_title_parts(one.title), *one.headings} for one in captures]
    if len(pages) < _FEW:
        return frozenset()
    counts = Counter(name for page in pages for name in page)
    return frozenset(name for name, count in counts.items() if count > _COMMON * len(pages))


def _shared(captures: Iterable[Capture]) -> frozenset[Shown]:
    pages = [{_shown(one) for one in capture.elements} for capture in captures]
    if len(pages) < _FEW:
        return frozenset()
    counts = Counter(shown for page in pages for shown in page)
    return frozenset(one for one, count in counts.items() if count > _COMMON * len(pages))


def _shown(element: UiElement) -> Shown:
    return (element.role, element.name, element.href, element.menu_path)


def _fields(capture: Capture) -> Iterator[str]:
    for field in capture.fields:
        if field.region not in NOT_OF_A_PAGE:
            options = ", ".join(field.options[:_OPTIONS])
            yield " ".join(filter(None, (field.label, f"({options})" if options else "")))


def _own_actions(capture: Capture, shared: frozenset[Shown]) -> Iterator[str]:
    """Yield the names of actions that this page has and not most: outside the shell, or rare."""
    main = (one for one in capture.elements if one.region not in NOT_OF_A_PAGE)
    rare = (one for one in capture.elements if one.region == SHELL)
    for element in (*main, *rare):
        if _shown(element) in shared or (element.region == SHELL and not shared):
            continue
        yield " > ".join((*element.menu_path, element.name))


def _listed(title: str, names: Iterable[str]) -> str:
    found = ", ".join(dict.fromkeys(filter(None, names)))
    return f"{title}: {found}" if found else ""


@dataclasses.dataclass(frozen=True, slots=True)
class _Way:
    """An action that leads to a state, with what it is called."""

    source: str
    target: str
    element: UiElement


def _menu_paths(
    seen: Observation,
    merged: Standing,
    captures: Mapping[str, Capture],
    shared: frozenset[Shown],
) -> dict[str, tuple[str, ...]]:
    """Return the names that lead to each state: of menus where one does, else of the way there."""
    ways = list(_ways(seen, merged, captures))
    found = _paths_of_menus(ways, shared)
    depths = {merged.standing(one.identity): one.depth for one in seen.states}
    for state in seen.states:
        standing = merged.standing(state.identity)
        depths[standing] = min(depths[standing], state.depth)
    into: defaultdict[str, list[_Way]] = defaultdict(list)
    for way in ways:
        into[way.target].append(way)
    home = merged.standing(seen.home_state)
    for target in sorted(into, key=lambda one: (depths[one], one)):
        if target in found or target == home:
            continue
        before = [way for way in into[target] if depths[way.source] < depths[target]]
        if before:
            way = min(before, key=lambda one: (depths[one.source], *_plainness(one)))
            found[target] = _further(found.get(way.source, ()), way.element)
    return found


def _ways(seen: Observation, merged: Standing, captures: Mapping[str, Capture]) -> Iterator[_Way]:
    elements = {
        identity: {one.key: one for one in capture.elements}
        for identity, capture in captures.items()
    }
    for action in seen.actions:
        element = elements[action.state].get(action.element)
        if action.target is None or element is None or not element.name:
            continue
        source, target = merged.standing(action.state), merged.standing(action.target)
        if source != target:
            yield _Way(source, target, element)


def _paths_of_menus(ways: Iterable[_Way], shared: frozenset[Shown]) -> dict[str, tuple[str, ...]]:
    """Return for each state the shortest path of menus that leads to it.

    What only few pages show is a menu of theirs, not of the application.
    """
    counts: defaultdict[str, Counter[tuple[str, ...]]] = defaultdict(Counter)
    for way in ways:
        element = way.element
        of_menu = bool(element.menu_path) or element.region == SHELL
        if element.column is None and of_menu and (not shared or _shown(element) in shared):
            counts[way.target][(*element.menu_path, element.name)] += 1
    return {
        target: min(paths, key=lambda one: (len(one), -paths[one], one))
        for target, paths in counts.items()
    }


def _plainness(way: _Way) -> tuple[bool, int, str, str]:
    element = way.element
    return (element.column is not None, len(element.name), element.name, element.key)


def _further(path: tuple[str, ...], element: UiElement) -> tuple[str, ...]:
    """Return a path with an action more; what stands in a row adds no name of its own."""
    if element.column is not None or len(path) >= LONGEST_PATH:
        return path
    return (*path, *element.menu_path, element.name)[:LONGEST_PATH]
