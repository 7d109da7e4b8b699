"""One call to an OpenAI-compatible chat endpoint, with patience and without telling secrets.

Knows nothing of chunks or triples: messages go in, a ``Completion`` or a ``Problem`` comes out.
What concerns every call (a wrong key, address or model, an endpoint that is gone) is raised as
``ExtractorError``, because a row for each chunk would hide the one thing to do.
"""

from __future__ import annotations

import dataclasses
import json
import logging
import os
import threading
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, TypeGuard
from urllib.parse import urlsplit

import openai
from openai.types.chat import ChatCompletion

from graphwright.errors import ExtractorError
from graphwright.extraction.llm.backoff import Backoff, SharedPause, retry_after_seconds
from graphwright.extraction.llm.dialect import Dialect
from graphwright.extraction.llm.outcome import Completion, Problem, Usage
from graphwright.extraction.llm.parse import shorten
from graphwright.extraction.llm.prompts import Message
from graphwright.settings import LlmSettings
from graphwright.tables import LlmFailureReason

_LOG = logging.getLogger(__name__)

_NO_KEY = "no-key-needed"
"""Sent to an address of the user's own when there is no key: local servers need none."""

_GIVE_UP_AFTER = 10
"""Calls in a row that end past patience before the endpoint counts as gone."""

_FATAL = {
    HTTPStatus.UNAUTHORIZED: "The key was refused. Put a valid one into the variable {variable}.",
    HTTPStatus.PAYMENT_REQUIRED: "The account of the key in {variable} has no credit left.",
    HTTPStatus.FORBIDDEN: "The key in {variable} must be allowed to use this model.",
    HTTPStatus.NOT_FOUND: "Check llm.base_url (it often ends in /v1) and llm.model.",
}
_REFUSED_AS_WRITTEN = frozenset({HTTPStatus.BAD_REQUEST, HTTPStatus.UNPROCESSABLE_ENTITY})
_AGAIN = frozenset({HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.CONFLICT, HTTPStatus.TOO_MANY_REQUESTS})


@dataclasses.dataclass(frozen=True)
class Request:
    """What a model is asked: chat messages, and the JSON schema of the answer with its name."""

    messages: list[Message]
    schema_name: str
    schema: dict[str, Any]


class LlmClient:
    """Calls an endpoint for as many threads as like; construct one for a build.

    Raises ``ExtractorError`` when there is no key for OpenAI's own address.
    """

    def __init__(self, settings: LlmSettings, *, backoff: Backoff | None = None) -> None:
        self._settings = settings
        self._backoff = backoff or Backoff()
        self._key = _read_key(settings)
        self._client = openai.OpenAI(
            api_key=self._key,
            base_url=settings.base_url,
            timeout=settings.timeout_seconds,
            max_retries=0,  # retried here: waits are shared between threads and counted
        )
        self._address = _public_address(str(self._client.base_url))
        self._pause = SharedPause()
        self._lock = threading.Lock()
        self._dialect = Dialect()
        self._understood = False
        self._lost_in_a_row = 0
        self._ended_by: ExtractorError | None = None

    def complete(self, request: Request, key: str = "") -> Completion | Problem:
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

    def stop(self) -> None:
        """End all waiting: no call is made or repeated any more."""
        self._pause.stop()

    def close(self) -> None:
        """Close the connections."""
        self._pause.stop()
        self._client.close()

    def _until_answered(self, request: Request) -> Completion | Problem:
        retries, dialect = 0, self._dialect
        while True:
            self._pause.keep()
            self._check_not_ended()
            try:
                answer = self._call(request, dialect)
            except openai.APIStatusError as error:
                simpler = self._simpler(error, dialect)
                if simpler is not None:
                    dialect = simpler
                    continue
                problem, delay = self._judge(error, retries)
            except openai.APIConnectionError as error:
                problem, delay = self._unanswered(error, retries)
            else:
                return self._accept(answer, dialect, retries)
            if delay is None:
                return problem
            retries += 1
            self._pause.wait(delay)

    def _check_not_ended(self) -> None:
        """Raise what ended the client, so that every worker gives the one cause there is."""
        if self._pause.stopped:
            with self._lock:
                cause = self._ended_by or ExtractorError("The LLM extractor was closed.")
                raise ExtractorError(str(cause), transient=cause.transient)

    def _call(self, request: Request, dialect: Dialect) -> object:
        create: Callable[..., object] = self._client.chat.completions.create
        parameters = dialect.parameters(
            temperature=self._settings.temperature,
            max_tokens=self._settings.max_output_tokens,
            schema_name=request.schema_name,
            schema=request.schema,
        )
        try:
            return create(model=self._settings.model, messages=request.messages, **parameters)
        except (json.JSONDecodeError, openai.APIResponseValidationError) as error:
            _LOG.debug("%s answers with what is no JSON: %s", self._address, error)
            return None

    def _accept(self, answer: object, dialect: Dialect, retries: int) -> Completion | Problem:
        is_completion = isinstance(answer, ChatCompletion) and isinstance(answer.choices, list)
        with self._lock:
            known = self._understood
            if is_completion and not known:
                self._understood, self._dialect = True, dialect
        if isinstance(answer, ChatCompletion) and is_completion:
            if not known and dialect != Dialect():
                _LOG.warning(
                    "%s refuses structured requests: asked with %s.", self._address, dialect
                )
            return _read(answer, retries)
        if not known:
            raise ExtractorError(
                f"{self._address} answers, but what it answers is no chat completion.",
                remedy="Check llm.base_url: it often ends in /v1.",
            )
        usage = Usage(calls=1, retries=retries)
        return Problem(LlmFailureReason.MALFORMED, "the answer is no chat completion", usage)

    def _simpler(self, error: openai.APIStatusError, used: Dialect) -> Dialect | None:
        """Return another way to write a refused request; ``None`` where the way is not at fault."""
        if error.status_code not in _REFUSED_AS_WRITTEN or _is_too_long(error):
            return None
        with self._lock:
            if self._understood:
                return self._dialect if self._dialect != used else None
        return used.after_refusal(error.param)

    def _judge(self, error: openai.APIStatusError, retries: int) -> tuple[Problem, float | None]:
        """Return the problem and the delay before the next attempt (``None``: no attempt)."""
        self._raise_if_fatal(error)
        status, usage = error.status_code, Usage(retries=retries)
        detail = self._without_secrets(f"HTTP {status}: {_said(error)}")
        if status not in _AGAIN and status < HTTPStatus.INTERNAL_SERVER_ERROR:
            reason = LlmFailureReason.BAD_REQUEST
            return Problem(reason, detail, usage, too_long=_is_too_long(error)), None
        limited = status == HTTPStatus.TOO_MANY_REQUESTS
        reason = LlmFailureReason.RATE_LIMITED if limited else LlmFailureReason.SERVER_ERROR
        delay = self._next_delay(retries, retry_after_seconds(error.response.headers))
        if limited and delay is not None:
            self._pause.ask(delay)
        return Problem(reason, detail, usage), delay

    def _unanswered(
        self, error: openai.APIConnectionError, retries: int
    ) -> tuple[Problem, float | None]:
        slow = isinstance(error, openai.APITimeoutError)
        reason = LlmFailureReason.TIMEOUT if slow else LlmFailureReason.UNREACHABLE
        what = f"no answer within {self._settings.timeout_seconds:g} s" if slow else "no connection"
        cause = f" ({error.__cause__})" if error.__cause__ and not slow else ""
        detail = self._without_secrets(f"{what}{cause}")
        return Problem(reason, detail, Usage(retries=retries)), self._next_delay(retries, None)

    def _next_delay(self, retries: int, retry_after: float | None) -> float | None:
        if retries >= self._settings.max_retries:
            return None
        return self._backoff.delay(retries, retry_after)

    def _raise_if_fatal(self, error: openai.APIStatusError) -> None:
        status = error.status_code
        if status in _FATAL:
            remedy = _FATAL[HTTPStatus(status)].format(variable=self._settings.api_key_env)
        elif error.code == "insufficient_quota":
            remedy = (
                f"Its account has no credit left: see to the key in {self._settings.api_key_env}."
            )
        else:
            return
        said = "" if status == HTTPStatus.UNAUTHORIZED else f": {_said(error)}"
        raise ExtractorError(
            self._without_secrets(
                f"{self._address} refuses model {self._settings.model!r} with HTTP {status}{said}."
            ),
            remedy=remedy,
        ) from None  # the cause carries the request with its headers

    def _watch(self, result: Completion | Problem) -> None:
        """Keep count of calls lost in a row, and give up when the endpoint is gone."""
        with self._lock:
            if not self._is_lost(result):
                self._lost_in_a_row = 0
                return
            self._lost_in_a_row += 1
            gone = self._lost_in_a_row >= _GIVE_UP_AFTER or self._is_never_there(result)
        if gone:
            raise ExtractorError(
                f"{self._address} gives no answer ({result.reason}): {result.detail}.",
                remedy="Check llm.base_url and that the endpoint is up and within its limits, then"
                " build again: answers so far are kept and are not paid again.",
                transient=True,
            )

    def _is_lost(self, result: Completion | Problem) -> TypeGuard[Problem]:
        """Whether the call says that the endpoint may be useless for every call."""
        if isinstance(result, Completion):
            return False
        refused = result.reason is LlmFailureReason.BAD_REQUEST and not self._understood
        return result.reason.transient or refused

    def _is_never_there(self, result: Problem) -> bool:
        return result.reason is LlmFailureReason.UNREACHABLE and not self._understood

    def _without_secrets(self, text: str) -> str:
        return shorten(text.replace(self._key, "[key]") if self._key != _NO_KEY else text)


def _read(answer: ChatCompletion, retries: int) -> Completion | Problem:
    usage = _usage(answer, retries)
    if not answer.choices:
        return Problem(LlmFailureReason.MALFORMED, "an answer without choices", usage)
    choice = answer.choices[0]
    if choice.finish_reason == "content_filter" or choice.message.refusal:
        said = choice.message.refusal or "stopped by the endpoint's content filter"
        return Problem(LlmFailureReason.REFUSED, shorten(said), usage)
    return Completion(choice.message.content or "", choice.finish_reason == "length", usage)


def _said(error: openai.APIStatusError) -> str:
    """Return the endpoint's own words without the wrapping."""
    match error.body:
        case {"message": str(message)}:
            return message
        case None:
            return error.response.text or error.response.reason_phrase
    return str(error.body)


def _usage(answer: ChatCompletion, retries: int) -> Usage:
    spent = answer.usage
    return Usage(
        calls=1,
        retries=retries,
        prompt_tokens=spent.prompt_tokens if spent else 0,
        completion_tokens=spent.completion_tokens if spent else 0,
    )


def _is_too_long(error: openai.APIStatusError) -> bool:
    too_large = error.status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    return too_large or error.code == "context_length_exceeded"


def _read_key(settings: LlmSettings) -> str:
    key = os.environ.get(settings.api_key_env, "").strip()
    if key:
        return key
    if settings.base_url or os.environ.get("OPENAI_BASE_URL"):
        return _NO_KEY
    raise ExtractorError(
        f"The LLM extractor has no key: the environment variable {settings.api_key_env} is empty.",
        remedy="Put the key there, or set llm.base_url to a server that needs none.",
    )


def _public_address(url: str) -> str:
    """Return scheme, host, port and path: user, password and query may be secrets."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host}{parts.path}".rstrip("/")
