"""The baseline: pages over the threshold, else the nearest; its actions; and whole dialogues."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from simulated import CASE, PAGES, STEPS, parsed

from graphwright.dialogue.reply import Part, Reply, ReplyAction
from graphwright.simulation.case import Case
from graphwright.simulation.judge import Outcome, RuleJudge
from graphwright.simulation.rag_agent import RagAgent, RagSettings
from graphwright.simulation.rag_pages import RagPages
from graphwright.simulation.records import as_jsonl, as_markdown
from graphwright.simulation.run import Judged, simulate, summary, unfounded
from graphwright.simulation.user import RuleUser, UserSettings

TEXTS = {parsed(path, text).document_id: parsed(path, text).text for path, text in PAGES.items()}
NEVER_ASKS = RagSettings(tie=0, floor=0)
CLOSING = Case(
    "c2",
    "How do I close my account?",
    facts=("a green account",),
    core=("A green account closes within 3 days.",),
    others=("A blue account closes at the end of the month.",),
    about=("Close a green account",),
)


def test_pages_over_the_threshold_are_retained_else_the_nearest(rag_pages: RagPages) -> None:
    by_page, _ = rag_pages.cosines("forgotten password")
    first, second, third = (float(by_page[i]) for i in np.argsort(-by_page))
    for threshold, pages, count in (
        ((first + second) / 2, 3, 1),
        ((second + third) / 2, 1, 2),
        (1.0, 2, 2),
        (1.0, 3, 3),
    ):
        agent = RagAgent(rag_pages, RagSettings(threshold=threshold, pages=pages))
        found = [title for title, _ in agent.retrieve("forgotten password")]
        assert found[0] == "Reset your password"
        assert len(found) == count


def test_passages_are_said_verbatim_and_none_twice(rag_pages: RagPages) -> None:
    agent = RagAgent(rag_pages, dataclasses.replace(NEVER_ASKS, passages=1))
    turns = ["I forgot my password", "That does not help. I use the app, not the website."]
    replies = [agent.reply(turns[:1]), agent.reply(turns)]
    assert all(reply.action == ReplyAction.RESOLUTION for reply in replies)
    assert not any(unfounded(reply, TEXTS) for reply in replies)
    assert replies[0].parts != replies[1].parts
    assert replies[1] == agent.reply(turns)


def test_nothing_near_enough_is_handed_over(rag_pages: RagPages) -> None:
    agent = RagAgent(rag_pages, RagSettings(floor=0.99, tie=0))
    assert agent.reply(["Where can I buy tomatoes?"]).action == ReplyAction.ESCALATION
    nothing = RagAgent(rag_pages.without(rag_pages.document_ids), NEVER_ASKS)
    for utterances in ([], [""], ["I forgot my password"]):
        assert nothing.reply(utterances).action == ReplyAction.ESCALATION


def test_pages_that_tie_are_asked_about_and_the_one_that_is_chosen_answers(
    rag_pages: RagPages,
) -> None:
    agent = RagAgent(rag_pages, RagSettings(tie=0.1, passages=1, floor=0))
    asked = agent.reply([CLOSING.inquiry])
    assert asked.action == ReplyAction.CLARIFICATION
    assert {"Close a blue account", "Close a green account"} <= {o.label for o in asked.options}
    answered = agent.reply([CLOSING.inquiry, "Close a blue account"])
    assert "end of the month" in answered.text
    refused = agent.reply([CLOSING.inquiry, "None of these."])
    assert refused.action == ReplyAction.ESCALATION or "blue" not in refused.text


def test_dialogues_run_to_their_end_and_come_to_figures(rag_pages: RagPages) -> None:
    user, judge = RuleUser(UserSettings(unsure=0, paraphrased=0)), RuleJudge()
    lost = dataclasses.replace(CASE, case_id="c3", core=None, others=())
    agent = RagAgent(rag_pages, RagSettings(tie=0.1, passages=1, floor=0))
    ticks = iter(range(10_000))
    judged = simulate(agent, [CASE, CLOSING, lost], user, judge, clock=lambda: next(ticks) / 1000)
    assert judged[0].judgement.outcome == Outcome.CORRECT
    assert all(step in judged[0].dialogue.said[-1] for step in STEPS)
    assert judged[1].judgement.outcome == Outcome.CORRECT
    assert judged[2].dialogue.gave_up or judged[2].judgement.escalated
    found = summary(judged, TEXTS)
    assert (found.resolvable, found.unresolvable, found.correct) == (2, 1, 1.0)
    assert found.unfounded == 0
    assert found.median_ms == pytest.approx(1)
    assert as_jsonl("rag", judged) == as_jsonl("rag", simulate(agent, _cases(judged), user, judge))
    assert "**User:** How do I close my account?" in as_markdown("rag", judged)


def _cases(judged: list[Judged]) -> list[Case]:
    return [one.dialogue.case for one in judged]


def test_what_stands_on_no_page_and_in_no_template_is_found_out() -> None:
    document = next(iter(TEXTS))
    parts = (
        Part("I called the bank."),
        Part("Invented.", document_id=document, start=0, end=9),
        Part(TEXTS[document][:9], document_id=document, start=0, end=9),
        Part("Which one?", template="question"),
    )
    reply = Reply("s", ReplyAction.RESOLUTION, parts)
    assert unfounded(reply, TEXTS) == ["I called the bank.", "Invented."]
