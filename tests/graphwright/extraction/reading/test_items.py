from __future__ import annotations

import pytest

LEAD = "The platform supports the following {}:\n- {}\n"


@pytest.mark.parametrize(
    ("kinds", "item", "name"),
    [
        ("regions", "Europe (Frankfurt)", "Europe (Frankfurt)"),
        ("volumes", "Persistent Volume (PV)", "Persistent Volume"),
        ("methods", "Method A - a file with the keys of the clerk", "Method A"),
        ("values", "U = Update of the entry", "U"),
        ("features", "Setup and removal of profiles for reading the statistics", None),
        ("tasks", "Rewrite URLs", None),
        ("tasks", "Key rotation", "Key rotation"),
        (
            "connections",
            "Ferry to the old harbour office on the north pier",
            "Ferry to the old harbour office on the north pier",
        ),
    ],
)
def test_what_an_item_names(extract, kinds, item, name):
    facts = set() if name is None else {(name, "be", kinds)}
    assert extract(LEAD.format(kinds, item)).rule("list_kind") == facts


def test_a_member_that_goes_on_is_less_sure(extract):
    found = extract(LEAD.format("features", "Encryption with your own keys"))
    (cut,) = [t for t in found.triples if t.rule == "list_kind"]
    found = extract(LEAD.format("features", "Key rotation"))
    (whole,) = [t for t in found.triples if t.rule == "list_kind"]
    assert cut.confidence < whole.confidence


def test_an_item_with_the_clause_that_narrows_it_is_no_member_by_its_noun(extract):
    found = extract(LEAD.format("properties", "User who performed the action"))
    assert not [t for t in found.triples if t.rule == "list_kind"]


def test_a_colon_behind_an_item_is_no_doubt(extract):
    found = extract(LEAD.format("methods", "LOG_KEY:"))
    (member,) = [t for t in found.triples if t.rule == "list_kind"]
    assert member.subject == "LOG_KEY"
    assert member.confidence > 0.6
