"""What joined nouns share is in the name of each."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("text", "objects"),
    [
        (
            "The plan covers the cost and duration of the repair.",
            {"cost and duration of the repair", "duration of the repair"},
        ),
        (
            "The plan covers the cost and the duration of the repair.",
            {"cost", "duration of the repair"},
        ),
        (
            "The agent forwards input and output files to it.",
            {"input and output files", "output files"},
        ),
        ("The agent reads scripts and output files.", {"scripts", "output files"}),
        ("The shop sells a knife and a steel fork.", {"knife", "steel fork"}),
        ("The clerk needs an API and a user name.", {"API", "user name"}),
        ("The store sells new and used bicycles.", {"new and used bicycles"}),
    ],
)
def test_a_name_goes_on_to_what_it_shares(extract, text, objects):
    assert {o for _, _, o in extract(text).rule("object")} == objects


def test_a_proper_name_behind_an_article_starts_another(extract):
    facts = extract("The clerk creates an HTTP and an RFC destination.").rule("object")
    assert ("clerk", "create", "HTTP and an RFC destination") in facts
    assert "HTTP" not in {o for _, _, o in facts}
