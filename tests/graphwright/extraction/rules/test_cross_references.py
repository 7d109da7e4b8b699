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


@pytest.mark.parametrize(
    "lead_in",
    [
        "For more information, see:",
        "The clerk keeps the ledger. See also:",
        "For details, refer to the following sections:",
        "To set up a ledger, see these more detailed topics:",
    ],
)
def test_titles_below_a_lead_in(extract, lead_in):
    title = "Harbour Kit: Loading a boat that has no engine"
    found = extract(f"# Ledger\n{lead_in}\n- {title}\n- Close the Year\n- Berths and Quays (BQ)\n")
    titles = {title, "Close the Year", "Berths and Quays (BQ)"}
    assert {("Ledger", "refer to", told) for told in titles} <= found.rule("reference")
    below = [t for t in found.triples if t.subject in title or t.object in title]
    assert {t.rule for t in below} <= {"reference"}
    assert found.rule("acronym") == {("Berths and Quays", "be abbreviated as", "BQ")}


@pytest.mark.parametrize(
    "lead_in",
    ["See the following examples:", "You can see these changes in the guide:", "Do these steps:"],
)
def test_items_that_are_no_titles(extract, lead_in):
    assert not extract(f"# Ledger\n{lead_in}\n- Close the year\n").rule("reference")


def test_a_paragraph_that_is_only_a_link_is_a_title(extract_names):
    found = extract_names("# Ledger\n[Harbour Kit: Loading a boat that has no engine]\n")
    assert {t.rule for t in found.triples} == {"reference"}


def test_an_item_that_is_only_a_link_may_be_a_step_but_states_nothing(extract_names):
    text = "# Ledger\nDo these steps:\n- [Load archived boats into the Harbour Kit]\n"
    found = extract_names(f"{text}- [Send the invoice to the buyer]\n")
    assert ("Ledger", "involve sending to", "buyer") in found.facts
    assert not any(t.predicate.startswith("archive") for t in found.triples)
