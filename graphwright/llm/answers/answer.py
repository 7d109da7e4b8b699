"""What one question gives: an answer, or why there is none; and what it cost."""

from __future__ import annotations

import dataclasses

from graphwright.errors import ExtractorError
from graphwright.tables import LlmFailureReason


@dataclasses.dataclass(frozen=True, slots=True)
class Usage:
    """What was spent: calls answered by the endpoint, calls repeated, answers from the cache.

    Tokens are those the endpoint reports for answered calls. A cached answer costs none: what it
    once cost is counted apart, so that a document's whole price is known after a killed build too.
    """

    calls: int = 0
    retries: int = 0
    cached: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_prompt_tokens: int = 0
    cached_completion_tokens: int = 0

    def __add__(self, other: Usage) -> Usage:
        """Return the sum, field by field."""
        names = [field.name for field in dataclasses.fields(self)]
        return Usage(**{name: getattr(self, name) + getattr(other, name) for name in names})

    def as_cached(self) -> Usage:
        """Return the usage of taking an answer that cost this from the cache."""
        return Usage(
            cached=1,
            cached_prompt_tokens=self.prompt_tokens,
            cached_completion_tokens=self.completion_tokens,
        )


@dataclasses.dataclass(frozen=True, slots=True)
class Completion:
    """A complete or cut-off answer; ``truncated`` says that the limit of tokens cut it."""

    text: str
    truncated: bool
    usage: Usage = Usage()


@dataclasses.dataclass(frozen=True, slots=True)
class Problem:
    """A call that gave no answer to read; ``usage`` is what it cost all the same.

    ``too_long`` says that the endpoint refused the request for its length; ``grave`` is what is to
    be raised unless the endpoint answers another question.
    """

    reason: LlmFailureReason
    detail: str
    usage: Usage = Usage()
    too_long: bool = False
    grave: ExtractorError | None = None


Answer = Completion | Problem
