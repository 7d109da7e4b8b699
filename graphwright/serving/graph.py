"""The graph of a snapshot in memory: entities and chunks, joined by relations and mentions.

Built with igraph from pairs of row numbers when it is first needed; nothing is pickled. Vertices
are entities by row, then chunks by row; edges are relations by row, then mentions by row, so no
attribute has to be stored. What is done with neighbours is in ``retrieval``.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Rows = NDArray[np.int64]
    Pairs = NDArray[np.int32]


@dataclasses.dataclass(frozen=True, slots=True)
class Neighbourhood:
    """What one hop from an entity reaches: rows of relations and of chunks, strongest first."""

    relations: Rows
    chunks: Rows


class Graph:
    """The opened graph.

    ``relation_edges`` holds (subject, object) entity rows and ``chunk_edges`` (entity, chunk)
    rows; ``confidence``, ``support`` and ``mentions`` are the strengths of those edges.
    """

    def __init__(
        self,
        *,
        entities: int,
        chunks: int,
        relation_edges: Pairs,
        confidence: NDArray[np.float64],
        support: Rows,
        chunk_edges: Pairs,
        mentions: NDArray[np.int32],
    ) -> None:
        """Build the igraph graph."""
        import igraph  # noqa: PLC0415  # heavy

        self._relations = len(relation_edges)
        self._confidence = confidence
        self._support = support
        self._chunk_of = chunk_edges[:, 1]
        self._mentions = mentions
        to_chunks = chunk_edges + np.array([0, entities], dtype=np.int32)
        edges = np.concatenate([relation_edges, to_chunks])
        self.entities = entities
        self.igraph: Any = igraph.Graph(n=entities + chunks, edges=edges, directed=True)

    def neighbourhood(self, entity: int, limit: int) -> Neighbourhood:
        """Return at most ``limit`` relations and chunks one hop from an entity (SAP, 3.2.2).

        Where there are more, both kinds keep their share of the limit, as in a random sample,
        but the strongest stay: relations by confidence, support and id, chunks by mentions and
        position. So the result is a function of the graph alone.
        """
        edges = np.unique(np.asarray(self.igraph.incident(entity, mode="all"), dtype=np.int64))
        relations = edges[edges < self._relations]
        mentions = edges[edges >= self._relations] - self._relations
        share = _share(len(relations), len(mentions), limit)
        by_strength = np.lexsort(
            (relations, -self._support[relations], -self._confidence[relations])
        )
        chunks = self._chunk_of[mentions].astype(np.int64)
        by_mentions = np.lexsort((chunks, -self._mentions[mentions].astype(np.int64)))
        return Neighbourhood(relations[by_strength][:share], chunks[by_mentions][: limit - share])


def _share(relations: int, chunks: int, limit: int) -> int:
    """Return how many of ``limit`` places relations get, in proportion to their number."""
    total = relations + chunks
    if total <= limit:
        return relations
    places = round(limit * relations / total)
    return min(max(places, limit - chunks, min(relations, 1)), relations)
