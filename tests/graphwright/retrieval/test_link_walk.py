"""The best passage of what a first passage's document links to is found by way of the link."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from serving_lake import Rows

from graphwright.graph.linked_documents import link_documents
from graphwright.graph.snapshot import Snapshot, open_snapshot
from graphwright.retrieval.cosines import Cosines
from graphwright.retrieval.link_walk import Linked, LinkWalk
from graphwright.retrieval.parameters import WALK
from graphwright.retrieval.strategy import StrategyParts
from graphwright.retrieval.walk_strategy import WalkStrategy
from graphwright.tables import DocumentLink
from graphwright.vectors.embedder import Embedder

if TYPE_CHECKING:
    from spacy.language import Language

    from graphwright.retrieval.context import Context

COSINES = np.array([[0.9], [0.1], [0.2], [0.3], [0.1], [0.5]], np.float32)
OWNERS = np.array([0, 1, 1, 2, 2, 3])
"""Six chunks of four documents."""


def walked(links: Sequence[tuple[int, int]], ranked: Sequence[int], most: int = 100) -> Linked:
    ends = np.array(links, np.int64).reshape(-1, 2)
    linked = link_documents(ends[:, 0], ends[:, 1], OWNERS, 4)
    walk = LinkWalk(linked, dataclasses.replace(WALK, most_links=most))
    cosines = Cosines(COSINES, np.ones(1, np.float32))
    return walk.linked_from(np.array(ranked), cosines, np.zeros(len(OWNERS)))


def test_each_linked_document_gains_by_its_best_chunk() -> None:
    found = walked([(0, 1), (0, 2)], [0])
    assert found.chunks.rows.tolist() == [2, 3]
    assert found.chunks.weights.tolist() == [1, 1]
    assert [found.source_of(row) for row in (1, 2, 3)] == [None, 0, 0]


def test_the_first_document_that_links_counts_and_what_many_link_to_gains_less() -> None:
    found = walked([(0, 3), (1, 3), (1, 0)], [1, 2, 0])
    assert found.chunks.rows.tolist() == [0, 5]
    assert found.chunks.weights.tolist() == pytest.approx([1, 0.5**0.5])
    assert found.source_of(5) == 1
    later = walked([(0, 3), (2, 3)], [1, 0])
    assert later.chunks.weights.tolist() == pytest.approx([0.5 * 0.5**0.5])


def test_an_index_leads_nowhere() -> None:
    assert not len(walked([(0, 1), (0, 2)], [0], most=1).chunks.rows)
    assert not len(walked([], [0, 3]).chunks.rows)


@pytest.fixture
def ask(
    tmp_path: Path, publish: Callable[..., str], embedder: Embedder, nlp: Language
) -> Callable[[Rows], tuple[Snapshot, Context]]:
    def run(rows: Rows) -> tuple[Snapshot, Context]:
        publish(rows)
        snapshot = open_snapshot(tmp_path / "lake")
        parts = StrategyParts(snapshot, lambda: embedder, lambda: nlp)
        return snapshot, WalkStrategy(parts).retrieve("What does Orbit ERP store?", 20)

    return run


def test_a_passage_says_which_document_links_to_it(
    ask: Callable[[Rows], tuple[Snapshot, Context]], handbook: Rows
) -> None:
    _, before = ask(handbook)
    first = before.chunks[0].citation.document_id
    others = (chunk.citation.document_id for chunk in reversed(before.chunks))
    last = next(document for document in others if document != first)
    ends = [(first, last), (first, last), (first, None), (first, "gone"), (last, last)]
    links = [
        DocumentLink(source, index, "x", "x", target, "more", None, None)
        for index, (source, target) in enumerate(ends)
    ]
    snapshot, after = ask(dataclasses.replace(handbook, document_links=links))
    assert snapshot.links is not None
    assert len(snapshot.links.targets) == 1
    [linked] = [chunk for chunk in after.chunks if chunk.why and chunk.why.linked_from]
    assert linked.why
    assert (linked.citation.document_id, linked.why.linked_from) == (last, first)
    assert linked.why.linked_title == before.chunks[0].citation.title
    was = {chunk.chunk_id: chunk.score for chunk in before.chunks}
    for chunk in after.chunks:
        gain = WALK.linked if chunk == linked else 0
        assert chunk.score - was[chunk.chunk_id] == pytest.approx(gain, abs=1e-5)


def test_a_snapshot_of_before_there_were_links_answers_without(
    ask: Callable[[Rows], tuple[Snapshot, Context]], handbook: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, context = ask(handbook)
    monkeypatch.setattr("graphwright.graph.snapshot.open_links", lambda *_: None)
    older, same = ask(handbook)
    assert older.links is None
    assert same == context
