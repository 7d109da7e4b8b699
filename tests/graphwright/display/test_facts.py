from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.display.facts import fact_sentence, is_plural, predicate_words

FORMS = [
    ("be part of", "is part of"),
    ("have", "has"),
    ("do", "does"),
    ("go to", "goes to"),
    ("undergo", "undergoes"),
    ("echo", "echoes"),
    ("post", "posts"),
    ("carry out", "carries out"),
    ("pay", "pays"),
    ("pass to", "passes to"),
    ("fix", "fixes"),
    ("match", "matches"),
    ("push", "pushes"),
    ("buzz", "buzzes"),
    ("cache", "caches"),
    ("focus on", "focuses on"),
    ("be assigned to", "is assigned to"),
    ("back up", "backs up"),
    ("want to delete", "wants to delete"),
    ("involve choosing", "involves choosing"),
    ("re-apply", "re-applies"),
    ("with", "with"),
    ("for", "for"),
    ("owns", "owns"),
    ("alias", "aliases"),
    ("is part of", "is part of"),
    ("X-ray", "X-ray"),
]


@pytest.mark.parametrize(("predicate", "expected"), FORMS)
def test_the_third_person(predicate, expected):
    assert predicate_words(predicate) == expected


SENTENCES = [
    ({"negated": True}, "clerk", "post", "clerk does not post invoices"),
    ({"negated": True}, "clerks", "post", "clerks do not post invoices"),
    ({"negated": True}, "clerk", "be", "clerk is not invoices"),
    ({"negated": True}, "clerk", "owns", "clerk does not own invoices"),
    ({"negated": True}, "clerk", "have", "clerk does not have invoices"),
    ({"modality": "may"}, "clerk", "post", "clerk may post invoices"),
    ({"modality": "can", "negated": True}, "clerk", "post", "clerk cannot post invoices"),
    ({"modality": "must", "negated": True}, "clerk", "be", "clerk must not be invoices"),
    ({"modality": "recommended"}, "clerk", "post", "clerk posts invoices [recommended]"),
    ({"labelled": True}, "pump", "supplier", "pump, supplier: invoices"),
    ({}, "purchase orders", "be for", "purchase orders are for invoices"),
    ({}, "head of sales", "be", "head of sales is invoices"),
    ({}, "list of roles", "have", "list of roles has invoices"),
    ({}, "roles of a user", "have", "roles of a user have invoices"),
]


@pytest.mark.parametrize(("flags", "subject", "predicate", "expected"), SENTENCES)
def test_what_a_fact_says(flags, subject, predicate, expected):
    assert fact_sentence(subject, predicate, "invoices", **flags) == expected


@pytest.mark.parametrize(
    "name",
    [
        "users",
        "user groups",
        "POs",
        "Purchase Orders",
        "people",
        "pumps in hall 3",
        "61 percent of all orders",
    ],
)
def test_plural_names(name):
    assert is_plural(name)


@pytest.mark.parametrize(
    "name",
    ["user", "access", "status", "Kubernetes", "logistics", "analysis", "data", "tank 4", "S/4", "",
     "Creating Queues", "news", "DevOps", "class", "bus"],
)  # fmt: skip
def test_names_of_one_thing(name):
    assert not is_plural(name)


@given(st.text(), st.text(), st.text(), st.booleans(), st.none() | st.text(), st.booleans())
def test_what_stands_in_the_table_stays(subject, predicate, object_, negated, modality, labelled):
    said = fact_sentence(
        subject, predicate, object_, negated=negated, modality=modality, labelled=labelled
    )
    assert said.startswith(subject)
    assert object_ in said
    assert predicate.partition(" ")[2] in said
