"""Where the user stands: the state of an address, of a page's elements, or of a name.

First what is certain, then what is near, and where nothing fits that is said: an address of
another origin is no state, and one that was never crawled stands for its nearest page of the same
template.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from urllib.parse import urljoin, urlsplit

from graphwright.applications.address_templates import is_inner, template_of
from graphwright.applications.identity import feature_of, features, state_id, state_identity
from graphwright.errors import NotFoundError, without_credentials
from graphwright.graph.application_files import ApplicationFiles
from graphwright.graph.application_graph import ApplicationGraph
from graphwright.guidance.seen import SeenPage
from graphwright.tables.applications import NOT_OF_A_PAGE, Application, UiState

_NAMED = 5
"""Applications and origins that a message names."""

LEAST_OVERLAP = 0.5
"""Share of features that a page and its nearest state have in common, at least."""


class Standing(StrEnum):
    """How it is known where the user stands."""

    STATE = "state"
    ADDRESS = "address"
    ELEMENTS = "elements"
    NEAREST = "nearest"
    NAME = "name"
    HOME = "home"
    UNKNOWN = "unknown"


@dataclasses.dataclass(frozen=True, slots=True)
class Place:
    """The state that a user is in: its row, or None; and the application, where it is known.

    ``note`` says in a sentence what is uncertain or unknown.
    """

    row: int | None
    how: Standing
    application: str | None = None
    note: str | None = None


class Locator:
    """Tells states by what users and plugins say of where they are."""

    def __init__(self, files: ApplicationFiles) -> None:
        self._files, self._graph = files, files.graph

    def application(self, name: str) -> Application:
        """Return an application by its name. Raises ``NotFoundError`` that names those there."""
        found = self._graph.applications.get(name)
        if found is None:
            known = ", ".join(map(repr, sorted(self._graph.applications)[:_NAMED])) or "none"
            raise NotFoundError(
                f"There is no application {name[:200]!r}; there is {known}.",
                remedy="Name one of them, or leave the name out to search all.",
            )
        return found

    def place(self, at: str | None, application: str | None = None) -> Place:
        """Return where a user stands who is at an address, or names a state by id or label."""
        only = None if application is None else self.application(application)
        told = (at or "").strip()
        if not told:
            return self._at_home(only)
        if told in self._graph.rows:
            return self._by_id(told, only)
        if _is_address(told):
            return self._by_address(told, only)
        return self._by_name(told, only)

    def place_of_page(self, page: SeenPage, application: str | None = None) -> Place:
        """Return where a user stands who sees a page, by its elements, else by its address."""
        only = None if application is None else self.application(application)
        near: list[tuple[float, int]] = []
        for one in self._of_origin(page.address, only):
            capture = page.capture(one.home)
            exact = self._graph.rows.get(state_id(one.name, state_identity(one.name, capture)))
            if exact is not None:
                return Place(exact, Standing.ELEMENTS, one.name)
            own = features(capture)
            rows = self._graph.by_template.get((one.name, capture.template), ())
            near += [(-self._overlap(own, capture, row), row) for row in rows]
        if near and -min(near)[0] >= LEAST_OVERLAP:
            score, row = min(near)
            state = self._graph.states[row]
            note = f"The page is not known as it is; {-score:.0%} of it is {state.label!r}."
            return Place(row, Standing.NEAREST, state.application, note)
        return self._by_address(page.address, only)

    def _overlap(self, own: frozenset[tuple[str, ...]], page: object, row: int) -> float:
        """Return what share of features a page and a state have in common, 0 to 1."""
        state = self._graph.states[row]
        known = self._files.capture(state.capture_id)
        opened = tuple(getattr(page, name) for name in ("dialogs", "menus", "tabs"))
        if opened != (known.dialogs, known.menus, known.tabs):
            return 0.0
        shown = {feature_of(one) for one in known.elements if one.region not in NOT_OF_A_PAGE}
        fields = self._graph.fields.get(state.state_id, ())
        shown |= {("field", field.label, field.type) for field in fields}
        every = own | shown
        return len(own & shown) / len(every) if every else 1.0

    def _at_home(self, only: Application | None) -> Place:
        if only is None:
            return Place(None, Standing.HOME)
        row = self._graph.homes.get(only.name)
        note = f"{only.name} was not crawled yet." if row is None else None
        return Place(row, Standing.HOME, only.name, note)

    def _by_id(self, state: str, only: Application | None) -> Place:
        row = self._graph.rows[state]
        application = self._graph.states[row].application
        if only is not None and only.name != application:
            return self._unknown(f"The state is one of {application}, not of {only.name}.", only)
        return Place(row, Standing.STATE, application)

    def _by_address(self, address: str, only: Application | None) -> Place:
        mine = list(self._of_origin(address, only))
        if not mine:
            return self._unknown(_foreign(self._graph, address, only), only)
        near: list[tuple[tuple[int, int, int], str]] = []
        for one in mine:
            rows = self._like(one.name, _template(address, one))
            near += [(_nearness(self._graph.states[r], address, one, r), one.name) for r in rows]
        if not near:
            what = f"No page like {_shown(address)} was crawled"
            home = only or mine[0]
            return self._unknown(f"{what}; the way begins at the home page.", home)
        (differs, _, row), name = min(near)
        if not differs:
            return Place(row, Standing.ADDRESS, name)
        state = self._graph.states[row]
        note = f"This very page was not crawled; {state.label!r} is one of the same kind."
        return Place(row, Standing.NEAREST, name, note)

    def _like(self, application: str, template: str) -> Sequence[int]:
        """Return the states of a template; where there is none, those of its path."""
        exact = self._graph.by_template.get((application, template))
        return exact or tuple(self._paths.get((application, _path(template)), ()))

    @cached_property
    def _paths(self) -> Mapping[tuple[str, str], list[int]]:
        """The states of each application and path of a template, whatever its query."""
        found: dict[tuple[str, str], list[int]] = {}
        for row, state in enumerate(self._graph.states):
            found.setdefault((state.application, _path(state.template)), []).append(row)
        return found

    def _by_name(self, label: str, only: Application | None) -> Place:
        folded = label.casefold()
        rows = [
            row
            for row, state in enumerate(self._graph.states)
            if (only is None or state.application == only.name)
            and folded in (state.label.casefold(), " > ".join(state.menu_path).casefold())
        ]
        if not rows:
            named = f"No state is called {label[:200]!r}"
            return self._unknown(f"{named}; the way begins at the home page.", only)
        row = min(rows, key=lambda one: (self._graph.states[one].depth, one))
        note = None
        if len(rows) > 1:
            note = f"{len(rows):,} states are called so; the one nearest to the home page is meant."
        return Place(row, Standing.NAME, self._graph.states[row].application, note)

    def _unknown(self, note: str, only: Application | None) -> Place:
        row = None if only is None else self._graph.homes.get(only.name)
        return Place(row, Standing.UNKNOWN, None if only is None else only.name, note)

    def _of_origin(self, address: str, only: Application | None) -> Iterable[Application]:
        every = [only] if only else [a for _, a in sorted(self._graph.applications.items())]
        return [one for one in every if is_inner(_whole(address, one), one.home)]


def _is_address(told: str) -> bool:
    return "://" in told or told.startswith(("/", "#", "?"))


def _whole(address: str, one: Application) -> str:
    """Return an address with the application's own host where it names none; "": it is broken."""
    try:
        return urljoin(one.home, address)
    except ValueError:
        return ""


def _template(address: str, one: Application) -> str:
    return template_of(_whole(address, one), one.home)


def _path(template: str) -> str:
    return template.partition("?")[0]


def _nearness(state: UiState, address: str, one: Application, row: int) -> tuple[int, int, int]:
    """Return what orders the states of a template: the very page, then few actions from one."""
    same = state.address is not None and _bare(state.address) == _bare(_whole(address, one))
    other = not same and ("*" in state.template or state.template != _template(address, one))
    return (2 * other + bool(state.replay), state.depth, row)


def _bare(address: str) -> tuple[str, str, str]:
    parts = urlsplit(address)  # of an address that has been joined: it can be read
    routed = parts.fragment if parts.fragment.startswith(("/", "!/")) else ""
    return (parts.path.rstrip("/"), parts.query, routed)


def _foreign(graph: ApplicationGraph, address: str, only: Application | None) -> str:
    known: Sequence[str] = [only.home] if only else [a.home for a in graph.applications.values()]
    homes = ", ".join(sorted(known)[:_NAMED])
    return f"{_shown(address)} is no address of {homes}; the way begins at the home page."


def _shown(address: str) -> str:
    """Return an address as messages name it: without secrets, and not long."""
    return without_credentials(address.partition("?")[0])[:200]
