from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    "lead_in",
    ["These dates may change based on the following:", "It shows the following tabs and panes:"],
)
def test_items_are_of_no_kind_where_the_lead_in_names_none(extract, lead_in):
    assert extract(f"{lead_in}\n- Kyma\n- Cloud Foundry\n").rule("list_kind") == set()


def test_items_fill_the_place_of_their_lead_in(extract):
    found = extract("The platform supports the following runtimes:\n- Kyma\n- Cloud Foundry\n")
    assert found.rule("list_member") == {
        ("platform", "support", "Kyma"),
        ("platform", "support", "Cloud Foundry"),
    }
    assert ("Kyma", "be", "runtimes") in found.rule("list_kind")


def test_what_a_lead_in_orders_is_told_of_no_item(extract):
    found = extract("In the wizard, select the following mills:\n- Alder\n- Birch\n")
    assert not found.rule("list_member")
    found = extract("In the wizard, you can select the following mills:\n- Alder\n- Birch\n")
    assert found.rule("list_member")


def test_items_continue_an_unfinished_clause(extract):
    found = extract("The connector can:\n- read the certificate from the store\n")
    triple = found.triple("connector", "read", "certificate")
    assert triple.rule == "list_clause"
    assert triple.modality == "can"


def test_items_tell_what_their_lead_in_makes_possible(extract):
    found = extract("The plan enables guests to:\n- open the north gate\n- close the south gate\n")
    assert found.rule("list_clause") == {
        ("plan", "allow to open", "north gate"),
        ("plan", "allow to close", "south gate"),
    }


def test_orders_are_no_steps_that_a_lead_in_names(extract):
    found = extract(
        "To save the lake, perform the following steps:\n- Remove broken gate keys.\n"
        "- Deletion of the mill records.\n"
    )
    members = {subject for subject, _, _ in found.rule("list_kind")}
    assert members == {"Deletion of the mill records"}


def test_what_the_lead_in_says_of_all_items_holds_for_each(extract):
    found = extract("If tracing is enabled, the connector can:\n- read the certificate\n")
    triple = found.triple("connector", "read", "certificate")
    assert triple.condition == "If tracing is enabled"
    assert triple.modality == "can"


@pytest.mark.parametrize(
    ("item", "is_one"),
    [("Read from a berth with a rope", False), ("Read berths of the north", True), ("Alder", True)],
)
def test_what_an_item_tells_to_do_is_of_no_kind(extract, item, is_one):
    found = extract(f"The harbour has the following berths:\n- {item}\n").rule("list_kind")
    assert bool(found) is is_one
