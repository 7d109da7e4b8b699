from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from serving_lake import Rows

from graphwright.graph.snapshot import Snapshot, open_snapshot
from graphwright.graph.topology import Graph, RankedEdges, make_incidence
from graphwright.retrieval.strategy import StrategyParts
from graphwright.retrieval.walk_strategy import DAMPING, RandomWalk, WalkStrategy
from graphwright.vectors.embedder import Embedder

if TYPE_CHECKING:
    from spacy.language import Language

ENTITIES, CHUNKS = 4, 3
VERTICES = ENTITIES + CHUNKS
Edges = list[tuple[int, int]]

relation_edges = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=12)
chunk_edges = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2)), unique=True, max_size=8)
starts = st.lists(st.integers(0, 9), min_size=VERTICES, max_size=VERTICES).filter(any)


def graph_of(relations: Edges, chunks: Edges) -> Graph:
    pairs = [np.array(edges, dtype=np.int32).reshape(-1, 2) for edges in (relations, chunks)]
    in_order = [RankedEdges(edges, np.arange(len(edges)), both_ends=True) for edges in pairs]
    in_order[1] = dataclasses.replace(in_order[1], both_ends=False)
    incidence = make_incidence(ENTITIES, in_order)
    return Graph(
        entities=ENTITIES,
        chunks=CHUNKS,
        relation_edges=pairs[0],
        chunk_edges=pairs[1],
        incidence=incidence,
    )


def solved(relations: Edges, chunks: Edges, reset: np.ndarray) -> np.ndarray:
    """Return PageRank as the solution of its equations; a vertex without edges leads to reset."""
    steps = np.zeros((VERTICES, VERTICES))
    for a, b in [*relations, *((e, ENTITIES + c) for e, c in chunks)]:
        steps[a, b] += 1
        steps[b, a] += 1
    alone = steps.sum(axis=1) == 0
    steps[alone] = reset
    steps /= steps.sum(axis=1, keepdims=True)
    left = np.eye(VERTICES) - DAMPING * steps.T
    result: np.ndarray = np.linalg.solve(left, (1 - DAMPING) * reset)
    return result


@given(relation_edges, chunk_edges, starts)
def test_ranks_solve_the_equations_of_pagerank(
    relations: Edges, chunks: Edges, weights: list[int]
) -> None:
    reset = np.array(weights) / sum(weights)
    ranks = RandomWalk(graph_of(relations, chunks)).ranks(np.array(weights, dtype=float))
    assert ranks.sum() == pytest.approx(1)
    assert ranks == pytest.approx(solved(relations, chunks, reset), abs=1e-5)


def test_a_chunk_two_hops_away_is_reached_and_an_unrelated_one_is_not() -> None:
    graph = graph_of([(0, 1), (1, 2)], [(2, 0), (3, 1)])
    start = np.zeros(VERTICES)
    start[0] = 1
    ranks = RandomWalk(graph).ranks(start)
    assert ranks[ENTITIES] > 0
    assert ranks[ENTITIES + 1] == 0


def test_a_phrase_that_names_nothing_starts_at_the_nearest_entity(
    snapshot: Snapshot, embedder: Embedder, nlp: Language
) -> None:
    context = WalkStrategy(StrategyParts(snapshot, lambda: embedder, lambda: nlp)).retrieve(
        "Who signs off the PO approvals?", 3
    )
    assert context.entities
    assert all(entity.phrase for entity in context.entities)
    assert len(context.relations) <= 6
    assert context.chunks[0].score == 1


def test_an_empty_graph_has_no_answer(
    tmp_path: Path, publish: Callable[..., str], embedder: Embedder, nlp: Language
) -> None:
    publish(Rows())
    empty = open_snapshot(tmp_path / "lake")
    context = WalkStrategy(StrategyParts(empty, lambda: embedder, lambda: nlp)).retrieve(
        "Where are orders kept?", 3
    )
    assert (context.chunks, context.relations, context.entities) == ((), (), ())
