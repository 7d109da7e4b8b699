"""The baselines: dense search, BM25, and the fusion of both. They use no graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphwright.retrieval.blended_scores import lexical_scores
from graphwright.retrieval.context import Context, Ranked, context_chunks
from graphwright.retrieval.cosines import chunk_cosines
from graphwright.retrieval.fusion import reciprocal_rank_fusion
from graphwright.retrieval.ranking import LIST_DEPTH, rows_of, top

if TYPE_CHECKING:
    from graphwright.graph.snapshot import Snapshot
    from graphwright.retrieval.strategy import StrategyParts


class DenseStrategy:
    """Chunks by cosine of their vector and the question's."""

    name = "dense"

    def __init__(self, parts: StrategyParts) -> None:
        """Raise ``SnapshotError`` where the embedder is not the snapshot's."""
        self._snapshot = parts.snapshot
        self._embedder = parts.embedder
        self._valid_first = parts.valid_first
        self._search = parts.chunk_search

    def retrieve(self, query: str, k: int) -> Context:
        """Return the ``k`` nearest chunks."""
        ranked = self.rank(query, self._valid_first.depth(k))
        return _chunks_only(self._snapshot, self.name, query, self._valid_first.chunks(ranked, k))

    def rank(self, query: str, count: int) -> list[tuple[int, float]]:
        """Return the ``count`` nearest chunk rows with cosines, best first."""
        return self._search.nearest(self._embedder.embed_query(query), count)


class Bm25Strategy:
    """Chunks by BM25 over title, headings and text."""

    name = "bm25"

    def __init__(self, parts: StrategyParts) -> None:
        """Take the snapshot whose index is searched."""
        self._snapshot = parts.snapshot
        self._valid_first = parts.valid_first

    def retrieve(self, query: str, k: int) -> Context:
        """Return the ``k`` best chunks; fewer where fewer share a term with the question."""
        ranked = self.rank(query, self._valid_first.depth(k))
        return _chunks_only(self._snapshot, self.name, query, self._valid_first.chunks(ranked, k))

    def rank(self, query: str, count: int) -> list[tuple[int, float]]:
        """Return at most ``count`` chunk rows that share a term with the question, best first."""
        ranked = top(self._snapshot.lexical.scores(query), count)
        return [(row, score) for row, score in ranked if score > 0]


class RrfStrategy:
    """Chunks by Reciprocal Rank Fusion of BM25 and dense search."""

    name = "rrf"

    def __init__(self, parts: StrategyParts) -> None:
        """Raise ``SnapshotError`` where the embedder is not the snapshot's."""
        self._snapshot = parts.snapshot
        self._lists = (Bm25Strategy(parts), DenseStrategy(parts))
        self._valid_first = parts.valid_first

    def retrieve(self, query: str, k: int) -> Context:
        """Return the ``k`` best chunks of both lists together."""
        depth = max(self._valid_first.depth(k), LIST_DEPTH)
        lists = [rows_of(strategy.rank(query, depth)) for strategy in self._lists]
        ranked = self._valid_first.chunks(reciprocal_rank_fusion(lists), k)
        return _chunks_only(self._snapshot, self.name, query, ranked)


class HybridStrategy:
    """Chunks by cosine and BM25 as one score: what ``walk`` starts from, without a graph."""

    name = "hybrid"

    def __init__(self, parts: StrategyParts) -> None:
        """Raise ``SnapshotError`` where the embedder is not the snapshot's."""
        self._snapshot = parts.snapshot
        self._embedder = parts.embedder
        self._valid_first = parts.valid_first

    def retrieve(self, query: str, k: int) -> Context:
        """Return the ``k`` chunks of the best blended scores."""
        cosines = chunk_cosines(self._snapshot, self._embedder.embed_query(query))
        lexical = lexical_scores(cosines, self._snapshot.lexical.scores(query))
        ranked = self._valid_first.chunks(cosines.top(self._valid_first.depth(k), lexical), k)
        return _chunks_only(self._snapshot, self.name, query, ranked)


def _chunks_only(snapshot: Snapshot, name: str, query: str, ranked: Ranked) -> Context:
    return Context(query, name, context_chunks(snapshot, ranked), (), ())
