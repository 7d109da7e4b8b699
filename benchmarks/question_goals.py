"""Hand-written questions to a real application, and which states of a crawl answer them.

A goal names a page as its users know it, so that any crawl can be judged: an address, and where
needed part of the name of the dialog, menu or tab that is open there.
"""

import dataclasses
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import yaml

from graphwright.applications.address_templates import template_of
from graphwright.tables.applications import UiCapture, UiState

_NOWHERE = "http://nowhere.example/"
_ANY = "**"


@dataclasses.dataclass(frozen=True, slots=True)
class Goal:
    """``pages`` are addresses with ``*`` for a segment; ``shows`` parts of an open layer's name.

    One of each is enough; without ``shows`` no dialog or menu is open.
    """

    pages: tuple[str, ...]
    shows: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class Question:
    """A question; ``start`` is the address where the user stands."""

    id: str
    text: str
    start: str
    goal: Goal


def load_questions(path: Path) -> tuple[Question, ...]:
    """Return the questions of a file in their order."""
    return tuple(_question(row) for row in yaml.safe_load(path.read_text(encoding="utf-8")))


def _question(row: Mapping[str, Any]) -> Question:
    goal = Goal(_several(row["goal"]["page"]), _several(row["goal"].get("shows", ())))
    return Question(row["id"], row["text"], row["start"], goal)


def _several(told: str | list[str] | tuple[()]) -> tuple[str, ...]:
    return (told,) if isinstance(told, str) else tuple(told)


def goal_states(
    goal: Goal, states: Iterable[UiState], captures: Mapping[str, UiCapture]
) -> tuple[UiState, ...]:
    """Return the states that a goal names; without ``shows`` those without an open dialog."""
    return tuple(
        state
        for state in states
        if any(names_page(page, state.template) for page in goal.pages)
        and _shows(goal.shows, state, captures[state.capture_id])
    )


def start_states(start: str, states: Iterable[UiState]) -> tuple[UiState, ...]:
    """Return the states at an address: of that very one, else of its template."""
    known = [state for state in states if state.address is not None]
    exact = [state for state in known if _relative(state.address or "") == _relative(start)]
    template = template_of(start, _NOWHERE)
    return tuple(exact or [state for state in known if state.template == template])


def names_page(pattern: str, template: str) -> bool:
    """Say whether a template is of the page that a goal names."""
    path, _, wanted = pattern.partition("?")
    shown = urlsplit(template)
    if path.strip("/") != _ANY and not _same_path(_segments(path), _segments(shown.path)):
        return False
    query = dict(parse_qsl(shown.query, keep_blank_values=True))
    return all(_holds(part, query) for part in wanted.split("&") if part)


def _segments(path: str) -> list[str]:
    return [unquote(part) for part in path.split("/") if part]


def _same_path(wanted: list[str], shown: list[str]) -> bool:
    return len(wanted) == len(shown) and all(
        one in ("*", other) for one, other in zip(wanted, shown, strict=True)
    )


def _holds(part: str, query: Mapping[str, str]) -> bool:
    if part.startswith("!"):
        return part[1:] not in query
    name, sign, value = part.partition("=")
    return name in query and (not sign or query[name].casefold() == value.casefold())


def _shows(texts: tuple[str, ...], state: UiState, capture: UiCapture) -> bool:
    if not texts:
        return not capture.dialogs and not capture.menus
    names = (*capture.dialogs, *capture.menus, *capture.tabs, state.label)
    return any(text.casefold() in name.casefold() for text in texts for name in names)


def _relative(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.path or '/'}?{parts.query}"
