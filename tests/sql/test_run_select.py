from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from graph_rows import GraphRows, write_rows

import sql
from graphwright.errors import LakeError
from graphwright.tables import TABLES


def small(tmp_path: Path) -> dict[str, list[Path]]:
    rows = GraphRows()
    rows.fact("PO", "be in", "SAP")
    return write_rows(tmp_path, rows.rows())


def test_every_file_is_a_table_or_shared():
    files = {path.stem for path in Path(sql.__file__).parent.glob("*.sql")}
    assert files == {*sql.READS, "macros", "judged_triples", "decided_triples"}


def test_tables_are_made_after_those_that_they_read():
    order = list(TABLES)
    made: set[str] = set()
    for name, reads in sql.READS.items():
        assert set(reads) & set(sql.READS) <= made
        assert all(table in order for table in reads)
        made.add(name)


def test_a_select_reads_only_what_it_says(tmp_path):
    views = small(tmp_path)
    for name, reads in sql.READS.items():
        only = {table: views[table] for table in reads}
        views[name] = [tmp_path / f"{name}.made.parquet"]
        made = sql.run_select(name, only)
        assert made.schema.equals(TABLES[name].schema)
        pq.write_table(made, views[name][0])


def test_empty_lists_of_files_are_empty_tables():
    for name, reads in sql.READS.items():
        made = sql.run_select(name, {table: [] for table in reads})
        assert made.equals(TABLES[name].empty())


def test_a_version_is_of_the_select_and_of_what_is_shared():
    versions = {sql.version(name) for name in sql.READS}
    assert len(versions) == len(sql.READS)


def test_an_unknown_table_is_named():
    with pytest.raises(LakeError, match="No SELECT makes a table 'nothing'"):
        sql.run_select("nothing", {})


def test_a_missing_view_is_named(tmp_path):
    views = small(tmp_path)
    del views["sentences"]
    with pytest.raises(LakeError, match=r"no path was given for sentences, .*entities"):
        sql.run_select("relations", {k: views[k] for k in views if k != "entities"})


def test_a_missing_file_is_named(tmp_path):
    views = small(tmp_path) | {"resolved_triples": [tmp_path / "gone.parquet"]}
    with pytest.raises(
        LakeError, match=r"gone\.parquet is damaged or cannot be read as a table: .*No such"
    ):
        sql.run_select("entity_merges", views)


def test_a_file_that_lacks_a_column_is_an_error(tmp_path):
    path = tmp_path / "narrow.parquet"
    pq.write_table(pa.table({"triple_id": ["a"]}), path)
    views: dict[str, list[Path]] = {key: [] for key in sql.READS["entity_merges"]}
    views["resolved_triples"] = [path]
    with pytest.raises(LakeError, match="SELECT of 'entity_merges' failed"):
        sql.run_select("entity_merges", views)


def test_evidence_without_its_sentence_is_an_error_not_a_gap(tmp_path):
    views = small(tmp_path) | {"repeated_sentences": [], "entity_merges": [], "sentences": []}
    with pytest.raises(LakeError, match=r"1 row\(s\) of 'evidence' have no start"):
        sql.run_select("evidence", views)


def test_paths_with_signs_of_patterns_are_taken_as_they_are(tmp_path):
    odd = tmp_path / "it's [1] b*"
    odd.mkdir()
    views = small(odd) | {"repeated_sentences": [], "entity_merges": []}
    assert sql.run_select("rejected_triples", views).num_rows == 0
