"""What an endpoint's answer or error means: a text, a refusal, a problem; and what it cost.

Calls are made in ``client``, batches in ``batch``; both read what comes back here.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Any

import pydantic

from graphwright.llm.answers.answer import Answer, Completion, Problem, Usage
from graphwright.llm.answers.shorten import shorten
from graphwright.llm.prompts import tokens
from graphwright.llm.provider.provider import RefusedError
from graphwright.tables import LlmFailureReason

_FILTERED = ("content_filter", "content_policy_violation", "invalid_prompt")
"""Codes of a text that a filter before the model turns away: Azure's, and OpenAI's."""

_LONGER_THAN = ("context length", "context size", "context window")
"""How vLLM and llama.cpp, which have no code for it, say that a request is too long."""

_NO_COMPLETION = "the answer is no chat completion"
_AGAIN = frozenset({HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.CONFLICT, HTTPStatus.TOO_MANY_REQUESTS})


class _Part(pydantic.BaseModel):
    """A part of an answer; ``openai``'s own types take any value for any field."""

    model_config = pydantic.ConfigDict(from_attributes=True)


class _Spent(_Part):
    prompt_tokens: int = pydantic.Field(ge=0)
    completion_tokens: int = pydantic.Field(ge=0)


class _Message(_Part):
    content: str | None = None
    refusal: str | None = None


class _Choice(_Part):
    message: _Message
    finish_reason: str | None = None


def _none_if_wrong(value: Any, check: pydantic.ValidatorFunctionWrapHandler) -> Any:
    try:
        return check(value)
    except pydantic.ValidationError:
        return None  # wrong numbers do not spoil the text that was paid for


class _Answer(_Part):
    choices: tuple[_Choice, ...]
    usage: Annotated[_Spent | None, pydantic.WrapValidator(_none_if_wrong)] = None


def read_answer(answer: object, about: int, retries: int = 0) -> Answer:
    """Return what a model answered: a text, or a refusal; with what it cost.

    ``answer`` is an ``openai`` chat completion, or the JSON of one. ``about`` is the estimate of
    the tokens sent, for endpoints that do not tell.
    """
    try:
        read = _Answer.model_validate(answer)
    except pydantic.ValidationError as error:
        where = ".".join(map(str, error.errors(include_url=False)[0]["loc"]))
        detail = f"the answer is no chat completion: see its {where!r}" if where else _NO_COMPLETION
        return Problem(LlmFailureReason.MALFORMED, detail, Usage(1, retries, prompt_tokens=about))
    usage = _usage(read, about, retries)
    if not read.choices:
        return Problem(LlmFailureReason.MALFORMED, "an answer without choices", usage)
    choice = read.choices[0]
    if choice.finish_reason == "content_filter" or choice.message.refusal:
        refusal = choice.message.refusal or "stopped by the endpoint's content filter"
        return Problem(LlmFailureReason.REFUSED, shorten(refusal), usage)
    return Completion(choice.message.content or "", choice.finish_reason == "length", usage)


def status_problem(status: int, detail: str, code: str | None, retries: int = 0) -> Problem:
    """Return the problem that an HTTP status of one call means; ``code`` is the endpoint's own."""
    usage = Usage(retries=retries)
    if code in _FILTERED or status == HTTPStatus.FORBIDDEN:
        return Problem(LlmFailureReason.REFUSED, detail, usage)
    if status not in _AGAIN and status < HTTPStatus.INTERNAL_SERVER_ERROR:
        reason = LlmFailureReason.BAD_REQUEST
        return Problem(reason, detail, usage, too_long=_is_too_long(status, code, detail))
    limited = status == HTTPStatus.TOO_MANY_REQUESTS
    reason = LlmFailureReason.RATE_LIMITED if limited else LlmFailureReason.SERVER_ERROR
    return Problem(reason, detail, usage)


def _usage(answer: _Answer, about: int, retries: int) -> Usage:
    """Return the tokens that the endpoint tells, else estimates: a budget has to count them."""
    if (spent := answer.usage) is not None:
        return Usage(1, retries, 0, spent.prompt_tokens, spent.completion_tokens)
    text = "".join(choice.message.content or "" for choice in answer.choices)
    return Usage(1, retries, 0, about, len(text) // tokens.CHARACTERS_A_TOKEN)


def is_completion(answer: object | None) -> bool:
    """Whether what an endpoint answers is a chat completion, good or bad."""
    choices = answer.get("choices") if isinstance(answer, dict) else getattr(answer, "choices", 0)
    return isinstance(choices, list)


def concerns_text(error: RefusedError) -> bool:
    """Whether a request was refused for what it holds, not for how it is written."""
    return error.code in _FILTERED or _is_too_long(error.status, error.code, error.words)


def _is_too_long(status: int, code: str | None, words: str) -> bool:
    if status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE or code == "context_length_exceeded":
        return True
    return any(phrase in words.casefold() for phrase in _LONGER_THAN)
