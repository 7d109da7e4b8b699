"""The walk strategy: personalised PageRank over entities and chunks, for answers several hops away.

Where ``graph`` stays one hop from the question's entities, a walk reaches a chunk that shares no
entity with the question, and a chunk that many ways lead to ranks above one that a single way does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from graphwright.retrieval.context import Context, context_chunks, nearest_relations
from graphwright.retrieval.graph_strategy import neighbour_limit
from graphwright.retrieval.question_names import names_in
from graphwright.retrieval.ranking import rank_all, top
from graphwright.retrieval.seed_entities import Seed, context_entities, named_seeds

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphwright.graph.topology import Graph
    from graphwright.retrieval.strategy import StrategyParts

    Floats = NDArray[np.floating]

DAMPING = 0.5
"""Share of steps that go on instead of starting again (HippoRAG, section 2.3)."""

NEAR_CHUNKS = 50
"""Chunks near the question's vector where a walk may start."""

STEPS = 20
"""Steps of a walk; each halves what is still unsettled, so that a millionth is left."""


class RandomWalk:
    """The walk over a graph's relations and mentions, both ways, as plain arrays.

    The same ranks as igraph's to a millionth, without its solver, which seeks the last bit.
    """

    def __init__(self, graph: Graph) -> None:
        """Lay out the edges: 16 bytes for each end of one."""
        self._vertices = graph.entities + graph.chunks
        mentions = graph.chunk_edges + np.array([0, graph.entities], dtype=np.int32)
        edges = np.concatenate([graph.relation_edges, mentions])
        self._from = np.concatenate([edges[:, 0], edges[:, 1]]).astype(np.intp)
        self._to = np.concatenate([edges[:, 1], edges[:, 0]]).astype(np.intp)
        self._degrees = np.bincount(self._from, minlength=self._vertices)

    def ranks(self, starts: Floats) -> Floats:
        """Return how often the walk is at each vertex, given the share of starts at each.

        From a vertex without edges it starts again.
        """
        starts = starts / starts.sum()
        share = 1 / np.maximum(self._degrees, 1)
        ranks = starts
        for _ in range(STEPS):
            flow = np.bincount(
                self._to, weights=(ranks * share)[self._from], minlength=self._vertices
            )
            ranks = DAMPING * flow + (1 - DAMPING * flow.sum()) * starts
        return ranks


class WalkStrategy:
    """Chunks by how often a random walk that starts at the question is there.

    Half of the starts are the question's entities: those that its phrases name, and for a phrase
    that names none, the entity nearest to it. A start weighs 1 over its number of mentions: a name
    that stands everywhere tells little (HippoRAG, section 2.3). The other half are the nearest
    chunks, by how much nearer they are than the last of them.
    """

    name = "walk"

    def __init__(self, parts: StrategyParts) -> None:
        """Raise ``SnapshotError`` where the embedder is not the snapshot's."""
        snapshot = parts.snapshot
        self._parts = parts
        self._snapshot = snapshot
        self._embedder = parts.embedder
        self._nlp = parts.pipeline
        mentions = np.bincount(snapshot.graph.chunk_edges[:, 0], minlength=snapshot.graph.entities)
        self._limit = neighbour_limit(snapshot)
        self._random_walk = RandomWalk(snapshot.graph)
        self._weights = 1 / np.maximum(mentions, 1)

    def retrieve(self, query: str, k: int) -> Context:
        """Return the top ``k`` chunks, the top ``2 k`` relations of the seeds, and the seeds."""
        snapshot, vector = self._snapshot, self._embedder.embed_query(query)
        names = names_in(snapshot, self._nlp(query, disable=["lemmatizer"]))
        if not names.any_word:
            return names.nothing(query, self.name)
        seeds = self._seeds(names.phrases)
        starts = self._starts(seeds, vector)
        chunks = self._walk(starts, k) if starts.any() else []
        reached = [snapshot.graph.neighbourhood(seed.row, self._limit) for seed in seeds]
        return Context(
            query=query,
            strategy=self.name,
            chunks=context_chunks(snapshot, chunks),
            relations=nearest_relations(self._parts, reached, vector, 2 * k) if names.seeds else (),
            entities=context_entities(snapshot, seeds, vector) if names.seeds else (),
            unknown=names.unknown,
        )

    def _seeds(self, phrases: Sequence[str]) -> list[Seed]:
        """Return the entities that the phrases name, and the nearest to each that names none."""
        seeds = {seed.row: seed for seed in named_seeds(self._snapshot, phrases)}
        unknown = [phrase for phrase in phrases if not self._snapshot.names.find(phrase)]
        if unknown:
            for phrase, near in zip(unknown, self._embedder.embed_passages(unknown), strict=True):
                for row, _ in rank_all(self._snapshot.entity_vectors, near, 1):
                    seeds.setdefault(row, Seed(row, phrase))
        return list(seeds.values())

    def _starts(self, seeds: Sequence[Seed], vector: NDArray[np.float32]) -> Floats:
        """Return the weight of each vertex as a start: entities by row, then chunks by row."""
        graph = self._snapshot.graph
        starts = np.zeros(graph.entities + graph.chunks)
        rows = [seed.row for seed in seeds]
        if rows:
            starts[rows] = self._weights[rows] / self._weights[rows].sum()
        near = rank_all(self._snapshot.chunk_vectors, vector, NEAR_CHUNKS)
        # The last of them weighs nothing, but where all are as near each is a start.
        excess = np.array([cosine - near[-1][1] for _, cosine in near]) + 1e-6
        chunks = [graph.entities + row for row, _ in near]
        starts[chunks] = excess / excess.sum()
        return starts

    def _walk(self, starts: Floats, count: int) -> list[tuple[int, float]]:
        """Return the ``count`` chunk rows that the walk is at most often; the best scores 1."""
        scores = self._random_walk.ranks(starts)[self._snapshot.graph.entities :]
        relative = scores / max(scores.max(initial=0), np.finfo(float).tiny)
        ranked = top(relative, self._parts.valid_first.depth(count))
        reached = [(row, score) for row, score in ranked if score > 0]
        return self._parts.valid_first.chunks(reached, count)
