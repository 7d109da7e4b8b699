from __future__ import annotations

import pytest

SENTENCES = [
    ("Kyma is a runtime.", "copula", {("Kyma", "be", "runtime")}),
    ("Kyma is part of SAP BTP.", "copula_of", {("Kyma", "be part of", "SAP BTP")}),
    (
        "The service's owner is Maria Lopez.",
        "possessive_copula",
        {("Maria Lopez", "be owner of", "service")},
    ),
    (
        "The owner of the service is Maria Lopez.",
        "possessive_copula",
        {("Maria Lopez", "be owner of", "service")},
    ),
    (
        "One of the largest breweries is the Northwind company.",
        "copula_of",
        {("Northwind company", "be one of", "largest breweries")},
    ),
    (
        "The owner of the service is the Order Board.",
        "possessive_copula",
        {("Order Board", "be owner of", "service")},
    ),
    (
        "The maximum length of a name is 100 characters.",
        "copula",
        {("maximum length of a name", "be", "100 characters")},
    ),
    (
        "The main parts of the vault are keys.",
        "copula",
        {("main parts of the vault", "be", "keys")},
    ),
    ("The tax report is a report that lists invoices.", "copula", set()),
    ("It’s a print queue.", "copula", {("It", "be", "print queue")}),
    ("The tax report is a document.", "copula", {("tax report", "be", "document")}),
    ("The version of the tool is at least 17.0.14 or 21.0.6.", "copula", set()),
    ("The controller is polling for changes.", "copula", set()),
    ("The transaction is irreversible.", "adjective", {("transaction", "be", "irreversible")}),
    (
        "The service is available in Europe.",
        "adjective_preposition",
        {("service", "be available in", "Europe")},
    ),
    (
        "Kyma is a runtime for extensions.",
        "copula_preposition",
        {("Kyma", "be runtime for", "extensions")},
    ),
    (
        "Elephants are larger than lions.",
        "adjective_preposition",
        {("Elephants", "be larger than", "lions")},
    ),
    (
        "The new engine is more efficient than the old motor.",
        "adjective_preposition",
        {("engine", "be more efficient than", "old motor")},
    ),
    ("Baking bread is an art.", "copula", {("Baking bread", "be", "art")}),
    (
        "Staying physically fit is crucial during a storm.",
        "adjective_preposition",
        {("Staying physically fit", "be crucial during", "storm")},
    ),
]


@pytest.mark.parametrize(("sentence", "rule", "facts"), SENTENCES)
def test_copula_rules(extract, sentence, rule, facts):
    assert extract(sentence).rule(rule) == facts


@pytest.mark.parametrize(
    "sentence",
    ["The length of the name is 100 characters.", "None of the keys is LOG_KEY."],
)
def test_what_is_counted_or_measured_has_no_owner(extract, sentence):
    assert not extract(sentence).rule("possessive_copula")


def test_the_owner_is_told_once(extract):
    found = extract("The service's owner is Maria Lopez.")
    assert len(found.triples) == 1


def test_a_kind_is_no_owner(extract):
    found = extract("The name of the service is a string.")
    assert not found.rule("possessive_copula")


def test_what_has_ended_is_negated(extract):
    assert (
        extract("Enrichment is no longer supported.")
        .triple("Enrichment", "be", "supported")
        .negated
    )


def test_each_time_is_no_role(extract):
    assert not extract("The module is downloaded each time a Pod starts.").rule("complement")
