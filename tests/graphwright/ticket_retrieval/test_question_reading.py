"""What rules read of a question: keys, values by section, wanted sections."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ticket_tracker import made_graph

from graphwright.ticket_retrieval.question import LONGEST_QUESTION, TicketQuestion
from graphwright.ticket_retrieval.question_reading import RuleReader


@dataclasses.dataclass(frozen=True)
class Kind:
    name: str
    cues: tuple[str, ...]
    value: str = "text"


TEMPLATE = (
    Kind("summary", ("about",)),
    Kind("steps_to_reproduce", ("reproduce", "reproduced", "steps")),
    Kind("expected_result", ("expected", "should happen")),
    Kind("actual_result", ("actual",)),
    Kind("fix", ("fix", "fixed", "resolved")),
    Kind("workaround", ("workaround",)),
    Kind("priority", ("priority",), "choice"),
    Kind("status", ("status",), "choice"),
    Kind("resolved", ("resolved",), "time"),
)
READ = RuleReader(made_graph(), TEMPLATE)


def wants(question: TicketQuestion) -> list[str]:
    return [one.section for one in question.wanted]


@pytest.mark.parametrize(
    ("text", "summary", "wanted"),
    [
        ("How to reproduce a jam of paper?", "jam of paper", ["steps_to_reproduce"]),
        ("How can this be reproduced: Till: no ink", "Till: no ink", ["steps_to_reproduce"]),
        ("What should happen instead: Lamp is dark", "Lamp is dark", ["expected_result"]),
        (
            "What are the expected and actual results of an empty sale?",
            "results of an empty sale",
            ["expected_result", "actual_result"],
        ),
        ("Paper stays in. How do I fix it?", "Paper stays in.", ["fix"]),
        ('Is there a workaround for "no ink" at night?', "no ink", ["workaround"]),
        ("The status lamp is dark", "The status lamp is dark", []),
        ("What is the status of SHOP-1?", None, ["status"]),
        ("status of shop-1", None, ["status"]),
        ("When was SHOP-1 resolved?", None, ["resolved"]),
        ("How was SHOP-1 resolved?", None, ["fix"]),
        ("", None, []),
        ("?!", None, []),
    ],
)  # fmt: skip
def test_a_question_is_read(text, summary, wanted):
    question = READ(text)
    assert question.of("summary") == summary
    assert wants(question) == wanted


def test_a_quote_is_the_summary_and_the_rest_the_description():
    question = READ("How to reproduce the case where a clerk saw 'empty receipt' after noon?")
    assert question.of("summary") == "empty receipt"
    assert question.of("description") == "clerk saw after noon"


def test_keys_are_found_and_those_of_no_ticket_told():
    question = READ("Is SHOP-1 like shop-2 or SHOP-99, in UTF-8?")
    assert question.keys == ("SHOP-1", "shop-2")
    assert question.absent_keys == ("SHOP-99", "UTF-8")
    assert READ("bug in a till of 7 drawers").keys == ()


@pytest.mark.parametrize(
    ("text", "field", "summary"),
    [
        ("jam with high priority", ("priority", "High"), "jam with"),
        ("priority High", ("priority", "High"), None),
        ("Door Lamp stays dark", ("components", "Door Lamp"), "Door Lamp stays dark"),
        ("a high door", None, "a high door"),
        ("High door", None, "High door"),
    ],
)
def test_values_of_fields_are_found_by_vocabulary(text, field, summary):
    question = READ(text)
    found = [(v.section, v.value) for v in question.values if v.reason == "vocabulary"]
    assert found == ([field] if field else [])
    assert question.of("summary") == summary


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="aB1-:#'\"?!. \nshowfix", max_size=60))
def test_any_text_is_read_and_no_key_is_invented(text):
    question = READ(text)
    assert question == READ(text)
    assert all(key in text for key in (*question.keys, *question.absent_keys))
    assert TicketQuestion.model_validate_json(question.model_dump_json()) == question


def test_a_very_long_question_is_cut_and_says_so():
    question = READ("till " * LONGEST_QUESTION)
    assert question.cut
    assert len(question.text) == LONGEST_QUESTION
