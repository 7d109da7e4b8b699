"""What is asked about a help page: its problems, their intents, and which resolutions do alone.

The rules read the page first. A model is asked for nodes where they found the root alone; for
intents and judgements of the nodes in any case.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from graphwright.help.conditions import read_conditions
from graphwright.help.rows import node_rows
from graphwright.help.tree import read_draft
from graphwright.llm.answers.answer import Usage
from graphwright.llm.prompts.forms import HELP_ACTIONABLE, HELP_INTENTS, HELP_NODES, Form
from graphwright.llm.prompts.passage import Passage
from graphwright.llm.reading.ask import Answers, Asker, Question
from graphwright.llm.reading.entries import ParsedAnswer
from graphwright.llm.reading.help_nodes import RejectedPart, grown_page
from graphwright.llm.reading.help_words import judged_nodes, said_intents
from graphwright.tables import (
    HelpNode,
    LlmFailureReason,
    LlmHelpFailure,
    LlmHelpIntent,
    LlmHelpNode,
    ParsedDocument,
    RejectedLlmHelpNode,
)

Item = TypeVar("Item")


@dataclasses.dataclass(frozen=True, slots=True)
class HelpReading:
    """The rows of a page; a page that failed has its failure alone, and what it cost."""

    nodes: tuple[LlmHelpNode, ...]
    intents: tuple[LlmHelpIntent, ...]
    rejected: tuple[RejectedLlmHelpNode, ...]
    failure: LlmHelpFailure | None
    usage: Usage

    @property
    def failure_may_pass(self) -> bool:
        """Whether it failed for a reason that may be gone at the next build."""
        return self.failure is not None and LlmFailureReason(self.failure.reason).transient


def read_help_page(asker: Asker, document: ParsedDocument) -> HelpReading:
    """Return what a model reads on a page. A page without text is not asked about.

    Raises ``ExtractorError`` like ``Asker.ask``.
    """
    return _PageReader(asker, document).read()


class _FailedError(Exception):
    """A question without a usable answer: the page is left to the rules."""

    def __init__(self, failure: LlmHelpFailure) -> None:
        self.failure = failure


class _PageReader:
    def __init__(self, asker: Asker, document: ParsedDocument) -> None:
        self._asker = asker
        self._document = document
        self._usage = Usage()
        self._rejected: list[RejectedPart] = []

    def read(self) -> HelpReading:
        try:
            nodes = self._judged(self._nodes())
            intents = self._intents(nodes)
        except _FailedError as error:
            return HelpReading((), (), (), error.failure, self._usage)
        rejected = tuple(self._rejected_row(*row) for row in enumerate(self._rejected))
        rows = tuple(LlmHelpNode(**_fields(node)) for node in nodes)
        return HelpReading(rows, intents, rejected, None, self._usage)

    def _nodes(self) -> tuple[HelpNode, ...]:
        draft = read_draft(self._document)
        conditions = read_conditions(draft)
        if len(draft.nodes) == 1:
            rule = HELP_NODES.version(self._asker.settings.model)
            answers = [a for passage in self._windows() for a in self._ask(HELP_NODES, passage)]
            grown = grown_page(draft, answers, rule)
            draft, conditions = grown.draft, grown.conditions
            self._rejected += grown.rejected
        return node_rows(draft, conditions, self._document.audience)

    def _judged(self, nodes: Sequence[HelpNode]) -> tuple[HelpNode, ...]:
        answers = self._about(HELP_ACTIONABLE, [node for node in nodes if node.resolution_spans])
        judged, rejected = judged_nodes(self._document, nodes, answers)
        self._rejected += rejected
        return judged

    def _intents(self, nodes: Sequence[HelpNode]) -> tuple[LlmHelpIntent, ...]:
        rule = HELP_INTENTS.version(self._asker.settings.model)
        answers = self._about(HELP_INTENTS, nodes)
        intents, rejected = said_intents(self._document, nodes, answers, rule)
        self._rejected += rejected
        return intents

    def _about(self, form: Form[Item], nodes: Sequence[HelpNode]) -> list[ParsedAnswer[Item]]:
        """Return what is answered about nodes, each shown with the window that it stands in."""
        answers: list[ParsedAnswer[Item]] = []
        for passage in self._windows():
            inside = [
                node for node in nodes if node.start < passage.end and passage.start < node.end
            ]
            if inside:
                answers += self._ask(form, passage, [_line(node) for node in inside])
        return answers

    def _ask(
        self, form: Form[Item], passage: Passage, known: Sequence[str] = ()
    ) -> tuple[ParsedAnswer[Item], ...]:
        starts = [block.start for block in self._document.blocks]
        said: Answers[Item] = self._asker.ask(Question(form, passage, starts, known))
        self._usage += said.usage
        if (problem := said.problem) is not None:
            raise _FailedError(
                LlmHelpFailure(
                    self._document.document_id,
                    form.name,
                    problem.reason.value,
                    problem.detail,
                    said.unusable,
                )
            )
        return said.parsed

    def _windows(self) -> Iterator[Passage]:
        """Yield the page in windows of whole blocks, none longer than the settings say.

        A block that is longer is a window of its own.
        """
        text, most = self._document.text, self._asker.settings.summary_characters
        starts = [block.start for block in self._document.blocks if block.start]
        begin = 0
        for at, after in zip(starts, [*starts[1:], len(text)], strict=True):
            if after - begin > most:
                yield self._passage(begin, at)
                begin = at
        if text[begin:].strip():
            yield self._passage(begin, len(text))

    def _passage(self, start: int, end: int) -> Passage:
        return Passage(self._document.text[start:end], start, end, (self._document.title,))

    def _rejected_row(self, index: int, part: RejectedPart) -> RejectedLlmHelpNode:
        return RejectedLlmHelpNode(
            self._document.document_id,
            index,
            part.problem,
            part.reason.value,
            part.span.start if part.span else None,
            part.span.end if part.span else None,
            part.detail,
        )


def _line(node: HelpNode) -> str:
    """Return a node as a model is shown it."""
    problem = " ".join(node.problem.split())
    return f"{node.index}: {problem}" + (f" ({node.condition})" if node.condition else "")


def _fields(row: HelpNode) -> dict[str, Any]:
    return {field.name: getattr(row, field.name) for field in dataclasses.fields(row)}
