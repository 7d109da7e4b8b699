"""Calls of a provider, with patience and without telling secrets.

Knows nothing of chunks or triples: messages go in, a ``Completion`` or a ``Problem`` comes out.
What concerns every call (a wrong key, address or model, an endpoint that is gone) is raised as
``ExtractorError``, because a row for each chunk would hide the one thing to do.
"""

from __future__ import annotations

import dataclasses
import logging
import threading
from http import HTTPStatus
from typing import Any, TypeGuard

from graphwright.errors import ExtractorError
from graphwright.llm.answers.answer import Answer, Completion, Problem, Usage
from graphwright.llm.answers.budget import Budget, Reservation, Spend
from graphwright.llm.calls.backoff import Backoff, SharedPause
from graphwright.llm.calls.dialect import Dialect
from graphwright.llm.calls.fatal import fatal_error
from graphwright.llm.calls.rate_limit import RateLimit
from graphwright.llm.calls.reply import (
    concerns_text,
    is_completion,
    read_answer,
    status_problem,
)
from graphwright.llm.prompts import tokens
from graphwright.llm.prompts.request import Request
from graphwright.llm.provider.provider import (
    LlmProvider,
    RefusedError,
    UnansweredError,
    open_provider,
)
from graphwright.settings import LlmSettings
from graphwright.tables import LlmFailureReason

_LOG = logging.getLogger(__name__)

_GIVE_UP_AFTER = 10
"""Calls in a row that end past patience before it is tried whether the endpoint is gone."""

_OVER = "not asked: the build's budget (llm.budget) could have been passed"
_REFUSED_AS_WRITTEN = frozenset({HTTPStatus.BAD_REQUEST, HTTPStatus.UNPROCESSABLE_ENTITY})


PROBE = "probe"
"""Name of the schema of a question that only shows whether the endpoint answers."""

_PROBE = Request(
    [{"role": "user", "content": 'Answer with the JSON object {"yes": true}.'}],
    PROBE,
    {
        "type": "object",
        "properties": {"yes": {"type": "boolean"}},
        "required": ["yes"],
        "additionalProperties": False,
    },
)


class LlmClient:
    """Calls a provider for as many threads as like; construct one for a build.

    Raises ``ExtractorError`` when there is no key for OpenAI's own address.
    """

    def __init__(
        self,
        settings: LlmSettings,
        *,
        backoff: Backoff | None = None,
        budget: Budget | None = None,
        provider: LlmProvider | None = None,
    ) -> None:
        """``budget`` is shared with the other clients of a build; its own where none is given.

        ``provider`` is that of the settings where none is given.
        """
        self._settings = settings
        self._backoff = backoff or Backoff()
        self.provider = provider or open_provider(settings)
        self._budget = budget or Budget(settings)
        self._limit = RateLimit(settings.requests_per_minute, settings.tokens_per_minute)
        self._last_answer = 0
        self._pause = SharedPause()
        self._lock = threading.Lock()
        self._dialect = Dialect()
        self._understood = self._reached = False
        self._lost_in_a_row = 0
        self._probing = threading.Lock()
        self._ended_by: ExtractorError | None = None

    def complete(self, request: Request, key: str = "") -> Answer:
        """Return the model's answer to the request, or why there is none; ``key`` is not used.

        Raises ``ExtractorError`` for what concerns every call: key, address, model, credit, an
        endpoint that cannot be reached at all or has stopped to answer. Such an error ends the
        client: other threads' calls, also those that wait, raise it too.
        """
        try:
            result = self._until_answered(request)
            self._watch(result)
        except ExtractorError as error:
            with self._lock:
                self._ended_by = self._ended_by or error
            self.stop()
            raise
        return result

    @property
    def understood(self) -> bool:
        """Whether a request was answered, so that it is known how requests are to be written."""
        return self._understood

    def body(self, request: Request) -> dict[str, Any]:
        """Return a request as the endpoint understands it."""
        return self._body(request, self._dialect)

    def stop(self) -> None:
        """End all waiting: no call is made or repeated any more."""
        self._pause.stop()
        self._budget.wake()

    def close(self) -> None:
        """Close the connections."""
        self.stop()
        self.provider.close()

    def _until_answered(self, request: Request) -> Answer:
        retries, dialect = 0, self._dialect
        most = self._budget.cost(
            tokens.at_most(request.messages, request.schema), self._settings.max_output_tokens
        )
        while True:
            self._pause.keep()
            self._check_not_ended()
            with self._budget.reserved(most, lambda: self._pause.stopped) as reservation:
                self._check_not_ended()
                if reservation is None:
                    return Problem(LlmFailureReason.OVER_BUDGET, _OVER, Usage(retries=retries))
                result, delay = self._attempt(request, dialect, retries, reservation)
            if isinstance(result, Dialect):
                dialect = result
            elif delay is None:
                return result
            else:
                retries += 1
                self._pause.wait(delay)

    def _attempt(
        self, request: Request, dialect: Dialect, retries: int, reservation: Reservation
    ) -> tuple[Answer | Dialect, float | None]:
        """Make one call in its turn; return its result and the delay before the next attempt.

        A delay of ``None`` means no other attempt, a dialect another way to write the request.
        """
        booked = tokens.about(request.messages, request.schema) + self._last_answer
        self._wait_for_turn(booked)
        used = 0
        try:
            answer = self.provider.complete(self._body(request, dialect))
        except RefusedError as error:
            reservation.settle(Spend())
            self._reached = True
            simpler = self._simpler(error, dialect)
            return (simpler, None) if simpler else self._judge(error, retries)
        except UnansweredError as error:
            if error.sent:
                reservation.keep()
                self._reached = True
            return self._unanswered(error, retries)
        else:
            result = self._accept(request, answer, dialect, retries)
            used = result.usage.prompt_tokens + result.usage.completion_tokens
            self._last_answer = result.usage.completion_tokens
            if answer is not None:
                reservation.settle(self._budget.of_usage(result.usage))
            else:
                reservation.keep()
            return result, None
        finally:
            self._limit.correct(booked, used)

    def _wait_for_turn(self, booked: int) -> None:
        """Wait for what the limits a minute allow, and for a pause that came up meanwhile."""
        self._pause.wait(self._limit.book(booked))
        self._pause.keep()
        self._check_not_ended()

    def _check_not_ended(self) -> None:
        """Raise what ended the client, so that every worker gives the one cause there is."""
        if self._pause.stopped:
            with self._lock:
                cause = self._ended_by or ExtractorError("The LLM extractor was closed.")
                raise ExtractorError(str(cause), transient=cause.transient)

    def _body(self, request: Request, dialect: Dialect) -> dict[str, Any]:
        parameters = dialect.parameters(
            temperature=self._settings.temperature,
            max_tokens=self._settings.max_output_tokens,
            schema_name=request.schema_name,
            schema=request.schema,
        )
        return {"model": self._settings.model, "messages": request.messages, **parameters}

    def _accept(
        self, request: Request, answer: object | None, dialect: Dialect, retries: int
    ) -> Answer:
        good = is_completion(answer)
        with self._lock:
            known = self._understood
            if good and not known:
                self._understood, self._dialect = True, dialect
        if not (known or good):
            raise ExtractorError(
                f"{self.provider.address} answers, but what it answers is no chat completion.",
                remedy="Check llm.base_url: it often ends in /v1.",
            )
        if not known and dialect != Dialect():
            _LOG.warning(
                "%s refuses structured requests: asked with %s.", self.provider.address, dialect
            )
        return read_answer(answer, tokens.about(request.messages, request.schema), retries)

    def _simpler(self, error: RefusedError, used: Dialect) -> Dialect | None:
        """Return another way to write a refused request; ``None`` where the way is not at fault."""
        if error.status not in _REFUSED_AS_WRITTEN or concerns_text(error):
            return None
        with self._lock:
            if self._understood:
                return self._dialect if self._dialect != used else None
        return used.after_refusal(error.parameter)

    def _judge(self, error: RefusedError, retries: int) -> tuple[Problem, float | None]:
        """Return the problem and the delay before the next attempt (``None``: no attempt)."""
        fatal = fatal_error(error, self._settings, self.provider)
        if fatal is not None and error.status != HTTPStatus.FORBIDDEN:
            raise fatal from None  # the cause carries the request with its headers
        detail = self.provider.without_secrets(f"HTTP {error.status}: {error.words}")
        problem = status_problem(error.status, detail, error.code, retries)
        if not problem.reason.transient:
            return dataclasses.replace(problem, grave=fatal), None
        delay = self._next_delay(retries, error.retry_after)
        if problem.reason is LlmFailureReason.RATE_LIMITED and delay is not None:
            self._pause.ask(delay)
        return problem, delay

    def _unanswered(self, error: UnansweredError, retries: int) -> tuple[Problem, float | None]:
        reason = LlmFailureReason.TIMEOUT if error.slow else LlmFailureReason.UNREACHABLE
        within = f"no answer within {self._settings.timeout_seconds:g} s"
        what = within if error.slow else "no connection"
        cause = f" ({error.cause})" if error.cause and not error.slow else ""
        detail = self.provider.without_secrets(f"{what}{cause}")
        return Problem(reason, detail, Usage(retries=retries)), self._next_delay(retries, None)

    def _next_delay(self, retries: int, retry_after: float | None) -> float | None:
        if retries >= self._settings.max_retries:
            return None
        return self._backoff.delay(retries, retry_after)

    def _watch(self, result: Answer) -> None:
        """Keep count of calls lost in a row, and give up when the endpoint is gone."""
        if isinstance(result, Problem) and result.grave and not self._answers_plainly():
            raise result.grave
        if not self._is_lost(result):
            with self._lock:
                self._lost_in_a_row = 0
            return
        with self._lock:
            self._lost_in_a_row += 1
            many = self._lost_in_a_row >= _GIVE_UP_AFTER
        if self._is_never_there(result) or (many and not self._answers_others()):
            raise ExtractorError(
                f"{self.provider.address} gives no answer ({result.reason}): {result.detail}.",
                remedy="Check llm.base_url and that the endpoint is up and within its limits, then"
                " build again: answers so far are kept and are not paid again.",
                transient=True,
            )

    def _answers_others(self) -> bool:
        """Return whether the endpoint answers a plain question, so that the texts are at fault.

        A later build asks about nothing but the texts that failed before.
        """
        with self._probing:
            if self._lost_in_a_row < _GIVE_UP_AFTER:
                return True  # another thread has found out meanwhile
            if not self._answers_plainly():
                return False
            self._lost_in_a_row = 0
            return True

    def _answers_plainly(self) -> bool:
        result = self._until_answered(_PROBE)
        return not (self._is_lost(result) or (isinstance(result, Problem) and result.grave))

    def _is_lost(self, result: Answer) -> TypeGuard[Problem]:
        """Whether the call says that the endpoint may be useless for every call."""
        if isinstance(result, Completion):
            return False
        if result.reason is LlmFailureReason.BAD_REQUEST:
            return not self._understood
        return result.reason.transient and result.reason is not LlmFailureReason.OVER_BUDGET

    def _is_never_there(self, result: Problem) -> bool:
        unreachable = result.reason is LlmFailureReason.UNREACHABLE
        return unreachable and not (self._understood or self._reached)
