"""Directed ways over a graph of states: to one state, and to several within a number of states."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graphwright.graph.application_graph import ApplicationGraph

REACH = 12
"""Actions of a way at most: a longer one is no answer."""


def edges_within(graph: ApplicationGraph, states: Iterable[int]) -> tuple[int, ...]:
    """Return the actions that lead from one of some states to another, ascending."""
    held = frozenset(states)
    return tuple(
        sorted(
            action
            for state in held
            for action in graph.outgoing[state]
            if graph.targets[action] in held and graph.targets[action] != state
        )
    )


def way_within(
    graph: ApplicationGraph, actions: Iterable[int], start: int, goal: int
) -> tuple[int, ...] | None:
    """Return a shortest directed way that takes only some actions; None where none leads."""
    leaving: dict[int, list[int]] = {}
    for action in sorted(actions):
        leaving.setdefault(graph.sources[action], []).append(action)
    ways: dict[int, tuple[int, ...]] = {start: ()}
    queue = [start]
    for state in queue:
        if state == goal:
            return ways[state]
        for action in leaving.get(state, ()):
            target = graph.targets[action]
            if target >= 0 and target not in ways:
                ways[target] = (*ways[state], action)
                queue.append(target)
    return None


def states_of(graph: ApplicationGraph, start: int, way: Sequence[int]) -> tuple[int, ...]:
    """Return the states of a way, its start first."""
    return (start, *(graph.targets[action] for action in way))


class Union:
    """A part of a graph that grows by the shortest ways from its root, and counts its states."""

    def __init__(self, graph: ApplicationGraph, root: int) -> None:
        """Begin with the root alone."""
        self._graph, self.root = graph, root
        self.states: dict[int, None] = {root: None}
        self.actions: dict[int, None] = {}

    def way_to(self, goal: int) -> tuple[int, ...] | None:
        """Return the shortest way from the root; None where none leads or it is too long."""
        ways = self._graph.ways_from(self.root)
        if not 0 <= ways.steps[goal] <= REACH:
            return None
        return self._graph.way(self.root, goal)

    def added_by(self, way: Sequence[int]) -> int:
        """Return how many states a way would add."""
        return sum(self._graph.targets[action] not in self.states for action in way)

    def add(self, way: Iterable[int]) -> None:
        """Take a way in."""
        for action in way:
            self.actions[action] = None
            self.states[self._graph.targets[action]] = None
