"""Which columns a global table's columns are made from, as DuckDB parses its SELECT."""

from __future__ import annotations

import pytest

from graphwright.errors import LakeError
from graphwright.tables import TABLES
from sql import READS, lineage
from sql.lineage import column_lineage

ENDS = {
    ("resolved_triples", "subject_key"),
    ("resolved_triples", "object_key"),
    ("entity_merges", "target_key"),
}
FACT = ENDS | {("resolved_triples", name) for name in ("predicate", "negated", "modality")}
DECIDED = {("entity_decisions", name) for name in ("kind", "line", "other")}
JUDGED = {
    ("resolved_triples", "rejection"),
    ("resolved_triples", "rule"),
    ("resolved_triples", "sentence_id"),
    ("repeated_sentences", "sentence_id"),
}
"""What the view over rejections and boilerplate reads."""


@pytest.mark.parametrize("table", READS)
def test_every_column_is_told_by_declared_columns_of_what_the_select_reads(table: str) -> None:
    found = column_lineage(table)
    assert list(found) == [column.name for column in TABLES[table].columns]
    for source, column in (pair for pairs in found.values() for pair in pairs):
        assert source in READS[table]
        assert column in TABLES[source].schema.names


@pytest.mark.parametrize(
    ("table", "column", "sources"),
    [
        ("repeated_sentences", "collection", {("parsed_documents", "collection")}),
        ("repeated_sentences", "collection_documents", {
            ("document_versions", "same_as"), ("parsed_documents", "document_id"),
        }),
        ("partial_documents", "chunks", set()),  # count(*)
        ("entity_merges", "tier", {  # a constant elsewhere in the UNION
            ("name_groups", "tier"), ("llm_name_groups", "tier"),
        }),
        ("entity_merges", "score", {
            ("resolved_triples", "confidence"), ("name_groups", "score"),
            ("llm_name_groups", "score"),
        }),
        ("entity_aliases", "entity_id", ENDS | {
            ("seed_concepts", "key"), ("entity_decisions", "other_key"), ("names", "key"),
        }),
        ("entities", "type", {
            ("seed_concepts", "key"), ("seed_concepts", "type"), ("entity_types", "type"),
        } | DECIDED),
        ("entities", "name", {
            ("seed_concepts", "name"), ("entity_aliases", "alias"),
            ("entity_aliases", "mention_count"), ("entity_merges", "target_key"),
            ("entity_decisions", "name_key"), ("entity_decisions", "other_key"),
        } | DECIDED),
        # It names columns of its own SELECT.
        ("relations", "relation_id", FACT | {
            ("resolved_triples", "restriction"),
            ("predicates", "predicate"), ("predicates", "inverse"),
        }),
        ("relations", "subject", {("entities", "name")}),
        ("rejected_triples", "reason", ENDS | JUDGED | {
                ("entity_types", "form"), ("resolved_triples", "subject"),
                ("predicates", "form"), ("predicates", "closed"),
            }),  # a view over a view
        ("evidence", "quote", {("sentences", "text")}),
        ("evidence", "page", {
            ("parsed_documents", "blocks"), ("chunks", "page"), ("sentences", "start"),
        }),
        ("entity_chunks", "chunk_id", {("resolved_triples", "chunk_id")}),
        ("extractor_disagreements", "kind", {  # through lists of structs and a lambda
            ("resolved_triples", "extractor"), ("resolved_triples", "negated"),
            ("resolved_triples", "modality"),
        }),
        ("partial_documents", "reasons", {
            ("parsed_documents", "warnings"), ("sentences", "filter"), ("llm_failures", "stage"),
            ("llm_failures", "reason"), ("dependency_failures", "detail"),
        }),
    ],
)  # fmt: skip
def test_a_column_is_made_from(table: str, column: str, sources: set[tuple[str, str]]) -> None:
    assert set(column_lineage(table)[column]) == sources


def test_a_table_without_a_select_has_none() -> None:
    with pytest.raises(LakeError, match="No SELECT makes a table 'chunks'"):
        column_lineage("chunks")


def test_a_name_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lineage, "select", lambda name: "SELECT nosuch FROM sentences")
    lineage._trees.cache_clear()
    try:
        with pytest.raises(LakeError, match="names nosuch, but reads no such column"):
            column_lineage.__wrapped__("relations")
    finally:
        monkeypatch.undo()
        lineage._trees.cache_clear()
