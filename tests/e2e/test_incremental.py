"""A build after changes gives the bytes of a clean build, and works on what is new only."""

from __future__ import annotations

from pathlib import Path

from dagster_records import instance_of, latest_metadata
from e2e_project import (
    ADDED,
    DANGLING,
    DELETED,
    EDITED,
    LOCKED,
    MOVED,
    Built,
    Project,
    copy_lake,
    json_of,
    one_clear_message,
    run_here,
    succeeded,
)

from graphwright.tables import DocumentStatus

BUCKET_STEPS = (
    "parsed_documents",
    "chunks",
    "annotations",
    "coreference_chains",
    "dependency_triples",
    "llm_outlines",
    "llm_triples",
    "resolved_triples",
)
"""The first table of each step that is split by bucket."""


def run_count(lake: Path) -> int:
    """Return the number of runs that Dagster has on record for a lake."""
    with instance_of(lake) as instance:
        return instance.get_runs_count()


def worked_on(built: Built) -> dict[str, int]:
    """Return the units that each step worked on in the latest build."""
    return {s: latest_metadata(built.lake, s)["units_worked_on"] for s in BUCKET_STEPS}


def test_add_edit_move_and_delete_equal_a_clean_build(
    brought_up_to_date: Built, changed_clean: Built, small: Built
) -> None:
    assert brought_up_to_date.hashes() == changed_clean.hashes()
    assert brought_up_to_date.snapshot_id == changed_clean.snapshot_id != small.snapshot_id
    brought_up_to_date.verified()


def test_only_new_content_is_worked_on(
    brought_up_to_date: Built, changed_clean: Built, small: Built
) -> None:
    new = {ADDED, EDITED}
    documents = {
        row.document_id: f"{row.collection}/{row.path}"
        for row in changed_clean.rows("parsed_documents")
    }
    unreadable = [r for r in changed_clean.rows("source_documents") if r.problem is not None]
    known = {row.text_hash for row in small.rows("chunks")}
    fresh = [row for row in changed_clean.rows("chunks") if row.text_hash not in known]
    assert {documents[row.document_id] for row in fresh} == new

    parse = latest_metadata(brought_up_to_date.lake, "parsed_documents")
    assert parse["units_worked_on"] == len(new) + len(unreadable)
    assert parse["units_renamed"] == 1
    annotate = latest_metadata(brought_up_to_date.lake, "annotations")
    assert annotate["units_worked_on"] == len(fresh)
    assert latest_metadata(brought_up_to_date.lake, "chunk_embeddings")["texts_embedded"] <= len(
        [c for c in changed_clean.rows("chunks") if documents[c.document_id] in {*new, MOVED[1]}]
    )


def test_the_publication_says_what_changed_and_why(brought_up_to_date: Built, small: Built) -> None:
    lake = brought_up_to_date.lake
    told = json_of("diff", "--lake", lake)
    assert (told["old"], told["new"]) == (small.snapshot_id, brought_up_to_date.snapshot_id)
    documents = {r["name"]: r["reason"] for r in told["changes"] if r["thing"] == "document"}
    assert documents == {
        ADDED: "document_added",
        EDITED: "document_edited",
        DELETED: "document_deleted",
        MOVED[1]: "document_moved",
    }
    explained = {row["reason"] for row in told["changes"] if row["thing"] == "relation"}
    assert {"document_deleted", "document_added"} <= explained
    assert not explained & {"not_known", "version_changed", "setting_changed"}

    shown = latest_metadata(lake, "published_snapshot")
    assert (shown["documents_moved"], shown["documents_removed"]) == (1, 1)
    assert DELETED in shown["changes"]


def test_the_lake_can_be_read_by_sql_and_as_one_page(
    brought_up_to_date: Built, tmp_path: Path
) -> None:
    lake, page = brought_up_to_date.lake, tmp_path / "page.html"
    query = "SELECT count(*) AS n FROM sentences"
    (row,) = json_of("sql", "--lake", lake, query)
    assert row["n"] == brought_up_to_date.counts()["sentences"]
    assert "SELECT was expected" in one_clear_message(
        run_here("sql", "--lake", lake, "DROP TABLE x")
    )
    succeeded(run_here("report", "--lake", lake, "--out", page))
    text = page.read_text(encoding="utf-8")
    assert brought_up_to_date.snapshot_id in text
    assert "Slowest documents to parse" in text


def test_a_file_that_cannot_be_read_is_a_row_with_the_reason(changed_clean: Built) -> None:
    sources = {f"{r.collection}/{r.path}": r for r in changed_clean.rows("source_documents")}
    rejected = {f"{r.collection}/{r.path}": r for r in changed_clean.rows("rejected_documents")}
    expected = {DANGLING} | ({LOCKED} & set(sources))
    assert {path for path, row in sources.items() if row.problem is not None} == expected
    for path in expected:
        assert rejected[path].status == DocumentStatus.UNREADABLE
        assert rejected[path].remedy


def test_going_back_and_then_nothing_new(
    brought_up_to_date: Built, subset: Project, small: Built, tmp_path: Path
) -> None:
    lake = copy_lake(brought_up_to_date, tmp_path / "lake").lake
    back = subset.build_plainly(lake=lake)
    assert back.hashes() == small.hashes()
    assert back.snapshot_id == small.snapshot_id

    before, runs = back.stamps(), run_count(lake)
    subset.build(lake=lake)
    assert back.stamps() == before
    assert run_count(lake) == runs, "A build with nothing to do needs no run."
    assert back.snapshot_id == small.snapshot_id
