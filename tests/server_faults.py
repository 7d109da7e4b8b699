"""The ways in which the local API server can go wrong, or answer what is asked for."""

from __future__ import annotations

import dataclasses
from typing import Any


@dataclasses.dataclass(frozen=True)
class HttpError:
    """Answer with an HTTP error and OpenAI's form of error body."""

    status: int
    message: str = "The server could not do it."
    code: str | None = None
    param: str | None = None
    retry_after: str | None = None

    def body(self) -> dict[str, Any]:
        """Return the JSON that says it."""
        error = {"message": self.message, "type": "error", "code": self.code, "param": self.param}
        return {"error": error}


@dataclasses.dataclass(frozen=True)
class Content:
    """Answer with this text instead of the computed one."""

    text: str
    finish_reason: str = "stop"


@dataclasses.dataclass(frozen=True)
class CutOff:
    """Answer with the first half of the computed text, as at the limit of tokens."""


@dataclasses.dataclass(frozen=True)
class Refusal:
    """Refuse as a model does, in the message's own field."""

    text: str = "I cannot help with that."


@dataclasses.dataclass(frozen=True)
class Slow:
    """Answer well, after some seconds."""

    seconds: float


@dataclasses.dataclass(frozen=True)
class RawBody:
    """Answer with status 200 and a body that is not the API's."""

    body: bytes
    content_type: str = "application/json"


@dataclasses.dataclass(frozen=True)
class HangUp:
    """Close the connection without a word."""


Fault = HttpError | Content | CutOff | Refusal | Slow | RawBody | HangUp
