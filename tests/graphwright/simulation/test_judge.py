"""Verdicts on dialogues: by the core that was said, by what would mislead, by who handed over."""

from __future__ import annotations

import dataclasses

import pytest
from simulated import CASE, STEPS, dialogue, said

from graphwright.dialogue.reply import ReplyAction
from graphwright.simulation.judge import Outcome, RuleJudge
from graphwright.simulation.words import is_said

LOST = dataclasses.replace(CASE, core=None, others=())
HANDED_OVER = said("A person will go on.", ReplyAction.ESCALATION)


@pytest.mark.parametrize(
    ("told", "outcome"),
    [
        (" ".join(STEPS), Outcome.CORRECT),
        ("* open the **settings** of the app\n* press the button “Forgotten”", Outcome.CORRECT),
        (STEPS[0], Outcome.PARTIAL),
        ("Buy a new telephone.", Outcome.INCORRECT),
        (f"{' '.join(STEPS)} Enter the code within 15 minutes.", Outcome.INCORRECT),
    ],
)
def test_a_resolvable_inquiry_is_judged_by_the_share_of_its_core(
    told: str, outcome: Outcome
) -> None:
    assert RuleJudge().judge(dialogue(said(told))).outcome == outcome


def test_the_core_may_be_told_in_several_turns() -> None:
    assert RuleJudge().judge(dialogue(*map(said, STEPS))).outcome == Outcome.CORRECT


def test_handing_over_what_the_pages_resolve_is_a_wrong_escalation() -> None:
    found = RuleJudge().judge(dialogue(HANDED_OVER))
    assert (found.outcome, found.wrongly_escalated) == (Outcome.INCORRECT, True)
    late = RuleJudge().judge(dialogue(said(STEPS[0]), HANDED_OVER))
    assert (late.outcome, late.wrongly_escalated) == (Outcome.PARTIAL, True)
    assert not RuleJudge().judge(dialogue(*map(said, STEPS), HANDED_OVER)).wrongly_escalated


def test_where_only_a_person_helps_handing_over_is_right_and_a_contact_useful() -> None:
    judge = RuleJudge()
    straight = judge.judge(dialogue(HANDED_OVER, case=LOST))
    assert (straight.outcome, straight.misled) == (Outcome.ESCALATED, False)
    late = judge.judge(dialogue(said(STEPS[0]), HANDED_OVER, case=LOST))
    assert (late.outcome, late.misled) == (Outcome.ESCALATED, True)
    contact = judge.judge(dialogue(said("Write to help@example.com."), case=LOST))
    assert contact.outcome == Outcome.USEFUL
    assert judge.judge(dialogue(said(STEPS[0]), case=LOST)).outcome == Outcome.INCORRECT


def test_a_piece_with_another_number_is_another_piece() -> None:
    limit = "You may add at most 5 users to an account of this kind."
    assert is_said(limit, f"Please note: {limit}")
    assert not is_said(limit, limit.replace("5", "50"))
    assert is_said(limit, limit.replace("You may add", "Add"))
    assert not is_said(limit, "Add users to an account.")
