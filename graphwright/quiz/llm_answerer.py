"""Answers of an LLM: it chooses one of the options, asked in several orders of them.

A small model takes what stands first more often. So each question is asked with its options
rotated, and the option chosen most often counts; of equal ones the one that the item's id draws.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

from graphwright.ids import content_id
from graphwright.llm.answers.answer import Completion
from graphwright.llm.answers.source import AnswerSource
from graphwright.llm.prompts.quiz import quiz_request
from graphwright.quiz.context import Passage
from graphwright.tables import QuizItem

CONTEXT_CHARACTERS = 3_000
"""What a question is given of its context: some 800 tokens, which the smallest models take."""


class LlmAnswerer:
    """Asks an LLM; ``orders`` is how many rotations of the options each question is asked in."""

    name = "llm"

    def __init__(
        self, answers: AnswerSource, orders: int = 4, characters: int = CONTEXT_CHARACTERS
    ) -> None:
        self._answers, self._orders, self._characters = answers, orders, characters

    def choose(self, item: QuizItem, passages: Sequence[Passage]) -> int | None:
        """Return the option chosen most often, None where no answer is one.

        Raises ``ExtractorError`` for what concerns every call.
        """
        context = shortened([one.text for one in passages], self._characters)
        votes: Counter[int] = Counter()
        for turn in range(min(self._orders, len(item.options))):
            options = [*item.options[turn:], *item.options[:turn]]
            answer = self._answers.ask(quiz_request(item.question, options, context))
            said = _option(answer.text) if isinstance(answer, Completion) else None
            if said in item.options:
                votes[item.options.index(said)] += 1
        if not votes:
            return None
        return max(votes, key=lambda at: (votes[at], content_id(item.item_id, at)))


def shortened(texts: Sequence[str], characters: int) -> str:
    """Return texts within a number of characters, each cut to the same share where too long."""
    if not texts:
        return ""
    room = max(1, characters // min(len(texts), 5))
    kept, left = [], characters
    for text in texts:
        piece = " ".join(text.split())[: min(room, left)]
        if not piece:
            break
        kept.append(piece)
        left -= len(piece)
    return "\n".join(kept)


def _option(text: str) -> str | None:
    try:
        said = json.loads(text)
    except ValueError:
        return None
    answer = said.get("answer") if isinstance(said, dict) else None
    return answer if isinstance(answer, str) else None
