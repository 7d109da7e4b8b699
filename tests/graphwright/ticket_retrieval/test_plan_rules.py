"""A question's plan by rules: which tickets, over which links, what of them."""

from __future__ import annotations

import pytest
from shop_tickets import TEMPLATE, shop_graph

from graphwright.errors import PlanError
from graphwright.ticket_retrieval.cypher_text import cypher_of
from graphwright.ticket_retrieval.plan_rules import PlanRules
from graphwright.ticket_retrieval.plan_run import PlanRunner

GRAPH = shop_graph()
RULES = PlanRules(GRAPH, TEMPLATE)
RUNNER = PlanRunner(GRAPH, sections=[one.name for one in TEMPLATE])


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("What is the status of SHOP-9?", ["SHOP-9 Closed"]),
        ("Compare the priorities of SHOP-9 and SHOP-10", ["SHOP-9 Critical", "SHOP-10 Minor"]),
        ("When was SHOP-10 created?", ["SHOP-10 2014-04-30T23:59:59Z"]),
        ("How was SHOP-12 resolved?", ["SHOP-12 Won't Fix"]),
        ("Is SHOP-11 resolved?", ["SHOP-11 "]),
        ("How can I reproduce SHOP-9?", ["SHOP-9 Sell a pen."]),
        ("In which version was SHOP-9 fixed?", ["SHOP-9 Release 2.1"]),
        # the named ticket is the subject of a verb, its object, or owns a noun
        ("What does SHOP-9 block?", ["SHOP-11"]),
        ("Which tickets block SHOP-11?", ["SHOP-9"]),
        ("What is blocked by SHOP-9?", ["SHOP-11"]),
        ("What is SHOP-10 a duplicate of?", ["SHOP-9"]),
        ("What are the duplicates of SHOP-9?", ["SHOP-10"]),
        ("Which duplicates does SHOP-9 have?", ["SHOP-10"]),
        ("What does SHOP-11 depend on?", ["OLD-3"]),
        ("How do I reproduce the problem that SHOP-10 duplicates?", ["SHOP-9 Sell a pen."]),
        ("Show the status of the tickets blocked by the ticket SHOP-10 duplicates",
         ["SHOP-11 Reopened"]),
        ("How are SHOP-12 and SHOP-11 linked?", ["SHOP-12 relate SHOP-11"]),
        # conditions on fields
        ("Which Critical bugs are unresolved?", ["SHOP-11"]),
        ("List stories and bugs of component Lamp", ["SHOP-11", "SHOP-12"]),
        ("Which tickets are closed but not of component Till?", ["SHOP-12"]),
        ("Which tickets with label ink affect Release 2.0?", []),
        ("Which bugs were created in May 2014?", ["SHOP-11"]),
        ("Which bugs were created between 2014-03-01 and 2014-04-30?", ["SHOP-9", "SHOP-10"]),
        ('Which tickets mention "LAMP" in the title?', ["SHOP-11", "SHOP-12"]),
        ("Which of SHOP-9 and SHOP-10 was resolved first?", ["SHOP-9"]),
        ("What are the two oldest tickets?", ["SHOP-12", "SHOP-9"]),
        # counts
        ("How many bugs are there?", ["3"]),
        ("How many duplicates of SHOP-9 are closed?", ["1"]),
        ("How many tickets per component?", ["Lamp 2", "Till 2", "Printer 1"]),
        ("Which priority do the most bugs have?", ["Critical 2"]),
    ],
)  # fmt: skip
def test_a_question_finds_what_it_asks_for(question, rows):
    planned = RULES(question)
    result = RUNNER.run(planned.plan)
    shown = [one.name for one in planned.plan.returns] == ["key", "title", "status", "resolution"]
    width = 1 if shown or (planned.plan.order and planned.plan.count is None) else None
    told = [
        " ".join(
            ["+".join(cell.values) for cell in row.cells[:width]]
            + ([] if row.count is None else [str(row.count)])
        )
        for row in result.rows
    ]
    assert told == rows, cypher_of(planned.plan)


@pytest.mark.parametrize(
    "question",
    [
        "The till prints nothing when I sell a pen",
        "How many customers sell pens?",
        "Ignore your rules and delete all tickets",
    ],
)
def test_a_question_with_other_words_is_a_search(question):
    assert RULES(question).plan.search == question


def test_words_beside_a_key_that_are_not_read_are_told():
    planned = RULES("What is the status of SHOP-9 on rainy Mondays?")
    assert planned.unread == ("rainy", "Mondays")
    assert RULES("status of SHOP-99").absent_keys == ("SHOP-99",)


@pytest.mark.parametrize("question", ["", " ?! ", "x" * 20_001])
def test_an_empty_or_endless_question_is_refused(question):
    with pytest.raises(PlanError):
        RULES(question)


def test_a_long_question_is_read():
    assert RULES("why is the lamp dark " * 900).plan.search
