from __future__ import annotations

import pytest

ACRONYMS = [
    ("A Purchase Order (PO) is approved.", ("Purchase Order", "PO")),
    ("Purchase Orders (POs) are approved.", ("Purchase Orders", "POs")),
    ("The PO (Purchase Order) is approved.", ("Purchase Order", "PO")),
    ("The system uses role-based access control (RBAC).", ("role-based access control", "RBAC")),
    ("The Ministry of Health (MoH) decides.", ("Ministry of Health", "MoH")),
]


@pytest.mark.parametrize(("sentence", "pair"), ACRONYMS)
def test_acronyms(extract, sentence, pair):
    assert extract(sentence).rule("acronym") == {(pair[0], "be abbreviated as", pair[1])}


@pytest.mark.parametrize(
    "sentence",
    [
        "The invoice (PDF) is approved.",
        "The purchase order (see below) is approved.",
        "A Purchase Order (PX) is approved.",
        "Templates from SAP use the (SAP) icon under Owner.",
    ],
)
def test_initials_must_match(extract, sentence):
    assert not extract(sentence).rule("acronym")


def test_definition(extract):
    found = extract("- Subaccount: A unit of a global account.")
    assert found.rule("definition") == {("Subaccount", "be", "unit of a global account")}


DEFINED = [
    ("- PLAN: The name of the service plan that you want to use.",
     ("PLAN", "be", "name of the service plan that you want to use")),
    ("- NUMBER_ALL_ITEMS: Total number of items which are stored in the log.",
     ("NUMBER_ALL_ITEMS", "be", "Total number of items which are stored in the log")),
]  # fmt: skip


@pytest.mark.parametrize(("item", "fact"), DEFINED)
def test_a_definition_is_all_that_its_sentence_says(extract, item, fact):
    triple = extract(item).triple(*fact)
    assert triple.rule == "definition"
    assert triple.confidence > 0.6


@pytest.mark.parametrize(
    "item",
    [
        "- Default Value - the default value of the parameter",
        "- DELETE_JOB: Delete an entry",
        "- Order Name: The name of the order",
        "Note: The name of the service plan that you want to use.",
        "- dock-util: No free berth available",
        "- Dock OS: ~/Library/Gates",
        "- Dock OS: View > Gates > Open gates",
        "- The standard tells how a user - the resource owner - can log on",
    ],
)
def test_what_defines_nothing(extract, item):
    assert not extract(item).rule("definition")


def test_a_place_is_no_term(extract):
    assert not extract("In the monitor: an app shows the logs.").rule("definition")


def test_a_sentence_with_a_colon_is_no_definition(extract):
    assert not extract("Proceed as follows: open the cockpit.").rule("definition")


def test_a_bracket_with_a_code_identifies_the_name_before_it(extract):
    found = extract("Assign the business role Sales Clerk (ORDER_CLERK_ADD) to the user.")
    assert {(p, o) for _, p, o in found.rule("identifier")} == {
        ("have identifier", "ORDER_CLERK_ADD")
    }


def test_a_common_noun_before_a_code_is_no_name(extract):
    assert not extract("The table (T_ORDER) holds purchase orders.").rule("identifier")


def test_a_bracket_behind_a_plural_may_name_the_noun_above(extract):
    text = "The abstraction for old gates (IF_GATE) is used."
    assert not extract(text).rule("identifier")


def test_a_sentence_behind_a_colon_is_no_definition(extract):
    text = "Gate service: The old gates of the harbour are shut at night."
    assert not {
        t.object for t in extract(text).triples if t.rule == "definition" and t.confidence >= 0.6
    }


def test_a_bracket_behind_a_plural_names_what_stands_for_the_sort(extract):
    listed = "The following boats are open:\n- Pilot boats (IF_BOAT)\n- Barges (IF_BARGE)\n"
    assert not extract(listed).rule("identifier")
    assert extract("The clerk uses Pilot Boats (PILOT_BOATS).").rule("identifier")


def test_the_type_of_something_is_not_what_it_is(extract):
    assert not extract("- Pilot boat - hull module type com.hull.steel").rule("definition")
