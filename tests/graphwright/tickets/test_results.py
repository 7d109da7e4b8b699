"""Text without headings: code without markup, and what was expected and seen after steps."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from parsed_tickets import a_raw_ticket, parsed

from graphwright.tables import SectionOrigin
from graphwright.tickets.code_lines import code_between
from graphwright.tickets.left_text import description_pieces, is_left, with_said
from graphwright.tickets.pieces import Piece
from graphwright.tickets.sections import read_tree
from graphwright.tickets.template import default_template

STEPS = "1. Open the till\n2. Press Print\n\n"


def sections(written: str) -> list[tuple[str, str]]:
    document, record, _ = parsed(a_raw_ticket(written))
    tree = read_tree(document, record, default_template())
    return [(s.section, " ".join(s.text.split())) for s in tree.sections if s.parent_id]


@pytest.mark.parametrize(
    ("written", "found"),
    [
        # A list that begins anew after the steps says what came of them.
        (
            "1. The drawer should open\n\n1. The drawer stays closed, it does not open",
            [
                ("expected_result", "1. The drawer should open"),
                ("actual_result", "1. The drawer stays closed, it does not open"),
            ],
        ),
        ("2. No receipt comes.", [("actual_result", "2. No receipt comes.")]),
        # One of two results that are told alike leaves the other for the line beside it.
        (
            "The drawer opens slowly.\n\nThe drawer does not open.",
            [
                ("expected_result", "The drawer opens slowly."),
                ("actual_result", "The drawer does not open."),
            ],
        ),
        (
            "The drawer is stuck.\n\nThe drawer should open.",
            [
                ("actual_result", "The drawer is stuck."),
                ("expected_result", "The drawer should open."),
            ],
        ),
        # What follows steps, and nothing else, was seen.
        ("The till is dark.", [("actual_result", "The till is dark.")]),
    ],
)
def test_after_steps_stands_what_was_expected_and_what_was_seen(
    written: str, found: list[tuple[str, str]]
) -> None:
    assert sections(STEPS + written)[1:] == found


def test_a_second_list_of_orders_is_steps_too() -> None:
    (only,) = sections(STEPS + "1. Close the till\n2. Open it again")
    assert only[0] == "steps_to_reproduce"


def test_a_number_before_a_step_is_one() -> None:
    (only,) = sections("1. On Fridays, lock the till\n2. Press Print")
    assert only == ("steps_to_reproduce", "1. On Fridays, lock the till 2. Press Print")


def test_what_should_be_answers_what_is_not_also_without_steps() -> None:
    assert sections("The drawer does not open.\n\nThe drawer should open slowly.") == [
        ("details", "The drawer does not open."),
        ("expected_result", "The drawer should open slowly."),
    ]
    assert sections("* It does not open.\n* It should open.") == []
    assert sections("It is shut. It should open.\n\nThe till is new.") == []


def test_lines_between_brackets_are_code() -> None:
    code = 'var till = make({\n  colour: "red",\n  the size of a drawer\n});\nopen(till);'
    assert sections(f"It stops.\n\n{code}") == [
        ("details", "It stops."),
        ("code", " ".join(code.split())),
    ]


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        (["f({", "a: 1", "});", "Then it stops"], [True, True, True, False]),
        (["f({", "a: 1", "It stops and says", "nothing more"], [True, False, False, False]),
        (["f();", "width: 100", "g();"], [True, True, True]),
        (["f();", "It stops and says nothing", "g();"], [True, False, True]),
        (['f("({");', "a sentence of some words"], [True, False]),
        ([], []),
    ],
)
def test_code_goes_on_to_the_bracket_that_closes(texts: list[str], found: list[bool]) -> None:
    own = [text.endswith((";", "{")) for text in texts]
    assert code_between(texts, own) == found


@given(st.lists(st.tuples(st.text("ab({})[] :=;", max_size=8), st.booleans()), max_size=20))
def test_code_is_never_less_than_what_looks_like_it(lines: list[tuple[str, bool]]) -> None:
    texts, own = [text for text, _ in lines], [code for _, code in lines]
    made = code_between(texts, own)
    assert len(made) == len(own)
    assert all(after or not before for before, after in zip(own, made, strict=True))


WORDS = "We saw it again at noon. The receipt is blank, the till is new and it is red."


@given(st.lists(st.tuples(st.integers(0, 80), st.integers(1, 20)), max_size=4))
def test_pieces_with_what_a_model_said_hold_the_same_letters(places: list[tuple[int, int]]) -> None:
    document, record, _ = parsed(a_raw_ticket(WORDS))
    (piece,) = description_pieces(document, record, default_template())
    said, at = [], piece.start
    for gap, length in places:
        start, end = at + gap, at + gap + length
        if end <= piece.end and document.text[start:end].strip() == document.text[start:end]:
            said.append(Piece("cause", SectionOrigin.LLM, "model", 0.7, start, end))
            at = end
    made = with_said(document.text, [piece], said)
    letters = "".join("".join(document.text[one.start : one.end].split()) for one in made)
    assert letters == "".join(WORDS.split())
    assert [(one.start, one.end) for one in made if one.section == "cause"] == [
        (one.start, one.end) for one in said
    ]
    assert all(is_left(one) for one in made if one.section != "cause")
