from __future__ import annotations

import dataclasses

import pytest
from extraction_texts import extracted, parsed_of
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from graphwright.errors import ExtractorError
from graphwright.extraction.extract import extract_triples
from graphwright.language.annotate import annotate, chunk_inputs, read_doc

PARTS = [
    "The gateway routes requests", "which runs on Kyma", "and the clerk", "deletes", "invoices",
    "Purchase Order (PO)", "is part of", "SAP S/4HANA 2021", "such as HANA, Oracle", "if", "not",
    "must be approved by", "you can use", "to post", "“Save”", "(", ")", ":", ";", "> Routes", "|",
    "the owner's", "its", "there are", "in 2018", "\u00a0", "é\u0301", "🙂", "- ", "a | b", "\n",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(PARTS), min_size=1, max_size=14).map(" ".join)
SLOW = settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@SLOW
@given(text=TEXTS)
def test_every_span_is_verbatim(nlp, text):
    found = extracted(nlp, text)
    canonical = found.parsed.text
    for t in found.triples:
        assert canonical[t.subject_start : t.subject_end] == t.subject
        assert canonical[t.object_start : t.object_end] == t.object
        assert canonical[t.predicate_start : t.predicate_end] == t.predicate_text
        assert t.subject
        assert t.object
        assert t.predicate
        for q in t.qualifiers:
            assert canonical[q.start : q.end] == q.text


@SLOW
@given(text=TEXTS)
@example(text="-  and the clerk and the clerk SAP S/4HANA 2021")  # joined to a word outside of it
def test_triples_are_deterministic_and_distinct(nlp, text):
    first, second = extracted(nlp, text), extracted(nlp, text)
    assert first.triples == second.triples
    ids = [t.triple_id for t in first.triples]
    assert len(ids) == len(set(ids))
    facts = [(t.sentence_id, t.subject_start, t.predicate, t.object_start) for t in first.triples]
    assert len(facts) == len(set(facts))


def test_only_unfiltered_sentences_are_read(extract):
    found = extract("# The gateway routes requests\nThe clerk posts invoices.\n")
    live = {s.sentence_id for s in found.sentences if s.filter is None}
    assert found.triples
    assert {t.sentence_id for t in found.triples} <= live


def test_sentences_do_not_change_each_other(extract):
    alone = extract("The manager approves the plan.").facts
    beside = extract("The manager approves the plan. The system sends a message.").facts
    assert alone < beside


def test_a_chunk_of_another_text_is_refused(nlp):
    parsed, chunk = parsed_of("The clerk posts invoices.")
    ((annotation, sentences),) = annotate(nlp, chunk_inputs(parsed, [chunk]))
    other = dataclasses.replace(parsed, text=parsed.text.replace("clerk", "buyer"))
    with pytest.raises(ExtractorError, match="different builds"):
        extract_triples(read_doc(annotation, nlp.vocab), chunk, sentences, other)


@pytest.mark.parametrize(
    "text",
    [
        "The Cloud Foundry CLI is used to deploy and manage applications in the environment.",
        "If the users need to view or manage applications in spaces, assign them a role.",
        "This is the workflow for developing and deploying an application in the environment:",
    ],
)
def test_two_verbs_over_one_span_give_two_ids(extract, text):
    triples = extract(text).triples
    predicates = {t.predicate for t in triples}
    assert any(word in p for p in predicates for word in ("deploy", "view"))
    assert any(word in p for p in predicates for word in ("manage", "develop"))
    ids = [t.triple_id for t in triples]
    assert len(ids) == len(set(ids))


def test_a_condition_above_holds_for_statements_and_not_for_names(extract):
    text = "The pump opens the valve. The Dead-Letter Queue (DLQ) is empty."
    found = extract(f"# Pumps\n## Linux Only\n{text}")
    above = {t.rule: [q.text for q in t.qualifiers if q.kind == "condition"] for t in found.triples}
    assert above["object"] == ["Linux Only"]
    assert above["acronym"] == []
