from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.entities.normalise import display_name, normalise

SAME = [
    ("Purchase Order", "purchase orders"),
    ("purchase-order", "Purchase Order"),
    ("purchase_order", "Purchase Order"),
    ("the Purchase Order", "Purchase Order"),
    ("Ｐｕｒｃｈａｓｅ Order", "Purchase Order"),
    ("role\u2011collection", "role collection"),
    ("“Role Collection”", "role collection"),
    ("APIs", "API"),
    ("Northwind GmbH", "Northwind"),
    ("Northwind, Inc.", "Northwind"),
    ("Northwind SE", "Northwind"),
    ("policies", "policy"),
    ("caches", "cache"),
    ("branches", "branch"),
    ("databases", "database"),
    ("processes", "process"),
    ("statuses", "status"),
    ("analyses", "analysis"),
    ("cookies", "cookie"),
    ("indexes", "index"),
]

DIFFERENT = [
    ("S/4HANA 2021", "S/4HANA 2022"),
    ("Error 401", "Error 404"),
    ("LDAPS", "LDAP"),
    ("Windows", "window"),
    ("v1.2", "v1.3"),
    ("C++", "C"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_names_that_meet(one, other):
    assert normalise(one) == normalise(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_names_that_stay_apart(one, other):
    assert normalise(one) != normalise(other)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("SAP S/4HANA", "sap s/4hana"),
        ("SaaS", "saas"),
        ("address", "address"),
        ("status", "status"),
        ("DevOps", "devops"),
        ("The", "the"),
        ("GmbH", "gmbh"),
        ("...", "..."),
    ],
)
def test_keys(name, key):
    assert normalise(name) == key


@given(st.text())
def test_idempotent(name):
    assert normalise(normalise(name)) == normalise(name)


@given(st.text(alphabet="aAsSeE -_.,'()&theIncoxz", max_size=20))
def test_idempotent_on_near_names(name):
    assert normalise(normalise(name)) == normalise(name)


@given(st.text(alphabet=st.characters(categories=["L", "N"]), min_size=1))
def test_never_empty(name):
    assert normalise(name)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  the  Cloud\nConnector ", "Cloud Connector"),
        ('"Save"', "Save"),
        ("Its owner", "owner"),
        ("The", "The"),
        ("delete()", "delete()"),
    ],
)
def test_display_name(text, name):
    assert display_name(text) == name


def test_brackets_around_each_of_two_parts_stay():
    assert display_name("[Ctrl] + [Space]") == "[Ctrl] + [Space]"
    assert display_name("[Space]") == "Space"


def test_quotes_around_the_first_words_of_a_name_are_both_left_out():
    assert display_name("'Hello World' page") == "Hello World page"
    assert normalise("'Hello World' page") == "hello world page"
    assert display_name("users' page") == "users' page"
