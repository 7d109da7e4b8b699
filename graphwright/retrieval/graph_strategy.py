"""The graph strategy: hybrid retrieval over graph and vectors (SAP, section 3.2, Algorithm 2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphwright.graph.topology import Neighbourhood
from graphwright.retrieval.fact_cosines import FactSearch
from graphwright.retrieval.fusion import reciprocal_rank_fusion
from graphwright.retrieval.ranking import LIST_DEPTH, distinct_rows, rank_rows, rows_of
from graphwright.retrieval.seeded_question import SeedReader

if TYPE_CHECKING:
    from graphwright.graph.snapshot import Snapshot
    from graphwright.retrieval.context import Context
    from graphwright.retrieval.seed_entities import Seed
    from graphwright.retrieval.strategy import StrategyParts

RANDOM_K_RELATIONS = 100
"""Neighbours kept of each seed in a small or medium graph (SAP, section 3.2.2)."""

RANDOM_K_RELATIONS_LARGE = 200
"""Neighbours kept of each seed in a large graph."""

LARGE_GRAPH_ENTITIES = 100_000
"""Entities from which a graph is large; the paper's own, called small to medium, has 39,155."""


def neighbour_limit(snapshot: Snapshot) -> int:
    """Return how many neighbours of a seed are kept: as the paper, by the size of the graph."""
    large = snapshot.entities.num_rows >= LARGE_GRAPH_ENTITIES
    return RANDOM_K_RELATIONS_LARGE if large else RANDOM_K_RELATIONS


class GraphStrategy:
    """Chunks and relations one hop from the question's entities, fused with dense search.

    Where the paper draws at random or leaves it open: of too many neighbours of a seed the
    strongest stay, so an answer is the same on every run; a noun phrase that names nothing counts
    by the names inside it (``seed_entities``); dense search goes ``LIST_DEPTH`` chunks deep. A
    question that names nothing gives no facts (``question_names``).
    """

    name = "graph"

    def __init__(self, parts: StrategyParts) -> None:
        """Raise ``SnapshotError`` where the embedder is not the snapshot's."""
        self._parts = parts
        self._snapshot = parts.snapshot
        self._reader = SeedReader(self.name, parts)
        self._limit = neighbour_limit(parts.snapshot)

    def retrieve(self, query: str, k: int) -> Context:
        """Return the top ``k`` chunks, the top ``2 k`` relations and the seed entities."""
        snapshot = self._snapshot
        depth = max(self._parts.valid_first.depth(k), LIST_DEPTH)
        search = self._parts.chunk_search
        asked = self._reader.read(query, lambda vector: search.nearest(vector, depth))
        if not asked.names.any_word:
            return asked.names.nothing(query, self.name)
        reached = self._traverse(asked.seeds)
        chunk_rows = distinct_rows(row for one in reached for row in one.chunks.tolist())
        by_graph = rank_rows(snapshot.chunk_vectors, chunk_rows, asked.vector)
        fused = reciprocal_rank_fusion([rows_of(by_graph), rows_of(asked.found)])
        chunks = self._parts.valid_first.chunks(fused, k)
        facts = FactSearch(query, asked.vector, rows_of(chunks))
        return self._reader.context(asked, chunks, reached, facts, 2 * k)

    def _traverse(self, seeds: Sequence[Seed]) -> list[Neighbourhood]:
        graph = self._snapshot.graph
        navigation = self._parts.navigation
        return [graph.neighbourhood(seed.row, self._limit, navigation=navigation) for seed in seeds]
