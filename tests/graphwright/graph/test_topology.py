from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.graph.kinds import MENTION, RELATION
from graphwright.graph.topology import Graph, layer_codes, make_incidence, rank_edges
from graphwright.tables import Layer

ENTITIES, CHUNKS = 6, 4

relation_edges = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=40)
chunk_edges = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3)), unique=True, max_size=20)


def build(relations: list[tuple[int, int]], chunks: list[tuple[int, int]]) -> Graph:
    """Return a graph whose relation i has confidence 1 / (i + 1)."""
    return assemble(
        relations,
        1 / (1 + np.arange(len(relations))),
        np.ones(len(relations), dtype=np.int64),
        chunks,
    )


def assemble(
    relations: list[tuple[int, int]],
    confidence: np.ndarray,
    support: np.ndarray,
    chunks: list[tuple[int, int]],
    layers: list[Layer] | None = None,
) -> Graph:
    relation_edges = np.array(relations, dtype=np.int32).reshape(-1, 2)
    chunk_edges = np.array(chunks, dtype=np.int32).reshape(-1, 2)
    of_relations = pa.table({"confidence": confidence, "support_count": support})
    of_chunks = pa.table({"mention_count": 1 + np.arange(len(chunks))})
    incidence = make_incidence(
        ENTITIES,
        [
            rank_edges(RELATION, relation_edges, of_relations, both_ends=True),
            rank_edges(MENTION, chunk_edges, of_chunks, both_ends=False),
        ],
    )
    return Graph(
        entities=ENTITIES,
        chunks=CHUNKS,
        relation_edges=relation_edges,
        chunk_edges=chunk_edges,
        name_edges={},
        incidence=incidence,
        relation_layers=None if layers is None else layer_codes(layers),
    )


@given(relation_edges, chunk_edges, st.integers(0, 5))
def test_without_a_limit_a_neighbourhood_is_every_edge_once(
    relations: list[tuple[int, int]], chunks: list[tuple[int, int]], entity: int
) -> None:
    found = build(relations, chunks).neighbourhood(entity, 1000)
    assert sorted(found.relations.tolist()) == [
        row for row, pair in enumerate(relations) if entity in pair
    ]
    assert sorted(found.chunks.tolist()) == sorted(c for e, c in chunks if e == entity)


@given(relation_edges, chunk_edges, st.integers(0, 5), st.integers(1, 12))
def test_a_limit_keeps_the_strongest_of_both_kinds(
    relations: list[tuple[int, int]], chunks: list[tuple[int, int]], entity: int, limit: int
) -> None:
    graph = build(relations, chunks)
    whole, part = graph.neighbourhood(entity, 1000), graph.neighbourhood(entity, limit)
    size = len(whole.relations) + len(whole.chunks)
    assert len(part.relations) + len(part.chunks) == min(limit, size)
    assert part.relations.tolist() == whole.relations.tolist()[: len(part.relations)]
    assert part.chunks.tolist() == whole.chunks.tolist()[: len(part.chunks)]
    assert part.relations.tolist() == sorted(part.relations.tolist())


def test_both_kinds_keep_their_share() -> None:
    relations = [(0, 1)] * 30
    chunks = [(0, 0), (0, 1), (0, 2)]
    found = build(relations, chunks).neighbourhood(0, 11)
    assert (len(found.relations), len(found.chunks)) == (10, 1)
    assert found.chunks.tolist() == [2]


def test_equal_confidence_goes_by_support_then_by_row() -> None:
    graph = assemble([(0, 1)] * 3, np.array([0.5, 0.5, 0.5]), np.array([1, 2, 1]), [])
    assert graph.neighbourhood(1, 10).relations.tolist() == [1, 0, 2]


def test_vertices_are_entities_then_chunks() -> None:
    graph = build([(0, 1)], [(1, 3)])
    assert graph.igraph.vcount() == ENTITIES + CHUNKS
    assert graph.igraph.get_edgelist() == [(0, 1), (1, ENTITIES + 3)]


@given(relation_edges, chunk_edges, st.integers(0, 5))
def test_igraph_has_the_same_edges(
    relations: list[tuple[int, int]], chunks: list[tuple[int, int]], entity: int
) -> None:
    graph = build(relations, chunks)
    found = graph.neighbourhood(entity, 1000)
    incident = set(graph.igraph.incident(entity, mode="all"))
    links = {row + len(relations) for row, (owner, _) in enumerate(chunks) if owner == entity}
    assert incident == {*found.relations.tolist(), *links}
    assert graph.igraph.vcount() == ENTITIES + CHUNKS


@pytest.mark.parametrize("entity", [0, 5])
def test_an_entity_without_edges(entity: int) -> None:
    found = build([], []).neighbourhood(entity, 10)
    assert (found.relations.size, found.chunks.size) == (0, 0)


def test_equal_mentions_go_by_the_order_of_the_chunks() -> None:
    pairs = np.array([(0, 3), (0, 1), (0, 2)], dtype=np.int32)
    rows = pa.table({"mention_count": [1, 1, 2]})
    ranked = rank_edges(MENTION, pairs, rows, both_ends=False)
    assert ranked.strongest_first.tolist() == [2, 1, 0]


@given(st.data(), relation_edges, chunk_edges, st.integers(0, 5))
def test_a_hop_follows_other_layers_only_where_it_is_asked_to(
    data: st.DataObject,
    relations: list[tuple[int, int]],
    chunks: list[tuple[int, int]],
    entity: int,
) -> None:
    size = len(relations)
    layers = data.draw(st.lists(st.sampled_from(Layer), min_size=size, max_size=size))
    graph = assemble(relations, np.ones(size), np.ones(size, dtype=np.int64), chunks, layers)
    found, whole = (graph.neighbourhood(entity, 1000, navigation=n) for n in (False, True))
    assert {layers[row] for row in found.relations} <= {Layer.KNOWLEDGE}
    assert [r for r in whole.relations if layers[r] is Layer.KNOWLEDGE] == list(found.relations)
    assert set(whole.relations.tolist()) == {
        i for i, ends in enumerate(relations) if entity in ends
    }
    assert np.array_equal(found.chunks, whole.chunks)
    counted = [int(graph.in_layer(layer).sum()) for layer in Layer]
    assert counted == [layers.count(layer) for layer in Layer]
