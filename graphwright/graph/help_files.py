"""The files of help pages in a snapshot, mapped into memory; ``help_graph`` says what they mean.

Nodes stand in the order of documents and, within a page, of ``index``; intents in that of their
nodes, and vectors in that of intents.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self

import pyarrow.compute as pc

from graphwright.graph.arrow_file import open_arrow
from graphwright.graph.help_graph import HelpGraph
from graphwright.graph.help_words import HelpWords
from graphwright.graph.kinds import HELP_GRAPH
from graphwright.graph.lexical_index import LexicalIndex
from graphwright.graph.manifest import Manifest
from graphwright.graph.vector_file import open_vectors
from graphwright.tables import HelpComponent, HelpEdge, HelpIntent, HelpNode, HelpPage, rows_of

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa
    from numpy.typing import NDArray

VECTORS = "intent_vectors.npy"
TEXTS = "help_texts"
"""The stem of the file of the pages' canonical texts: ``document_id`` and ``text``."""

WORDS, OF_PAGES, OF_NODES = "help_words", "pages", "nodes"
"""The folder of the BM25 indexes of help pages, and those in it."""


@dataclasses.dataclass(frozen=True)
class HelpFiles:
    """What a snapshot holds of help pages.

    ``vectors`` is float32 (intents, dimensions), in the order of ``graph.intents``.
    """

    tables: Mapping[str, pa.Table]
    vectors: NDArray[np.float32]
    words: HelpWords

    @classmethod
    def open(cls, folder: Path, manifest: Manifest) -> Self | None:
        """Map the files into memory; None where the snapshot has no help pages."""
        if "help_nodes.arrow" not in manifest.files:
            return None
        names = (*HELP_GRAPH.published, TEXTS)
        tables = {name: open_arrow(folder / f"{name}.arrow") for name in names}

        def index(name: str, rows: int) -> LexicalIndex:
            place = f"{WORDS}/{name}"
            known = any(file.startswith(f"{place}/") for file in manifest.files)
            return LexicalIndex(folder / place if known else None, rows)

        nodes = tables["help_nodes"]
        words = HelpWords(
            index(OF_PAGES, pc.count_distinct(nodes["document_id"]).as_py()),
            index(OF_NODES, nodes.num_rows),
        )
        return cls(tables, open_vectors(folder / VECTORS), words)

    @cached_property
    def graph(self) -> HelpGraph:
        """Return the graph of the pages, read from the files at the first call."""
        return graph_of(self.tables)


def graph_of(tables: Mapping[str, pa.Table]) -> HelpGraph:
    """Return the graph that tables of a snapshot hold, by their names."""
    texts, parts = tables[TEXTS], tables["help_components"]
    return HelpGraph(
        nodes=rows_of(HelpNode, tables["help_nodes"]),
        pages={row.document_id: row for row in rows_of(HelpPage, tables["help_pages"])},
        edges=rows_of(HelpEdge, tables["help_edges"]),
        intents=rows_of(HelpIntent, tables["help_intents"]),
        components={row.node_id: row.component_id for row in rows_of(HelpComponent, parts)},
        texts=dict(zip(texts["document_id"].to_pylist(), texts["text"].to_pylist(), strict=True)),
    )
