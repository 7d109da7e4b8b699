"""The words of help pages as a search reads them: of whole pages, and of each node."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Self

from graphwright.graph.help_graph import HelpGraph
from graphwright.graph.lexical_index import LexicalIndex


@dataclasses.dataclass(frozen=True)
class HelpWords:
    """BM25 indexes: row i of ``pages`` is the i-th of ``graph.documents``, of ``nodes`` node i."""

    pages: LexicalIndex
    nodes: LexicalIndex

    @classmethod
    def of(cls, graph: HelpGraph) -> Self:
        """Return the indexes of a graph that is in no snapshot."""
        return cls(LexicalIndex.of(page_texts(graph)), LexicalIndex.of(node_texts(graph)))


def page_texts(graph: HelpGraph) -> Iterator[str]:
    """Yield what is indexed of each page: its title and its whole text."""
    for document_id in graph.documents:
        page = graph.pages.get(document_id)
        yield f"{page.title if page else ''}\n{graph.texts[document_id]}"


def node_texts(graph: HelpGraph) -> Iterator[str]:
    """Yield what is indexed of each node: problems from the page's down, then the node's text."""
    for row, node in enumerate(graph.nodes):
        own = [graph.words(row, span) for span in node.resolution_spans]
        yield "\n".join([*_above(graph, row), node.problem, node.condition or "", *own])


def _above(graph: HelpGraph, row: int) -> Iterator[str]:
    above = graph.parent(row)
    if above is not None:
        yield from _above(graph, above)
        yield graph.nodes[above].problem
