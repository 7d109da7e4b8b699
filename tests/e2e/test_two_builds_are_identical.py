"""Two clean builds of the same sources give the same bytes, whatever the number of workers."""

from __future__ import annotations

from pathlib import Path

from e2e_project import Built, Project

from graphwright.tables import TABLES


def test_tables_and_snapshot_do_not_depend_on_the_number_of_workers(
    subset: Project, small: Built, tmp_path: Path
) -> None:
    again = subset.build(lake=tmp_path / "lake", workers=1)
    assert again.hashes() == small.hashes()
    assert again.snapshot_id == small.snapshot_id
    assert again.verified().manifest == small.verified().manifest


def test_every_table_is_there_and_most_have_rows(small: Built) -> None:
    counts = small.counts()
    off = {"llm_triples", "rejected_llm_triples", "llm_failures"}
    assert set(counts) == set(TABLES)
    assert {table for table, rows in counts.items() if rows == 0} <= off | {"rejected_documents"}


def test_nothing_of_a_build_is_left_lying_about(small: Built) -> None:
    assert small.leftovers() == []
    assert small.locked() == []
