"""How a dialogue ended for the user, judged by rules (Recruit, sections 3.4 and 3.5)."""

from __future__ import annotations

import dataclasses
import re
from enum import StrEnum
from typing import Protocol

from graphwright.dialogue.reply import Reply, ReplyAction
from graphwright.simulation.case import Dialogue
from graphwright.simulation.words import is_quoted, share_said

CORRECT, PARTIAL = 0.9, 0.3
"""Shares of the core information that must be said."""

_CONTACT = re.compile(r"\bcontact\b|\S+@\S+\.\w", re.IGNORECASE)
"""What leads on to a person: an address of mail, or the word."""


class Outcome(StrEnum):
    """Verdicts on resolvable inquiries, then on those that only a person can resolve."""

    CORRECT = "correct"
    PARTIAL = "partial"
    INCORRECT = "incorrect"
    ESCALATED = "escalated"
    USEFUL = "useful"


RESOLVABLE = (Outcome.INCORRECT, Outcome.PARTIAL, Outcome.CORRECT)
"""Verdicts on resolvable inquiries, the worst first."""


@dataclasses.dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict. ``share`` is of the core information; ``misled`` says that an answer was given
    where there is none, or one of another condition.
    """

    outcome: Outcome
    share: float = 0.0
    escalated: bool = False
    misled: bool = False
    why: str = ""

    @property
    def wrongly_escalated(self) -> bool:
        """Return whether a person was called in for what the pages resolve."""
        return self.escalated and self.outcome in (Outcome.PARTIAL, Outcome.INCORRECT)


class Judge(Protocol):
    """Whoever judges dialogues."""

    def judge(self, dialogue: Dialogue) -> Judgement:
        """Return the verdict on a dialogue."""


class RuleJudge:
    """Judges by the share of the core pieces that were said; asks nobody."""

    def judge(self, dialogue: Dialogue) -> Judgement:
        """Return the verdict on a dialogue."""
        return resolved(dialogue) if dialogue.case.resolvable else unresolvable(dialogue)


def resolved(dialogue: Dialogue) -> Judgement:
    """Return the verdict on an inquiry that the pages resolve."""
    told = "\n".join(dialogue.said)
    share = share_said(dialogue.case.core or (), told)
    misled = [other for other in dialogue.case.others if is_quoted(other, told)]
    escalated = has_escalated(dialogue)
    if misled:
        why = f"says what holds elsewhere: {misled[0][:80]}"
        return Judgement(Outcome.INCORRECT, share, escalated, misled=True, why=why)
    return Judgement(_by_share(share), share, escalated, why=f"{share:.2f} of the core")


def _by_share(share: float) -> Outcome:
    if share >= CORRECT:
        return Outcome.CORRECT
    return Outcome.PARTIAL if share >= PARTIAL else Outcome.INCORRECT


def unresolvable(dialogue: Dialogue) -> Judgement:
    """Return the verdict on an inquiry that only a person can resolve."""
    misled = any(_answers(turn.reply) for turn in dialogue.turns)
    if has_escalated(dialogue):
        return Judgement(Outcome.ESCALATED, escalated=True, misled=misled)
    useful = any(_CONTACT.search(text) for text in dialogue.said)
    return Judgement(Outcome.USEFUL if useful else Outcome.INCORRECT, misled=misled)


def has_escalated(dialogue: Dialogue) -> bool:
    """Return whether the agent handed over."""
    return any(turn.reply.action == ReplyAction.ESCALATION for turn in dialogue.turns)


def _answers(reply: Reply) -> bool:
    return reply.action == ReplyAction.RESOLUTION
