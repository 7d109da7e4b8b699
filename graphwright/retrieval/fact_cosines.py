"""The cosines of facts with a question, of those too that have no vector stored.

Facts of knowledge have one. Where a question asks for every layer, what promises most of the others
is embedded, by its words and by the passages that state it. Steps that the first passages tell are
always looked at: their cosines are estimated by their words, which costs no run of the model.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from graphwright.graph.lexical_index import terms
from graphwright.retrieval.parameters import FACTS, FactParameters
from graphwright.retrieval.ranking import cosines_of, rank_held, top

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphwright.graph.snapshot import Snapshot
    from graphwright.retrieval.strategy import StrategyParts

    Rows = NDArray[np.int64]


@dataclasses.dataclass(frozen=True, slots=True)
class FactSearch:
    """A question, its vector, and the rows of the passages that were found for it, best first."""

    text: str
    vector: NDArray[np.float32]
    passages: Sequence[int]


def near_facts(
    parts: StrategyParts, rows: Rows, search: FactSearch, p: FactParameters = FACTS
) -> list[tuple[int, float]]:
    """Return relation rows (distinct, ascending) with their cosines, best first, ties by row.

    Of those without a vector at most ``p.embedded`` are there. An embedder gives a text the vector
    that a build would have stored, so the cosines can be compared.
    """
    vectors = parts.snapshot.relation_vectors
    held = vectors.has(rows)
    found = rank_held(vectors, rows[held], search.vector)
    if held.all():
        return found
    bare = _most_promising(parts.snapshot, rows[~held], search, p)
    embedded = parts.embedder.embed_passages(parts.snapshot.relation_texts(bare.tolist()))
    ranked = top(cosines_of(embedded, search.vector), len(bare))
    found += [(int(bare[place]), cosine) for place, cosine in ranked]
    return sorted(found, key=lambda one: (-one[1], one[0]))


def estimated_cosines(
    snapshot: Snapshot, rows: Sequence[int], question: str, p: FactParameters = FACTS
) -> list[tuple[int, float]]:
    """Return relation rows with an estimate of their cosines, those that share a word with it.

    A fact that holds all words of a question, rare ones counting for more, is nearest.
    """
    if not rows:
        return []
    rarity = snapshot.lexical.rarity(question)
    texts = snapshot.relation_texts(rows)
    shares = [(row, _share(rarity, text)) for row, text in zip(rows, texts, strict=True)]
    return [(row, p.estimate_none + p.estimate_words * share) for row, share in shares if share]


def stated_first(snapshot: Snapshot, passages: Sequence[int]) -> dict[int, int]:
    """Return each relation that some passages state, with the rank of the first that does."""
    stated: dict[int, int] = {}
    for rank, chunk in enumerate(passages, start=1):
        for row in snapshot.stated_in(chunk).tolist():
            stated.setdefault(row, rank)
    return stated


def _most_promising(snapshot: Snapshot, rows: Rows, search: FactSearch, p: FactParameters) -> Rows:
    """Return those of some rows that would rank first if all were as near, ascending."""
    if len(rows) <= p.embedded:
        return rows
    stated = stated_first(snapshot, search.passages[: p.passages])
    rarity = snapshot.lexical.rarity(search.text)
    scores = [
        p.word * _share(rarity, text) + p.passage / stated.get(row, np.inf)
        for row, text in zip(rows.tolist(), snapshot.relation_texts(rows.tolist()), strict=True)
    ]
    return rows[sorted(place for place, _ in top(np.array(scores), p.embedded))]


def _share(rarity: Mapping[str, float], text: str) -> float:
    """Return which share of a question's words a text holds, a rare one counted for more."""
    held = rarity.keys() & set(terms(text))
    return sum(rarity[term] for term in sorted(held)) / (sum(rarity.values()) or 1.0)
