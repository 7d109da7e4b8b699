"""An answer over tickets: verbatim sections with way, state and place, or that there is none."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

import pytest
from shop_tickets import SECTIONS, TEMPLATE, shop_graph

from graphwright.errors import PlanError
from graphwright.ticket_retrieval.answer import (
    DESCRIBED,
    NOT_HERE,
    Route,
    TicketAnswerer,
    _best,
)
from graphwright.ticket_retrieval.plan_rules import PlanRules
from graphwright.ticket_retrieval.plan_run import PlanRunner

GRAPH = shop_graph()
TEXTS = {section.section_id: section for section in SECTIONS}


@dataclasses.dataclass(frozen=True)
class Ranked:
    row: int
    score: float
    cosine: float
    sections: Mapping[str, float] = dataclasses.field(default_factory=dict)


def by_shared_words(text: str) -> list[Ranked]:
    """Rank tickets by how many words of their title a question has."""
    said = set(text.casefold().split())
    scores = [len(said & set(one.title.casefold().split())) for one in GRAPH.tickets]
    return sorted(
        (Ranked(row, n, n / 10) for row, n in enumerate(scores) if n), key=lambda r: -r.score
    )


RUNNER = PlanRunner(GRAPH, sections=[one.name for one in TEMPLATE], search=by_shared_words)
ANSWERER = TicketAnswerer(RUNNER, PlanRules(GRAPH, TEMPLATE), least_cosine=0.2)


def test_a_section_is_verbatim_with_its_place_and_way():
    answer = ANSWERER.ask("How do I reproduce the ticket that SHOP-10 duplicates?")
    (part,) = answer.parts
    assert (answer.route, part.key, part.text) == (Route.GRAPH, "SHOP-9", "Sell a pen.")
    section = next(one for one in TEXTS.values() if one.text == part.text)
    assert (part.document_id, part.start, part.end) == (
        section.document_id,
        section.start,
        section.end,
    )
    assert part.why == "SHOP-10 - duplicate - SHOP-9"
    assert part.note == ""


def test_a_ticket_without_the_section_is_answered_by_its_duplicate():
    answer = ANSWERER.ask("What are the steps of SHOP-10?")
    assert [(part.key, part.text) for part in answer.parts] == [("SHOP-9", "Sell a pen.")]
    assert "duplicate or clone of SHOP-10" in answer.parts[0].why
    assert any("of their own" in note for note in answer.notes)


@pytest.mark.parametrize(
    ("question", "note"),
    [
        ("What is the workaround of SHOP-12?", "SHOP-12 was closed without a fix: Won't Fix."),
        ("What is the problem in SHOP-11?", "SHOP-11 is not resolved, with the status Reopened."),
    ],
)
def test_open_tickets_and_those_without_a_fix_say_so(question, note):
    answer = ANSWERER.ask(question)
    assert answer.route is Route.GRAPH
    assert note in answer.notes


def test_a_problem_in_words_is_searched_and_the_answer_says_so():
    answer = ANSWERER.ask("what fixed it when the till prints nothing")
    assert answer.route is Route.TEXT
    assert [part.text for part in answer.parts] == ["Shake the ribbon."]
    assert any("a search answers" in note for note in answer.notes)


@pytest.mark.parametrize(
    ("near", "first"),
    [
        ((0.5, 0.5), 0),  # equal sections: the ticket's score decides
        ((0.5, 0.9), 1),  # a section that is much nearer weighs more
        ((0.9, None), 0),  # one without vectors is as near as the others are
        ((None, None), 0),
    ],
)
def test_the_nearest_wanted_section_answers_where_scores_are_about_equal(near, first):
    found = [
        Ranked(row, score, 1.0, {} if cosine is None else {"fix": cosine})
        for row, score, cosine in zip((0, 1), (2.0, 1.5), near, strict=True)
    ]
    assert _best("fix", [(one, ()) for one in found]) == first


def test_a_section_that_no_ticket_of_the_plan_has_falls_back_to_a_search():
    answer = ANSWERER.ask("What is the workaround of SHOP-11, the lamp that is dark?")
    assert any("No ticket of the plan has workaround" in note for note in answer.notes)
    # None of the search has it either: the description of the named ticket is shown as text.
    assert answer.route is Route.TEXT
    assert [(part.key, part.section) for part in answer.parts] == [("SHOP-11", "description")]
    assert DESCRIBED.format("workaround") in answer.notes


@pytest.mark.parametrize(
    "question", ["unicorns eat hay", "status of SHOP-99", "Which tickets clone SHOP-9?"]
)
def test_what_is_not_in_the_tickets_is_said(question):
    answer = ANSWERER.ask(question)
    assert (answer.route, answer.parts) == (Route.NONE, ())
    assert NOT_HERE in answer.notes


def test_a_typed_query_answers_and_a_wrong_one_says_where():
    answer = ANSWERER.query("MATCH (t {key: 'SHOP-9'}) RETURN t.fix")
    assert [part.text for part in answer.parts] == ["Shake the ribbon."]
    assert ANSWERER.query("MATCH (t {key: 'NO-1'}) RETURN t").route is Route.NONE
    with pytest.raises(PlanError, match="Line 1, column 11"):
        ANSWERER.query("MATCH (t) DELETE t")
