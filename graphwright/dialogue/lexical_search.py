"""A search of nodes by their words alone (BM25): what is left where a snapshot has no vectors."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from graphwright.dialogue.search import RankedNode, SearchResult
from graphwright.graph.help_graph import HelpGraph
from graphwright.graph.lexical_index import LexicalIndex, terms
from graphwright.help.function_words import FUNCTION_WORDS

if TYPE_CHECKING:
    from numpy.typing import NDArray


class LexicalIntentSearch:
    """BM25 over the words of each node: titles above it, problem, condition, intents, text."""

    def __init__(self, graph: HelpGraph) -> None:
        self._graph, self._index = graph, LexicalIndex.of(_texts(graph))

    def search(self, text: str, component: str | None = None, k: int = 20) -> SearchResult:
        """Return the ``k`` best nodes, of the whole graph or of one connected part of it."""
        asked = sorted(set(terms(text)) - FUNCTION_WORDS)
        scores, reach = self._score(asked)
        if component is not None:
            within = [self._graph.component(row) == component for row in range(self._index.rows)]
            scores[~np.array(within, dtype=bool)] = 0
        order = np.argsort(-scores, kind="stable")[:k]
        nodes = [RankedNode(int(row), float(scores[row] / reach)) for row in order if scores[row]]
        return SearchResult(tuple(nodes), self._coverage(asked, nodes[0].row) if nodes else 0.0)

    def _score(self, asked: list[str]) -> tuple[NDArray[np.float32], float]:
        """Return the rows' scores, and what a row would have at most."""
        told = map(self._index.told, asked)
        return self._index.scores(" ".join(asked)), sum(told, 1.0)

    def _coverage(self, asked: list[str], row: int) -> float:
        """Return which share of what the terms tell stands in a row."""
        held = told = 0.0
        for term in asked:
            rows, _ = self._index.postings(term)
            told += (weight := self._index.told(term))
            held += weight if row in rows else 0.0
        return held / told


def _texts(graph: HelpGraph) -> list[str]:
    intents: defaultdict[str, list[str]] = defaultdict(list)
    for intent in graph.intents:
        intents[intent.node_id].append(intent.text)
    return [
        "\n".join([*_headings(graph, row), *intents[node.node_id], *_own_words(graph, row)])
        for row, node in enumerate(graph.nodes)
    ]


def _headings(graph: HelpGraph, row: int) -> list[str]:
    node, above = graph.nodes[row], graph.parent(row)
    own = [node.problem, node.condition or ""]
    return own if above is None else [*_headings(graph, above), *own]


def _own_words(graph: HelpGraph, row: int) -> list[str]:
    return [graph.words(row, span) for span in graph.nodes[row].resolution_spans]
