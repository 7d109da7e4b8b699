from __future__ import annotations

import dataclasses
import re

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from graph_rows import GraphRows, build, write_rows

from graphwright.errors import LakeError
from graphwright.quality.catalogue import checks_of
from graphwright.quality.check import Severity, SqlCheck
from graphwright.quality.run import run_checks
from graphwright.settings import CheckSettings
from graphwright.tables import (
    TABLES,
    Entity,
    EntityEmbedding,
    EntityTyping,
    MentionCount,
    RejectedDocument,
    to_record,
)


def corpus() -> GraphRows:
    rows = GraphRows()
    rows.seed("SAP", "SAP SE")
    rows.acronym("Purchase Order", "PO")
    rows.fact("PO", "be in", "SAP SE", text="Ärger 😀: a PO is in SAP SE.")
    rows.fact("Mail", "go to", "SAP", path="b.md", rejection="low_confidence")
    return rows


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    folder = tmp_path_factory.mktemp("good")
    return build(write_rows(folder, corpus().rows()), folder)


@pytest.fixture
def failed(good, tmp_path):
    """Return the names of the broken checks of a table once some of its rows are changed."""

    def of(checked, **changed):
        made = dict(good)
        for name, change in changed.items():
            rows = [row for path in made[name] for row in pq.read_table(path).to_pylist()]
            path = tmp_path / f"{name}.changed.parquet"
            schema = TABLES[name].schema
            pq.write_table(type(schema.empty_table()).from_pylist(change(rows), schema), path)
            made[name] = [path]
        results = run_checks(checks_of(checked), made)
        return {result.name for result in results if not result.passed}

    return of


def without_vectors():
    return [name for name in TABLES if not name.endswith("_embeddings")]


def test_a_sound_graph_passes_every_check(good):
    checks = [check for name in without_vectors() for check in checks_of(name)]
    results = run_checks(checks, good)
    assert [(r.table, r.name, r.sample) for r in results if not r.passed] == []
    assert len(results) == len(checks) > len(TABLES) * 3


def test_every_check_runs_on_empty_tables():
    empty = {name: [] for name in TABLES}
    results = run_checks([check for name in TABLES for check in checks_of(name)], empty)
    failed = [(r.name, r.sample) for r in results if not r.passed]
    assert failed == [("some_document_is_found", "| documents |\n| --- |\n| 0 |\n")]


@pytest.mark.parametrize("name", TABLES)
def test_names_of_checks_are_distinct_and_fit_dagster(name):
    names = [check.name for check in checks_of(name)]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[A-Za-z0-9_]+", check) for check in names)
    assert all(check.table == name for check in checks_of(name))


def test_a_result_shows_what_broke_the_rule(good, tmp_path):
    doubled = [*good["entities"], *good["entities"]]
    [check] = [check for check in checks_of("entities") if check.name == "key_is_unique"]
    [result] = run_checks([check], {"entities": doubled})
    assert (result.passed, result.blocking, result.severity) == (False, True, Severity.ERROR)
    assert result.failed_rows == 2
    assert result.sample.startswith("| entity_id | copies |")
    assert result.sql == check.sql


def first(**values):
    return lambda rows: [rows[0] | values, *rows[1:]]


def dropped(rows):
    return rows[1:]


UNKNOWN_FORM = to_record(MentionCount("d", "pump", "verb", 1, 0, 0))
UNKNOWN_TYPE = to_record(EntityTyping("pump", "Thing", "seen", 1, 1))
BROKEN = [
    ("relations", {"relations": first(subject_id="gone")}, "subject_id_is_in_entities"),
    ("relations", {"relations": first(confidence=1.5)}, "confidence_is_a_share"),
    ("relations", {"evidence": dropped}, "every_relation_has_evidence"),
    ("entities", {"relations": dropped}, "no_orphan_entity"),
    ("entity_aliases", {"entities": first(name="?")}, "every_entity_has_its_name_as_alias"),
    ("entity_chunks", {"entity_chunks": dropped}, "every_entity_is_in_a_chunk"),
    ("evidence", {"evidence": first(quote="another")}, "quote_is_verbatim"),
    ("evidence", {"evidence": first(start=1)}, "quote_is_verbatim"),
    ("sentences", {"sentences": first(text="another")}, "text_is_verbatim"),
    ("sentences", {"sentences": first(filter="no_reason")}, "filter_is_known"),
    ("chunks", {"chunks": first(text="another")}, "text_is_verbatim"),
    ("resolved_triples", {"resolved_triples": first(subject="he")}, "subject_is_verbatim"),
    ("resolved_triples", {"resolved_triples": first(object_end=10**6)}, "object_is_verbatim"),
    ("resolved_triples", {"resolved_triples": dropped}, "every_triple_is_resolved"),
    ("resolved_triples", {"dependency_triples": dropped}, "every_triple_is_resolved"),
    ("rejected_triples", {"evidence": dropped}, "every_triple_is_accepted_or_rejected"),
    ("rejected_triples", {"rejected_triples": dropped}, "every_triple_is_accepted_or_rejected"),
    ("rejected_triples", {"rejected_triples": first(reason="because")}, "reason_is_known"),
    ("mention_forms", {"mention_forms": lambda rows: [UNKNOWN_FORM]}, "form_is_known"),
    ("entity_types", {"entity_types": lambda rows: [UNKNOWN_TYPE]}, "type_is_known"),
    ("parsed_documents", {"parsed_documents": dropped}, "every_document_is_parsed_or_rejected"),
    ("parsed_documents", {"source_documents": dropped}, "every_document_is_parsed_or_rejected"),
    ("parsed_documents", {"parsed_documents": lambda rows: []}, "some_document_is_parsed"),
    ("source_documents", {"source_documents": lambda rows: []}, "some_document_is_found"),
    ("parsed_documents", {"parsed_documents": first(text="")}, "blocks_lie_in_the_text"),
    *(
        ("parsed_documents", {"parsed_documents": first(marks=[mark])}, "marks_lie_in_a_block")
        for mark in (
            {"kind": "link", "start": 0, "end": 10**6},
            {"kind": "code", "start": 1, "end": 1},
        )
    ),
    ("resolved_triples", {"resolved_triples": lambda rows: []}, "enough_sentences_give_triples"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("table", "changes", "name"), BROKEN, ids=[f"{table}-{name}" for table, _, name in BROKEN]
)
def test_a_broken_rule_is_found(failed, table, changes, name):
    assert name in failed(table, **changes)


def test_a_span_outside_its_chunk_is_compared_with_the_document(failed):
    def elsewhere(rows):
        [moved, *others] = [row for row in rows if row["subject"] == "PO"]
        rest = [row for row in rows if row["triple_id"] != moved["triple_id"]]
        inside = moved | {"subject": "Purchase", "subject_start": 0, "subject_end": 8}
        return [inside, *others, *rest]

    assert "subject_is_verbatim" not in failed("resolved_triples", resolved_triples=elsewhere)


def test_a_subject_that_no_word_states_is_not_compared(failed):
    reader = first(subject="you", subject_start=0, subject_end=0)
    assert "subject_is_verbatim" not in failed("resolved_triples", resolved_triples=reader)


def test_a_file_of_another_schema_fails_and_says_where(good, tmp_path):
    path = tmp_path / "narrow.parquet"
    entities = pq.read_table(good["entities"][0])
    pq.write_table(entities.drop_columns(["definition"]), path)
    results = {r.name: r for r in run_checks(checks_of("entities"), good | {"entities": [path]})}
    assert not results["schema_is_declared"].passed
    assert "narrow.parquet" in results["schema_is_declared"].sample


def test_a_column_of_another_type_fails(good, tmp_path):
    path = tmp_path / "typed.parquet"
    entities = pq.read_table(good["entities"][0])
    place = entities.column_names.index("mention_count")
    wrong = entities.set_column(place, "mention_count", entities["mention_count"].cast("int32"))
    pq.write_table(wrong, path)
    [result, *_] = run_checks(checks_of("entities"), good | {"entities": [path]})
    assert "| typed.parquet | mention_count | int32 | int64 not null |" in result.sample


def test_a_null_is_found_where_a_file_has_a_place_for_it(good, tmp_path):
    path, entities = tmp_path / "loose.parquet", pq.read_table(good["entities"][0])
    loose = pa.schema([field.with_nullable(True) for field in entities.schema])
    for name, passed in (("name", False), ("definition", True)):  # the latter may be null
        rows = [row | {name: None} for row in entities.to_pylist()]
        pq.write_table(pa.Table.from_pylist(rows, loose), path)
        found = run_checks(checks_of("entities"), good | {"entities": [path]})
        (filled,) = [one for one in found if one.name == "required_columns_are_filled"]
        assert (filled.passed, filled.failed_rows) == (passed, 0 if passed else len(rows))


def test_a_query_that_cannot_run_is_a_failure_that_says_why(good, tmp_path):
    path = tmp_path / "narrow.parquet"
    pq.write_table(pq.read_table(good["entities"][0]).select(["name"]), path)
    results = {r.name: r for r in run_checks(checks_of("entities"), good | {"entities": [path]})}
    assert results["key_is_unique"].sample.startswith("The check could not run")


def test_vectors_must_be_there_for_every_row_and_of_one_length(tmp_path):
    rows = corpus().rows()
    views = build(write_rows(tmp_path, rows), tmp_path)
    ids = sorted(pq.read_table(views["entities"][0])["entity_id"].to_pylist())
    vectors = [EntityEmbedding(ids[0], "h", "m", b"\0" * 8), EntityEmbedding(ids[1], "h", "m", b"")]
    views |= write_rows(tmp_path, {"entity_embeddings": vectors[:1]})
    checks = [c for c in checks_of("entity_embeddings") if c.name.endswith("_is_embedded")]
    assert [r.failed_rows for r in run_checks(checks, views)] == [1]
    views |= write_rows(tmp_path, {"entity_embeddings": vectors})
    assert [r.failed_rows for r in run_checks(checks, views)] == [1]


def test_only_concepts_have_vectors(tmp_path):
    entities = [Entity("a", "A", "a", "Concept", None, False, 1, 1),
                Entity("b", "B", "b", "Number", None, False, 1, 1, concept=False)]  # fmt: skip
    views = write_rows(tmp_path, {"entities": entities})
    checks = [c for c in checks_of("entity_embeddings") if c.name.endswith("_is_embedded")]
    found = {}
    for ids in ("", "a", "b", "ab"):
        vectors = [EntityEmbedding(id_, "h", "m", b"\0" * 8) for id_ in ids]
        (result,) = run_checks(checks, views | write_rows(tmp_path, {"entity_embeddings": vectors}))
        found[ids] = result.failed_rows
    assert found == {"": 1, "a": 0, "b": 2, "ab": 1}


def test_yields_under_a_floor_warn_and_do_not_block(tmp_path):
    rows = corpus().rows()
    [first_document, second] = rows["parsed_documents"]
    rows["parsed_documents"] = [first_document]
    rows["rejected_documents"] = [
        RejectedDocument(second.document_id, "test", "b.md", "", "md", "", "failed", "", "")
    ]
    views = write_rows(tmp_path, rows)

    def enough(thresholds):
        checks = checks_of("parsed_documents", thresholds)
        results = {result.name: result for result in run_checks(checks, views)}
        return results["enough_documents_are_parsed"]

    result = enough(CheckSettings(parsed_share=0.6))
    assert (result.passed, result.blocking, result.severity) == (False, False, Severity.WARN)
    assert "| 1 | 1 | 0.5 |" in result.sample
    assert enough(CheckSettings(parsed_share=0.5)).passed


def test_a_filtered_sentence_needs_no_triple(tmp_path):
    rows = GraphRows()
    rows.say("Overview")
    tables = rows.rows()
    [sentence] = tables["sentences"]
    name = "enough_sentences_give_triples"
    for filtered, passed in ((None, False), ("heading", True)):
        tables["sentences"] = [dataclasses.replace(sentence, filter=filtered)]
        results = run_checks(checks_of("resolved_triples"), write_rows(tmp_path, tables))
        assert {r.name: r.passed for r in results}[name] is passed


def test_an_unknown_table_and_a_missing_view_are_named():
    with pytest.raises(LakeError, match="'nothing' is no declared table"):
        checks_of("nothing")
    with pytest.raises(LakeError, match="no path was given for resolved_triples"):
        run_checks(checks_of("entity_merges"), {"entity_merges": []})


def test_what_a_refused_query_names_is_no_link_on_a_page(good):
    check = SqlCheck(
        "reads_no_number", "entities", "A name is a number.", ("entities",),
        "SELECT CAST('[a](https://a.test) <b>' AS INTEGER) AS n FROM entities",
    )  # fmt: skip
    (result,) = run_checks([check], good)
    assert "`" in result.sample
    assert "\n" not in result.sample
