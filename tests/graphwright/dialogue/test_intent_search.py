"""The fused search of nodes: what stands first, within a part, and how sure it is."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.dialogue.help_vectors import HelpVectors, rows_of_passages
from graphwright.dialogue.intent_search import FusedIntentSearch
from graphwright.dialogue.known import features, known
from graphwright.dialogue.selection import Selector
from graphwright.dialogue.settings import DialogueSettings
from graphwright.dialogue.view import GraphView
from graphwright.graph.help_words import HelpWords
from graphwright.settings import EmbeddingSettings
from graphwright.vectors.embedder import make_embedder
from tests.help_rows import Part, help_graph

_PAGES = (
    Part("Change a reservation", ("Open your bookings and choose another date.",)),
    Part("Cancel a reservation", ("Open your bookings and press Cancel.",)),
    Part("Reset your password", ("Follow the link that we send by mail.",)),
    Part("Pay by invoice", ("Choose invoice at the end of your order.",)),
    Part("Collect points", ("You get a point for each night.",)),
    Part("Write a review", ("Open the stay and give stars.",)),
)
_INTENTS = tuple(
    (page.problem, f"How do I {page.problem[0].lower()}{page.problem[1:]}?") for page in _PAGES
)


@pytest.fixture(scope="module")
def search() -> FusedIntentSearch:
    graph = help_graph(_PAGES, _INTENTS)
    embedder = make_embedder(EmbeddingSettings(), 1)
    texts = [graph.texts[node.document_id] for node in graph.nodes]
    documents = [node.document_id for node in graph.nodes]
    vectors = HelpVectors(
        embedder.embed_passages([intent.text for intent in graph.intents]),
        embedder.embed_passages(texts),
        rows_of_passages(graph, documents, [0] * len(texts)),
    )
    return FusedIntentSearch(graph, vectors, HelpWords.of(graph), embedder.embed_query)


def test_the_meant_problem_stands_first_with_the_intent_that_met_it(
    search: FusedIntentSearch,
) -> None:
    found = search.search("i forgot my password, how can i set a new one", k=3)
    assert found.nodes[0].intent == "How do I reset your password?"
    assert [rank.signal for rank in found.nodes[0].ranks] == ["intents", "texts", "words"]
    assert all(1 <= rank.rank <= len(_PAGES) for rank in found.nodes[0].ranks)
    assert len(found.nodes) == 3


def test_it_is_surer_of_what_the_pages_say(search: FusedIntentSearch) -> None:
    there = search.search("reset my password").known
    absent = search.search("the lift is stuck between two floors").known
    assert 0 <= absent < 0.5 < there <= 1


def test_a_connected_part_alone_is_searched(search: FusedIntentSearch) -> None:
    first = search.search("reset my password").nodes[0].row
    graph = search._graph
    other = next(part for part in graph.components.values() if part != graph.component(first))
    found = search.search("reset my password", component=other).nodes
    assert found
    assert {graph.component(one.row) for one in found} == {other}


@settings(max_examples=25, deadline=None)
@given(st.text(max_size=60))
def test_whatever_is_said_gives_scores_in_order_and_a_probability(
    search: FusedIntentSearch, text: str
) -> None:
    found = search.search(text)
    scores = [one.score for one in found.nodes]
    assert scores == sorted(scores, reverse=True)
    assert 0 <= found.known <= 1
    assert bool(found.nodes) == bool(text.strip())


def test_of_one_page_alone_it_can_tell_too() -> None:
    one = np.array([0.5])
    assert 0 <= known(features(one, one, one)) <= 1


def test_what_is_talked_of_makes_it_no_surer_of_other_things(search: FusedIntentSearch) -> None:
    made = DialogueSettings()
    graph = help_graph(_PAGES, _INTENTS)
    selector = Selector(GraphView(graph, made), search, made)
    for said in ("the lift is stuck between two floors", "can you cook me dinner?"):
        alone = selector.select(said, None).known
        for row in range(len(graph.nodes)):
            assert selector.select(said, row).known == alone
