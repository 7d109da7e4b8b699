"""Making the files of help pages in a snapshot's folder, where the lake has any."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from graphwright.graph.arrow_file import write_arrow
from graphwright.graph.help_files import (
    OF_NODES,
    OF_PAGES,
    TEXTS,
    VECTORS,
    WORDS,
    graph_of,
)
from graphwright.graph.help_words import node_texts, page_texts
from graphwright.graph.kinds import HELP_GRAPH
from graphwright.graph.lexical_index import save_index
from graphwright.graph.vector_file import write_vectors
from graphwright.publish.mapped_tables import TablePaths, map_for_now
from graphwright.publish.row_positions import positions

_PAGE_ORDER = [("document_id", "ascending"), ("index", "ascending")]


@dataclasses.dataclass(frozen=True, slots=True)
class HelpFilesMade:
    """Rows of each table, and the size of the vectors (0: there are none)."""

    counts: Mapping[str, int]
    dimensions: int


def has_help(tables: TablePaths) -> bool:
    """Return whether the snapshot of some tables holds help pages."""
    return "help_nodes" in tables


def write_help_files(folder: Path, tables: TablePaths, embedder: str) -> HelpFilesMade:
    """Write the tables, texts, vectors and word indexes of help pages to a snapshot's folder.

    Raises ``SnapshotError`` where tables contradict each other.
    """
    made = {name: map_for_now(folder, tables, name) for name in HELP_GRAPH.published}
    made["help_nodes"] = made["help_nodes"].sort_by(_PAGE_ORDER)
    made["help_intents"] = _by_node(made["help_intents"], made["help_nodes"])
    made[TEXTS] = _texts(folder, tables, made["help_pages"])
    for name, rows in made.items():
        write_arrow(folder / f"{name}.arrow", rows)
    ids = made["help_intents"]["intent_id"]
    size = write_vectors(folder / VECTORS, ids, tables["intent_embeddings"], embedder)
    _write_words(folder, made)
    return HelpFilesMade({name: rows.num_rows for name, rows in made.items()}, size)


def _by_node(intents: pa.Table, nodes: pa.Table) -> pa.Table:
    """Return intents in the order of their nodes; those of one node stay in order of their ids."""
    rows = positions(intents["node_id"], nodes["node_id"], "help_intents.node_id")
    order = pc.sort_indices(
        pa.table({"node": rows, "id": intents["intent_id"]}),
        sort_keys=[("node", "ascending"), ("id", "ascending")],
    )
    return intents.take(order)


def _texts(folder: Path, tables: TablePaths, pages: pa.Table) -> pa.Table:
    """Return the canonical text of each help page."""
    texts = map_for_now(folder, tables, HELP_GRAPH.documents, ("document_id", "text"))
    return texts.filter(pc.is_in(texts["document_id"], value_set=pages["document_id"]))


def _write_words(folder: Path, made: Mapping[str, pa.Table]) -> None:
    graph = graph_of(made)
    save_index(folder / WORDS / OF_PAGES, page_texts(graph))
    save_index(folder / WORDS / OF_NODES, node_texts(graph))
