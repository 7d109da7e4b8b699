"""The ``openai`` client of the settings: OpenAI's own, Azure's, or any compatible server's.

The key is read from the environment here and nowhere else.
"""

from __future__ import annotations

import dataclasses
import os

import openai

from graphwright.errors import ExtractorError, public_address
from graphwright.llm.shorten import shorten
from graphwright.settings import LlmSettings

_NO_KEY = "no-key-needed"
"""Sent to an address of the user's own when there is no key: local servers need none."""


@dataclasses.dataclass(frozen=True)
class Connection:
    """A client, and what may be said of it: its address without secrets."""

    client: openai.OpenAI
    address: str
    key: str = dataclasses.field(repr=False)

    def without_secrets(self, text: str) -> str:
        """Return the text, shortened and without the key."""
        return shorten(text.replace(self.key, "[key]") if self.key != _NO_KEY else text)


def connect(settings: LlmSettings) -> Connection:
    """Return a client; nothing is sent yet.

    Raises ``ExtractorError`` when there is no key for an address that needs one, or none that can
    be sent.
    """
    key = _read_key(settings)
    timeout = settings.timeout_seconds
    # Calls are retried by our own client: waits are shared between threads and counted.
    client: openai.OpenAI
    if settings.api_version is not None and settings.base_url is not None:
        client = openai.AzureOpenAI(
            api_key=key,
            azure_endpoint=settings.base_url,
            api_version=settings.api_version,
            timeout=timeout,
            max_retries=0,
        )
    else:
        client = openai.OpenAI(
            api_key=key, base_url=settings.base_url, timeout=timeout, max_retries=0
        )
    return Connection(client, public_address(str(client.base_url)), key)


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
