from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from graphwright.graph.surroundings import MAX_EDGES_PER_NODE, surroundings
from graphwright.graph.topology import Graph, RankedEdges, make_incidence

NODES = 8


def _graph(pairs: list[tuple[int, int]]) -> Graph:
    edges = np.array(pairs, dtype=np.int32).reshape(-1, 2)
    ranked = RankedEdges(edges, np.arange(len(edges)), both_ends=True)
    return Graph(
        entities=NODES,
        chunks=0,
        relation_edges=edges,
        chunk_edges=np.empty((0, 2), dtype=np.int32),
        name_edges={},
        incidence=make_incidence(NODES, [ranked]),
    )


node = st.integers(0, NODES - 1)


@given(st.lists(st.tuples(node, node), max_size=30), node, st.integers(1, 4), st.integers(1, NODES))
def test_distances_are_those_of_the_graph(
    pairs: list[tuple[int, int]], start: int, depth: int, nodes: int
) -> None:
    graph = _graph(pairs)
    around = surroundings(graph, start, depth=depth, nodes=nodes)
    distances = graph.igraph.distances(source=start, mode="all")[0]
    reachable = {n: d for n, d in enumerate(distances) if d <= depth}
    assert len(around.depths) == min(nodes, len(reachable))
    assert all(reachable[n] == d for n, d in around.depths.items())
    assert list(around.depths.values()) == sorted(around.depths.values())
    among = [row for row, ends in enumerate(pairs) if set(ends) <= around.depths.keys()]
    limit = MAX_EDGES_PER_NODE * nodes
    assert set(around.relations) <= set(among)
    assert len(around.relations) == min(len(among), limit)
    assert around.truncated == (len(reachable) > nodes or len(among) > limit)
