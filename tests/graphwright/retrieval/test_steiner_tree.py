"""The tree of the most worth: on small graphs compared with every connected part there is."""

from __future__ import annotations

import itertools

import networkx
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from graphwright.retrieval.steiner_tree import steiner_tree

NODES = 6
edges = st.lists(
    st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(-2, 4)).filter(
        lambda edge: edge[0] != edge[1]
    ),
    max_size=9,
)
prizes = st.dictionaries(st.integers(0, 5), st.integers(1, 6), max_size=4)
Edges = list[tuple[int, int, int]]


def found(edges: Edges, prizes: dict[int, int]) -> tuple[tuple[int, ...], tuple[int, ...], float]:
    pairs = np.array([edge[:2] for edge in edges], dtype=np.int64).reshape(-1, 2)
    costs = np.array([edge[2] for edge in edges], dtype=np.float64)
    tree = steiner_tree(NODES, pairs, costs, prizes)
    return tree.nodes, tree.edges, tree.worth


@given(edges, prizes)
def test_it_is_a_tree_and_worth_what_it_says(edges: Edges, prizes: dict[int, int]) -> None:
    nodes, chosen, worth = found(edges, prizes)
    graph = networkx.MultiGraph()
    graph.add_nodes_from(nodes)
    graph.add_edges_from(edges[edge][:2] for edge in chosen)
    assert set(graph) == set(nodes)
    assert not nodes or networkx.is_tree(graph)
    told = sum(prizes.get(n, 0) for n in nodes) - sum(edges[edge][2] for edge in chosen)
    assert worth == told
    assert worth >= max(prizes.values(), default=0)


def best_worth(edges: Edges, prizes: dict[int, int]) -> float:
    """Return the most that any tree is worth, by trying all."""
    best: float = max(prizes.values(), default=0)
    for size in range(1, NODES):
        for chosen in itertools.combinations(edges, size):
            graph = networkx.Graph([edge[:2] for edge in chosen])
            if graph.number_of_edges() == size and networkx.is_tree(graph):
                worth = sum(prizes.get(node, 0) for node in graph) - sum(e[2] for e in chosen)
                best = max(best, worth)
    return best


def test_it_is_seldom_far_from_the_best() -> None:
    generator, shares = np.random.default_rng(1), []
    for _ in range(60):
        drawn = [tuple(int(n) for n in generator.integers(6, size=2)) for _ in range(8)]
        some = [(a, b, int(generator.integers(1, 5))) for a, b in drawn if a != b]
        given_ = {int(generator.integers(6)): int(generator.integers(1, 7)) for _ in range(3)}
        shares.append(found(some, given_)[2] / best_worth(some, given_))
    assert max(shares) <= 1
    assert min(shares) >= 0.7
    assert np.mean(shares) >= 0.97


def test_a_way_that_costs_more_than_it_leads_to_is_left_out() -> None:
    chain = [(0, 1, 2), (1, 2, 2), (2, 3, 5)]
    assert found(chain, {0: 6, 2: 5, 3: 4}) == ((0, 1, 2), (0, 1), 7)


def test_a_graph_without_prizes_gives_nothing() -> None:
    assert found([(0, 1, 1)], {}) == ((), (), 0)
