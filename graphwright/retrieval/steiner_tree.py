"""A prize-collecting Steiner tree, about: the connected part of a graph that is worth the most.

Worth is the prizes of its nodes and edges without the costs of its edges. The best tree is hard to
find; this one is made as for plain Steiner trees: shortest ways between the prized nodes, a
spanning tree of them, and of that the subtree of the most worth, which is found exactly (strong
pruning). It is a function of its input: equal ways and trees go by the order of nodes and edges.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Pairs = NDArray[np.int64]
    Floats = NDArray[np.float64]


@dataclasses.dataclass(frozen=True, slots=True)
class Tree:
    """Numbers of nodes and of edges, ascending, and what they are worth together."""

    nodes: tuple[int, ...]
    edges: tuple[int, ...]
    worth: float


def steiner_tree(nodes: int, edges: Pairs, costs: Floats, prizes: Mapping[int, float]) -> Tree:
    """Return the tree of the most worth that was found.

    ``edges`` are pairs of the numbers of ``nodes`` nodes, in any direction; a cost is what an edge
    takes from the worth, below nought where it adds to it; ``prizes`` are those of the nodes that
    have one. Without any the tree is empty.
    """
    ends = edges[costs < 0].ravel().tolist()
    wanted = sorted({*(node for node, prize in prizes.items() if prize > 0), *ends})
    if not wanted:
        return Tree((), (), 0.0)
    spanning = _spanning(nodes, edges, costs, wanted)
    best = _Pruning(edges, costs, prizes, spanning).best(wanted)
    return best


def best_subtree(
    edges: Pairs, costs: Floats, prizes: Mapping[int, float], forest: Sequence[int]
) -> Tree:
    """Return the subtree of the most worth in a forest, given as numbers of ``edges``.

    A node with a prize that the forest does not touch is a tree of its own. Costs and prizes are
    as ``steiner_tree`` says.
    """
    ends = edges[costs < 0].ravel().tolist()
    wanted = sorted({*(node for node, prize in prizes.items() if prize > 0), *ends})
    return _Pruning(edges, costs, prizes, forest).best(wanted) if wanted else Tree((), (), 0.0)


def _spanning(nodes: int, edges: Pairs, costs: Floats, wanted: Sequence[int]) -> list[int]:
    """Return the edges of a spanning forest of shortest ways between the wanted nodes."""
    import igraph  # noqa: PLC0415  # heavy: it imports a plotting library

    lengths = np.maximum(costs, 0).tolist()
    graph: Any = igraph.Graph(n=nodes, edges=edges)
    between = graph.distances(source=wanted, target=wanted, weights=lengths)
    pairs = [
        (between[one][other], one, other)
        for one, other in itertools.combinations(range(len(wanted)), 2)
        if np.isfinite(between[one][other])
    ]
    joined, used = _Groups(len(wanted)), set(np.flatnonzero(costs < 0).tolist())
    for _, one, other in sorted(pairs):
        if joined.join(one, other):
            [way] = graph.get_shortest_paths(
                wanted[one], to=wanted[other], weights=lengths, output="epath"
            )
            used.update(way)
    # Ways may meet and part again: of a circle the dearest edge goes.
    joined = _Groups(nodes)
    cheapest = sorted(used, key=lambda edge: (costs[edge], edge))
    return [edge for edge in cheapest if joined.join(*edges[edge].tolist())]


class _Groups:
    """Numbers that are joined one after another."""

    def __init__(self, count: int) -> None:
        self._parent = list(range(count))

    def join(self, one: int, other: int) -> bool:
        """Join two groups; return whether they were apart."""
        one, other = self._first(one), self._first(other)
        self._parent[other] = one
        return one != other

    def _first(self, number: int) -> int:
        while self._parent[number] != number:
            self._parent[number] = self._parent[self._parent[number]]
            number = self._parent[number]
        return number


class _Pruning:
    """Finds the subtree of the most worth in a forest."""

    def __init__(
        self, edges: Pairs, costs: Floats, prizes: Mapping[int, float], forest: Sequence[int]
    ) -> None:
        self._costs, self._prizes = costs, prizes
        self._beside: dict[int, list[tuple[int, int]]] = {}
        for edge in forest:
            one, other = edges[edge].tolist()
            self._beside.setdefault(one, []).append((other, edge))
            self._beside.setdefault(other, []).append((one, edge))

    def best(self, wanted: Sequence[int]) -> Tree:
        """Return the best subtree: it holds a wanted node, at which it is rooted for the search."""
        found = [self._at(root) for root in wanted]
        return max(found, key=lambda tree: (tree.worth, [-node for node in tree.nodes]))

    def _at(self, root: int) -> Tree:
        """Return the best subtree that holds a node: each branch that is worth more than it costs.

        Branches are looked at from their leaves on.
        """
        order: list[tuple[int, int, int]] = [(root, -1, -1)]
        for node, came_from, _ in order:
            for other, edge in self._beside.get(node, ()):
                if other != came_from:
                    order.append((other, node, edge))
        trees: dict[int, Tree] = {}
        for node, came_from, edge in reversed(order):
            own = trees.pop(node, Tree((), (), 0.0))
            worth = own.worth + self._prizes.get(node, 0.0)
            whole = Tree((*own.nodes, node), own.edges, worth)
            if edge < 0:
                return Tree(tuple(sorted(whole.nodes)), tuple(sorted(whole.edges)), whole.worth)
            gain = worth - float(self._costs[edge])
            if gain > 0:
                at = trees.get(came_from, Tree((), (), 0.0))
                trees[came_from] = Tree(
                    at.nodes + whole.nodes, (*at.edges, *whole.edges, edge), at.worth + gain
                )
        raise AssertionError("The root comes last.")
