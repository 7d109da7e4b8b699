"""Two clean builds of the same sources give the same bytes, however they are run."""

from __future__ import annotations

from pathlib import Path

from e2e_project import Built, Project

from graphwright.tables import TABLES


def test_tables_and_snapshot_do_not_depend_on_workers_or_dagster(
    subset: Project, small: Built, tmp_path: Path
) -> None:
    """By the command line with two worker processes, and by the bare steps in one process."""
    again = subset.build_plainly(lake=tmp_path / "lake")
    assert again.hashes() == small.hashes()
    assert again.snapshot_id == small.snapshot_id
    assert again.verified().manifest == small.verified().manifest


def test_every_table_is_there_and_most_have_rows(small: Built) -> None:
    counts = small.counts()
    off = {"llm_triples", "rejected_llm_triples", "llm_failures", "llm_outlines", "llm_entities"}
    off |= {"extractor_disagreements", "partial_documents"}
    rare = {"coreference_failures", "dependency_failures"}
    rare |= {"document_links", "rejected_documents", "repeated_sentences"}
    rare |= {"document_versions", "rejected_versions", "unused_group_rules"}
    rare |= {table.name for table in TABLES.values() if "ticket" in table.name}
    rare |= {table.name for table in TABLES.values() if "help" in table.name}
    rare |= {"section_pieces", "section_embeddings", "intent_embeddings"}
    rare |= {table.name for table in TABLES.values() if table.group == "applications"}
    rare |= {"ui_state_embeddings", "ui_action_embeddings"}
    rare |= {"entity_decisions", "unused_decisions", "seed_broader", "entity_broader"}
    rare |= {"llm_name_verdicts", "llm_name_groups", "review_queue", "contradictions"}
    assert set(counts) == set(TABLES)
    assert {table for table, rows in counts.items() if rows == 0} <= off | rare


def test_nothing_of_a_build_is_left_lying_about(small: Built) -> None:
    assert small.leftovers() == []
    assert small.locked() == []
