"""The graph of a snapshot: entities and chunks, joined by relations and mentions.

Vertices are entities by row, then chunks by row; edges are relations by row, then mentions by
row, so no attribute has to be stored and nothing is pickled. One hop, which every question needs,
is read from an incidence list that is made when the snapshot is; the igraph graph, for whatever
looks further, is built from the same edges when it is first asked for.
"""

from __future__ import annotations

import dataclasses
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Rows = NDArray[np.int64]
    Pairs = NDArray[np.int32]


@dataclasses.dataclass(frozen=True, slots=True)
class Incidence:
    """The edges at each entity: ``edges[starts[i] : starts[i + 1]]`` are those at entity i.

    Relations come before mentions, and in each kind the strongest first: relations by confidence,
    support and id, mentions by their number and the position of the chunk.
    """

    edges: NDArray[np.int32]
    starts: Rows


def make_incidence(
    *,
    entities: int,
    relation_edges: Pairs,
    confidence: NDArray[np.float64],
    support: Rows,
    chunk_edges: Pairs,
    mentions: NDArray[np.int32],
) -> Incidence:
    """Return the incidence list of (subject, object) and (entity, chunk) pairs of rows."""
    relations = np.arange(len(relation_edges))
    by_strength = np.lexsort((relations, -support, -confidence))
    by_mentions = np.lexsort((chunk_edges[:, 1], -mentions.astype(np.int64)))
    strongest_first = np.concatenate([by_strength, len(relations) + by_mentions])
    place = np.empty(len(strongest_first), dtype=np.int64)
    place[strongest_first] = np.arange(len(strongest_first))
    subjects, objects = relation_edges[:, 0], relation_edges[:, 1]
    other_end = relations[subjects != objects]
    ends = np.concatenate([subjects, objects[other_end], chunk_edges[:, 0]])
    links = len(relations) + np.arange(len(chunk_edges))
    edges = np.concatenate([relations, other_end, links])
    order = np.lexsort((place[edges], ends))
    starts = np.concatenate([[0], np.cumsum(np.bincount(ends, minlength=entities))])
    return Incidence(edges[order].astype("<i4"), starts.astype("<i8"))


@dataclasses.dataclass(frozen=True, slots=True)
class Neighbourhood:
    """What one hop from an entity reaches: rows of relations and of chunks, strongest first."""

    relations: Rows
    chunks: Rows


class Graph:
    """The opened graph over mapped arrays; making it costs nothing."""

    def __init__(
        self,
        *,
        entities: int,
        chunks: int,
        relation_edges: Pairs,
        chunk_edges: Pairs,
        incidence: Incidence,
    ) -> None:
        """Take the numbers of vertices, the edges as pairs of rows, and their incidence list."""
        self.entities = entities
        self.chunks = chunks
        self.relation_edges = relation_edges
        self.chunk_edges = chunk_edges
        self._incidence = incidence

    @cached_property
    def igraph(self) -> Any:
        """The directed igraph graph, built on first use (seconds for a million edges)."""
        import igraph  # noqa: PLC0415  # heavy: it imports a plotting library

        to_chunks = self.chunk_edges + np.array([0, self.entities], dtype=np.int32)
        edges = np.concatenate([self.relation_edges, to_chunks])
        return igraph.Graph(n=self.entities + self.chunks, edges=edges, directed=True)

    def neighbourhood(self, entity: int, limit: int) -> Neighbourhood:
        """Return at most ``limit`` relations and chunks one hop from an entity (SAP, 3.2.2).

        Where there are more, both kinds keep their share of the limit, as in a random sample,
        but the strongest stay: so the result is a function of the graph alone.
        """
        start, end = self._incidence.starts[entity : entity + 2]
        edges = self._incidence.edges[start:end].astype(np.int64)
        count = len(self.relation_edges)
        relations, mentions = edges[edges < count], edges[edges >= count] - count
        share = _share(len(relations), len(mentions), limit)
        chunks = self.chunk_edges[mentions[: limit - share], 1]
        return Neighbourhood(relations[:share], chunks.astype(np.int64))


def _share(relations: int, chunks: int, limit: int) -> int:
    """Return how many of ``limit`` places relations get, in proportion to their number."""
    total = relations + chunks
    if total <= limit:
        return relations
    places = round(limit * relations / total)
    return min(max(places, limit - chunks, min(relations, 1)), relations)
