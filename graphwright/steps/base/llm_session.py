"""One step's dealings with its LLM during a build: the endpoint, the budget, batches, the bill.

What is asked about which unit is the step's; how answers are come by stands in ``graphwright.llm``.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from graphwright.llm.answers.answer import Problem, Usage
from graphwright.llm.answers.budget import Budget, Spend, price
from graphwright.llm.answers.cache import AnswerCache
from graphwright.llm.answers.source import AnswerSource
from graphwright.llm.calls.batch import BatchAnswers, NotYetAnsweredError
from graphwright.llm.calls.batch_files import BatchFolder
from graphwright.llm.calls.client import LlmClient
from graphwright.llm.extractor import LlmExtractor
from graphwright.settings import LlmSettings
from graphwright.steps.base.llm_bill import (
    note_run_usage,
    note_spent,
    read_runs,
    take_up_open_bill,
)
from graphwright.store.lake import Lake


def answers_folder(lake: Lake) -> Path:
    """Return the folder of the answers that were paid for."""
    return lake.cache / "llm"


class LlmSession:
    """Opens the endpoint when it is first needed, and knows what was spent.

    Answers are kept in the lake's cache, and so are batches that are open.
    """

    def __init__(self, settings: LlmSettings, lake: Lake) -> None:
        self.settings = settings
        self._cache = AnswerCache(answers_folder(lake), settings.max_output_tokens)
        self._batches = lake.cache / "llm_batches"
        self._budget = Budget(settings)
        self._earlier = Spend()
        self._problems: dict[str, Problem] = {}
        self._batch_usage = Usage()
        self._client: LlmClient | None = None
        self._answers: AnswerSource | None = None

    def extractor(self) -> LlmExtractor:
        """Return an extractor over this session's endpoint, cache and budget."""
        client = self._open()
        self._answers = AnswerSource(self.settings, client, self._cache, self._problems)
        return self._over(self._answers)

    def prepare(
        self,
        lake: Lake,
        run: str,
        step: str,
        batches: Callable[[], Iterable[list[Any]]],
        read: Callable[[LlmExtractor, Any], object],
    ) -> None:
        """Count what was spent before; in mode ``batch``, have all questions answered.

        What is spent from now on is noted call by call, until ``finish`` makes it one bill.
        ``batches`` yields the payloads of all units, as often as it is called; ``read`` reads one.
        Raises ``ExtractorError`` like ``BatchAnswers.run``; in mode ``live`` like its ``take_up``.
        """
        take_up_open_bill(lake)
        self._count_earlier(lake, run)
        self._budget.tell(partial(note_spent, lake, run, step))
        if self.settings.mode == "batch" or BatchFolder(self._batches).records():
            self._answer_in_batches(batches, read)

    def _answer_in_batches(
        self,
        batches: Callable[[], Iterable[list[Any]]],
        read: Callable[[LlmExtractor, Any], object],
    ) -> None:
        def read_all(answers: AnswerSource) -> None:
            extractor = self._over(answers)
            for payload in chain.from_iterable(batches()):
                with contextlib.suppress(NotYetAnsweredError):
                    read(extractor, payload)

        asked = BatchAnswers(self.settings, self._open(), self._cache, self._batches, self._budget)
        try:
            if self.settings.mode == "batch":
                asked.run(read_all)
            else:
                asked.take_up()
        finally:
            self._problems.update(asked.problems)
            self._batch_usage += asked.usage

    def finish(self, lake: Lake, run: str, step: str) -> dict[str, Any]:
        """Note what the step cost and return it for Dagster's page; empty where nothing was asked.

        That is more than its units cost where the step was broken off. Closes the connections.
        """
        if self._client is not None:
            self._client.close()
        total = self._batch_usage + (self._answers.usage if self._answers else Usage())
        spent = self._budget.spent - self._earlier
        if total == Usage() and spent == Spend():
            return {}
        noted = note_run_usage(lake, run, step, total, spent)
        return {
            "llm_calls": noted.calls,
            "llm_calls_repeated": noted.retries,
            "llm_answers_from_cache": noted.cached,
            "llm_tokens_in": noted.prompt_tokens,
            "llm_tokens_out": noted.completion_tokens,
            **(
                {"llm_money": round(noted.money, 6)}
                if price(self.settings, 0, 0) is not None
                else {}
            ),
        }

    def _count_earlier(self, lake: Lake, run: str) -> None:
        for known in read_runs(lake):
            if run and known.run == run:
                money = Fraction(str(known.money))
                self._earlier += Spend(known.spent_calls, known.spent_tokens, 0, money)
        self._budget.add(self._earlier)

    def _open(self) -> LlmClient:
        if self._client is None:
            self._client = LlmClient(self.settings, budget=self._budget)
        return self._client

    def _over(self, answers: AnswerSource) -> LlmExtractor:
        return LlmExtractor(self.settings, answers=answers)
