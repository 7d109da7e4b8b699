"""The walk between chunks and the entities that they mention: personalised PageRank, both ways.

From a chunk a step goes to the entities that it mentions or names, the rarer the likelier; from an
entity to its chunks. Relations between entities are no steps: they add nothing to what is found.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from graphwright.retrieval.parameters import WalkParameters
from graphwright.retrieval.walk_steps import Reached, ReachedSteps, Steps
from graphwright.retrieval.weighted_rows import NOTHING, Weighted
from graphwright.tables import MentionReason

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from numpy.typing import NDArray

    from graphwright.graph.topology import Graph

    Floats = NDArray[np.float64]
    Rows = NDArray[np.int64]
    _Entries = tuple[Rows, Floats]


@dataclasses.dataclass(frozen=True, slots=True)
class Visits:
    """Weights of chunks and entities: where a walk starts, or how often it is there."""

    chunks: Weighted
    entities: Weighted


class MentionWalk:
    """The walk over the mentions of a graph."""

    def __init__(self, graph: Graph, parameters: WalkParameters) -> None:
        """Lay the mentions out: 8 bytes for each, in both directions."""
        self._parameters = parameters
        self._chunks = graph.chunks
        entities, chunks, there, back = _mentions(graph, parameters)
        mentioned = np.bincount(entities, minlength=graph.entities)
        self.chunks_of = mentioned
        leads = (mentioned > 1) & (mentioned <= parameters.most_chunks)
        kept = leads[entities]
        entities, chunks, there, back = entities[kept], chunks[kept], there[kept], back[kept]
        self._to_chunks = Steps(graph.entities, entities, chunks, back)
        rarer = there / np.maximum(mentioned[entities], 1)
        order = np.argsort(chunks, kind="stable")
        self._to_entities = Steps(graph.chunks, chunks[order], entities[order], rarer[order])
        self._to_sections = _sections(graph, leads)

    def ranks(self, start: Visits) -> Visits:
        """Return how often the walk is where, given the shares of its starts (in all 1).

        Where no step leads on, it starts again.
        """
        p = self._parameters
        chunks, entities = Reached(self._chunks), Reached(len(self.chunks_of))
        to_entities = ReachedSteps(self._to_entities, chunks, entities)
        to_chunks = ReachedSteps(self._to_chunks, entities, chunks)
        first_chunks, first_entities = (
            chunks.laid_out(start.chunks),
            entities.laid_out(start.entities),
        )
        at_chunks, at_entities = first_chunks, first_entities
        for _ in range(p.steps):
            at_chunks = np.where(at_chunks < p.least_rank, 0, at_chunks)
            at_entities = np.where(at_entities < p.least_rank, 0, at_entities)
            to_entities.take_from(at_chunks)
            to_chunks.take_from(at_entities)
            at_chunks, at_entities = chunks.spread(at_chunks), entities.spread(at_entities)
            staying = at_chunks * (p.stay * p.damping)
            arriving = to_chunks.flow(at_entities * p.damping)
            at_entities = to_entities.flow(at_chunks * ((1 - p.stay) * p.damping))
            at_chunks = arriving + staying
            again = 1 - float(at_chunks.sum()) - float(at_entities.sum())
            at_chunks[: len(first_chunks)] += again * first_chunks
            at_entities[: len(first_entities)] += again * first_entities
        return Visits(chunks.weighted(at_chunks), entities.weighted(at_entities))

    def sections_named(self, ranked: Rows, same: Mapping[int, Hashable]) -> Weighted:
        """Return the sections about what chunks mention, given the rows of the chunks, best first.

        The weight is 1 / the rank of the chunk, shared by all sections about the same, and the
        highest of several. A chunk leads neither to itself nor to its copies: ``same`` is equal
        for rows of equal text, and has no others.
        """
        found: list[_Entries] = [(NOTHING.rows, NOTHING.weights)]
        for rank, chunk in enumerate(ranked.tolist(), start=1):
            entities = self._to_entities.of(chunk).rows
            rows, shares, _ = self._to_sections.entries(entities)
            text = same.get(chunk, chunk)
            others = np.array([same.get(row, row) != text for row in rows.tolist()], dtype=bool)
            found.append((rows[others], shares[others] / rank))
        rows = np.concatenate([rows for rows, _ in found])
        distinct, places = np.unique(rows, return_inverse=True)
        weights = np.zeros(len(distinct))
        np.maximum.at(weights, places, np.concatenate([shares for _, shares in found]))
        return Weighted(distinct, weights)

    def way_to(self, chunk: int, start: Visits, visits: Visits) -> tuple[int | None, int] | None:
        """Return the last steps to a chunk: the chunk that they came from, and the entity between.

        The entity is the one that leads there most; the chunk, of those that lead to the entity,
        the one that the walk is at most, None where the entity itself is a start. None where the
        chunk is a start more than anything leads to it, and where nothing does.
        """
        entities = self._to_entities.of(chunk).rows
        came = visits.entities.weights_of(entities) * self._to_chunks.shares_to(chunk, entities)
        if came.max(initial=0) <= start.chunks.weight(chunk) * (1 - self._parameters.damping):
            return None
        entity = int(entities[int(np.argmax(came))])
        if start.entities.weight(entity) > 0:
            return None, entity
        others = self._to_chunks.of(entity).rows
        others = others[others != chunk]
        best = int(np.argmax(visits.chunks.weights_of(others))) if len(others) else None
        return None if best is None else int(others[best]), entity


def _sections(graph: Graph, leads: NDArray[np.bool_]) -> Steps:
    """Return the steps from the entities that lead on to the sections about them, all alike."""
    pairs = graph.name_edges.get(MentionReason.SECTION, np.zeros((0, 2), np.int32))
    pairs = pairs[leads[pairs[:, 0]]].astype(np.int64)
    entities, chunks = pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))].T
    return Steps(graph.entities, entities, chunks, np.ones(len(entities)))


def _mentions(graph: Graph, p: WalkParameters) -> tuple[Rows, Rows, Floats, Floats]:
    """Return each (entity, chunk) that is a mention, in order, with its weight there and back.

    Of several reasons for one mention the strongest counts.
    """
    kinds = [
        (graph.chunk_edges, p.fact, p.fact),
        (graph.name_edges.get(MentionReason.SECTION), p.heading, p.section),
        (graph.name_edges.get(MentionReason.HEADING), p.heading, p.heading),
        (graph.name_edges.get(MentionReason.TEXT), p.text, p.text),
    ]
    found = [(pairs, there, back) for pairs, there, back in kinds if pairs is not None]
    pairs = np.concatenate([pairs for pairs, _, _ in found]).astype(np.int64)
    there = np.repeat([w for _, w, _ in found], [len(pairs) for pairs, _, _ in found])
    back = np.repeat([w for _, _, w in found], [len(pairs) for pairs, _, _ in found])
    order = np.lexsort((pairs[:, 1], pairs[:, 0]))
    pairs, there, back = pairs[order], there[order], back[order]
    new = np.ones(len(pairs), dtype=bool)
    new[1:] = (pairs[1:] != pairs[:-1]).any(axis=1)
    firsts = np.flatnonzero(new)
    if not len(firsts):
        return pairs[:, 0], pairs[:, 1], there, back
    there, back = np.maximum.reduceat(there, firsts), np.maximum.reduceat(back, firsts)
    return pairs[firsts, 0], pairs[firsts, 1], there, back
