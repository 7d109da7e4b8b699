"""RAG-Agent with a language model, as written (Recruit, section 3.2)."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Literal

from graphwright.dialogue.reply import HandOverReason, Option, Part, Reply, ReplyAction
from graphwright.llm.calls.client import LlmClient
from graphwright.simulation.asking import Form, as_told, ask
from graphwright.simulation.case import Turn
from graphwright.simulation.rag_agent import BASELINE, RagAgent

_MOST_CHARACTERS = 24_000
"""Text of pages that a model is shown, the best pages first: the threshold alone may keep all."""


class CoreIntent(Form):
    """What the model takes for the user's core intent."""

    intent: str


class RagAnswer(Form):
    """The model's action and words."""

    action: Literal["resolution", "clarification", "escalation"]
    text: str
    options: list[str]


class LlmRagAgent:
    """An ``Agent``: a model names the core intent, chooses the action and writes the reply.

    Where it does not answer, the rules do. Each run of utterances is answered once, so that later
    replies follow the earlier ones.
    """

    def __init__(self, rules: RagAgent, client: LlmClient) -> None:
        self._rules = rules
        self._client = client
        self._answered = functools.lru_cache(maxsize=4096)(self._answer)

    def reply(self, utterances: Sequence[str]) -> Reply:
        """Return the reply to the last utterance, after those to the ones before it."""
        return self._answered(tuple(utterances))

    def _answer(self, utterances: tuple[str, ...]) -> Reply:
        if not utterances:
            return self._rules.reply(utterances)
        earlier = [
            Turn(utterance, self._answered(utterances[: turn + 1]))
            for turn, utterance in enumerate(utterances[:-1])
        ]
        told = {"pages": self._pages(utterances), "dialogue": as_told(earlier, utterances[-1])}
        answer = ask(self._client, "rag_agent", told, RagAnswer)
        if answer is None or not answer.text.strip():
            return self._rules.reply(utterances)
        return _reply(answer)

    def _pages(self, utterances: tuple[str, ...]) -> list[dict[str, str]]:
        """Return the retained pages as the model reads them, as many as there is room for."""
        named = ask(self._client, "intent", {"utterances": utterances}, CoreIntent)
        by_rules = " ".join(utterances)
        intent = (named.intent.strip() if named else "") or by_rules
        room, shown = _MOST_CHARACTERS, []
        for title, text in self._rules.retrieve(intent):
            shown.append({"title": title, "text": text[:room]})
            room -= len(text)
            if room <= 0:
                break
        return shown


def _reply(answer: RagAnswer) -> Reply:
    """Return a model's answer as a reply; its words come from no page and no template."""
    action = ReplyAction(answer.action)
    options = tuple(Option(label, "page", label) for label in answer.options if label.strip())
    asks = action == ReplyAction.CLARIFICATION
    hands_over = action == ReplyAction.ESCALATION
    return Reply(
        BASELINE,
        action,
        (Part(answer.text.strip()),),
        options if asks else (),
        reason=HandOverReason.NO_INTENT if hands_over else None,
    )
