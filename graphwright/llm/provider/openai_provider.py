"""OpenAI's endpoint, Azure's, or any compatible server's, through the ``openai`` client.

The key is read from the environment here and nowhere else.
"""

from __future__ import annotations

import dataclasses
import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import openai
from openai.types.chat import ChatCompletion

from graphwright.errors import ExtractorError, public_address
from graphwright.llm.answers.shorten import shorten
from graphwright.llm.provider.openai_batches import OpenAIBatches
from graphwright.llm.provider.provider import RefusedError, UnansweredError
from graphwright.llm.provider.retry_after import retry_after_seconds
from graphwright.settings import LlmSettings

_LOG = logging.getLogger(__name__)

_NO_KEY = "no-key-needed"
"""Sent to an address of the user's own when there is no key: local servers need none."""


@dataclasses.dataclass(frozen=True, slots=True)
class Usage:
    """Tokens that a streamed answer took, as the server says."""

    prompt_tokens: int
    answer_tokens: int


class OpenAIProvider:
    """An ``LlmProvider``. Raises ``ExtractorError`` when there is no key for OpenAI's address."""

    def __init__(self, settings: LlmSettings) -> None:
        self._key = _read_key(settings)
        self._client = _client(settings, self._key)
        self.address = public_address(str(self._client.base_url))
        self.batches = OpenAIBatches(self._client, settings)

    def complete(self, body: dict[str, Any]) -> object | None:
        """Return the chat completion, or None where the answer has another form."""
        create: Callable[..., object] = self._client.chat.completions.create
        try:
            with _told():
                answer = create(**body)
        except (ValueError, RecursionError, openai.APIResponseValidationError) as error:
            _LOG.debug("%s answers with what is no JSON: %s", self.address, error)
            return None
        return answer if isinstance(answer, ChatCompletion) else None

    def stream(self, body: dict[str, Any]) -> Iterator[str | Usage]:
        """Yield the words of the answer as they come, and what it took where the server tells.

        Raises like ``complete``.
        """
        with _told():
            try:
                with self._begin_stream(body) as chunks:
                    for chunk in chunks:
                        if chunk.choices and (words := chunk.choices[0].delta.content):
                            yield words
                        if used := chunk.usage:
                            yield Usage(used.prompt_tokens, used.completion_tokens)
            except (ValueError, RecursionError, openai.APIResponseValidationError) as error:
                raise UnansweredError(f"no stream came: {error}", sent=True, slow=False) from None

    def _begin_stream(self, body: dict[str, Any]) -> Any:
        """Ask for words and usage; for words alone where a server knows no such option."""
        create: Callable[..., Any] = self._client.chat.completions.create
        try:
            return create(**body, stream=True, stream_options={"include_usage": True})
        except (openai.BadRequestError, openai.UnprocessableEntityError):
            return create(**body, stream=True)

    def without_secrets(self, text: str) -> str:
        """Return the text, shortened and without the key."""
        return shorten(text.replace(self._key, "[key]") if self._key != _NO_KEY else text)

    def close(self) -> None:
        """Close the connections."""
        self._client.close()


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except openai.APIStatusError as error:
        raise _refused(error) from None  # the cause carries the request with its headers
    except openai.APIConnectionError as error:
        slow = isinstance(error, openai.APITimeoutError)
        cause = str(error.__cause__) if error.__cause__ else ""
        raise UnansweredError(cause, sent=not _never_sent(error), slow=slow) from None


def _client(settings: LlmSettings, key: str) -> openai.OpenAI:
    timeout = settings.timeout_seconds
    # Calls are retried by who makes them: waits are shared between threads and counted.
    if settings.api_version is not None and settings.base_url is not None:
        return openai.AzureOpenAI(
            api_key=key,
            azure_endpoint=settings.base_url,
            api_version=settings.api_version,
            timeout=timeout,
            max_retries=0,
        )
    return openai.OpenAI(api_key=key, base_url=settings.base_url, timeout=timeout, max_retries=0)


def _refused(error: openai.APIStatusError) -> RefusedError:
    wait = retry_after_seconds(error.response.headers)
    return RefusedError(error.status_code, _words(error), error.code, error.param, wait)


def _words(error: openai.APIStatusError) -> str:
    """Return the endpoint's own words without the wrapping."""
    match error.body:
        case {"message": str(message)}:
            return message
        case None:
            return error.response.text or error.response.reason_phrase
    return str(error.body)


def _never_sent(error: openai.APIConnectionError) -> bool:
    """Whether no connection was made, so that nothing can have been paid."""
    # By name: the HTTP library under ``openai`` is no dependency of ours.
    return type(error.__cause__).__name__ in ("ConnectError", "ConnectTimeout", "PoolTimeout")


def _read_key(settings: LlmSettings) -> str:
    key = os.environ.get(settings.api_key_env, "").strip()
    if key and not (key.isascii() and key.isprintable()):
        raise ExtractorError(
            f"What stands in the environment variable {settings.api_key_env} is no key: it holds"
            " signs that none has.",
            remedy="Copy the key there once more, whole and alone.",
        )
    if key:
        return key
    if settings.base_url or os.environ.get("OPENAI_BASE_URL"):
        return _NO_KEY
    raise ExtractorError(
        f"The LLM extractor has no key: the environment variable {settings.api_key_env} is empty.",
        remedy="Put the key there, or set llm.base_url to a server that needs none.",
    )
