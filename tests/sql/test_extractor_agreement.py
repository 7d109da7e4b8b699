"""What two extractors agree on, what they do not, and what that does to confidence."""

from __future__ import annotations

import dataclasses
import math

import pytest
from graph_rows import GraphRows, built_apart

import sql
from graphwright.extraction.resolve import agreed
from graphwright.store.queries import open_database
from graphwright.tables import DependencyFailure, LlmFailure

LLM = {"extractor": "llm", "rule": "triples"}


@pytest.fixture
def made(tmp_path):
    def of(rows: GraphRows, extractor: str = "both", failures=()):
        tables = rows.rows()
        tables["parsed_documents"] = [
            dataclasses.replace(row, extractor=extractor) for row in tables["parsed_documents"]
        ]
        tables["llm_failures"] = list(failures)
        return built_apart(tables, tmp_path)

    return of


def test_agreement_raises_a_score_and_keeps_it_a_share():
    scores = [None, *(number / 10 for number in range(11))]
    with open_database() as connection:
        connection.execute(sql.shared("macros"))
        rows = connection.execute(
            "SELECT rules, llm, agreed(rules, llm), agreed(llm, rules)"
            " FROM (SELECT unnest($1) AS rules), (SELECT unnest($1) AS llm)",
            [scores],
        ).fetchall()
    assert len(rows) == len(scores) ** 2
    for rules, llm, value, other_way in rows:
        assert value == other_way == pytest.approx(agreed(rules or 0, llm or 0))
        known = [score for score in (rules, llm) if score is not None]
        best = max(known, default=0)
        independent = 1 - math.prod(1 - score for score in known)
        assert best - 1e-9 <= value <= independent + 1e-9 <= 1 + 2e-9
        if len(known) < 2:
            assert value == pytest.approx(best)
        elif min(known) > 0 and best < 1:
            assert value > best


def test_two_extractors_on_one_sentence_are_surer_than_one_and_no_second_sentence(made):
    rows = GraphRows()
    rows.fact("PO", "be in", "SAP", confidence=0.8)
    rows.fact("PO", "be in", "SAP", confidence=0.6, **LLM)
    rows.fact("PO", "be in", "SAP", confidence=0.7, rule="other")
    (relation,) = made(rows)["relations"]
    assert relation["confidence"] == pytest.approx(1 - 0.2 * 0.7)
    assert relation["support_count"] == 1


def test_two_rules_do_not_agree_with_each_other(made):
    rows = GraphRows()
    rows.fact("PO", "be in", "SAP", confidence=0.8)
    rows.fact("PO", "be in", "SAP", confidence=0.6, extractor="linear", rule="table")
    (relation,) = made(rows)["relations"]
    assert relation["confidence"] == pytest.approx(0.8)


def disagreements(tables):
    return {
        (row["subject"], row["predicate"], row["object"]): row
        for row in tables["extractor_disagreements"]
    }


def test_what_only_one_states_or_both_state_differently_is_a_row(made):
    rows = GraphRows()
    rows.fact("PO", "be in", "SAP")
    rows.fact("PO", "be in", "SAP", **LLM)
    alone = rows.fact("Clerk", "check", "Vault")
    other = rows.fact("Desk", "keep", "Gold", **LLM)
    rows.fact("Team", "use", "Tool")
    rows.fact("Team", "use", "Tool", negated=True, **LLM)
    rows.fact("Team", "own", "Tool", modality="May")
    rows.fact("Team", "own", "Tool", modality="must", confidence=0.7, **LLM)
    found = disagreements(made(rows))
    assert {key: row["kind"] for key, row in found.items()} == {
        ("Clerk", "check", "Vault"): "only_rules",
        ("Desk", "keep", "Gold"): "only_llm",
        ("Team", "use", "Tool"): "polarity",
        ("Team", "own", "Tool"): "modality",
    }
    mine, theirs = found["Clerk", "check", "Vault"], found["Desk", "keep", "Gold"]
    assert (mine["rules_triple_id"], mine["llm_triple_id"]) == (alone.triple_id, None)
    assert (theirs["rules_triple_id"], theirs["llm_triple_id"]) == (None, other.triple_id)
    modal = found["Team", "own", "Tool"]
    assert (modal["rules_modality"], modal["llm_modality"]) == ("may", "must")
    assert (modal["rules_confidence"], modal["llm_confidence"]) == (0.8, 0.7)
    assert (found["Team", "use", "Tool"]["llm_negated"]) is True


def test_a_statement_below_the_threshold_is_no_silence(made):
    rows = GraphRows()
    rows.fact("PO", "be in", "SAP")
    rows.fact("PO", "be in", "SAP", rejection="low_confidence", **LLM)
    rows.fact("Desk", "keep", "Gold", rejection="low_confidence")
    rows.fact("It", "keep", "Gold", rejection="unresolved_pronoun")
    assert made(rows)["extractor_disagreements"] == []


def test_where_one_extractor_was_not_asked_or_gave_no_answer_there_is_nothing_to_compare(
    made, tmp_path
):
    rows = GraphRows()
    alone = rows.fact("Clerk", "check", "Vault")
    failure = LlmFailure(alone.chunk_id, alone.document_id, "triples", "refused", "No.", ("key",))
    assert made(rows, "dependency")["extractor_disagreements"] == []
    tables = dict(made(rows, failures=[failure]))  # each of them is made
    assert tables["extractor_disagreements"] == []
    (partial,) = tables["partial_documents"]
    assert (partial["part"], partial["status"]) == ("llm", "partial")
    assert (partial["chunks"], partial["failed_chunks"]) == (1, 1)
    assert partial["reasons"] == ["triples: refused"]


def test_what_could_not_be_parsed_whole_is_partial_too(tmp_path):
    rows = GraphRows()
    rows.fact("Clerk", "check", "Vault")
    tables = rows.rows()
    (document,) = tables["parsed_documents"]
    tables["parsed_documents"] = [
        dataclasses.replace(document, status="partial", warnings=("page 2 is damaged",))
    ]
    (partial,) = built_apart(tables, tmp_path)["partial_documents"]
    assert (partial["part"], partial["reasons"]) == ("parse", ["page 2 is damaged"])


def test_what_is_not_read_of_a_wide_table_makes_its_document_partial(tmp_path):
    rows = GraphRows()
    rows.fact("Clerk", "check", "Vault")
    rows.fact("Buyer", "check", "Vault")
    tables = rows.rows()
    first, second = tables["sentences"]
    tables["sentences"] = [first, dataclasses.replace(second, filter="wide_table")]
    (partial,) = built_apart(tables, tmp_path)["partial_documents"]
    assert (partial["part"], partial["status"]) == ("table", "partial")
    assert (partial["chunks"], partial["failed_chunks"]) == (2, 1)
    assert partial["reasons"] == ["wide_table: the last columns of 1 piece(s) of rows are not read"]


def test_a_sentence_that_a_rule_failed_on_makes_its_document_partial(tmp_path):
    rows = GraphRows()
    rows.fact("Clerk", "check", "Vault")
    tables = rows.rows()
    (sentence,) = tables["sentences"]
    detail = "IndexError: list index out of range, in slice"
    ids = sentence.sentence_id, sentence.chunk_id, sentence.document_id
    tables["dependency_failures"] = [DependencyFailure(*ids, detail)]
    (partial,) = built_apart(tables, tmp_path)["partial_documents"]
    assert (partial["part"], partial["failed_chunks"]) == ("rules", 1)
    assert partial["reasons"] == [detail]
