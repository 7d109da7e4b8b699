from __future__ import annotations

import pytest

SENTENCES = [
    (
        "For more information about role collections, see Building Roles.",
        {("Building Roles", "be about", "role collections")},
    ),
    (
        "For details about role collections and user groups, see Building Roles.",
        {
            ("Building Roles", "be about", "role collections"),
            ("Building Roles", "be about", "user groups"),
        },
    ),
    (
        "To create a new user group, see Groups of Users.",
        {("Groups of Users", "be about creating", "user group")},
    ),
    (
        "For more information about creating subaccounts, see Account Model.",
        {("Account Model", "be about creating", "subaccounts")},
    ),
    (
        "For more information about setting up the tax service, see Tax Setup.",
        {("Tax Setup", "be about setting up", "tax service")},
    ),
]


@pytest.mark.parametrize(("sentence", "facts"), SENTENCES)
def test_what_a_place_is_about(extract, sentence, facts):
    assert extract(sentence).rule("topic") == facts


@pytest.mark.parametrize(
    "sentence",
    ["For more information, see Building Roles.", "The clerk can see the Role Collections page."],
)
def test_no_topic_is_made_up(extract, sentence):
    assert not extract(sentence).rule("topic")
