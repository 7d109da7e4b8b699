"""The PCST strategy: the part of the graph that answers best for its size, and its passages.

As in G-Retriever, what is near the question has a prize by its rank, each relation of the part a
cost, and the connected part of the most worth is looked for (``steiner_tree``). Here passages that
state it are fused with those that a search without the graph finds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from graphwright.graph.topology import Neighbourhood
from graphwright.retrieval.blended_scores import lexical_scores
from graphwright.retrieval.cosines import chunk_cosines
from graphwright.retrieval.fact_cosines import FactSearch, near_facts
from graphwright.retrieval.fusion import reciprocal_rank_fusion
from graphwright.retrieval.parameters import PCST, PcstParameters
from graphwright.retrieval.ranking import LIST_DEPTH, rank_rows, rows_of
from graphwright.retrieval.seeded_question import SeedReader
from graphwright.retrieval.steiner_tree import steiner_tree

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphwright.retrieval.context import Context
    from graphwright.retrieval.seed_entities import Seed
    from graphwright.retrieval.strategy import StrategyParts

    Rows = NDArray[np.int64]


class PcstStrategy:
    """Chunks that state the subgraph of the most worth, fused with chunks by blended score."""

    name = "pcst"

    def __init__(self, parts: StrategyParts, parameters: PcstParameters = PCST) -> None:
        """Raise ``SnapshotError`` where the embedder is not the snapshot's."""
        self._parts = parts
        self._snapshot = parts.snapshot
        self._reader = SeedReader(self.name, parts)
        self._parameters = parameters

    def retrieve(self, query: str, k: int) -> Context:
        """Return the top ``k`` chunks, at most ``2 k`` relations of the subgraph and its seeds."""
        snapshot = self._snapshot
        asked = self._reader.read(query, lambda vector: chunk_cosines(snapshot, vector))
        if not asked.names.any_word:
            return asked.names.nothing(query, self.name)
        cosines, vector = asked.found, asked.vector
        lexical = lexical_scores(cosines, snapshot.lexical.scores(query))
        depth = max(self._parts.valid_first.depth(k), LIST_DEPTH)
        blended = rows_of(cosines.top(depth, lexical))
        facts = FactSearch(query, vector, blended)
        entities, relations = self._subgraph(asked.seeds[: self._parameters.prized], facts)
        stating = self._stating(entities, relations)
        by_graph = rank_rows(snapshot.chunk_vectors, stating, vector)
        lists = [rows_of(by_graph), blended]
        chunks = self._parts.valid_first.chunks(reciprocal_rank_fusion(lists), k)
        part = [Neighbourhood(relations, stating)]
        return self._reader.context(asked, chunks, part, facts, 2 * k)

    def _subgraph(self, seeds: Sequence[Seed], facts: FactSearch) -> tuple[Rows, Rows]:
        """Return the entities and relations, by row, of the subgraph of the most worth."""
        p, graph = self._parameters, self._snapshot.graph
        prizes = {seed.row: float(p.prized - rank) for rank, seed in enumerate(seeds)}
        rows = self._around(np.array(sorted(prizes), dtype=np.int64))
        if outdated := self._parts.validity.outdated():  # what does not hold leads nowhere
            rows = rows[~outdated.relations[rows]]
        pairs = graph.relation_edges[rows].astype(np.int64)
        rows, pairs = rows[pairs[:, 0] != pairs[:, 1]], pairs[pairs[:, 0] != pairs[:, 1]]
        costs = np.full(len(rows), p.cost)
        near = near_facts(self._parts, rows, facts)[: p.prized]
        for rank, (row, _) in enumerate(near):
            costs[np.searchsorted(rows, row)] -= p.prized - rank
        entities = np.unique(np.concatenate([pairs.ravel(), np.array(list(prizes), np.int64)]))
        local = {int(np.searchsorted(entities, row)): prize for row, prize in prizes.items()}
        tree = steiner_tree(len(entities), np.searchsorted(entities, pairs), costs, local)
        return entities[list(tree.nodes)], rows[list(tree.edges)]

    def _around(self, entities: Rows) -> Rows:
        """Return the relations within ``hops`` of some entities, ascending; the strongest."""
        p, graph = self._parameters, self._snapshot.graph
        found, frontier, seen = np.zeros(0, np.int64), entities, entities
        for _ in range(p.hops):
            each = [self._relations_of(int(entity)) for entity in frontier[: p.frontier]]
            found = np.unique(np.concatenate([found, *each]))
            reached = np.unique(graph.relation_edges[found].astype(np.int64))
            frontier = np.setdiff1d(reached, seen, assume_unique=True)
            seen = reached
        return found

    def _relations_of(self, entity: int) -> Rows:
        rows = self._snapshot.graph.relations_of(entity, navigation=self._parts.navigation)
        return rows[: self._parameters.neighbours]

    def _stating(self, entities: Rows, relations: Rows) -> Rows:
        """Return the chunks that state a relation of the subgraph; mention it where none is."""
        graph, limit = self._snapshot.graph, self._parameters.chunks
        mentioned = [graph.neighbourhood(int(e), limit).chunks for e in entities]
        chunks = np.unique(np.concatenate([np.zeros(0, np.int64), *mentioned]))
        states = [np.isin(self._snapshot.stated_in(int(c)), relations).any() for c in chunks]
        return chunks[np.array(states, dtype=bool)] if len(relations) else chunks
