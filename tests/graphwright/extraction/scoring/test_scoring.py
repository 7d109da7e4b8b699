from __future__ import annotations

import math

import pytest

from graphwright.extraction.scoring.confidence import HIGHEST, LOWEST, load_weights


def test_weights_are_finite_numbers():
    weights = load_weights()
    for group in (weights.rules, weights.origins, weights.features):
        assert all(math.isfinite(value) for value in group.values())


def test_confidence_is_bounded(extract):
    found = extract("This is why the section that you see may or may not describe it?")
    assert all(LOWEST <= t.confidence <= HIGHEST for t in found.triples)


def test_a_plain_fact_scores_above_a_pointer(extract):
    plain = extract("The clerk posts supplier invoices.").triples[0].confidence
    pointer = extract("The section describes the following steps.").triples[0].confidence
    assert plain >= 0.6
    assert pointer < plain - 0.2


def test_a_broken_sentence_scores_no_higher(extract):
    plain = extract("The gateways run applications.").triples[0].confidence
    broken = extract("The gateways runs applications.").triples[0].confidence
    assert broken <= plain


def test_what_two_common_nouns_say_scores_lower(extract):
    plain = extract("The sales clerk posts supplier invoices.").triples[0].confidence
    bare = extract("The clerk posts invoices.").triples[0].confidence
    assert bare < plain


def test_a_state_without_a_name_says_little(extract):
    texts = ("The migration project is finished.", "The entries are deleted.")
    named, bare = (
        next(t.confidence for t in extract(text).triples if t.rule == "state") for text in texts
    )
    assert bare < named - 0.05


def test_half_an_object_scores_below_the_whole(extract):
    found = extract("The gateway service provides access to customer files.")
    half = found.triple("gateway service", "provide", "access").confidence
    assert half < found.triple("gateway service", "provide access to", "customer files").confidence


def test_what_only_leads_to_a_list_scores_low(extract):
    plain = extract("The gateway service supports secure protocols.").triples[0].confidence
    ahead = extract("The gateway service supports the following secure protocols:").triples[0]
    assert ahead.confidence < plain - 0.1


def test_what_is_only_supposed_scores_lower(extract):
    plain = extract("The new catalog contains business roles.").rule("object")
    found = extract("The clerk checks whether the new catalog contains business roles.")
    supposed = found.triple("catalog", "contain", "business roles").confidence
    fact = extract("The new catalog contains business roles.").triples[0].confidence
    assert plain
    assert supposed < fact


@pytest.mark.parametrize(
    "text",
    [
        "Not all users have the auditor role.",
        "Not every gateway service supports the secure protocol.",
        "The gateway service does not always support the secure protocol.",
        "The gateway service does not support all secure protocols.",
    ],
)
def test_what_is_denied_of_all_is_true_of_some(extract, text):
    found = extract(text)
    assert found.triples
    assert all(triple.negated and triple.confidence < 0.3 for triple in found.triples)
