from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks import triples_retrieval
from graphwright.graph.topology import Graph, RankedEdges, make_incidence
from graphwright.ids import content_id
from graphwright.tables import BlockKind, Sentence


def said(document: str, number: int, text: str) -> Sentence:
    return Sentence(
        sentence_id=content_id(document, number),
        chunk_id=f"chunk {number}",
        document_id=document,
        index=number,
        start=100 * number,
        end=100 * number + len(text),
        text=text,
        kind=BlockKind.PARAGRAPH,
        tokens=len(text.split()),
        filter=None,
    )


FIRST = said("a", 0, "The journal was founded in 1960.")
SECOND = said("a", 1, "Its editor is Jan Solovej of Copenhagen.")


def test_triples_are_read_by_passage_and_only_with_three_parts(tmp_path: Path) -> None:
    docs = [
        {
            "title": "Journal",
            "text": "Founded in 1960.",
            "extracted_triples": [["Journal", "founded in", "1960"], ["Journal", "1960"]],
        }
    ]
    path = tmp_path / "triples.json"
    path.write_text(json.dumps({"docs": docs}))
    page = triples_retrieval.page_of({"title": "Journal", "text": "Founded in 1960."})
    assert triples_retrieval.load_triples(path) == {page: [("Journal", "founded in", "1960")]}


def test_a_triple_stands_at_the_sentence_that_shares_most_words() -> None:
    sentences = [FIRST, SECOND]
    triple = ("Journal", "has editor", "Jan Solovej")
    assert triples_retrieval.sentence_of(triple, sentences) is SECOND
    assert triples_retrieval.sentence_of(("x", "y", "z"), sentences) is FIRST


def test_their_triples_go_through_our_rules_of_rejection() -> None:
    triples = [
        ("The Journal", "Founded in", "1960"),
        ("It", "has", "editor"),
        ("Journal", "is", "the journal"),
        ("The Journal", "Founded in", "1960"),
    ]
    rows = list(triples_retrieval.resolved_rows({"a": triples}, [FIRST, SECOND]))
    assert [row.rejection for row in rows] == [None, "unresolved_pronoun", "self_relation"]
    assert (rows[0].subject_key, rows[0].predicate, rows[0].object_key) == (
        "journal",
        "founded in",
        "1960",
    )
    assert (rows[0].chunk_id, rows[0].confidence) == ("chunk 0", 1.0)


def test_two_graphs_are_compared_question_by_question() -> None:
    ours = {"recall_at_5": np.array([1.0, 0.5, 1.0, 0.5])}
    theirs = {"recall_at_5": np.array([1.0, 1.0, 1.0, 1.0])}
    figures = triples_retrieval.compare(ours, theirs)
    assert (figures["recall_at_5"], figures["gpt35_recall_at_5"]) == (0.75, 1.0)
    assert figures["ratio"] == 0.75
    assert figures["ratio_interval"] == [0.5, 1.0]
    assert figures["difference_interval"] == [-0.5, 0.0]


def test_the_ratio_of_equal_graphs_is_one_whatever_is_drawn() -> None:
    recall = np.array([0.0, 0.5, 1.0])
    assert triples_retrieval.ratio_interval(recall, recall) == pytest.approx((1.0, 1.0))


def test_the_walk_reaches_chunks_over_relations() -> None:
    # chunk 0 - entity 0 - entity 1 - chunk 1, the walk starting at entity 0 half of the time.
    relations, mentions = np.array([[1, 0]], np.int32), np.array([[0, 0], [1, 1]], np.int32)
    edges = [
        RankedEdges(relations, np.arange(1), both_ends=True),
        RankedEdges(mentions, np.arange(2), both_ends=False),
    ]
    graph = Graph(
        entities=2,
        chunks=2,
        relation_edges=relations,
        chunk_edges=mentions,
        name_edges={},
        incidence=make_incidence(2, edges),
    )
    found = triples_retrieval.walk(graph, np.array([1.0, 0.0, 0.0, 0.0]))
    assert found.tolist() == pytest.approx([7 / 45, 2 / 45])
