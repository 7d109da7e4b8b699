from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    "condition",
    [
        "provided that the firm signs",
        "providing that the firm signs",
        "assuming the firm rents the screen",
        "as long as the firm pays",
        "as far as the firm pays",
        "on condition that the firm pays",
        "in the event that the firm pays",
        "in case the firm pays",
        "in case of war",
    ],
)
def test_a_conjunction_of_several_words_is_a_condition(extract, condition):
    assert (
        extract(f"The bank lends the money {condition}.").triple("bank", "lend", "money").condition
        == condition
    )


def test_a_condition_is_one_qualifier_whatever_stands_in_it(extract):
    found = extract("The host admits clients on condition that the guard checks the keys.")
    qualifiers = found.triple("host", "admit", "clients").qualifiers
    assert [(q.kind, q.text) for q in qualifiers] == [
        ("condition", "on condition that the guard checks the keys")
    ]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("The goods are stored in good condition in the warehouse.",
         ("goods", "be stored in", "warehouse")),
        ("The storm lasted so long that the ship left the harbour.", ("ship", "leave", "harbour")),
        ("The firm built the hall, providing jobs to help families.", ("firm", "build", "hall")),
    ],
)  # fmt: skip
def test_a_state_and_what_came_of_something_are_no_condition(extract, text, fact):
    found = extract(text).triple(*fact)
    assert found.condition is None
    assert "condition" not in {qualifier.kind for qualifier in found.qualifiers}


def test_a_participle_behind_when_tells_no_fact(extract):
    found = extract("The name of the gate when seen from the sea.")
    assert not {fact for fact in found.facts if fact[1].startswith("be seen")}
