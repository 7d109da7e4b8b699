"""Refusals that concern every call, and so end a build: what to tell, and what to do about them."""

from __future__ import annotations

from http import HTTPStatus

from graphwright.errors import ExtractorError
from graphwright.llm.provider.provider import LlmProvider, RefusedError
from graphwright.settings import LlmSettings

_REMEDIES = {
    HTTPStatus.UNAUTHORIZED: "The key was refused. Put a valid one into the variable {variable}.",
    HTTPStatus.PAYMENT_REQUIRED: "The account of the key in {variable} has no credit left.",
    HTTPStatus.FORBIDDEN: "The key in {variable} must be allowed to use this model.",
    HTTPStatus.NOT_FOUND: "Check llm.base_url (it often ends in /v1) and llm.model.",
}


def fatal_error(
    error: RefusedError, settings: LlmSettings, provider: LlmProvider
) -> ExtractorError | None:
    """Return what to raise for an error that concerns every call, as far as it tells."""
    status, variable = error.status, settings.api_key_env
    if status in _REMEDIES:
        remedy = _REMEDIES[HTTPStatus(status)].format(variable=variable)
    elif error.code == "insufficient_quota":
        remedy = f"Its account has no credit left: see to the key in {variable}."
    else:
        return None
    words = "" if status == HTTPStatus.UNAUTHORIZED else f": {error.words}"
    said = f"{provider.address} refuses model {settings.model!r} with HTTP {status}{words}."
    return ExtractorError(provider.without_secrets(said), remedy=remedy)
