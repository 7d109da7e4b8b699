from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.graph.topology import Graph, RankedEdges, make_incidence
from graphwright.retrieval.mention_walk import MentionWalk, Visits
from graphwright.retrieval.parameters import WALK
from graphwright.retrieval.weighted_rows import NOTHING, Weighted, weighted
from graphwright.tables import MentionReason

ENTITIES, CHUNKS = 5, 4
Pairs = list[tuple[int, int]]
EXACT = dataclasses.replace(WALK, least_rank=0.0, steps=200)

pairs = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 3)), unique=True, max_size=12)
shares = st.lists(st.integers(0, 9), min_size=CHUNKS, max_size=CHUNKS).filter(any)


def array(edges: Pairs) -> np.ndarray:
    return np.array(edges, dtype=np.int32).reshape(-1, 2)


def graph_of(facts: Pairs, **named: Pairs) -> Graph:
    edges = RankedEdges(array(facts), np.arange(len(facts)), both_ends=False)
    return Graph(
        entities=ENTITIES,
        chunks=CHUNKS,
        relation_edges=array([]),
        chunk_edges=array(facts),
        name_edges={MentionReason(reason): array(found) for reason, found in named.items()},
        incidence=make_incidence(ENTITIES, [edges]),
    )


def start_at(shares: list[int]) -> Visits:
    weights = np.array(shares, dtype=float)
    return Visits(weighted(np.arange(CHUNKS), weights / weights.sum()), NOTHING)


def solved(facts: Pairs, texts: Pairs, sections: Pairs, reset: np.ndarray) -> np.ndarray:
    """Return the ranks of chunks as the solution of the walk's equations, written out."""
    there, back = np.zeros((CHUNKS, ENTITIES)), np.zeros((CHUNKS, ENTITIES))
    for found, w, w_back in (
        (texts, WALK.text, WALK.text),
        (facts, WALK.fact, WALK.fact),
        (sections, WALK.heading, WALK.section),
    ):
        for entity, chunk in found:
            there[chunk, entity] = max(there[chunk, entity], w)
            back[chunk, entity] = max(back[chunk, entity], w_back)
    count = (there > 0).sum(axis=0)
    leads = (count > 1) & (count <= WALK.most_chunks)
    there, back = there * leads / np.maximum(count, 1), back * leads
    steps = np.zeros((CHUNKS + ENTITIES, CHUNKS + ENTITIES))
    for chunk in range(CHUNKS):
        steps[chunk, chunk] = WALK.stay
        if there[chunk].sum():
            steps[chunk, CHUNKS:] = (1 - WALK.stay) * there[chunk] / there[chunk].sum()
    for entity in range(ENTITIES):
        if back[:, entity].sum():
            steps[CHUNKS + entity, :CHUNKS] = back[:, entity] / back[:, entity].sum()
    start = np.concatenate([reset, np.zeros(ENTITIES)])
    steps += np.outer(1 - steps.sum(axis=1), start)  # what leads nowhere starts again
    left = np.eye(CHUNKS + ENTITIES) - WALK.damping * steps.T
    ranks: np.ndarray = np.linalg.solve(left, (1 - WALK.damping) * start)
    return ranks[:CHUNKS]


def dense(ranks: Weighted) -> np.ndarray:
    values = np.zeros(CHUNKS)
    values[ranks.rows] = ranks.weights
    return values


@given(pairs, pairs, pairs, shares)
def test_ranks_solve_the_equations_of_the_walk(
    facts: Pairs, texts: Pairs, sections: Pairs, starts: list[int]
) -> None:
    walk = MentionWalk(graph_of(facts, text=texts, section=sections), EXACT)
    visits = walk.ranks(start_at(starts))
    expected = solved(facts, texts, sections, np.array(starts) / sum(starts))
    assert dense(visits.chunks) == pytest.approx(expected, abs=1e-6)
    assert visits.chunks.total + visits.entities.total == pytest.approx(1)


@given(pairs, pairs, shares)
def test_letting_go_of_the_seldom_visited_changes_little(
    facts: Pairs, texts: Pairs, starts: list[int]
) -> None:
    graph = graph_of(facts, text=texts)
    exact = dense(MentionWalk(graph, EXACT).ranks(start_at(starts)).chunks)
    served = dense(MentionWalk(graph, WALK).ranks(start_at(starts)).chunks)
    assert served == pytest.approx(exact, abs=0.02)


def test_a_chunk_that_shares_an_entity_is_reached_and_another_is_not() -> None:
    walk = MentionWalk(graph_of([(0, 0), (0, 1), (1, 2), (1, 3)]), WALK)
    ranks = walk.ranks(start_at([1, 0, 0, 0])).chunks
    assert ranks.weight(1) > 0
    assert ranks.weight(2) == 0


def test_an_entity_of_one_chunk_or_of_too_many_leads_nowhere() -> None:
    alone = MentionWalk(graph_of([(0, 0)]), WALK)
    assert dense(alone.ranks(start_at([1, 0, 0, 0])).chunks) == pytest.approx([1, 0, 0, 0])
    few = dataclasses.replace(WALK, most_chunks=2)
    crowded = MentionWalk(graph_of([(0, 0), (0, 1), (0, 2)]), few)
    assert dense(crowded.ranks(start_at([1, 0, 0, 0])).chunks) == pytest.approx([1, 0, 0, 0])


def test_a_rare_entity_leads_more_than_a_common_one() -> None:
    edges = [(0, 0), (0, 1), (1, 0), (1, 2), (1, 3)]
    ranks = MentionWalk(graph_of(edges), WALK).ranks(start_at([1, 0, 0, 0])).chunks
    assert ranks.weight(1) > ranks.weight(2) == pytest.approx(ranks.weight(3))


def test_the_section_about_an_entity_is_found_before_those_that_mention_it() -> None:
    walk = MentionWalk(graph_of([(0, 0), (0, 1)], section=[(0, 2)]), WALK)
    ranks = walk.ranks(start_at([1, 0, 0, 0])).chunks
    assert ranks.weight(2) > ranks.weight(1) > 0


@given(
    facts=pairs,
    sections=pairs,
    first=st.permutations(range(CHUNKS)),
    same=st.sampled_from([{}, {0: "a", 1: "a"}, {1: "a", 2: "a", 3: "a"}]),
)
def test_sections_named_are_those_about_what_the_first_chunks_mention(
    facts: Pairs, sections: Pairs, first: list[int], same: dict[int, str]
) -> None:
    mentions = {*facts, *sections}
    expected = np.zeros(CHUNKS)
    for rank, chunk in enumerate(first[:2], start=1):
        for entity, found in sections:
            among = sum(one == entity for one, _ in sections)
            copies = same.get(found, found) == same.get(chunk, chunk)
            if (entity, chunk) in mentions and not copies:
                expected[found] = max(expected[found], 1 / rank / among)
    walk = MentionWalk(graph_of(facts, section=sections), WALK)
    assert dense(walk.sections_named(np.array(first[:2]), same)) == pytest.approx(expected)


def test_the_way_names_the_chunk_and_the_entity_between() -> None:
    walk = MentionWalk(graph_of([(0, 0), (0, 1), (1, 1), (1, 2)]), WALK)
    start = start_at([1, 0, 0, 0])
    visits = walk.ranks(start)
    assert walk.way_to(0, start, visits) is None
    assert walk.way_to(1, start, visits) == (0, 0)
    assert walk.way_to(2, start, visits) == (1, 1)


def test_the_way_from_a_name_of_the_question() -> None:
    walk = MentionWalk(graph_of([(0, 0), (0, 1)]), WALK)
    start = Visits(NOTHING, weighted(np.array([0]), np.array([1.0])))
    assert walk.way_to(1, start, walk.ranks(start)) == (None, 0)


def test_a_graph_without_mentions_keeps_its_starts() -> None:
    ranks = MentionWalk(graph_of([]), WALK).ranks(start_at([3, 1, 0, 0])).chunks
    assert dense(ranks) == pytest.approx([0.75, 0.25, 0, 0])


@given(st.lists(st.tuples(st.integers(0, 20), st.floats(0, 1)), max_size=60))
def test_weights_of_the_same_row_are_added(pairs: list[tuple[int, float]]) -> None:
    rows = np.array([row for row, _ in pairs], dtype=np.int64)
    found = weighted(rows, np.array([weight for _, weight in pairs], dtype=np.float64))
    assert found.rows.tolist() == sorted({row for row, _ in pairs})
    for row, weight in zip(found.rows.tolist(), found.weights.tolist(), strict=True):
        assert weight == pytest.approx(sum(w for r, w in pairs if r == row))
