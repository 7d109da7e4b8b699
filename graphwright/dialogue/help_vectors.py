"""The vectors by which an utterance is compared with help pages, and which node each is of."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from graphwright.graph.help_graph import HelpGraph

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphwright.vectors.embedder import Vectors


@dataclasses.dataclass(frozen=True)
class HelpVectors:
    """Unit vectors: ``intents[i]`` is of the graph's intent i, ``texts[i]`` of a passage of a page.

    ``text_rows[i]`` is the row of the node that the passage stands in.
    """

    intents: Vectors
    texts: Vectors
    text_rows: NDArray[np.int64]


def rows_of_passages(
    graph: HelpGraph, document_ids: Sequence[str], starts: Sequence[int]
) -> NDArray[np.int64]:
    """Return the row of the deepest node that each passage begins in; -1: of no help page.

    What begins in no node is of its page's root. ``starts`` are offsets of canonical texts.
    """
    by_page: defaultdict[str, list[int]] = defaultdict(list)
    for row, node in enumerate(graph.nodes):
        by_page[node.document_id].append(row)
    return np.array(
        [
            _holder(graph, by_page.get(document_id, ()), start)
            for document_id, start in zip(document_ids, starts, strict=True)
        ],
        dtype=np.int64,
    )


def _holder(graph: HelpGraph, rows: Sequence[int], start: int) -> int:
    nodes = graph.nodes
    holding = [row for row in rows if nodes[row].start <= start < nodes[row].end]
    deepest = max(holding, key=lambda row: (nodes[row].depth, row), default=None)
    return next(iter(rows), -1) if deepest is None else deepest
