"""A judge that is a language model (Recruit, sections 3.4 and 3.5)."""

from __future__ import annotations

import dataclasses
from typing import Literal

from graphwright.llm.calls.client import LlmClient
from graphwright.simulation.asking import Form, as_told, ask
from graphwright.simulation.case import Dialogue
from graphwright.simulation.judge import Judgement, Outcome, RuleJudge, has_escalated


class ResolvedVerdict(Form):
    """The model's verdict on an inquiry that the pages resolve."""

    why: str
    verdict: Literal["correct", "partial", "incorrect"]


class UnresolvableVerdict(Form):
    """The model's verdict on one that only a person can resolve, and that was not handed over."""

    why: str
    verdict: Literal["useful", "incorrect"]


class LlmJudge:
    """A ``Judge``. Handing over is read from the replies; without an answer the rules judge."""

    def __init__(self, client: LlmClient) -> None:
        self._client = client

    def judge(self, dialogue: Dialogue) -> Judgement:
        """Return the verdict on a dialogue."""
        ruled = RuleJudge().judge(dialogue)
        resolvable = dialogue.case.resolvable
        if not resolvable and has_escalated(dialogue):
            return ruled
        told = {
            "inquiry": dialogue.case.inquiry,
            "core": dialogue.case.core,
            "others": dialogue.case.others,
            "dialogue": as_told(dialogue.turns),
        }
        answer: ResolvedVerdict | UnresolvableVerdict | None
        if resolvable:
            answer = ask(self._client, "judge", told, ResolvedVerdict)
        else:
            answer = ask(self._client, "judge", told, UnresolvableVerdict)
        if answer is None:
            return dataclasses.replace(ruled, why=f"by rules: {ruled.why}")
        return dataclasses.replace(ruled, outcome=Outcome(answer.verdict), why=answer.why)
