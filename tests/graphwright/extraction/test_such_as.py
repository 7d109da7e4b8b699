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
        ("The clerks work like machines.", set()),
        ("The clerk ordered a platform like Kyma.", set()),
    ],
)
def test_what_is_named_as_one_of_a_kind(extract, text, facts):
    assert extract(text).rule("example") == facts
