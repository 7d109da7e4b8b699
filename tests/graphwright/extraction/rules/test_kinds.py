from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "Software platforms like Kyma and Istio changed the industry.",
            {("Kyma", "be", "Software platforms"), ("Istio", "be", "Software platforms")},
        ),
        ("The tool reads databases such as HANA.", {("HANA", "be", "databases")}),
        (
            "Some settings are managed by Northwind, such as the time zone.",
            set(),
        ),
        (
            "The screen shows technical data of the database server, such as the load.",
            {("load", "be", "technical data of the database server")},
        ),
        (
            "The vault has safety functions such as key rotation and other functions.",
            {("key rotation", "be", "safety functions")},
        ),
        ("All keys, including their names, are stored.", set()),
        ("The page shows details of the guest sessions, such as user names.", set()),
        (
            "A name has up to 63 characters such as letters.",
            {("letters", "be", "characters")},
        ),
        ("The clerks work like machines.", set()),
        ("The panel shows details of an old letter (such as stamps and seals).", set()),
        ("The clerk ordered a platform like Kyma.", set()),
    ],
)
def test_what_is_named_as_one_of_a_kind(extract, text, facts):
    assert extract(text).rule("example") == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "The platform supports two clouds: Kyma and Neo.",
            {("Kyma", "be", "clouds"), ("Neo", "be", "clouds")},
        ),
        (
            "The clerk needs the following role: the order clerk.",
            {("order clerk", "be", "role")},
        ),
        ("The platform supports three clouds: Kyma and Neo.", set()),
        ("The platform supports two clouds: Kyma and Neo are free.", set()),
        ("The platform supports clouds: Kyma and Neo.", set()),
    ],
)
def test_members_behind_a_colon(extract, text, facts):
    assert extract(text).rule("list_kind") == facts
