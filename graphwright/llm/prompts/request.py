"""One question as it goes to a model, before an endpoint's own form is given to it."""

from __future__ import annotations

import dataclasses
from typing import Any

from graphwright.llm.prompts import Message

SEED = 0
"""Sent where supported: with temperature 0 an endpoint can repeat its answers."""


@dataclasses.dataclass(frozen=True)
class Request:
    """What a model is asked: chat messages, and the JSON schema of the answer with its name.

    ``prompt`` is the identity of the prompt: it is not sent, but part of the answer's key.
    """

    messages: list[Message]
    schema_name: str
    schema: dict[str, Any]
    prompt: str = ""
