"""The published applications in memory: states, the actions between them, and shortest ways.

States and actions stand in the order of their ids, so a row decides between equals. An action is an
edge where its target is known (Lemon Learning, section 2); ways follow its direction.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Self

from graphwright.errors import NotFoundError
from graphwright.tables import Application, UiAction, UiField, UiState

_KEPT_WAYS = 256
"""Starts whose ways are kept: a few megabytes at 10,000 states."""


@dataclasses.dataclass(frozen=True, slots=True)
class Ways:
    """The shortest ways from one state, in actions, to each that can be reached.

    ``steps`` is the number of actions to each state by row, -1 where no way leads;
    ``last`` the row of the last action on the way, -1 where there is none.
    """

    start: int
    steps: Sequence[int]
    last: Sequence[int]


class ApplicationGraph:
    """Applications, their states, actions and fields; rows are places in ``states``, ``actions``.

    ``sources`` and ``targets`` are rows of states by row of action; -1 is no known target.
    """

    def __init__(
        self,
        applications: Iterable[Application],
        states: Sequence[UiState],
        actions: Sequence[UiAction],
        fields: Iterable[UiField] = (),
    ) -> None:
        """Raise ``KeyError`` where an action names a state that there is not."""
        self.applications = {one.name: one for one in applications}
        self.states, self.actions = states, actions
        self.rows: Mapping[str, int] = {s.state_id: row for row, s in enumerate(states)}
        self.action_rows: Mapping[str, int] = {a.action_id: row for row, a in enumerate(actions)}
        self.sources = tuple(self.rows[action.state_id] for action in actions)
        self.targets = tuple(
            -1 if action.target_id is None else self.rows[action.target_id] for action in actions
        )
        self._fields = tuple(fields)
        self._ways_from = lru_cache(_KEPT_WAYS)(self._search)

    @classmethod
    def of(cls, graph: Self, application: str) -> Self:
        """Return the part of a graph that is of one application."""
        states = [one for one in graph.states if one.application == application]
        known = {one.state_id for one in states}
        return cls(
            [one for one in graph.applications.values() if one.name == application],
            states,
            [one for one in graph.actions if one.application == application],
            [one for one in graph._fields if one.state_id in known],
        )

    def row(self, state_id: str) -> int:
        """Return the row of a state. Raises ``NotFoundError``."""
        found = self.rows.get(state_id)
        if found is None:
            raise NotFoundError(
                f"There is no state {state_id!r} in this snapshot.",
                remedy="'graphwright guide' prints the ids of states.",
            )
        return found

    def action_row(self, action_id: str) -> int:
        """Return the row of an action. Raises ``NotFoundError``."""
        found = self.action_rows.get(action_id)
        if found is None:
            raise NotFoundError(
                f"There is no action {action_id!r} in this snapshot.",
                remedy="'graphwright guide' prints the ids of actions.",
            )
        return found

    @cached_property
    def outgoing(self) -> Sequence[tuple[int, ...]]:
        """Return the rows of the actions that each state offers, by row of state."""
        return self._grouped(self.sources)

    @cached_property
    def incoming(self) -> Sequence[tuple[int, ...]]:
        """Return the rows of the actions that lead to each state, by row of state."""
        return self._grouped(self.targets)

    def _grouped(self, ends: Sequence[int]) -> Sequence[tuple[int, ...]]:
        found: list[list[int]] = [[] for _ in self.states]
        for action, state in enumerate(ends):
            if state >= 0:
                found[state].append(action)
        return tuple(map(tuple, found))

    @cached_property
    def fields(self) -> Mapping[str, tuple[UiField, ...]]:
        """Return the fields of each state that has any, by its id, in order of the page."""
        found: defaultdict[str, list[UiField]] = defaultdict(list)
        for field in self._fields:
            found[field.state_id].append(field)
        return {
            state: tuple(sorted(rows, key=lambda field: field.index))
            for state, rows in found.items()
        }

    @cached_property
    def homes(self) -> Mapping[str, int]:
        """Return the row of the home state of each application that has one."""
        return {
            name: self.rows[one.home_state_id]
            for name, one in self.applications.items()
            if one.home_state_id is not None
        }

    @cached_property
    def by_template(self) -> Mapping[tuple[str, str], tuple[int, ...]]:
        """Return the rows of the states of each application and address template."""
        found: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        for row, state in enumerate(self.states):
            found[state.application, state.template].append(row)
        return {place: tuple(rows) for place, rows in found.items()}

    def ways_from(self, start: int) -> Ways:
        """Return the shortest ways from a state; of equal ones that of the lower actions."""
        return self._ways_from(start)

    def _search(self, start: int) -> Ways:
        steps, last = [-1] * len(self.states), [-1] * len(self.states)
        steps[start], ahead = 0, deque([start])
        outgoing, targets = self.outgoing, self.targets
        while ahead:
            state = ahead.popleft()
            for action in outgoing[state]:
                target = targets[action]
                if target >= 0 and steps[target] < 0:
                    steps[target], last[target] = steps[state] + 1, action
                    ahead.append(target)
        return Ways(start, steps, last)

    def way(self, start: int, target: int) -> tuple[int, ...] | None:
        """Return the rows of the actions of a shortest way between states; None where none leads.

        The way from a state to itself has no action.
        """
        ways = self.ways_from(start)
        if ways.steps[target] < 0:
            return None
        actions: list[int] = []
        while target != start:
            actions.append(ways.last[target])
            target = self.sources[actions[-1]]
        return tuple(reversed(actions))
