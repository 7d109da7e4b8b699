from __future__ import annotations

import pytest

SENTENCES = [
    (
        "Kyma, a runtime based on Kubernetes, is part of SAP BTP.",
        "apposition",
        {("Kyma", "be", "runtime")},
    ),
    (
        "Maria Lopez, the head of the finance department, approved the plan.",
        "apposition",
        {("Maria Lopez", "be head of", "finance department")},
    ),
    (
        "The game of Chaturanga, the precursor to modern chess, was popular.",
        "apposition",
        {("game of Chaturanga", "be precursor to", "modern chess")},
    ),
    (
        "The engineers closed Northwind's office.",
        "possessive",
        {("Northwind", "have", "office")},
    ),
    (
        "The plan pleased chairman John Smith.",
        "title",
        {("John Smith", "be", "chairman")},
    ),
    (
        "Databases such as HANA, Oracle and DB2 are supported by the platform.",
        "example",
        {("HANA", "be", "Databases"), ("Oracle", "be", "Databases"), ("DB2", "be", "Databases")},
    ),
    (
        "The endpoint for the token service returns a certificate.",
        "noun_preposition",
        {("endpoint", "for", "token service")},
    ),
]


@pytest.mark.parametrize(("sentence", "rule", "facts"), SENTENCES)
def test_noun_phrase_rules(extract, sentence, rule, facts):
    assert extract(sentence).rule(rule) == facts


def test_the_reader_owns_nothing(extract):
    assert not extract("Delete your subaccount in the cockpit.").rule("possessive")


def test_the_next_item_of_a_list_is_no_apposition(extract):
    found = extract("The service supports several verbs, such as GET, POST, PUT and DELETE.")
    assert not found.rule("apposition")


def test_a_part_is_no_example_of_the_whole(extract):
    found = extract("The app shows details about each event, including the creation date.")
    assert not found.rule("example")


def test_a_word_inside_a_name_is_no_kind(extract):
    assert not extract("Use the SAP BTP command line interface.").rule("designation")


def test_any_kind_before_an_identifier(extract):
    found = extract("A new business role template ORDER_CLERK_ADD is included.")
    assert found.rule("designation") == {("ORDER_CLERK_ADD", "be", "business role template")}


def test_an_adjective_behind_its_noun(extract):
    found = extract("The module provides access to attributes specific to business catalogs.")
    assert ("attributes", "be specific to", "business catalogs") in found.facts


def test_a_name_in_capitals_behind_its_kind(extract):
    found = extract("You can maintain the field Additional Theme IDs.")
    assert found.rule("designation") == {("Additional Theme IDs", "be", "field")}


def test_the_article_that_starts_a_sentence_is_no_part_of_a_name(extract):
    found = extract("The Last Logon column shows the date.")
    assert found.rule("designation") == {("Last Logon", "be", "column")}


def test_an_identifier_before_its_kind(extract):
    found = extract("Assign the ORDER_CLERK_ADD business catalog to the user.")
    assert found.rule("designation") == {("ORDER_CLERK_ADD", "be", "business catalog")}


def test_the_kind_that_starts_a_sentence(extract):
    found = extract("Interface IF_ORDER_LOG contains two methods.")
    assert found.rule("designation") == {("IF_ORDER_LOG", "be", "Interface")}


def test_the_end_of_names_of_files_is_no_name(extract_names):
    for text in ("Add it to an `.xbell` file.", "All `.xbell` and `.ybell` files are read."):
        assert not extract_names(text).rule("designation")
    named = extract_names("Add the `.bellignore` file to the folder.").rule("designation")
    assert {object_ for _, _, object_ in named} == {"file"}


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "The `overwritable` and `optional` keywords are read.",
            {("overwritable", "be", "keywords"), ("optional", "be", "keywords")},
        ),
        (
            "Add the self-defined attribute `LOG_NAME` to the list.",
            {("LOG_NAME", "be", "self-defined attribute")},
        ),
    ],
)
def test_a_kind_is_told_whole_and_without_the_other_name(extract_names, text, facts):
    assert extract_names(text).rule("designation") == facts


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (
            "The clerk checks Northwind's respective tax invoices.",
            ("Northwind", "have", "tax invoices"),
        ),
        (
            "The clerk checks Northwind's cloud-based tools.",
            ("Northwind", "have", "cloud-based tools"),
        ),
    ],
)
def test_what_is_owned_is_whole_and_without_empty_words(extract, text, fact):
    assert extract(text).rule("possessive") == {fact}


def test_an_invitation_owns_nothing(extract):
    assert not extract("Let's Encrypt signs the keys.").rule("possessive")


def test_a_remark_on_whose_property_it_is_names_none(extract):
    assert not extract("Name | Text\nlength | A LOG_KEY property.\n").rule("designation")
    assert extract("The tool reads a LOG_KEY property.").rule("designation")


def test_what_may_happen_is_no_part_of_what_it_happens_to(extract):
    assert extract("The job sends a report in the event of an error.").rule("of_relation") == set()
