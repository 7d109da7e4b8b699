from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import numpy as np
import pytest
from evidence_rows import evidence_of

from benchmarks import mine
from benchmarks.graphs import COLLECTION
from graphwright.ids import document_id
from graphwright.settings import EmbeddingSettings
from graphwright.tables import Evidence, Relation, table_of
from graphwright.vectors.embedder import make_embedder

if TYPE_CHECKING:
    from graphwright.graph.snapshot import Snapshot

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


def test_shape_counts_each_qualifier_as_one_more_argument_where_lines_hold_some() -> None:
    graph = mine.EssayGraph(("a b", "c"), (("a b", "c", "a b is c (in 1990)"),), ("in 1990",))
    shape = mine.shape_of([graph, GRAPH])
    assert shape["mean_argument_length"] == pytest.approx(13 / 12)
    assert shape["mean_argument_length_with_qualifiers"] == pytest.approx(15 / 13)


def evidence(relation: str, essay: int, start: int, quote: str, *said: str) -> Evidence:
    return evidence_of(
        quote,
        *said,
        start=start,
        relation_id=relation,
        triple_id=f"{relation}{start}",
        document_id=document_id(COLLECTION, mine.file_name(essay)),
        condition="if C agrees" if "if C agrees" in quote else None,
    )


def relation(name: str, subject: str, predicate: str, object_: str) -> Relation:
    text = f"{subject} {predicate} {object_}"
    return Relation(name, subject, subject, predicate, object_, object_, False, None, text, 1, 1, 1)


def test_our_lines_hold_what_the_sentences_of_the_essay_add() -> None:
    stated = [
        evidence("r1", 1, 50, "In 1990 A buys B if C agrees.", "In 1990"),
        evidence("r1", 1, 0, "A buys B in 1990 for cash.", "in 1990", "for cash"),
        evidence("r1", 2, 0, "A buys B."),
        evidence("r2", 2, 20, "B sells D daily.", "daily"),
        evidence("r2", 9, 0, "B sells D of another essay.", "of another essay"),
    ]
    known = [relation("r1", "A", "buy", "B"), relation("r2", "B", "sell", "D")]
    snapshot = cast(
        "Snapshot",
        SimpleNamespace(
            evidence=table_of(Evidence).from_rows(stated),
            relations=table_of(Relation).from_rows(known),
        ),
    )
    line = "A buy B (in 1990; for cash; if C agrees)"
    assert mine.our_graphs(snapshot, [1, 2]) == {
        1: mine.EssayGraph(("A", "B"), (("A", "B", line),), ("in 1990", "for cash", "if C agrees")),
        2: mine.EssayGraph(
            ("A", "B", "D"), (("A", "B", "A buy B"), ("B", "D", "B sell D (daily)")), ("daily",)
        ),
    }
    bare = mine.our_graphs(snapshot, [1], qualified=False)
    assert bare == {1: mine.EssayGraph(("A", "B"), (("A", "B", "A buy B"),))}


def test_the_report_says_how_well_the_score_predicts_the_verdicts() -> None:
    ours = mine.FactScores(np.array([1.0, 0.5]), np.array([10.0, 20.0]), np.array([0.5, 0.5]))
    other = mine.FactScores(np.array([0.9, 0.1]), np.array([4.0, 6.0]), np.array([0.9, 0.1]))
    figures = mine.report({mine.OURS: ours, "other": other}, {"other": np.array([True, False])})
    assert figures[mine.OURS] == {
        "coverage": 0.75,
        "predicted_share": 0.5,
        "context_words": 15.0,
        "coverage_at_equal_words": 0.5,
    }
    assert figures["other"] == {
        "coverage": 0.5,
        "predicted_share": 0.5,
        "context_words": 5.0,
        "coverage_at_equal_words": 0.5,
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
    stored = {7: mine.Judged((True, True), ("egg hatches", "a moon"))}
    assert mine.stored_coverage(scorer, essays, stored).tolist() == pytest.approx([2 / 3, 1 / 2])


def test_at_equal_words_the_nearest_lines_count_as_long_as_they_fit() -> None:
    vectors = {"far off": np.array([0.0, 1.0]), "a b c": np.array([1.0, 0.0]),
               "near": np.array([0.8, 0.6])}  # fmt: skip
    fact = np.array([1.0, 0.0])
    assert mine.nearest_lines(vectors, vectors, fact, 4) == ["a b c", "near"]
    assert mine.nearest_lines(vectors, vectors, fact, 3) == ["a b c"]
    assert mine.nearest_lines(vectors, vectors, fact, 99) == ["a b c", "near", "far off"]


def test_the_nearest_sentence_is_a_context_of_its_own(tmp_path: Path) -> None:
    vectors = mine.Vectorised(make_embedder(EmbeddingSettings(), 1), tmp_path / "names")
    scorer = mine.Scorer(vectors, lambda word: frozenset([word]), frozenset({"the", "into"}))
    essays = {7: mine.Essay("", ("The egg hatches into larva", "Ships carry coal"))}
    sentences = {7: ["An egg hatches.", "Coal is carried by ships at sea."]}
    found = scorer.nearest_sentences(essays, sentences)
    assert found["coverage"] == pytest.approx((2 / 3 + 2 / 3) / 2)
    assert found["context_words"] == pytest.approx((3 + 7) / 2)


def write_graph(
    folder: Path, number: int, relations: list[list[str]], facts: dict[str, int]
) -> None:
    graph = {"entities": ["c"], "relations": relations}
    (folder / f"{number:03}_graph.json").write_text(json.dumps(graph))
    rows: list[dict[str, object]] = [
        {"correct_answer": fact, "retrieved_context": f"about {fact}", "evaluation": verdict}
        for fact, verdict in facts.items()
    ]
    verdicts = json.dumps([*rows, {"accuracy": "50.00%"}])
    (folder / f"{number:03}_verdicts.json").write_text(verdicts)


ESSAYS = {n: mine.Essay("", (f"First of {n}.", f"Second of {n}.")) for n in (1, 2, 3)}


def test_a_graph_belongs_to_the_essay_whose_facts_were_judged(tmp_path: Path) -> None:
    write_graph(tmp_path, 1, [["a", "is", "b"]], {"First of 1.": 1, "Second of 1.": 0})
    write_graph(tmp_path, 2, [["x", "is", "y"]], {"First of 1.": 0, "Second of 1.": 0})
    write_graph(tmp_path, 3, [["d", "is", "e"]], {"First of 2.": 0, "Second of 2.": 1})
    write_graph(tmp_path, 4, [], {"First of 3.": 0, "Second of 3.": 0})
    graphs, judged = mine.load_system(tmp_path, ESSAYS)
    assert graphs == {
        1: mine.EssayGraph(("c", "a", "b"), (("a", "b", "a is b"),)),
        2: mine.EssayGraph(("c", "d", "e"), (("d", "e", "d is e"),)),
    }
    assert judged == {
        1: mine.Judged((True, False), ("about First of 1.", "about Second of 1.")),
        2: mine.Judged((False, True), ("about First of 2.", "about Second of 2.")),
    }


def test_essays_come_by_number_and_without_code_fences(tmp_path: Path) -> None:
    essays = [{"id": n, "text": "```\nTitle\n\nText.```", "facts": ["One."]} for n in (2, 1)]
    (tmp_path / "essays.json").write_text(json.dumps(essays))
    loaded = mine.load_essays(tmp_path)
    assert list(loaded) == [1, 2]
    assert loaded[1] == mine.Essay("Title\n\nText.", ("One.",))
    assert list(mine.load_essays(tmp_path, limit=1)) == [1]
