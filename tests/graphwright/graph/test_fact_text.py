from __future__ import annotations

import dataclasses

import pytest

from graphwright.extraction.rules.registry import all_rules
from graphwright.graph.fact_text import (
    KIND_RULES,
    LABELLING_RULES,
    NAMING_RULE,
    PURPOSE_RULES,
    fact_text,
    with_thing,
)


def test_the_rules_that_label_exist() -> None:
    wanted = LABELLING_RULES | KIND_RULES | PURPOSE_RULES | {NAMING_RULE}
    assert {rule.name for rule in all_rules()} >= wanted


@dataclasses.dataclass
class Fact:
    """A relation as far as it is shown."""

    restriction: str | None
    modality: str | None = None
    negated: bool = False
    subject: str = "Clerk"
    predicate: str = "pay"
    object: str = "rent"


def test_a_fact_is_shown_with_what_restricts_it() -> None:
    assert fact_text(Fact("if it rains")) == "Clerk pays rent (if it rains)"
    assert fact_text(Fact(None)) == "Clerk pays rent"


@pytest.mark.parametrize(
    ("subject", "rule", "expected"),
    [
        ("Tide Tables", "designation", "Tide Tables is app"),
        ("TIDE_LOG", "designation", "TIDE_LOG is app"),
        ("TIDE_LOG", "example", "TIDE_LOG is app"),
        ("tide tables", "example", "tide tables are apps"),
        ("Tide Tables", "copula", "Tide Tables are apps"),
    ],
)
def test_a_name_is_one_of_its_kind(subject: str, rule: str, expected: str) -> None:
    fact = Fact(None, subject=subject, predicate="be", object="apps")
    assert fact_text(fact, [rule]) == expected


def test_what_has_to_be_done_is_said_by_a_verb() -> None:
    assert fact_text(Fact(None, "need to")) == "Clerk needs to pay rent"
    assert fact_text(Fact("in May", "be able to")) == "Clerk is able to pay rent (in May)"


@pytest.mark.parametrize(
    ("predicate", "restriction", "expected"),
    [
        ("send to", "of an order", ("send an order to", None)),
        ("make change in", "of code changes; on Mondays", ("make code changes in", "on Mondays")),
        (
            "provide implementation via",
            "of abstract implementation of a gate",
            ("provide abstract implementation of a gate via", None),
        ),
        ("be invoked to extract from", "of data", ("be invoked to extract data from", None)),
        ("use to write", "of the audit log", ("use the audit log to write", None)),
        ("lend boat as part of", "of a boat", ("lend a boat as part of", None)),
        ("list for guests of", "of rooms", ("list rooms for guests of", None)),
        ("be for opening with", "of a gate", ("be for opening a gate with", None)),
        ("check to open", "of a pass; at dawn", ("check a pass to open", "at dawn")),
        ("be to mend to save", "of a sail", ("be to mend a sail to save", None)),
        ("use for delivering", "of a cart", ("use a cart for delivering", None)),
        ("send", "of an order", ("send", "of an order")),
        ("send to", "if it rains", ("send to", "if it rains")),
        ("send to", None, ("send to", None)),
    ],
)
def test_what_a_predicate_is_done_to_stands_in_its_place(predicate, restriction, expected):
    assert with_thing(predicate, restriction) == expected


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("purpose", "Clerk offers cart to look for sacks"),
        ("enabling", "Clerk offers cart to look for sacks"),
        ("object_preposition", "Clerk offers to look cart for sacks"),
    ],
)
def test_what_serves_a_purpose_stands_before_it(rule: str, expected: str) -> None:
    fact = Fact("of cart", predicate="offer to look for", object="sacks")
    assert fact_text(fact, [rule]) == expected
