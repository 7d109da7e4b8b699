from __future__ import annotations

import dataclasses

import pytest

from graphwright.graph.snapshot import Snapshot
from graphwright.retrieval.asked import Asked
from graphwright.retrieval.context import ContextRelation
from graphwright.retrieval.fact_ranking import FactRanking, Question
from graphwright.retrieval.parameters import FACTS, FactParameters
from graphwright.retrieval.strategy import StrategyParts
from graphwright.vectors.embedder import Embedder

ONE_PASSAGE = dataclasses.replace(FACTS, passages=1, least_cosine=-1.0)


def ranked(
    snapshot: Snapshot,
    embedder: Embedder,
    word: str,
    parameters: FactParameters = ONE_PASSAGE,
    focus: frozenset[str] = frozenset(),
) -> dict[str, ContextRelation]:
    """Return the facts of a question for a word, where the passage on purchase orders is first."""
    texts = snapshot.chunks["text"].to_pylist()
    first = next(row for row, text in enumerate(texts) if "purchase order over" in text)
    strategy = FactRanking(StrategyParts(snapshot, lambda: embedder, lambda: None), parameters)  # type: ignore[arg-type,return-value]
    question = Question(word, embedder.embed_query(word), (), Asked({word}, None, focus))
    return {fact.text: fact for fact in strategy.rank(question, [first], 10)}


def test_the_rest_of_the_first_document_may_answer(snapshot: Snapshot, embedder: Embedder) -> None:
    facts = ranked(snapshot, embedder, "store")
    elsewhere = facts["Orbit ERP store supplier contract"].why
    here = facts["plant manager give second approval"].why
    assert elsewhere
    assert here
    assert (elsewhere.passage, elsewhere.first_document) == (None, True)
    assert (here.passage, here.first_document) == (1, True)
    assert "Helios portal open ticket" not in facts


@pytest.mark.parametrize("most", [1, 2])
def test_of_a_long_document_passages_around_the_first_may_answer(
    snapshot: Snapshot, embedder: Embedder, most: int
) -> None:
    parameters = dataclasses.replace(ONE_PASSAGE, document_passages=most)
    facts = ranked(snapshot, embedder, "store", parameters)
    assert ("Orbit ERP store supplier contract" in facts) is (most > 1)


def test_what_the_sentence_says_beside_a_fact_counts(
    snapshot: Snapshot, embedder: Embedder
) -> None:
    fact, bare = "plant manager use Orbit ERP", dataclasses.replace(ONE_PASSAGE, sentence=0)
    with_sentence = ranked(snapshot, embedder, "approval")[fact]
    without = ranked(snapshot, embedder, "approval", bare)[fact]
    assert with_sentence.score == pytest.approx(without.score + ONE_PASSAGE.sentence)
    assert with_sentence.why
    assert with_sentence.why.words == ()


def test_what_is_asked_for_counts_once_more(snapshot: Snapshot, embedder: Embedder) -> None:
    asked_for = frozenset({"approval", "manager"})
    described = ranked(snapshot, embedder, "approval")
    asked = ranked(snapshot, embedder, "approval", focus=asked_for)
    holds, lacks = "purchase order require second approval", "plant manager use Orbit ERP"
    half = ONE_PASSAGE.focus / 2
    assert asked[holds].score == pytest.approx(described[holds].score + half)
    assert asked[lacks].score == pytest.approx(described[lacks].score)
