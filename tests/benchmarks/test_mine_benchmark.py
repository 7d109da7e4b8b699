from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks import mine
from graphwright.settings import EmbeddingSettings
from graphwright.vectors.embedder import make_embedder

GRAPH = mine.EssayGraph(
    ("egg", "larva", "leaf", "adult", "flower"),
    (
        ("egg", "larva", "egg hatches into larva"),
        ("larva", "leaf", "larva eats leaf"),
        ("leaf", "adult", "leaf hides adult"),
        ("adult", "flower", "adult visits flower"),
        ("larva", "egg", "larva leaves egg"),
    ),
)


def test_the_context_goes_two_hops_out_and_not_back() -> None:
    found = mine.context_of(GRAPH, ["egg"])
    assert found == {"egg hatches into larva", "larva eats leaf", "larva leaves egg"}
    assert mine.context_of(GRAPH, ["flower"]) == set()
    assert mine.context_of(GRAPH, ["adult", "leaf"]) == {"leaf hides adult", "adult visits flower"}


def test_shape_counts_words_of_arguments_and_triples_a_node() -> None:
    small = mine.EssayGraph(("a b", "c", "alone"), (("a b", "c", "a b is c"),))
    assert mine.shape_of([GRAPH, small]) == {
        "mean_argument_length": pytest.approx(13 / 12),
        "triples_per_node": pytest.approx(6 / 8),
        "triples_per_connected_node": pytest.approx(6 / 7),
        "triples": 6,
    }


def test_the_report_says_how_well_the_score_predicts_the_verdicts() -> None:
    ours = mine.FactScores(np.array([1.0, 0.5]), np.array([10.0, 20.0]))
    other = mine.FactScores(np.array([0.9, 0.1]), np.array([4.0, 6.0]))
    figures = mine.report({mine.OURS: ours, "other": other}, {"other": np.array([True, False])})
    assert figures[mine.OURS] == {"coverage": 0.75, "predicted_share": 0.5, "context_words": 15.0}
    assert figures["other"] == {
        "coverage": 0.5,
        "predicted_share": 0.5,
        "context_words": 5.0,
        "llm_share": 0.5,
        "auc": 1.0,
    }
    assert figures["all systems"] == {"auc": 1.0, "threshold": 0.9}


def test_facts_are_scored_by_the_words_of_what_is_retrieved(tmp_path: Path) -> None:
    vectors = mine.Vectorised(make_embedder(EmbeddingSettings(), 1), tmp_path / "names")
    scorer = mine.Scorer(vectors, lambda word: frozenset([word]), frozenset({"the", "into"}))
    essays = {7: mine.Essay("", ("The egg hatches into larva", "The moon shines"))}
    scores = scorer.score(essays, {7: GRAPH})
    assert scores.coverage.tolist() == [1.0, 0.0]
    # Five entities are fewer than eight: everything is near, so all triples are searched.
    assert scores.context_words.tolist() == [16.0, 16.0]


def test_loading_leaves_out_empty_graphs_and_keeps_verdicts_in_order(tmp_path: Path) -> None:
    essays = [{"id": n, "text": "```\nTitle\n\nText.```", "facts": ["One."]} for n in (2, 1)]
    (tmp_path / "essays.json").write_text(json.dumps(essays))
    for number, relations in ((1, [["a", "is", "b"]]), (2, [])):
        graph = {"entities": ["c"], "relations": relations}
        (tmp_path / f"{number:03}_graph.json").write_text(json.dumps(graph))
        verdicts = [{"evaluation": 1}, {"evaluation": 0}, {"accuracy": "50.00%"}]
        (tmp_path / f"{number:03}_verdicts.json").write_text(json.dumps(verdicts))
    loaded = mine.load_essays(tmp_path)
    assert list(loaded) == [1, 2]
    assert loaded[1] == mine.Essay("Title\n\nText.", ("One.",))
    assert list(mine.load_essays(tmp_path, limit=1)) == [1]
    graphs, verdicts = mine.load_system(tmp_path)
    assert graphs == {1: mine.EssayGraph(("c", "a", "b"), (("a", "b", "a is b"),))}
    assert verdicts == {1: [True, False]}
