"""What an agent says in a turn of a dialogue, and what a user reads with it."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol


class ReplyAction(StrEnum):
    """Kinds of replies (Recruit, section 2.2), and a greeting's or a farewell's."""

    RESOLUTION = "resolution"
    CLARIFICATION = "clarification"
    ESCALATION = "escalation"
    COURTESY = "courtesy"


class HandOverReason(StrEnum):
    """Why a person must go on."""

    NO_INTENT = "no_intent"
    NOT_ACTIONABLE = "not_actionable"
    CONDITION_UNMET = "condition_unmet"
    ASKED_TWICE = "asked_twice"
    USER_ASKED = "user_asked"


@dataclasses.dataclass(frozen=True, slots=True)
class Part:
    """A piece of what is said: characters of a page, or a template's words.

    Of a template ``document_id``, ``start`` and ``end`` are None and ``template`` is its name.
    """

    text: str
    node_id: str | None = None
    document_id: str | None = None
    start: int | None = None
    end: int | None = None
    template: str | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Option:
    """An answer that a user may choose: its words, and the condition that it settles."""

    label: str
    group: str
    value: str


@dataclasses.dataclass(frozen=True, slots=True)
class Fact:
    """What the user said of a condition: ``met`` is None where they do not know.

    ``turn`` counts from 1.
    """

    group: str
    value: str
    met: bool | None
    turn: int


@dataclasses.dataclass(frozen=True, slots=True)
class Candidate:
    """A node that was considered, its score, and the action that it would lead to."""

    node_id: str
    score: float
    action: ReplyAction
    why: str


@dataclasses.dataclass(frozen=True, slots=True)
class HandOver:
    """What a person gets who goes on: what was said, what was considered and known, and why.

    ``transcript`` holds what the user said and what the agent replied, a pair a turn; the last
    reply, which is the hand-over, is not in it. ``contact`` is the collection's line.
    """

    reason: HandOverReason
    transcript: tuple[tuple[str, str], ...]
    candidates: tuple[Candidate, ...]
    facts: tuple[Fact, ...]
    contact: str | None


@dataclasses.dataclass(frozen=True, slots=True)
class Reply:
    """A turn of the agent, a pure function of snapshot, settings and the user's utterances."""

    snapshot: str
    action: ReplyAction
    parts: tuple[Part, ...]
    options: tuple[Option, ...] = ()
    node_id: str | None = None
    reason: HandOverReason | None = None
    facts: tuple[Fact, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    probability: float = 0.0
    why: str = ""
    hand_over: HandOver | None = None

    @property
    def text(self) -> str:
        """Return what is said, as one text."""
        return "\n".join(part.text for part in self.parts)


class Agent(Protocol):
    """Whatever answers in a dialogue: the manager of the graph, or the baseline."""

    def reply(self, utterances: Sequence[str]) -> Reply:
        """Return the reply to the last of the user's utterances, given those before it."""
