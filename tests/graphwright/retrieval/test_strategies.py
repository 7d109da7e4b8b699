from __future__ import annotations

from typing import NoReturn

import pytest

from graphwright.errors import SettingsError, SnapshotError
from graphwright.graph.snapshot import Snapshot
from graphwright.registry import Registry
from graphwright.retrieval import STRATEGIES, StrategyParts, make_strategy
from graphwright.retrieval.baseline_strategies import Bm25Strategy
from graphwright.retrieval.strategy import MakeStrategy
from graphwright.settings import EmbeddingSettings, LanguageSettings
from graphwright.vectors.embedder import Embedder, make_embedder

LANGUAGE = LanguageSettings()
ANSWERS = {
    "Which orders need a second approval?": "A purchase order over 10,000 euros",
    "Where are supplier contracts stored?": "Orbit ERP stores every",
    "What happens at an outage?": "The Helios portal opens a ticket",
}


def test_the_names() -> None:
    assert STRATEGIES.names == ("bm25", "dense", "graph", "hybrid", "pcst", "rrf", "walk")


@pytest.mark.parametrize("name", STRATEGIES.names)
def test_every_strategy_finds_the_passage(
    snapshot: Snapshot, embedder: Embedder, name: str
) -> None:
    strategy = make_strategy(name, snapshot, lambda: embedder, LANGUAGE)
    assert strategy.name == name
    for question, answer in ANSWERS.items():
        context = strategy.retrieve(question, 2)
        assert context.strategy == name
        assert any(chunk.text.startswith(answer) for chunk in context.chunks)
        assert len(context.chunks) <= 2
        scores = [chunk.score for chunk in context.chunks]
        assert scores == sorted(scores, reverse=True)
        assert context == strategy.retrieve(question, 2)


def test_bm25_returns_only_what_shares_a_term(snapshot: Snapshot, embedder: Embedder) -> None:
    strategy = make_strategy("bm25", snapshot, lambda: embedder, LANGUAGE)
    assert len(strategy.retrieve("trains", 10).chunks) == 1
    assert strategy.retrieve("zebra", 10).chunks == ()


def test_rrf_is_the_fusion_of_both(snapshot: Snapshot, embedder: Embedder) -> None:
    question = "second approval in Orbit ERP"
    lists = [
        [
            c.chunk_id
            for c in make_strategy(n, snapshot, lambda: embedder, LANGUAGE)
            .retrieve(question, 9)
            .chunks
        ]
        for n in ("bm25", "dense")
    ]
    expected: dict[str, float] = {}
    for ranking in lists:
        for rank, chunk in enumerate(ranking, start=1):
            expected[chunk] = expected.get(chunk, 0) + 1 / (60 + rank)
    fused = make_strategy("rrf", snapshot, lambda: embedder, LANGUAGE).retrieve(question, 9).chunks
    assert {chunk.chunk_id: chunk.score for chunk in fused} == pytest.approx(expected)


def test_an_unknown_strategy_is_named(snapshot: Snapshot, embedder: Embedder) -> None:
    with pytest.raises(SettingsError, match=r"retrieval strategy is 'magic'.*'graph'"):
        make_strategy("magic", snapshot, lambda: embedder, LANGUAGE)


@pytest.mark.parametrize("name", ["graph", "dense", "rrf", "walk"])
def test_a_foreign_embedder_is_refused(snapshot: Snapshot, name: str) -> None:
    other = make_embedder(EmbeddingSettings(max_tokens=64), 1)
    with pytest.raises(SnapshotError, match="was embedded by"):
        make_strategy(name, snapshot, lambda: other, LANGUAGE)


def never() -> NoReturn:
    raise AssertionError("This was not to be opened.")


def test_a_strategy_opens_only_what_it_needs(snapshot: Snapshot, embedder: Embedder) -> None:
    for name, opened in (("bm25", never), ("dense", lambda: embedder), ("rrf", lambda: embedder)):
        strategy = STRATEGIES.get(name)(StrategyParts(snapshot, opened, never))
        assert strategy.retrieve("Which orders need a second approval?", 1).chunks


def test_another_strategy_is_registered_by_its_name(snapshot: Snapshot) -> None:
    strategies: Registry[MakeStrategy] = Registry("The retrieval strategy")
    strategies.register("mine", Bm25Strategy)
    parts = StrategyParts(snapshot, never, never)
    assert strategies.get("mine")(parts).retrieve("trains", 10).chunks
