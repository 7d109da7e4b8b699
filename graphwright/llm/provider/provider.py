"""What a provider of a language model is, and which kinds there are.

A provider is the transport alone. It takes a request in the form of OpenAI's chat completions,
which most servers speak, and gives back what came, or one of the two errors below. How long to
wait, what to try again and what it may cost is for ``calls``; what is asked is for ``prompts``. A
provider with a form of its own translates both ways.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from graphwright.registry import Registry

if TYPE_CHECKING:
    from graphwright.settings import LlmSettings


@dataclasses.dataclass(eq=False)
class RefusedError(Exception):
    """The endpoint answers a request with an error: an HTTP status, and its own words for it.

    ``code`` and ``parameter`` are what it names, if it does; ``retry_after`` is in seconds.
    """

    status: int
    words: str
    code: str | None = None
    parameter: str | None = None
    retry_after: float | None = None


@dataclasses.dataclass(eq=False)
class UnansweredError(Exception):
    """No answer came. ``sent`` says that the request may have arrived, and then be paid.

    ``slow`` says that the time for an answer was up.
    """

    cause: str
    sent: bool
    slow: bool


@dataclasses.dataclass(eq=False)
class BatchServiceError(Exception):
    """The service of batches refuses, or does not answer; ``passes`` says it may a little later."""

    words: str
    passes: bool


@dataclasses.dataclass(frozen=True, slots=True)
class BatchState:
    """How a batch stands: ``files`` are the ids of what it has answered once it has ended."""

    status: str
    ended: bool
    failed: bool
    files: tuple[str, ...] = ()
    reasons: str = ""


class BatchService(Protocol):
    """Answers many requests within a day. Its methods raise ``BatchServiceError``."""

    @property
    def url(self) -> str:
        """Return the path that each line of a file of questions names."""
        ...

    def upload(self, questions: Path) -> str:
        """Send a file of questions, a JSON object a line, and return its id."""
        ...

    def create(self, name: str, questions: str) -> str:
        """Make a batch of an uploaded file, in one attempt, and return its id."""
        ...

    def find(self, name: str) -> str | None:
        """Return the id of our batch of this name, if there is one."""
        ...

    def state(self, batch: str) -> BatchState:
        """Return how a batch stands."""
        ...

    def download(self, file: str, path: Path) -> None:
        """Write a file of answers to a path. Raises ``OSError`` too, where the disk refuses."""
        ...


class LlmProvider(Protocol):
    """Carries requests to an endpoint; safe to share between threads."""

    @property
    def address(self) -> str:
        """Return the endpoint's address without secrets, as messages may name it."""
        ...

    @property
    def batches(self) -> BatchService | None:
        """Return its service of batches, or None where it has none."""
        ...

    def complete(self, body: dict[str, Any]) -> object | None:
        """Return the chat completion (its JSON, or an object with its fields); None for no such.

        Raises ``RefusedError`` and ``UnansweredError``. It tries once and waits for nothing else.
        """
        ...

    def without_secrets(self, text: str) -> str:
        """Return a text, shortened, as messages and tables may hold it: without the key."""
        ...

    def close(self) -> None:
        """Close the connections."""
        ...


def _openai_compatible(settings: LlmSettings) -> LlmProvider:
    from graphwright.llm.provider.openai_provider import OpenAIProvider  # noqa: PLC0415  # slow

    return OpenAIProvider(settings)


PROVIDERS: Registry[Callable[[LlmSettings], LlmProvider]] = Registry("The LLM's provider")
"""Kinds of provider by name: functions of the settings, which send nothing yet."""

PROVIDERS.register("openai_compatible", _openai_compatible)


def open_provider(settings: LlmSettings, kind: str = "openai_compatible") -> LlmProvider:
    """Return the provider of the settings; nothing is sent yet.

    No setting chooses the ``kind``: the default is what a build uses.

    Raises ``ExtractorError`` when there is no key for an address that needs one, or none that can
    be sent, and ``SettingsError`` for a kind that there is not.
    """
    return PROVIDERS.get(kind)(settings)
