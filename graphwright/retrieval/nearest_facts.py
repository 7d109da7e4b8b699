"""What a passage gains by a fact that it states and that is nearer to the question than itself.

A passage's vector is that of all that it says, so the one sentence that answers is lost among the
others. A fact has a vector of its own.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from graphwright.graph.mapped_file import rows_of_mapped
from graphwright.retrieval.ranking import cosines_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphwright.graph.snapshot import Snapshot
    from graphwright.retrieval.cosines import Cosines
    from graphwright.retrieval.parameters import WalkParameters

    Rows = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Vector = NDArray[np.float32]


@dataclasses.dataclass(frozen=True, slots=True)
class NearestFacts:
    """What is added to the cosine of each chunk, and the fact by which some have more."""

    added: Floats
    by: dict[int, int]
    """The row of the fact by the row of each chunk that gains by one."""


def nearest_facts(
    snapshot: Snapshot, cosines: Cosines, query: Vector, plus: Floats, p: WalkParameters
) -> NearestFacts:
    """Return ``plus`` with what the first chunks, by cosine and ``plus``, gain by their facts.

    Each goes ``fact_share`` of the way to the cosine of its nearest fact, less ``fact_below``,
    where that is more than it has.
    """
    best = cosines.top(p.fact_chunks, plus)
    chunks = np.array([row for row, _ in best], dtype=np.int64)
    facts, nearest = _nearest(snapshot, chunks, query)
    gained = p.fact_share * (nearest - p.fact_below - cosines.values[chunks] - plus[chunks])
    gains = gained > 0
    added = plus.copy()
    added[chunks[gains]] += gained[gains]
    return NearestFacts(
        added, dict(zip(chunks[gains].tolist(), facts[gains].tolist(), strict=True))
    )


def _nearest(snapshot: Snapshot, chunks: Rows, query: Vector) -> tuple[Rows, Floats]:
    """Return the nearest fact of each chunk and its cosine, which is endless below for none.

    Only facts of knowledge count: they all have a vector.
    """
    vectors, knowledge_of = snapshot.relation_vectors, snapshot.graph.knowledge_of
    stated = [knowledge_of(snapshot.stated_in(chunk)) for chunk in chunks.tolist()]
    owners = np.repeat(np.arange(len(chunks)), [len(facts) for facts in stated])
    facts = np.concatenate([np.zeros(0, dtype=np.int64), *stated])
    distinct, places = np.unique(facts, return_inverse=True)
    found = cosines_of(rows_of_mapped(vectors.values, vectors.places_of(distinct)), query)
    cosines = found[places].astype(np.float64)
    # The nearest of each chunk is written last; of equal ones the first by row.
    order = np.lexsort((-facts, cosines))
    first, nearest = np.full(len(chunks), -1, dtype=np.int64), np.full(len(chunks), -np.inf)
    first[owners[order]], nearest[owners[order]] = facts[order], cosines[order]
    return first, nearest
