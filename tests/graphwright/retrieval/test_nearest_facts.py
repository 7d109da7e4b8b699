from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from graphwright.graph.snapshot import Snapshot
from graphwright.retrieval.cosines import chunk_cosines
from graphwright.retrieval.nearest_facts import NearestFacts, nearest_facts
from graphwright.retrieval.parameters import WALK, WalkParameters
from graphwright.vectors.embedder import Embedder

QUESTION = "Who gives the second approval?"
AS_NEAR = dataclasses.replace(WALK, fact_below=0.0, fact_share=1.0)


def found(
    snapshot: Snapshot, embedder: Embedder, plus: np.ndarray, p: WalkParameters
) -> tuple[np.ndarray, NearestFacts]:
    """Return the cosine of each chunk with the question, and what facts add."""
    query = embedder.embed_query(QUESTION)
    cosines = chunk_cosines(snapshot, query)
    nearest = nearest_facts(snapshot, cosines, query, plus, p)
    return cosines.values.astype(float), nearest


def nothing(snapshot: Snapshot) -> np.ndarray:
    return np.zeros(snapshot.chunks.num_rows)


@pytest.mark.parametrize(("share", "below"), [(1.0, 0.0), (0.5, 0.0), (1.0, 0.03)])
def test_a_passage_gains_by_its_nearest_fact(
    snapshot: Snapshot, embedder: Embedder, share: float, below: float
) -> None:
    p = dataclasses.replace(WALK, fact_share=share, fact_below=below)
    cosines, nearest = found(snapshot, embedder, nothing(snapshot), p)
    query, vectors = embedder.embed_query(QUESTION), snapshot.relation_vectors
    assert nearest.by
    for chunk, cosine in enumerate(cosines):
        facts = snapshot.graph.knowledge_of(snapshot.stated_in(chunk))
        near = vectors.values[vectors.places_of(facts)] @ query - below
        best = near.max(initial=-1)
        assert nearest.added[chunk] == pytest.approx(share * max(best - cosine, 0), abs=1e-6)
        assert (chunk in nearest.by) is bool(best > cosine)
        if chunk in nearest.by:
            assert nearest.by[chunk] == facts[near.argmax()]


def test_no_passage_loses_what_its_words_gave_it(snapshot: Snapshot, embedder: Embedder) -> None:
    words = nothing(snapshot) + 2.0
    _, nearest = found(snapshot, embedder, words, AS_NEAR)
    assert nearest.added.tolist() == words.tolist()
    assert nearest.by == {}


def test_only_the_first_passages_gain(snapshot: Snapshot, embedder: Embedder) -> None:
    cosines, every = found(snapshot, embedder, nothing(snapshot), AS_NEAR)
    first = int(cosines.argmax())
    assert len(every.by) > 1
    _, one = found(
        snapshot, embedder, nothing(snapshot), dataclasses.replace(AS_NEAR, fact_chunks=1)
    )
    assert set(one.by) <= {first}
    _, none = found(
        snapshot, embedder, nothing(snapshot), dataclasses.replace(AS_NEAR, fact_chunks=0)
    )
    assert none.by == {}
