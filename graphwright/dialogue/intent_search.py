"""The search of nodes by intents, by their pages' passages and by words, fused by weighted sum.

A page is as near as its nearest intent, its nearest passage and its words together; of its nodes
those lead that are near themselves. All signals are from 0 to 1 and mean the same for each
utterance, so scores of two utterances compare.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from graphwright.dialogue.help_vectors import HelpVectors
from graphwright.dialogue.known import Features, features, known
from graphwright.dialogue.search import RankedNode, SearchResult, SignalRank
from graphwright.graph.help_graph import HelpGraph
from graphwright.graph.help_words import HelpWords
from graphwright.retrieval.ranking import cosines_of, top

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphwright.vectors.embedder import Vectors

    Floats = NDArray[np.float64]
    Rows = NDArray[np.int64]

EmbedQuery = Callable[[str], "Vectors"]
"""The vector of what is searched for, as ``Embedder.embed_query`` gives it."""


@dataclasses.dataclass(frozen=True, slots=True)
class SearchWeights:
    """What each signal counts, their sum being 1, and what a node counts beside its page.

    The first three were chosen by right pages first and MRR on half of the inquiries of four
    collections and confirmed on the others (``benchmarks/help.py``).
    """

    intents: float = 0.25
    texts: float = 0.53
    words: float = 0.22
    node: float = 0.2


WEIGHTS = SearchWeights()


@dataclasses.dataclass(frozen=True, slots=True)
class _Signals:
    """Three signals of an utterance, each a value for each node, or for each page."""

    intents: Floats
    texts: Floats
    words: Floats

    def sum(self, weights: SearchWeights) -> Floats:
        total: Floats = (
            weights.intents * self.intents + weights.texts * self.texts + weights.words * self.words
        )
        return total


class FusedIntentSearch:
    """Ranks the nodes of a graph; opened once for a snapshot, then asked by many threads."""

    def __init__(
        self,
        graph: HelpGraph,
        vectors: HelpVectors,
        words: HelpWords,
        embed_query: EmbedQuery,
        weights: SearchWeights = WEIGHTS,
    ) -> None:
        """Take words and vectors of the graph; the vectors must be of ``embed_query``'s model."""
        self._graph, self._vectors, self._embed = graph, vectors, embed_query
        self._words, self._weights = words, weights
        number = {name: place for place, name in enumerate(graph.documents)}
        self._pages: Rows = np.array(
            [number[node.document_id] for node in graph.nodes], dtype=np.int64
        )
        self._intent_rows: Rows = np.array(
            [graph.rows[intent.node_id] for intent in graph.intents], dtype=np.int64
        )
        self._topics = _topics(graph)

    def search(self, text: str, component: str | None = None, k: int = 20) -> SearchResult:
        """Return the ``k`` best nodes, of the whole graph or of one connected part of it."""
        allowed = self._allowed(component)
        if not text.strip() or not allowed.any():
            return SearchResult((), 0.0)
        query = self._embed(text)
        cosines = cosines_of(self._vectors.intents, query).astype(np.float64)
        nodes = self._of_nodes(text, query, cosines)
        pages = self._of_pages(text, nodes)
        told = self._features(pages, allowed)
        ranked = _ranked(self._scores(nodes, pages), np.flatnonzero(allowed), k)
        return SearchResult(tuple(self._explained(ranked, nodes, pages, cosines)), known(told))

    def rank(self, text: str) -> list[int]:
        """Return the rows of all nodes, best first, as ``search`` has them, without reasons."""
        query = self._embed(text)
        cosines = cosines_of(self._vectors.intents, query).astype(np.float64)
        nodes = self._of_nodes(text, query, cosines)
        scores = self._scores(nodes, self._of_pages(text, nodes))
        return [row for row, _ in _ranked(scores, np.arange(len(scores)), len(scores))]

    def features(self, text: str, hidden: frozenset[str] = frozenset()) -> Features:
        """Return what ``known`` is told of an utterance, were some documents not there."""
        query = self._embed(text)
        cosines = cosines_of(self._vectors.intents, query).astype(np.float64)
        pages = self._of_pages(text, self._of_nodes(text, query, cosines))
        shown = [node.document_id not in hidden for node in self._graph.nodes]
        return self._features(pages, np.array(shown, dtype=np.bool_))

    def _allowed(self, component: str | None) -> NDArray[np.bool_]:
        rows = range(len(self._graph.nodes))
        within = (component is None or self._graph.component(row) == component for row in rows)
        return np.fromiter(within, dtype=np.bool_, count=len(rows))

    def _of_nodes(self, text: str, query: Vectors, cosines: Floats) -> _Signals:
        texts = cosines_of(self._vectors.texts, query).astype(np.float64)
        count = len(self._graph.nodes)
        return _Signals(
            _largest(cosines, self._intent_rows, count),
            _largest(texts, self._vectors.text_rows, count),
            self._words.nodes.shares(text),
        )

    def _of_pages(self, text: str, nodes: _Signals) -> _Signals:
        count = len(self._topics)
        return _Signals(
            _largest(nodes.intents, self._pages, count),
            _largest(nodes.texts, self._pages, count),
            self._words.pages.shares(text),
        )

    def _scores(self, nodes: _Signals, pages: _Signals) -> Floats:
        own = self._weights.node
        scores: Floats = (1 - own) * pages.sum(self._weights)[self._pages]
        return scores + own * nodes.sum(self._weights)

    def _features(self, pages: _Signals, allowed: NDArray[np.bool_]) -> Features:
        """Return the features over topics: of pages that differ by product the best counts."""
        shown = np.unique(self._pages[allowed])
        topics, places = np.unique(self._topics[shown], return_inverse=True)
        scores, count = pages.sum(self._weights)[shown], len(topics)
        return features(
            _largest(scores, places, count),
            _largest(pages.intents[shown], places, count),
            _largest(pages.texts[shown], places, count),
        )

    def _explained(
        self, ranked: list[tuple[int, float]], nodes: _Signals, pages: _Signals, cosines: Floats
    ) -> Iterator[RankedNode]:
        signals = dataclasses.fields(_Signals)
        of_pages = {one.name: getattr(pages, one.name) for one in signals}
        for row, score in ranked:
            page = self._pages[row]
            ranks = tuple(
                SignalRank(name, int((values > values[page]).sum()) + 1)
                for name, values in of_pages.items()
            )
            yield RankedNode(row, score, self._nearest_intent(row, cosines), ranks)

    def _nearest_intent(self, row: int, cosines: Floats) -> str | None:
        own = np.flatnonzero(self._intent_rows == row)
        if not len(own):
            return None
        return self._graph.intents[int(own[cosines[own].argmax()])].text


def _ranked(scores: Floats, rows: Rows, k: int) -> list[tuple[int, float]]:
    """Return the ``k`` best of some rows with their scores, best first."""
    return [(int(rows[place]), score) for place, score in top(scores[rows], k)]


def _largest(values: Floats, rows: Rows, count: int) -> Floats:
    """Return the largest value of each of ``count`` rows, 0 where none is above it."""
    found = np.zeros(count)
    there = rows >= 0
    np.maximum.at(found, rows[there], values[there])
    return found


def _topics(graph: HelpGraph) -> Rows:
    """Return a number for each page that pages of one group share."""
    numbers: dict[str, int] = {}
    for name in graph.documents:
        page = graph.pages.get(name)
        group = page.group_id if page is not None else None
        numbers[name] = numbers.setdefault(f"group {group}" if group else name, len(numbers))
    return np.array([numbers[name] for name in graph.documents], dtype=np.int64)
