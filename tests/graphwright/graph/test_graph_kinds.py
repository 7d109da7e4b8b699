"""A graph is declared by its tables; what does not fit the tables is refused."""

from __future__ import annotations

import dataclasses

import pytest

from graphwright.graph.kinds import (
    CHUNK,
    GRAPHS,
    KNOWLEDGE_GRAPH,
    MENTION,
    RELATION,
    EdgeEnd,
    EdgeKind,
    GraphKind,
    NodeKind,
)
from graphwright.graph.snapshot import Snapshot
from graphwright.tables import TABLES


def test_what_the_knowledge_graph_is_made_of() -> None:
    assert KNOWLEDGE_GRAPH.published == (
        "entities", "chunks", "relations", "document_versions", "entity_aliases", "entity_broader",
        "entity_merges", "evidence", "procedure_steps",
    )  # fmt: skip
    others = {"parsed_documents", "document_links", "entity_chunks", "name_mentions"}
    vectors = {"entity_embeddings", "chunk_embeddings", "relation_embeddings"}
    assert set(KNOWLEDGE_GRAPH.required) == {*KNOWLEDGE_GRAPH.published, *others, *vectors}
    assert [one.vectors for one in KNOWLEDGE_GRAPH.embedded] == [
        "entity_embeddings", "chunk_embeddings", "relation_embeddings",
    ]  # fmt: skip


def test_every_graph_is_registered_under_its_name() -> None:
    assert [(name, graph.name) for name, graph in GRAPHS] == [
        ("knowledge", "knowledge"),
        ("tickets", "tickets"),
        ("help", "help"),
        ("applications", "applications"),
    ]


def test_ends_and_keys_are_those_that_the_tables_declare() -> None:
    for _, graph in GRAPHS:
        for edge in graph.edges:
            references = {r.column: (r.table, r.target) for r in TABLES[edge.table].references}
            for end in (edge.source, edge.target):
                assert references[end.column] == (end.node.table, end.node.key)
        for one in graph.embedded:
            (reference,) = TABLES[one.vectors].references
            assert (reference.table, reference.target) == (one.table, one.key)


def test_a_snapshot_holds_what_is_declared(snapshot: Snapshot) -> None:
    files = set(snapshot.manifest.files)
    for table in KNOWLEDGE_GRAPH.published:
        assert f"{table}.arrow" in files
    for one in KNOWLEDGE_GRAPH.embedded:
        assert f"{one.name}_vectors.npy" in files
    for edge in KNOWLEDGE_GRAPH.edges:
        assert f"{edge.file}.npy" in files


def test_another_graph_is_a_declaration() -> None:
    document = NodeKind("document", "parsed_documents", "document_id")
    part = EdgeKind(
        "part", "chunks", EdgeEnd("document_id", document), EdgeEnd("chunk_id", CHUNK),
        weights=("index",), file="part_edges",
    )  # fmt: skip
    graph = GraphKind("library", (document, CHUNK), (part,), details=())
    assert graph.published == ("parsed_documents", "chunks")
    assert [one.name for one in graph.embedded] == ["chunk"]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"nodes": (dataclasses.replace(CHUNK, key="nosuch"),)}, "chunks.nosuch"),
        ({"nodes": (dataclasses.replace(CHUNK, vectors="nosuch"),)}, "nosuch.vector"),
        ({"nodes": (dataclasses.replace(CHUNK, vectors_where=("seen", True)),)}, "chunks.seen"),
        ({"edges": (dataclasses.replace(MENTION, weights=("much",)),)}, "entity_chunks.much"),
        ({"edges": (dataclasses.replace(RELATION, table="facts"),)}, "facts.relation_id"),
    ],
)
def test_a_name_that_no_table_has_is_refused(change: dict[str, object], named: str) -> None:
    with pytest.raises(ValueError, match=f"names {named}, which no table has"):
        dataclasses.replace(KNOWLEDGE_GRAPH, **change)
