from __future__ import annotations

import pytest


def _limits(triple):
    return [q.text for q in triple.qualifiers if q.kind == "limit"]


@pytest.mark.parametrize(
    ("text", "fact", "limits"),
    [
        ("Only the owner opens the safe room.", ("owner", "open", "safe room"), ["Only the owner"]),
        ("The owner alone opens the gate.", ("owner", "open", "gate"), ["The owner alone"]),
        ("The gate opens only in the morning hours.", ("gate", "open in", "morning hours"),
         ["only in the morning hours"]),
        ("The key can only be copied by the owner.", ("owner", "copy", "key"), ["only"]),
        ("The page contains more than one text.", ("page", "contain", "text"),
         ["more than one text"]),
        ("The hall holds no more than 200 guests.", ("hall", "hold", "guests"),
         ["no more than 200 guests"]),
        ("The hall seats at most 200 guests.", ("hall", "seat", "guests"),
         ["at most 200 guests"]),
        ("The box contains nothing but stamps.", ("box", "contain", "stamps"),
         ["nothing but stamps"]),
        ("The bus carries all guests except dogs.", ("bus", "carry", "guests"), ["except dogs"]),
        ("Most gardeners water the roses.", ("gardeners", "water", "roses"), ["Most gardeners"]),
        ("Gardeners who own a pond may water the roses.", ("Gardeners", "water", "roses"),
         ["Gardeners who own a pond"]),
        ("The owner, who lives in Oslo, opens the gate.", ("owner", "open", "gate"), []),
        ("The key opens the gate or the cellar.", ("key", "open", "gate"),
         ["gate or the cellar"]),
        ("The key can open the gate or the cellar.", ("key", "open", "gate"), []),
        ("Few gardeners water the roses.", ("gardeners", "water", "roses"), ["Few gardeners"]),
    ],
)  # fmt: skip
def test_a_limit_is_a_qualifier_with_the_phrase_that_it_limits(extract, text, fact, limits):
    triple = extract(text).triple(*fact)
    assert _limits(triple) == limits
    assert not triple.negated


@pytest.mark.parametrize(
    "text",
    [
        "The read-only replica serves the reports.",
        "A few gardeners water the roses.",
        "The clerk keeps the register up to date.",
        "The *Only Mine* filter hides the orders.",
    ],
)
def test_what_looks_like_a_limit_is_none(extract_names, text):
    assert [_limits(triple) for triple in extract_names(text).triples if _limits(triple)] == []


def test_a_limit_holds_for_a_joined_verb_and_not_for_a_relative_clause(extract):
    found = extract("Only clerks who hold a badge open the ledger and post the invoices.")
    limited = {t.object for t in found.triples if _limits(t)}
    assert limited == {"ledger", "invoices"}


def test_what_an_exception_leaves_out_is_no_object(extract):
    found = extract("The lawyer reads all letters except the invoices.")
    assert {t.object for t in found.triples} == {"letters"}


def test_joined_verbs_share_the_limit_of_their_modal(extract):
    found = extract("Managers can only create, view and delete bonus calculations of a branch.")
    assert {t.predicate for t in found.triples if _limits(t) == ["only"]} >= {"create", "delete"}


def test_a_limit_of_a_purpose_holds_for_its_object(extract):
    found = extract("The exclude filter is used to collect logs except audit logs.")
    assert [_limits(t) for t in found.triples if t.object == "logs"] == [["except audit logs"]]


def test_a_limit_takes_the_numbers_and_phrases_that_it_holds(extract):
    triple = extract("The board needs at least four members.").triple("board", "need", "members")
    assert [(q.kind, q.text) for q in triple.qualifiers] == [("limit", "at least four members")]


def test_a_limit_in_a_lead_in_holds_for_its_items(extract):
    found = extract("Only the owner can:\n- read the file\n- delete the keys")
    acts = (("owner", "read", "file"), ("owner", "delete", "keys"))
    assert [_limits(found.triple(*act)) for act in acts] == [["Only the owner"]] * 2


def test_a_limit_on_what_a_lead_in_promises_is_none_of_what_an_item_is(extract):
    text = "The host supports only the following systems:\n- Halvorn"
    found = extract(text)
    assert _limits(found.triple("host", "support", "Halvorn")) == ["only the following systems"]
    assert _limits(found.triple("Halvorn", "be", "systems")) == []
