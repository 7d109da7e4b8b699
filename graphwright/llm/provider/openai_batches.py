"""OpenAI's Batch API, and Azure's, as a service of batches."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import openai
from openai.types import Batch

from graphwright.llm.provider.provider import BatchServiceError, BatchState
from graphwright.settings import LlmSettings

_ENDED = frozenset({"completed", "expired", "cancelled", "failed"})
_PASSING = (openai.APIConnectionError, openai.InternalServerError, openai.RateLimitError)
_NAME = "graphwright"
"""Key of our name in a batch's metadata: by it a batch is found whose id was never kept."""

_LISTED = 1000
"""Batches of the account that are looked through for one, newest first."""


class OpenAIBatches:
    """A ``BatchService``; what passes is tried again by the client, but for ``create``."""

    def __init__(self, client: openai.OpenAI, settings: LlmSettings) -> None:
        self._client = client.with_options(max_retries=settings.max_retries)
        # Azure's path has no version.
        azure = settings.api_version is not None
        self.url = "/chat/completions" if azure else "/v1/chat/completions"

    def upload(self, questions: Path) -> str:
        """Send a file of questions and return its id."""
        with _told():
            return self._client.files.create(file=questions, purpose="batch").id

    def create(self, name: str, questions: str) -> str:
        """Make a batch of an uploaded file, in one attempt, and return its id."""
        url: Any = self.url  # the client's type knows OpenAI's paths only
        with _told():
            return (
                self._client.with_options(max_retries=0)
                .batches.create(
                    input_file_id=questions,
                    endpoint=url,
                    completion_window="24h",
                    metadata={_NAME: name},
                )
                .id
            )

    def find(self, name: str) -> str | None:
        """Return the id of the batch of ours that has this name, if the endpoint has it."""
        with _told():
            for seen, batch in enumerate(self._client.batches.list(limit=100)):
                if (batch.metadata or {}).get(_NAME) == name:
                    return batch.id
                if seen >= _LISTED:
                    break
        return None

    def state(self, batch: str) -> BatchState:
        """Return how a batch stands."""
        with _told():
            found = self._client.batches.retrieve(batch)
        ended = found.status in _ENDED
        files = tuple(filter(None, (found.output_file_id, found.error_file_id)))
        return BatchState(found.status, ended, found.status == "failed", files, _reasons(found))

    def download(self, file: str, path: Path) -> None:
        """Write a file of answers to a path."""
        with (
            _told(),
            self._client.files.with_streaming_response.content(file) as response,
        ):
            response.stream_to_file(path)


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except Exception as error:
        passes = isinstance(error, _PASSING) or _broke_off(error)
        if not (passes or isinstance(error, openai.APIError)):
            raise
        # The cause is left out: it carries the request with its headers.
        raise BatchServiceError(str(error), passes) from None


def _broke_off(error: Exception) -> bool:
    """Whether the connection was lost while a file was read: ``openai`` passes that on as it is."""
    # By name: the HTTP library under ``openai`` is no dependency of ours.
    return any(kind.__name__ == "TransportError" for kind in type(error).__mro__)


def _reasons(batch: Batch) -> str:
    found = batch.errors.data if batch.errors else None
    return "; ".join(f"{error.message}" for error in found or []) or "without a reason"
