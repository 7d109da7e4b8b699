"""Dialogues of many cases with one agent, and what they come to."""

from __future__ import annotations

import dataclasses
import statistics
import time
from collections.abc import Callable, Iterable, Mapping, Sequence

from graphwright.dialogue.reply import Agent, Reply, ReplyAction
from graphwright.simulation.case import Case, Dialogue, Turn
from graphwright.simulation.judge import Judge, Judgement, Outcome
from graphwright.simulation.user import User

Clock = Callable[[], float]


@dataclasses.dataclass(frozen=True, slots=True)
class Judged:
    """A dialogue with its verdict; ``milliseconds`` has those of each reply."""

    dialogue: Dialogue
    judgement: Judgement
    milliseconds: tuple[float, ...] = dataclasses.field(default=(), compare=False)


def simulate(
    agent: Agent, cases: Iterable[Case], user: User, judge: Judge, clock: Clock = time.perf_counter
) -> list[Judged]:
    """Return a judged dialogue for each case, in their order."""
    found = []
    for case in cases:
        dialogue, milliseconds = converse(agent, case, user, clock)
        found.append(Judged(dialogue, judge.judge(dialogue), milliseconds))
    return found


def converse(
    agent: Agent, case: Case, user: User, clock: Clock = time.perf_counter
) -> tuple[Dialogue, tuple[float, ...]]:
    """Return the dialogue of a case, and how long each reply took in milliseconds."""
    turns: list[Turn] = []
    took: list[float] = []
    while (utterance := user.speak(case, turns)) is not None:
        if len(turns) == user.most_turns:
            return Dialogue(case, tuple(turns), gave_up=True), tuple(took)
        began = clock()
        reply = agent.reply([*(turn.utterance for turn in turns), utterance])
        took.append(1000 * (clock() - began))
        turns.append(Turn(utterance, reply))
    return Dialogue(case, tuple(turns), gave_up=False), tuple(took)


def unfounded(reply: Reply, texts: Mapping[str, str]) -> list[str]:
    """Return what a reply says that is neither characters of a page nor a template.

    ``texts`` has the canonical texts of the pages by document.
    """
    return [
        part.text
        for part in reply.parts
        if part.template is None
        and (
            part.document_id is None
            or texts.get(part.document_id, "")[part.start : part.end] != part.text
        )
    ]


@dataclasses.dataclass(frozen=True, slots=True)
class Summary:
    """What many dialogues come to: counts, shares from 0 to 1, means.

    ``escalated`` to ``misled_unresolvable`` are of the inquiries that only a person can resolve;
    ``at_once`` are handed over before anything else was given for an answer. ``turns``,
    ``clarified`` and ``characters`` (of a reply) are of all; times are milliseconds of a reply.
    """

    resolvable: int
    unresolvable: int
    correct: float
    partial: float
    incorrect: float
    misled: float
    wrongly_escalated: float
    escalated: float
    at_once: float
    useful: float
    gave_up: float
    clarified: float
    turns: float
    characters: float
    unfounded: int
    median_ms: float


def summary(judged: Sequence[Judged], texts: Mapping[str, str]) -> Summary:
    """Return what dialogues come to; ``texts`` are the pages' own, by document."""
    own = [one.judgement for one in judged if one.dialogue.case.resolvable]
    lost = [one.judgement for one in judged if not one.dialogue.case.resolvable]
    replies = [turn.reply for one in judged for turn in one.dialogue.turns]
    handed_over = [one for one in lost if one.outcome == Outcome.ESCALATED]
    return Summary(
        resolvable=len(own),
        unresolvable=len(lost),
        correct=_share(own, Outcome.CORRECT),
        partial=_share(own, Outcome.PARTIAL),
        incorrect=_share(own, Outcome.INCORRECT),
        misled=_mean([one.misled for one in own]),
        wrongly_escalated=_mean([one.wrongly_escalated for one in own]),
        escalated=_share(lost, Outcome.ESCALATED),
        at_once=sum(not one.misled for one in handed_over) / len(lost) if lost else 0.0,
        useful=_share(lost, Outcome.USEFUL),
        gave_up=_mean([one.dialogue.gave_up for one in judged]),
        clarified=_mean([_clarified(one.dialogue) for one in judged]),
        turns=_mean([len(one.dialogue.turns) for one in judged]),
        characters=_mean([len(reply.text) for reply in replies]),
        unfounded=sum(len(unfounded(reply, texts)) for reply in replies),
        median_ms=statistics.median([ms for one in judged for ms in one.milliseconds] or [0.0]),
    )


def _share(judgements: Sequence[Judgement], outcome: Outcome) -> float:
    return _mean([one.outcome == outcome for one in judgements])


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0


def _clarified(dialogue: Dialogue) -> bool:
    return any(turn.reply.action == ReplyAction.CLARIFICATION for turn in dialogue.turns)
