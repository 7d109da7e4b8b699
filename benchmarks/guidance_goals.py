"""Questions to applications, and which states of a published graph their goals and starts are.

A goal is a state of the example's gold graph by its name, or a page: ``*`` is one segment of a
path, ``**`` any path, ``name`` a name that the query has, ``name=value`` with that value, ``!name``
one that it lacks; ``shows`` is part of the name of the dialog, menu or tab that is open there.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urljoin, urlsplit

import yaml

from graphwright.guidance.opened_applications import OpenedApplications
from graphwright.tables.applications import UiCapture, UiState

GOLD = Path(__file__).parents[1] / "examples" / "application_gold.yaml"


@dataclasses.dataclass(frozen=True)
class AskedQuestion:
    """A question with the rows of its start and of the states that are its goal."""

    id: str
    text: str
    start: int
    goals: frozenset[int]
    away: bool

    @property
    def half(self) -> str:
        """Return develop or confirm, by a hash of the question's id."""
        digest = hashlib.sha256(self.id.encode()).digest()
        return "develop" if digest[-1] % 2 == 0 else "confirm"


def read_questions(
    path: Path, opened: OpenedApplications, application: str
) -> tuple[list[AskedQuestion], list[str]]:
    """Return the questions of a file that the graph has start and goal of, and what is left out."""
    asked, left_out = [], []
    states = States(opened, application)
    home = opened.graph.homes.get(application)
    for row in yaml.safe_load(path.read_text("utf-8")):
        start, goals = states.start(row["start"]), states.goals(row["goal"])
        if start is None or not goals:
            missing = "start" if start is None else "goal"
            left_out.append(f"{row['id']}: the graph has no {missing} {row[missing]}")
            continue
        asked.append(AskedQuestion(row["id"], row["text"], start, goals, start != home))
    return asked, left_out


class States:
    """The states of an application, found by what a question's file says of them."""

    def __init__(self, opened: OpenedApplications, application: str) -> None:
        self._opened, self._application = opened, application
        self._home = opened.graph.applications[application].home
        self._rows = [
            row for row, state in enumerate(opened.graph.states) if state.application == application
        ]
        self._gold: Mapping[str, Any] = {}
        if GOLD.is_file():
            gold = yaml.safe_load(GOLD.read_text("utf-8"))
            self._gold = {state["name"]: state for state in gold["states"]}

    def start(self, said: str) -> int | None:
        """Return the state in which a user is at an address, or that a name of the gold names."""
        if said in self._gold:
            return min(self._named(said), default=None)
        return self._opened.locator.place(urljoin(self._home, said), self._application).row

    def goals(self, said: str | Mapping[str, Any]) -> frozenset[int]:
        """Return all states that are the goal."""
        if isinstance(said, str):
            return frozenset(self._named(said))
        pages = [said["page"]] if isinstance(said["page"], str) else said["page"]
        return frozenset(
            row
            for row in self._rows
            if any(self._is_page(row, page) for page in pages)
            and self._shows(row, said.get("shows"))
        )

    def _is_page(self, row: int, page: str) -> bool:
        state = self._opened.graph.states[row]
        return matches(page, state.address or urljoin(self._home, state.template))

    def _shows(self, row: int, names: str | list[str] | None) -> bool:
        capture = self._capture(row)
        opened = (*capture.dialogs, *capture.menus, *capture.tabs)
        wanted = [names] if isinstance(names, str) else names or []
        parts = [name.casefold() for name in wanted]
        return not parts or any(part in one.casefold() for part in parts for one in opened)

    def _named(self, name: str) -> Iterable[int]:
        wanted = self._gold.get(name)
        if wanted is None:
            return ()
        return [row for row in self._rows if self._is_gold(row, wanted)]

    def _is_gold(self, row: int, wanted: Mapping[str, Any]) -> bool:
        state, capture = self._opened.graph.states[row], self._capture(row)
        if state.template != wanted["template"]:
            return False
        for key, opened in (("dialog", capture.dialogs), ("open_menu", capture.menus)):
            if (wanted[key] not in opened) if key in wanted else opened:
                return False
        if "tab" in wanted and wanted["tab"] not in capture.tabs:
            return False
        return set(wanted.get("shows", ())) <= self._names(state, capture)

    def _names(self, state: UiState, capture: UiCapture) -> set[str]:
        fields = self._opened.graph.fields.get(state.state_id, ())
        return {one.name for one in capture.elements} | {field.label for field in fields}

    def _capture(self, row: int) -> UiCapture:
        return self._opened.files.capture(self._opened.graph.states[row].capture_id)


def matches(page: str, address: str) -> bool:
    """Return whether an address is a page that a pattern names."""
    path, _, query = page.partition("?")
    parts = urlsplit(address)
    wanted = [unquote(one) for one in path.split("/") if one]
    there = [unquote(one) for one in parts.path.split("/") if one]
    if wanted != ["**"] and (
        len(wanted) != len(there)
        or any(one not in ("*", other) for one, other in zip(wanted, there, strict=True))
    ):
        return False
    has = dict(parse_qsl(parts.query.replace(";", "&"), keep_blank_values=True))
    return all(_holds(condition, has) for condition in query.split("&") if condition)


def _holds(condition: str, has: Mapping[str, str]) -> bool:
    if condition.startswith("!"):
        return condition[1:] not in has
    name, equals, value = condition.partition("=")
    return name in has and (not equals or has[name] == value)
