"""A spanning forest of wanted nodes in a graph whose edges are all of one length.

The shortest ways between wanted nodes and their spanning tree come from one search that starts at
all of them at once (Mehlhorn, 1988): each node belongs to the wanted node that is nearest, and the
edges between such cells are joined, shortest way first. It is a function of its input: of equal
ways the lower edges are taken.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]


@dataclasses.dataclass(frozen=True, slots=True)
class _Cells:
    """For each node the wanted node nearest to it, how far it is, and the edge towards it.

    -1 where no wanted node can be reached; the wanted nodes themselves have no edge.
    """

    owner: Numbers
    far: Numbers
    edge: Numbers


class EvenGraph:
    """An undirected graph whose edges are equally long, for many searches."""

    def __init__(self, nodes: int, pairs: Numbers) -> None:
        """Take the number of nodes, and the two ends of each edge, int64 (edges, 2)."""
        self._nodes, self._pairs = nodes, pairs
        ends = np.concatenate([pairs[:, 0], pairs[:, 1]])
        order = np.argsort(ends, kind="stable")
        self._others = np.concatenate([pairs[:, 1], pairs[:, 0]])[order]
        self._edges = np.tile(np.arange(len(pairs)), 2)[order]
        self._starts = np.searchsorted(ends[order], np.arange(nodes + 1))

    def forest(self, wanted: Sequence[int]) -> list[int]:
        """Return the edges of a spanning forest of shortest ways between wanted nodes."""
        cells = self._cells(np.array(sorted(set(wanted)), dtype=np.int64))
        used: set[int] = set()
        parent = {node: node for node in wanted}
        apart = len(parent) - 1
        for edge in self._bridges(cells):
            if not apart:
                break
            one, other = self._pairs[edge].tolist()
            ends = [_first(parent, int(cells.owner[node])) for node in (one, other)]
            if ends[0] != ends[1]:
                parent[ends[0]] = ends[1]
                apart -= 1
                used.add(edge)
                used.update(self._back(cells, one), self._back(cells, other))
        return sorted(used)

    def _cells(self, wanted: Numbers) -> _Cells:
        owner, far, edge = (np.full(self._nodes, -1, dtype=np.int64) for _ in range(3))
        owner[wanted], far[wanted] = wanted, 0
        ahead, steps = wanted, 0
        while len(ahead):
            steps += 1
            places, sources = self._leaving(ahead)
            new = owner[self._others[places]] < 0
            found, first = np.unique(self._others[places][new], return_index=True)
            owner[found] = owner[sources[new][first]]
            far[found], edge[found] = steps, self._edges[places][new][first]
            ahead = found
        return _Cells(owner, far, edge)

    def _leaving(self, nodes: Numbers) -> tuple[Numbers, Numbers]:
        """Return the places of the edges that leave some nodes, and the node of each."""
        counts = self._starts[nodes + 1] - self._starts[nodes]
        before = np.cumsum(counts) - counts
        places = np.arange(counts.sum()) + np.repeat(self._starts[nodes] - before, counts)
        return places, np.repeat(nodes, counts)

    def _bridges(self, cells: _Cells) -> list[int]:
        """Return the edges between two cells, that of the shortest way first."""
        one, other = self._pairs[:, 0], self._pairs[:, 1]
        between = np.flatnonzero((cells.owner[one] >= 0) & (cells.owner[one] != cells.owner[other]))
        length = cells.far[one[between]] + cells.far[other[between]]
        order: list[int] = between[np.lexsort((between, length))].tolist()
        return order

    def _back(self, cells: _Cells, node: int) -> list[int]:
        """Return the edges from a node to the wanted one of its cell."""
        way = []
        while (edge := int(cells.edge[node])) >= 0:
            way.append(edge)
            one, other = self._pairs[edge].tolist()
            node = other if node == one else one
        return way


def _first(parent: dict[int, int], node: int) -> int:
    while parent[node] != node:
        node = parent[node]
    return node
