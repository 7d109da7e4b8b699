"""Kinds of graphs, declared as tables are: which tables are nodes, and which are edges.

What follows from a ``GraphKind``: the tables that its snapshot needs and holds, the snapshot's
files of edges, of vectors and of what meets at a node; and, for each of ``GRAPHS``, which tables
are embedded and how their vectors are checked. How edges are walked is in ``topology``.

What is written for ``KNOWLEDGE_GRAPH`` alone, so that another graph needs it too: the snapshot's
names, evidence and lexical index (``write_snapshot_files`` takes the graph, and asks it for their
tables), the one pointer and history of ``publish``, and ``Snapshot``, which retrieval reads.
"""

from __future__ import annotations

import dataclasses
from typing import Any, Literal

import pyarrow as pa
import pyarrow.compute as pc

from graphwright.registry import Registry
from graphwright.tables import TABLES, Layer, MentionReason

Where = tuple[str, str | bool]
"""A column and the value that it has in the rows that are meant."""


@dataclasses.dataclass(frozen=True, slots=True)
class NodeKind:
    """Nodes: the rows of a table, told apart by the column ``key``.

    ``vectors`` is the table of their embeddings, if they are embedded; ``vectors_where`` is a
    column and a value, where only such rows are. ``kept`` says whether the snapshot holds the
    table.
    """

    name: str
    table: str
    key: str
    vectors: str | None = None
    vectors_where: Where | None = None
    kept: bool = True


@dataclasses.dataclass(frozen=True, slots=True)
class EdgeEnd:
    """One end of an edge: the column of its table that holds the key of a node of a kind."""

    column: str
    node: NodeKind


@dataclasses.dataclass(frozen=True, slots=True)
class EdgeKind:
    """Edges: the rows of a table, each from a node to a node.

    ``weights`` are the columns by which the strongest edge of a node is found, the larger the
    stronger, the first column first; equals go by ``tie``: in order of the edges' own rows, or of
    the nodes that they lead to. ``where`` is a column and a value: only such rows are edges of
    this kind. ``layer`` is the column that tells edges of knowledge from those of other layers,
    which one hop follows only where it is asked to. ``file`` is the stem of the snapshot's file of
    its pairs of rows; ``hop`` says whether one hop follows them at all, and ``kept`` whether the
    snapshot holds the table too. An edge that is embedded has a ``key`` and a table of ``vectors``,
    as a node has them.
    """

    name: str
    table: str
    source: EdgeEnd
    target: EdgeEnd
    weights: tuple[str, ...]
    file: str
    tie: Literal["edge", "target"] = "edge"
    where: Where | None = None
    layer: str | None = None
    hop: bool = True
    kept: bool = True
    key: str | None = None
    vectors: str | None = None
    vectors_where: Where | None = None

    @property
    def filtered(self) -> tuple[str, ...]:
        """Return the columns that tell which rows are edges of this kind, and of which layer."""
        return (*(self.where[:1] if self.where else ()), *([self.layer] if self.layer else ()))

    @property
    def layers_file(self) -> str:
        """Return the stem of the snapshot's file of the layer of each edge."""
        return f"{self.name}_layers"


@dataclasses.dataclass(frozen=True, slots=True)
class Embedded:
    """A kind of node or edge that is embedded: its name and table, its key, its vectors' table.

    ``where`` is a column and a value: only such rows are sought by nearness, so only they have
    vectors; without, all have.
    """

    name: str
    table: str
    key: str
    vectors: str
    where: Where | None = None

    def sought(self, rows: pa.Table) -> pa.ChunkedArray[Any]:
        """Return which of some rows of the table have vectors, as booleans."""
        if self.where is None:
            return pa.chunked_array([pa.repeat(True, rows.num_rows)])
        return pc.equal(rows[self.where[0]], self.where[1])


@dataclasses.dataclass(frozen=True)
class GraphKind:
    """A graph that is published as one snapshot.

    Vertices are numbered by ``nodes`` in order, edges by ``edges``, each by its table's rows; a
    hop starts at the first kind of node. ``details`` are the tables that are published beside
    them, ``documents`` is the table of which only what a citation needs is published, and ``links``
    the one of the links between documents, of which those are published that lead to another one.
    Raises ``ValueError`` where it names a table or a column that is not declared.
    """

    name: str
    nodes: tuple[NodeKind, ...]
    edges: tuple[EdgeKind, ...]
    details: tuple[str, ...]
    documents: str = "parsed_documents"
    links: str = "document_links"

    def __post_init__(self) -> None:
        named = [(node.table, node.key) for node in self.nodes]
        named += [(one.table, one.key) for one in self.embedded]
        named += [
            (edge.table, column)
            for edge in self.edges
            for column in (edge.source.column, edge.target.column, *edge.weights, *edge.filtered)
        ]
        named += [(one.vectors, "vector") for one in self.embedded]
        named += [(one.table, one.where[0]) for one in self.embedded if one.where]
        for table, column in named:
            if table not in TABLES or column not in TABLES[table].schema.names:
                raise ValueError(f"Graph {self.name!r} names {table}.{column}, which no table has.")

    @property
    def embedded(self) -> tuple[Embedded, ...]:
        """Return the kinds of nodes and edges that are embedded, in order."""
        kinds: tuple[NodeKind | EdgeKind, ...] = (*self.nodes, *self.edges)
        return tuple(
            Embedded(kind.name, kind.table, kind.key, kind.vectors, kind.vectors_where)
            for kind in kinds
            if kind.key and kind.vectors
        )

    @property
    def published(self) -> tuple[str, ...]:
        """Return the tables that the snapshot holds whole."""
        nodes = (node.table for node in self.nodes if node.kept)
        edges = (edge.table for edge in self.edges if edge.kept)
        return tuple(dict.fromkeys((*nodes, *edges, *self.details)))

    @property
    def required(self) -> tuple[str, ...]:
        """Return all tables that the snapshot is made from."""
        kinds: tuple[NodeKind | EdgeKind, ...] = (*self.nodes, *self.edges)
        read_only = (kind.table for kind in kinds if not kind.kept)
        vectors = (one.vectors for one in self.embedded)
        return tuple(
            dict.fromkeys((self.documents, self.links, *self.published, *read_only, *vectors))
        )


# What is no concept is no seed, and facts of other layers are ranked only where they are asked for.
ENTITY = NodeKind(
    "entity",
    "entities",
    "entity_id",
    vectors="entity_embeddings",
    vectors_where=("concept", True),
)
CHUNK = NodeKind("chunk", "chunks", "chunk_id", vectors="chunk_embeddings")
RELATION = EdgeKind(
    "relation",
    "relations",
    source=EdgeEnd("subject_id", ENTITY),
    target=EdgeEnd("object_id", ENTITY),
    weights=("confidence", "support_count"),
    file="relation_edges",
    layer="layer",
    key="relation_id",
    vectors="relation_embeddings",
    vectors_where=("layer", Layer.KNOWLEDGE.value),
)
MENTION = EdgeKind(
    "mention",
    "entity_chunks",
    source=EdgeEnd("entity_id", ENTITY),
    target=EdgeEnd("chunk_id", CHUNK),
    weights=("mention_count",),
    file="chunk_edges",
    tie="target",
    kept=False,
)
NAMED: tuple[EdgeKind, ...] = tuple(
    EdgeKind(
        f"named in {reason}",
        "name_mentions",
        source=EdgeEnd("entity_id", ENTITY),
        target=EdgeEnd("chunk_id", CHUNK),
        weights=("mention_count",),
        file=f"{reason}_edges",
        tie="target",
        where=("reason", reason.value),
        hop=False,
        kept=False,
    )
    for reason in MentionReason
)
KNOWLEDGE_GRAPH = GraphKind(
    "knowledge",
    nodes=(ENTITY, CHUNK),
    edges=(RELATION, MENTION, *NAMED),
    details=(
        "document_versions",
        "entity_aliases",
        "entity_broader",
        "entity_merges",
        "evidence",
        "procedure_steps",
    ),
)
"""The graph of entities that relations join, and of the chunks that mention or name them."""

TICKET_GRAPH = GraphKind(
    "tickets",
    nodes=(
        NodeKind("ticket", "tickets", "document_id"),
        NodeKind("section", "section_pieces", "piece_id", vectors="section_embeddings", kept=False),
    ),
    edges=(),
    details=("ticket_sections", "ticket_edges", "ticket_clusters", "implicit_ticket_links"),
)
"""The trees of tickets and what joins them; its files lie beside those of the knowledge graph, in
one snapshot, where a lake has tickets. Its links lead to tickets that are absent too, so they are
details and no edges between rows; ``ticket_graph`` walks them."""

HELP_GRAPH = GraphKind(
    "help",
    nodes=(
        NodeKind("help node", "help_nodes", "node_id"),
        NodeKind("intent", "help_intents", "intent_id", vectors="intent_embeddings"),
    ),
    edges=(),
    details=("help_pages", "help_edges", "help_components"),
)
"""The trees of help pages and what joins them, beside the others as tickets are; ``help_graph``
walks them."""

STATE = NodeKind("state", "ui_states", "state_id", vectors="ui_state_embeddings")
ACTION = EdgeKind(
    "action",
    "ui_actions",
    source=EdgeEnd("state_id", STATE),
    target=EdgeEnd("target_id", STATE),
    weights=(),
    file="ui_action_edges",
    key="action_id",
    vectors="ui_action_embeddings",
)
APPLICATION_GRAPH = GraphKind(
    "applications",
    nodes=(STATE,),
    edges=(ACTION,),
    details=(
        *("applications", "ui_captures", "ui_fields", "ui_merges"),
        *("documented_paths", "undocumented_states", "quiz_items", "quiz_rejected"),
    ),
)
"""The states of web applications and the actions between them, beside the others as tickets are.

An action whose target is not known is a row of its table and no edge; ``application_graph`` walks
them (Lemon Learning, section 2)."""

GRAPHS: Registry[GraphKind] = Registry("graph")
for _graph in (KNOWLEDGE_GRAPH, TICKET_GRAPH, HELP_GRAPH, APPLICATION_GRAPH):
    GRAPHS.register(_graph.name, _graph)
