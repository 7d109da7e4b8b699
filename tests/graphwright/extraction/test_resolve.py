from __future__ import annotations

import dataclasses

import pytest

from graphwright.extraction.resolve import (
    PRONOUN_FACTOR,
    agreed,
    antecedent_key,
    load_stop_words,
    resolve_triples,
)
from graphwright.tables.language import CoreferenceMention
from graphwright.tables.triples import DependencyTriple, Layer, Qualifier

TRIPLE = DependencyTriple(
    triple_id="t", sentence_id="s", chunk_id="c", document_id="d", extractor="dependency",
    rule="object", version="1", subject="It", subject_start=40, subject_end=42, subject_type=None,
    subject_phrase_start=40, subject_phrase_end=42, object_phrase_start=50, object_phrase_end=58,
    predicate="route", predicate_text="routes", predicate_start=43, predicate_end=49,
    object="requests", object_start=50, object_end=58, object_type=None, voice="active",
    negated=False, modality=None, condition=None, attribution=None, qualifiers=(), confidence=0.9,
)  # fmt: skip


def mention(text: str, start: int, name: str, kind: str = "pronoun") -> CoreferenceMention:
    return CoreferenceMention(
        chunk_id="c", document_id="d", chain=0, mention=text, mention_start=start,
        mention_end=start + len(text), kind=kind, name=name, name_start=0, name_end=len(name),
    )  # fmt: skip


def with_subject(text: str) -> DependencyTriple:
    return dataclasses.replace(TRIPLE, subject=text, subject_end=40 + len(text))


def test_what_has_a_name_needs_no_heading():
    headings = (Qualifier("heading", "Gateways", 0, 8), Qualifier("time", "in 1990", 60, 67))
    triple = dataclasses.replace(TRIPLE, qualifiers=headings)
    (named,) = resolve_triples([triple], [mention("It", 40, "The API gateways")], 0.6)
    (open_,) = resolve_triples([triple], [], 0.6)
    assert (named.restriction, open_.restriction) == ("in 1990", "Gateways; in 1990")
    assert (named.headings, open_.headings) == (None, "Gateways")
    assert [q.kind for q in named.qualifiers] == ["time"]


def test_a_pronoun_gets_its_name_and_keeps_its_span():
    (found,) = resolve_triples([TRIPLE], [mention("It", 40, "The API gateways")], 0.6)
    assert found.subject_name == "API gateways"
    assert found.subject_key == "api gateway"
    assert found.subject_resolved
    assert (found.subject, found.subject_start) == ("It", 40)
    assert found.confidence == pytest.approx(0.9 * PRONOUN_FACTOR)
    assert found.rejection is None


def test_a_fact_that_only_points_is_knowledge_once_what_it_points_at_has_a_name():
    pointing = dataclasses.replace(with_subject("this service"), layer=Layer.CONTEXT.value)
    named = mention("this service", 40, "Ledger", kind="nominal")
    layers = [resolve_triples([pointing], found, 0.6)[0].layer for found in ([], [named])]
    assert layers == [Layer.CONTEXT, Layer.KNOWLEDGE]


def test_a_possessive_name_loses_its_ending():
    (found,) = resolve_triples([TRIPLE], [mention("It", 40, "Northwind's")], 0.6)
    assert found.subject_name == "Northwind"


@pytest.mark.parametrize("name", ["Only the servers", "only the server's", "the Server"])
def test_the_key_of_an_antecedent_is_that_of_the_triples_that_name_it(name):
    (found,) = resolve_triples([TRIPLE], [mention("It", 40, name)], 0.6)
    assert found.subject_key == antecedent_key(name) == "server"


def test_a_nominal_mention_may_start_with_its_determiner():
    triple = dataclasses.replace(with_subject("service"), subject_start=44, subject_end=51)
    (found,) = resolve_triples([triple], [mention("the service", 40, "Kyma", "nominal")], 0.6)
    assert found.subject_key == "kyma"


def test_a_mention_of_more_than_the_argument_is_left_alone():
    triple = dataclasses.replace(with_subject("service"), subject_start=44, subject_end=51)
    (found,) = resolve_triples([triple], [mention("the service owner", 40, "Kyma", "nominal")], 0.6)
    assert found.subject_key == "service"


def test_mentions_of_other_chunks_are_left_alone():
    other = dataclasses.replace(mention("It", 40, "gateway"), chunk_id="other")
    (found,) = resolve_triples([TRIPLE], [other], 0.6)
    assert found.rejection == "unresolved_pronoun"


@pytest.mark.parametrize(
    ("subject", "reason"),
    [
        ("It", "unresolved_pronoun"),
        ("these", "unresolved_pronoun"),
        ("themselves", "unresolved_pronoun"),
        ("you", "unresolved_pronoun"),
        ("X", "too_short"),
        ("The following", "stop_word"),
        ("information", "stop_word"),
        ("***", "stop_word"),
        ("word " * 30, "too_long"),
        ("Request", "self_relation"),
        ("gateway", None),
    ],
)
def test_reasons(subject, reason):
    (found,) = resolve_triples([with_subject(subject)], [], 0.6)
    assert found.rejection == reason


@pytest.mark.parametrize(
    ("rule", "object_", "reason"),
    [
        ("table_cell", "Optional", None),
        ("table_cell", "n/a", "stop_word"),
        ("object", "optional", "stop_word"),
        ("table_cell", "Gate Way", "self_relation"),
    ],
)
def test_a_cell_tells_a_state_by_its_header_and_never_repeats_its_row(rule, object_, reason):
    cell = dataclasses.replace(
        with_subject("gateway"), rule=rule, object=object_, object_end=50 + len(object_)
    )
    assert resolve_triples([cell], [], 0.6)[0].rejection == reason


@pytest.mark.parametrize(("subject", "reason"), [("GateWay", None), ("gate way", "self_relation")])
def test_a_cell_may_spell_the_identifier_of_its_row_and_tells_nothing_else(subject, reason):
    cell = dataclasses.replace(
        with_subject(subject), rule="table_cell", object="Gate Way", object_end=58
    )
    found = resolve_triples([cell], [], 0.6)[0]
    assert (found.rejection, found.layer == "context") == (reason, True)


def test_low_confidence_is_the_last_reason():
    weak = dataclasses.replace(with_subject("gateway"), confidence=0.59)
    assert resolve_triples([weak], [], 0.6)[0].rejection == "low_confidence"
    pronoun = dataclasses.replace(TRIPLE, confidence=0.1)
    assert resolve_triples([pronoun], [], 0.6)[0].rejection == "unresolved_pronoun"


def both(*scores, **by_llm):
    """Return one fact as read by rules and, with the last score, by an LLM: reasons and scores."""
    said = [dataclasses.replace(with_subject("gateway"), confidence=score) for score in scores]
    said[-1] = dataclasses.replace(said[-1], **{"extractor": "llm", "rule": "triples"} | by_llm)
    return [(found.rejection, found.confidence) for found in resolve_triples(said, [], 0.6)]


def test_two_extractors_below_the_threshold_reach_it_together():
    assert agreed(0.5, 0.4) == pytest.approx(0.6)
    assert both(0.5, 0.4) == [(None, 0.5), (None, 0.4)]
    assert both(0.5, 0.39) == [("low_confidence", 0.5), ("low_confidence", 0.39)]
    assert both(0.9, 0.1) == [(None, 0.9), (None, 0.1)]


@pytest.mark.parametrize(
    "other",
    [
        {"negated": True},
        {"modality": "may"},
        {"sentence_id": "other"},
        {"predicate": "send"},
        {"extractor": "linear"},
    ],
)
def test_what_is_no_agreement_helps_nobody(other):
    assert both(0.55, 0.55, **other) == [("low_confidence", 0.55)] * 2


def test_a_triple_rejected_for_another_reason_is_no_witness():
    weak = dataclasses.replace(TRIPLE, confidence=0.5)
    found = resolve_triples([weak, dataclasses.replace(weak, extractor="llm")], [], 0.6)
    assert [triple.rejection for triple in found] == ["unresolved_pronoun"] * 2


def test_a_span_that_does_not_fit_its_text_is_not_verbatim():
    wrong = dataclasses.replace(with_subject("gateway"), subject_end=99)
    assert resolve_triples([wrong], [], 0.6)[0].rejection == "not_verbatim"


def test_order_and_number_are_kept():
    triples = [with_subject("gateway"), TRIPLE, with_subject("router")]
    found = resolve_triples(triples, [], 0.6)
    assert [t.subject for t in found] == ["gateway", "It", "router"]


def test_stop_words_are_normalised():
    lists = load_stop_words()
    assert "detail" in lists.stop_words
    assert not lists.pronouns & {"gateway", "service"}


def test_the_kind_beside_a_name_keeps_its_words():
    triple = dataclasses.replace(TRIPLE, rule="designation")
    chain = mention("requests", 50, "The old requests", kind="nominal")
    (kind,) = resolve_triples([triple], [chain], 0.6)
    (other,) = resolve_triples([TRIPLE], [chain], 0.6)
    assert (kind.object_name, other.object_name) == ("requests", "old requests")
