"""What the sentences that state a fact add to it, in words."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import pytest
from evidence_rows import evidence_of
from hypothesis import given
from hypothesis import strategies as st

from graphwright.graph.qualifiers import fact_line, qualifier_texts
from graphwright.tables import Qualifier

SENTENCE = "The clerk archives the invoice in March if the buyer agrees."


def test_a_sentence_adds_its_qualifiers_in_the_order_of_the_text() -> None:
    one = evidence_of(SENTENCE, "if the buyer agrees", "in March", condition="if the buyer agrees")
    assert qualifier_texts([one]) == ("in March", "if the buyer agrees")
    line = "clerk archive invoice (in March; if the buyer agrees)"
    assert fact_line("clerk archive invoice", qualifier_texts([one])) == line


def test_a_fact_to_which_nothing_is_added_is_itself() -> None:
    assert qualifier_texts([evidence_of(SENTENCE)]) == qualifier_texts([]) == ()
    assert fact_line("clerk archive invoice", ()) == "clerk archive invoice"


def test_a_condition_that_no_qualifier_holds_is_added_in_its_place() -> None:
    one = evidence_of(
        f"If the buyer agrees, {SENTENCE}", "in March", condition="If the buyer agrees"
    )
    assert qualifier_texts([one]) == ("If the buyer agrees", "in March")


def test_what_stands_inside_a_condition_is_not_said_again() -> None:
    quote = "If the disk fills up by noon, the backup stops."
    one = evidence_of(quote, "by noon", condition="If the disk fills up by noon")
    assert qualifier_texts([one]) == ("If the disk fills up by noon",)


@pytest.mark.parametrize(
    ("quote", "qualifiers", "added"),
    [
        ("Lee says that the pump runs at night.", ["at night"], ("according to Lee", "at night")),
        ("According to Lee the pump runs.", ["According to Lee"], ("According to Lee",)),
        ("The pump, Lee says, runs in Leeds.", ["in Leeds"], ("according to Lee", "in Leeds")),
    ],
)
def test_who_says_it_is_said_once(
    quote: str, qualifiers: Sequence[str], added: tuple[str, ...]
) -> None:
    assert qualifier_texts([evidence_of(quote, *qualifiers, attribution="Lee")]) == added


def test_what_is_not_in_the_sentence_comes_last_unless_it_is_said_already() -> None:
    elsewhere = evidence_of(SENTENCE, "in March", condition="when it rains", attribution="the bank")
    assert qualifier_texts([elsewhere]) == ("in March", "when it rains", "according to the bank")
    read = "if the buyer\nagrees"
    spaced = evidence_of(
        SENTENCE.replace(" agrees", "\nagrees"), read, condition="if the buyer agrees"
    )
    assert qualifier_texts([spaced]) == ("if the buyer agrees",)


def test_sentences_of_a_document_add_together_each_thing_once() -> None:
    first = evidence_of(SENTENCE, "in March", start=500)
    second = evidence_of("In March the clerk archives the invoice by hand.", "In March", "by hand")
    assert qualifier_texts([first, second]) == ("In March", "by hand")
    assert qualifier_texts([first, first]) == ("in March",)


@given(st.lists(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 4)), max_size=4), max_size=3))
def test_every_qualifier_is_said_and_none_twice(spans: list[list[tuple[int, int]]]) -> None:
    words = [f"w{number}" for number in range(14)]
    quote = " ".join(words)
    said = [[" ".join(words[at : at + size]) for at, size in one] for one in spans]
    added = qualifier_texts(evidence_of(quote, *texts) for texts in said)
    assert len(set(added)) == len(added)
    assert all(any(f" {text} " in f" {one} " for one in added) for texts in said for text in texts)
    assert not any(f" {a} " in f" {b} " for a in added for b in added if a != b)
    assert list(added) == sorted(added, key=quote.index)


def test_a_cell_of_a_row_is_told_with_its_header() -> None:
    row = "Depot North | early shift | Ann Lee"
    one = evidence_of(row)
    cell = Qualifier(
        "row", "early shift", 100 + row.index("early"), 100 + row.index(" | Ann"), "Shift"
    )
    told = qualifier_texts([dataclasses.replace(one, qualifiers=(cell,))])
    assert told == ("Shift: early shift",)


def test_what_a_restriction_says_already_is_not_added() -> None:
    line = "Clerk pays rent (if it rains)"
    assert fact_line(line, ("If it rains", "in cash")) == f"{line} (in cash)"
    assert fact_line(line, ("If it rains",)) == line


def test_a_condition_is_found_as_whole_words_in_any_case_beside_letters_that_grow_when_small() -> (
    None
):
    quote = "İn İzmir the pump started, IF IT STARTS, at night."
    one = evidence_of(quote, "at night", "İzmir", condition="if it starts")
    assert qualifier_texts([one]) == ("İzmir", "if it starts", "at night")
    inside = evidence_of("The notifier runs at night.", "at night", condition="if")
    assert qualifier_texts([inside]) == ("at night", "if")
