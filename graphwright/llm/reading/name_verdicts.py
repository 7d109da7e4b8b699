"""What an LLM says of two names that a score leaves open: one thing, two, or unsure."""

from __future__ import annotations

import dataclasses

from graphwright.llm.answers.answer import Usage
from graphwright.llm.answers.shorten import shorten
from graphwright.llm.prompts.forms import NAMES
from graphwright.llm.prompts.passage import Passage
from graphwright.llm.reading.ask import Asker, Question
from graphwright.tables import LlmFailureReason, LlmNameVerdict


@dataclasses.dataclass(frozen=True, slots=True)
class OpenPair:
    """Two names with sentences that hold them; ``score`` is the chance that both are one."""

    name_key: str
    other_key: str
    score: float
    name: str
    other: str
    quotes: tuple[str, ...]
    other_quotes: tuple[str, ...]

    @property
    def text(self) -> str:
        """Return all that a model is shown of the pair."""
        lines = [f"First name: {self.name}", *(f"- {one}" for one in self.quotes)]
        lines += [f"Second name: {self.other}", *(f"- {one}" for one in self.other_quotes)]
        return "\n".join(lines)


@dataclasses.dataclass(frozen=True, slots=True)
class VerdictOutcome:
    """The row of a pair, and what it cost."""

    row: LlmNameVerdict
    usage: Usage

    @property
    def failure_may_pass(self) -> bool:
        """Whether it failed for a reason that may be gone at the next build."""
        failure = self.row.failure
        return failure is not None and LlmFailureReason(failure).transient


def judge_pair(asker: Asker, pair: OpenPair) -> VerdictOutcome:
    """Return what a model says of a pair; an answer without one verdict is malformed.

    Raises ``ExtractorError`` like ``Asker.ask``.
    """
    text = pair.text
    answers = asker.ask(Question(NAMES, Passage(text, 0, len(text), ()), single=True))
    row = LlmNameVerdict(
        name_key=pair.name_key,
        other_key=pair.other_key,
        score=pair.score,
        version=NAMES.version(asker.settings.model),
        verdict=None,
        reason=None,
        failure=None,
        detail=None,
    )
    if answers.problem is not None:
        problem = answers.problem
        failed = dataclasses.replace(
            row, failure=problem.reason.value, detail=problem.detail, answers=answers.unusable
        )
        return VerdictOutcome(failed, answers.usage)
    [(_, said)] = answers.parsed[0].items
    row = dataclasses.replace(row, verdict=said.verdict, reason=shorten(said.reason))
    return VerdictOutcome(row, answers.usage)
