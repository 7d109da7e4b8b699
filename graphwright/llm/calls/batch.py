"""A service of batches as a way to have many questions answered: cheaper, within a day.

A reading of all texts collects the questions that no kept answer fits; they go out as batches, the
answers come into the cache, and the reading is repeated until few questions are left. Those are
asked directly by the reading that makes the rows, which finds all others in the cache. So nothing
that reads answers knows of batches, and a killed build goes on with the batches it has made.
"""

from __future__ import annotations

import dataclasses
import functools
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any

from graphwright.errors import ExtractorError
from graphwright.llm.answers.answer import Answer, Problem, Usage
from graphwright.llm.answers.budget import Budget, Spend
from graphwright.llm.answers.cache import AnswerCache
from graphwright.llm.answers.source import AnswerSource
from graphwright.llm.calls.batch_files import BatchFolder, BatchRecord, json_lines
from graphwright.llm.calls.client import LlmClient
from graphwright.llm.calls.reply import read_answer, status_problem
from graphwright.llm.prompts import tokens
from graphwright.llm.prompts.request import Request
from graphwright.llm.provider.provider import (
    BatchService,
    BatchServiceError,
    BatchState,
)
from graphwright.settings import LlmSettings
from graphwright.store.folder import LOCAL_FILES
from graphwright.tables import LlmFailureReason


class NotYetAnsweredError(Exception):
    """Ends the reading of a text whose next question has only been collected."""


class Collector:
    """Stands in for the endpoint: writes each question down and gives no answer yet.

    The first question of a build is asked directly, so that the form of request which the endpoint
    understands is known before thousands are sent in it. What the budget leaves no room for is
    not written down.
    """

    def __init__(
        self, settings: LlmSettings, client: LlmClient, folder: BatchFolder, budget: Budget,
        url: str,
    ) -> None:  # fmt: skip
        """``url`` is the path that each question in a batch names."""
        self._settings = settings
        self._url = url
        self._client = client
        self._budget = budget
        self._seen: set[str] = set()
        self.writer = folder.writer(settings.batch)
        self.reserved = Spend()
        self.usage = Usage()

    def complete(self, request: Request, key: str) -> Answer:
        """Write the question down. Raises ``NotYetAnsweredError``."""
        if not self._client.understood:
            answer = self._client.complete(request, key)
            if answer.usage.calls:
                self.usage += _paid_ahead(answer.usage)
            return answer
        if key not in self._seen and self._hold(request):
            self._seen.add(key)
            about = tokens.about(request.messages, request.schema)
            self.writer.add(key, self._url, self._client.body(request), about)
        raise NotYetAnsweredError

    def stop(self) -> None:
        """Do nothing: nobody waits here."""

    def close(self) -> None:
        """Do nothing: the client is closed by who made it."""

    def _hold(self, request: Request) -> bool:
        most = self._budget.cost(
            tokens.at_most(request.messages, request.schema),
            self._settings.max_output_tokens,
            share=self._settings.batch.price_share,
        )
        if not self._budget.hold(most):
            return False
        self.reserved += most
        return True


class BatchAnswers:
    """Has questions answered in batches; ``run`` for a build, then ``problems`` and ``usage``.

    ``problems`` are the questions, by key, whose line in a batch failed; ``usage`` is what this
    build's batches and the first question cost.
    """

    def __init__(
        self, settings: LlmSettings, client: LlmClient, cache: AnswerCache, folder: Path,
        budget: Budget,
    ) -> None:  # fmt: skip
        self._settings = settings
        self._client = client
        self._cache = cache
        self._folder = BatchFolder(folder)
        self._budget = budget
        self._provider = client.provider
        self.problems: dict[str, Problem] = {}
        self.usage = Usage()

    @functools.cached_property
    def _service(self) -> BatchService:
        service = self._provider.batches
        if service is not None:
            return service
        wrong = f"{self._provider.address} has no service of batches"
        if left := len(self._folder.records()):
            raise ExtractorError(
                f"{wrong}, but {left} of an earlier build are left.",
                remedy=f"Build with the endpoint that they were made at, or delete"
                f" {self._folder.path}: that gives their answers up.",
            )
        raise ExtractorError(f"{wrong}.", remedy="Set llm.mode to live.")

    def run(self, read_all: Callable[[AnswerSource], None]) -> None:
        """Have the questions of a reading answered, but for a few.

        ``read_all`` reads every text with the answers that it is given and passes over a text
        where ``NotYetAnsweredError`` is raised. Raises ``ExtractorError`` where the endpoint has no
        Batch API, refuses a batch, or is not done in time; the batches made so far are kept then.
        """
        self._wait_for(self._found(self._folder.records()))
        while True:
            collector = Collector(
                self._settings, self._client, self._folder, self._budget, self._service.url
            )
            read_all(AnswerSource(self._settings, collector, self._cache, self.problems))
            batches = collector.writer.close()
            self.usage += collector.usage
            try:
                if collector.writer.questions < self._settings.batch.at_least:
                    self._drop(batches)
                    return
                self._wait_for([self._submit(record) for record in batches])
            finally:
                self._budget.release(collector.reserved)

    def take_up(self) -> None:
        """Take the answers of batches that an earlier build has made, without waiting for any.

        Raises ``ExtractorError`` where one is under way, or the endpoint has no Batch API: asked
        directly, its questions would be paid twice.
        """
        left = [r for r in self._found(self._folder.records()) if not self._taken(r)]
        if left:
            raise ExtractorError(
                f"{len(left)} batches of an earlier build are under way at"
                f" {self._provider.address}.",
                remedy="Build with llm.mode batch until they are done, or cancel them there: what"
                " they have answered is paid, and is kept.",
            )

    def _found(self, records: Sequence[BatchRecord]) -> list[BatchRecord]:
        """Return the records of batches that were made; the questions of the others are dropped."""
        found = []
        for record in records:
            batch = record.batch or self._find(record.name)
            if batch is None:
                self._folder.drop(record.name)
            else:
                found.append(dataclasses.replace(record, batch=batch))
        return found

    def _drop(self, records: Sequence[BatchRecord]) -> None:
        for record in records:
            self._folder.drop(record.name)

    def _submit(self, record: BatchRecord) -> BatchRecord:
        """Make a batch of a file of questions, once, and return its record with its id."""
        self._folder.keep(record)  # before it is made: a killed build looks for it by its name
        with self._told("could not be given a batch"):
            questions = self._service.upload(self._folder.questions(record.name))
            made = dataclasses.replace(record, batch=self._create(record.name, questions))
        self._folder.keep(made)
        return made

    def _create(self, name: str, questions: str) -> str:
        """Create the batch; an attempt that may have succeeded is looked for, not repeated."""
        for attempt in range(self._settings.max_retries + 1):
            try:
                return self._service.create(name, questions)
            except BatchServiceError as error:
                if not error.passes:
                    raise
                if (found := self._find(name)) is not None:
                    return found
                if attempt == self._settings.max_retries:
                    raise
                time.sleep(min(2.0**attempt, self._settings.batch.poll_seconds))
        raise AssertionError("the last attempt returns or raises")

    def _find(self, name: str) -> str | None:
        """Return the id of the batch of ours that has this name, if the endpoint has it."""
        with self._told("does not list its batches"):
            return self._service.find(name)

    def _wait_for(self, records: Sequence[BatchRecord]) -> None:
        """Wait until each batch has ended, and take its answers. Raises when time is up."""
        open_ones, deadline = list(records), time.monotonic() + self._settings.batch.wait_seconds
        while open_ones:
            open_ones = [record for record in open_ones if not self._taken(record)]
            if not open_ones:
                return
            if time.monotonic() >= deadline:
                raise ExtractorError(
                    f"{len(open_ones)} batches at {self._provider.address} are not done after"
                    f" {self._settings.batch.wait_seconds:g} s.",
                    remedy="Build again later: their answers are waited for, nothing is sent anew.",
                )  # not transient: whoever tries again at once would wait as long again
            time.sleep(self._settings.batch.poll_seconds)

    def _taken(self, record: BatchRecord) -> bool:
        """Look at a batch once; where it has ended, take its answers and forget it."""
        with self._told("does not tell of a batch"):
            batch = self._service.state(record.batch or "")
            if not batch.ended:
                return False
            answered = self._take(record, batch)
        missing = self._folder.keys(record.name) - answered
        for key in sorted(missing):
            detail = f"the batch ended as {batch.status} without an answer to it"
            self.problems[key] = Problem(LlmFailureReason.TIMEOUT, detail)
        self._folder.drop(record.name)
        if batch.failed:
            raise ExtractorError(
                f"{self._provider.address} refused a batch of {record.questions} questions:"
                f" {self._provider.without_secrets(batch.reasons)}.",
                remedy="Mend what it names, or set llm.mode to live. Nothing of it was paid.",
            )
        return True

    def _take(self, record: BatchRecord, batch: BatchState) -> set[str]:
        """Keep the answers of an ended batch; return the keys that it says anything about."""
        keys = set()
        for file in batch.files:
            for line in self._lines(record.name, file):
                key, answer = str(line.get("custom_id")), self._answer(line, record.about)
                if not key.isalnum():
                    continue  # none of ours, and it would be a path in the cache
                keys.add(key)
                if answer.usage.calls:
                    self._keep_answer(key, answer)
                elif isinstance(answer, Problem):
                    self.problems[key] = answer
        return keys

    def _lines(self, name: str, file: str) -> Iterator[dict[str, Any]]:
        path = self._folder.answers(name)
        try:
            with self._folder.written():
                self._service.download(file, path)
            yield from json_lines(path)
        finally:
            LOCAL_FILES.delete(path)

    def _keep_answer(self, key: str, answer: Answer) -> None:
        """Count and keep an answer, unless a build that was killed while it took them did so."""
        if self._cache.get(key) is not None:
            return
        self.usage += _paid_ahead(answer.usage)
        share = self._settings.batch.price_share
        self._budget.add(self._budget.of_usage(answer.usage, share=share))
        self._cache.put(key, answer)

    def _answer(self, line: dict[str, Any], about: int) -> Answer:
        """Return what a line of a batch's files says."""
        match line:
            case {"response": {"status_code": HTTPStatus.OK, "body": body}}:
                return read_answer(body, about)
            case {"response": {"status_code": int(status), "body": body}}:
                error = body.get("error") if isinstance(body, dict) else None
                said = error if isinstance(error, dict) else {"message": str(body)}
                detail = f"HTTP {status}: {said.get('message')}"
                code = str(said.get("code"))
                return status_problem(status, self._provider.without_secrets(detail), code)
            case {"error": {"message": str(message)}}:
                detail = self._provider.without_secrets(message)
                return Problem(LlmFailureReason.TIMEOUT, detail)
        return Problem(LlmFailureReason.SERVER_ERROR, "a line of the batch says nothing")

    @contextmanager
    def _told(self, what: str) -> Iterator[None]:
        """Turn an error of the Batch API into one that says what to do."""
        try:
            yield
        except BatchServiceError as error:
            later = "Build again later: batches made so far are kept."
            never = (
                "If it has no Batch API, set llm.mode to live. Batches of another endpoint can be"
                f" fetched there; deleting {self._folder.path} gives their answers up."
            )
            raise ExtractorError(
                f"{self._provider.address} {what}: {self._provider.without_secrets(error.words)}.",
                remedy=later if error.passes else never,
                transient=error.passes,
            ) from None


def _paid_ahead(usage: Usage) -> Usage:
    """Return an answer's usage less that of the reading that will find it in the cache."""
    cached = usage.as_cached()
    return usage + Usage(
        cached=-cached.cached,
        cached_prompt_tokens=-cached.cached_prompt_tokens,
        cached_completion_tokens=-cached.cached_completion_tokens,
    )
