"""Forests of shortest ways, against an exhaustive search on small graphs."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from graphwright.guidance.even_forest import EvenGraph
from graphwright.retrieval.steiner_tree import best_subtree, steiner_tree


def made(seed: int) -> tuple[int, np.ndarray, dict[int, float]]:
    draw = random.Random(seed)
    nodes = draw.randrange(2, 8)
    pairs = [p for p in itertools.combinations(range(nodes), 2) if draw.random() < 0.45]
    prizes = {node: float(draw.randrange(1, 4)) for node in draw.sample(range(nodes), 2)}
    return nodes, np.array(pairs, dtype=np.int64).reshape(-1, 2), prizes


def best_worth(nodes: int, pairs: np.ndarray, costs: np.ndarray, prizes: dict[int, float]) -> float:
    """Return the worth of the best tree, of all there are."""
    best = max(prizes.values())
    for count in range(1, min(len(pairs), nodes - 1) + 1):
        for edges in itertools.combinations(range(len(pairs)), count):
            held = {int(end) for edge in edges for end in pairs[edge]}
            if len(held) == count + 1 and _connected(pairs[list(edges)], held):
                worth = sum(prizes.get(node, 0.0) for node in held) - costs[list(edges)].sum()
                best = max(best, float(worth))
    return best


def _connected(pairs: np.ndarray, held: set[int]) -> bool:
    seen = {min(held)}
    for _ in held:
        seen |= {int(e) for pair in pairs if seen & set(pair.tolist()) for e in pair}
    return seen == held


@pytest.mark.parametrize("seed", range(25))
def test_the_best_subtree_is_a_tree_and_nearly_the_best_of_all(seed: int) -> None:
    nodes, pairs, prizes = made(seed)
    costs = np.full(len(pairs), 0.5)
    forest = EvenGraph(nodes, pairs).forest(list(prizes))
    tree = best_subtree(pairs, costs, prizes, forest)
    assert len(tree.edges) == len(tree.nodes) - 1
    counted = sum(prizes.get(n, 0.0) for n in tree.nodes) - costs[list(tree.edges)].sum()
    assert tree.worth == pytest.approx(counted)
    # Two wanted nodes: their shortest way is the best tree, or one node alone.
    assert tree.worth == pytest.approx(best_worth(nodes, pairs, costs, prizes))


@pytest.mark.parametrize("seed", range(20))
def test_it_is_worth_as_much_as_ways_found_one_by_one(seed: int) -> None:
    draw = random.Random(seed)
    pairs = np.array(
        [(draw.randrange(n), n) for n in range(1, 60)]
        + [(draw.randrange(60), draw.randrange(60)) for _ in range(20)],
        dtype=np.int64,
    )
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    prizes = {node: float(draw.randrange(1, 4)) for node in draw.sample(range(60), 6)}
    costs = np.full(len(pairs), 0.5)
    mine = best_subtree(pairs, costs, prizes, EvenGraph(60, pairs).forest(list(prizes)))
    other = steiner_tree(60, pairs, costs, prizes)
    assert mine.worth >= 0.85 * other.worth


def test_nodes_that_nothing_joins_stay_apart() -> None:
    pairs = np.array([[0, 1]], dtype=np.int64)
    assert EvenGraph(4, pairs).forest([0, 1, 3]) == [0]
    assert EvenGraph(3, pairs[:0]).forest([0, 2]) == []
