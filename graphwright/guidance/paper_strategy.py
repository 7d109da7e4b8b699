"""The paper's strategy: a prize-collecting Steiner tree over states and actions.

Lemon Learning, section 2: cosine of the question with states and actions gives the ``k`` best their
prizes, the user's state counts as similarity 1, and PCST finds one connected part. ``k``, costs
and pruning are not given there: they are G-Retriever's (He et al., 2024), prizes ``k`` to 1 by
rank, three states, three actions, each edge 0.5, one cluster. An edge whose prize exceeds its cost
adds to what the tree is worth, as a node in its middle would. It sees no direction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from graphwright.guidance.asked import FoundPart, Goal, GuidanceParts, Question
from graphwright.guidance.even_forest import EvenGraph
from graphwright.retrieval.ranking import top
from graphwright.retrieval.steiner_tree import Tree, best_subtree

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Rows = NDArray[np.int64]
    Floats = NDArray[np.float64]

STATES, ACTIONS, COST = 3, 3, 0.5
_SURE = 1.0
"""Similarity of the state that the user is in."""


class PaperStrategy:
    """PCST over the whole graph, the user's state pinned."""

    name = "paper"

    def __init__(self, parts: GuidanceParts) -> None:
        """Take the shared parts."""
        self._parts = parts

    def find(self, question: Question) -> FoundPart:
        """Return the tree; its goals are its states that have a prize, best first."""
        goals, prizes, edge_prizes = self.prizes(question)
        tree = self.tree(prizes, edge_prizes)
        held = set(tree.nodes)
        start = question.start
        found = [goal for goal in goals if goal.row in held and goal.row != start]
        known = {start, *(goal.row for goal in found)}
        led = self._led_to(edge_prizes, held, known)
        ranked = tuple(found or [Goal(row, 0.0) for row in led])
        if not ranked and start in held:
            ranked = tuple(goal for goal in goals if goal.row == start)
        return FoundPart(ranked, tree.nodes, tuple(self._edges[row] for row in tree.edges))

    def prizes(
        self, question: Question
    ) -> tuple[tuple[Goal, ...], dict[int, float], dict[int, float]]:
        """Return the best states, their prizes, and those of edges, by row."""
        cosines = np.where(question.among, self._parts.state_cosines(question), -np.inf)
        if question.start is not None:
            cosines[question.start] = _SURE
        goals = tuple(Goal(r, score) for r, score in top(cosines, STATES) if np.isfinite(score))
        prizes = {goal.row: float(STATES - rank) for rank, goal in enumerate(goals)}
        near = self._parts.action_cosines(question)[self._edges]
        among = question.among[self.pairs[:, 0]] if len(self.pairs) else np.zeros(0, np.bool_)
        ranked = top(np.where(among, near, -np.inf), ACTIONS)
        held = [row for row, score in ranked if np.isfinite(score)]
        return goals, prizes, {row: float(ACTIONS - rank) for rank, row in enumerate(held)}

    def tree(self, prizes: dict[int, float], edge_prizes: dict[int, float]) -> Tree:
        """Return the tree of the most worth; its edges are places among ``edges``."""
        costs = np.full(len(self._edges), COST)
        for row, prize in edge_prizes.items():
            costs[row] -= prize
        # Prizes are at least one and so exceed the cost: both ends of such an edge are wanted, and
        # all other edges are equally long.
        ends = self.pairs[list(edge_prizes)].ravel().tolist()
        forest = self._even.forest([*prizes, *ends])
        return best_subtree(self.pairs, costs, prizes, _with(forest, edge_prizes, self.pairs))

    @cached_property
    def _even(self) -> EvenGraph:
        return EvenGraph(len(self._parts.graph.states), self.pairs)

    @cached_property
    def _edges(self) -> Rows:
        """The rows of the actions that lead to another state."""
        graph = self._parts.graph
        leading = [
            row
            for row, (source, target) in enumerate(zip(graph.sources, graph.targets, strict=True))
            if target >= 0 and target != source
        ]
        return np.array(leading, dtype=np.int64)

    @cached_property
    def pairs(self) -> NDArray[np.int64]:
        """The states that each edge joins."""
        graph = self._parts.graph
        pairs = [(graph.sources[row], graph.targets[row]) for row in self._edges.tolist()]
        return np.array(pairs, dtype=np.int64).reshape(-1, 2)

    def _led_to(
        self, edge_prizes: dict[int, float], held: set[int], known: set[int | None]
    ) -> list[int]:
        """Return the states of the tree that an action with a prize leads to, best first."""
        ends = [int(self.pairs[row, 1]) for row in edge_prizes]
        return [row for row in dict.fromkeys(ends) if row in held and row not in known]


def _with(
    forest: Sequence[int], prized: Mapping[int, float], pairs: NDArray[np.int64]
) -> list[int]:
    """Return a forest that holds the prized edges; of a circle the edges that cost go."""
    joined: dict[int, int] = {}

    def first(node: int) -> int:
        while node in joined:
            node = joined[node]
        return node

    kept = []
    for edge in (*sorted(prized, key=lambda one: (-prized[one], one)), *forest):
        one, other = (first(node) for node in pairs[edge].tolist())
        if one != other:
            joined[one] = other
            kept.append(edge)
    return kept
