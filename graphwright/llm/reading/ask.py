"""One question about one passage: ask, read; cut in half and ask once more where that helps.

What is asked stands in ``prompts``, where answers come from in ``answers.source``. What is done
with them is for the callers: ``extractor`` for chunks, ``document_summary`` for whole documents.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Generic, TypeVar

from graphwright.llm.answers.answer import Completion, Problem, Usage
from graphwright.llm.answers.source import AnswerSource
from graphwright.llm.prompts.forms import Form
from graphwright.llm.prompts.passage import Passage, halves
from graphwright.llm.prompts.request import Request
from graphwright.llm.reading.entries import Malformed, ParsedAnswer, parse_answer
from graphwright.settings import LlmSettings
from graphwright.tables import LlmFailureReason

Item = TypeVar("Item")


@dataclasses.dataclass(frozen=True)
class Question(Generic[Item]):
    """What is asked about a passage: the form, where it may be cut, what is known beside it.

    One that is ``single`` has one entry as its answer, and says nothing in halves: it is never cut.
    """

    form: Form[Item]
    passage: Passage
    starts: Sequence[int] = ()
    known: Sequence[str] = ()
    single: bool = False


@dataclasses.dataclass(frozen=True)
class Answers(Generic[Item]):
    """What a question gave: its answers in order, or why one could not be had.

    ``unusable`` are the keys of kept answers that were of no use: a retry has to forget them.
    """

    parsed: tuple[ParsedAnswer[Item], ...]
    problem: Problem | None
    usage: Usage
    unusable: tuple[str, ...] = ()


class Asker:
    """Asks a source of answers; safe to share between threads."""

    def __init__(self, settings: LlmSettings, answers: AnswerSource) -> None:
        self.settings = settings
        self._answers = answers

    def ask(self, question: Question[Item]) -> Answers[Item]:
        """Return the answers; a cut-off or malformed one is asked for once more in halves.

        Raises ``ExtractorError`` when the endpoint is of no use for any question.
        """
        first = self._once(question)
        if first.problem is None or not _worth_another(first.problem):
            return first
        pieces, attempt = [] if question.single else halves(question.passage, question.starts), 0
        if not pieces and first.problem.reason is LlmFailureReason.MALFORMED:
            pieces, attempt = [question.passage], 1
        usage, parsed, unusable = first.usage, first.parsed, first.unusable
        for piece in pieces:
            again = self._once(dataclasses.replace(question, passage=piece), attempt)
            usage, parsed = usage + again.usage, parsed + again.parsed
            unusable += again.unusable
            if again.problem is not None:
                return Answers((), _in_piece(again.problem, piece), usage, unusable)
        return Answers(parsed, None if pieces else first.problem, usage, unusable)

    def _once(self, question: Question[Item], attempt: int = 0) -> Answers[Item]:
        """Return the answer to one call, from the cache where it was paid for before."""
        form = question.form
        messages = form.prompt.messages(question.passage, question.known)
        request = Request(messages, form.name, form.schema, form.identity)
        answer = self._answers.ask(request, attempt=attempt)
        if isinstance(answer, Problem):
            read: Answers[Item] = Answers((), answer, answer.usage)
        else:
            read = _judge(answer, form, single=question.single)
        if read.problem is None:
            return read
        # Whether it was kept does not matter: what is not there need not be forgotten.
        return dataclasses.replace(read, unusable=(self._answers.key(request, attempt),))


def _judge(answer: Completion, form: Form[Item], *, single: bool) -> Answers[Item]:
    if answer.truncated:
        detail = "the answer was cut off at llm.max_output_tokens"
        return Answers((), Problem(LlmFailureReason.TRUNCATED, detail), answer.usage)
    parsed = parse_answer(answer.text, form)
    if isinstance(parsed, Malformed):
        return Answers((), Problem(LlmFailureReason.MALFORMED, parsed.detail), answer.usage)
    if single and len(parsed.items) != 1:
        detail = f"{len(parsed.items)} entries of {form.field!r} were answered, one was expected"
        return Answers((), Problem(LlmFailureReason.MALFORMED, detail), answer.usage)
    return Answers((parsed,), None, answer.usage)


def _worth_another(problem: Problem) -> bool:
    smaller_helps = (LlmFailureReason.TRUNCATED, LlmFailureReason.MALFORMED)
    return problem.reason in smaller_helps or problem.too_long


def _in_piece(problem: Problem, piece: Passage) -> Problem:
    where = f"asked again for characters {piece.start} to {piece.end}"
    return dataclasses.replace(problem, detail=f"{problem.detail} ({where})")
