"""How many tokens a question is, told without the model's tokenizer: about, and at most.

Both count what is sent: the messages, and the schema that a structured answer is held to.
"""

from __future__ import annotations

import json
from typing import Any

CHARACTERS_A_TOKEN = 4
"""English prose, as OpenAI tells it for its own models."""

_TOKENS_A_MESSAGE = 8
"""Roles and separators around a message."""


def about(messages: list[dict[str, str]], schema: dict[str, Any]) -> int:
    """Return the tokens of a question as they are on average."""
    characters = sum(len(m["content"]) for m in messages) + len(json.dumps(schema))
    return characters // CHARACTERS_A_TOKEN + _TOKENS_A_MESSAGE * len(messages)


def at_most(messages: list[dict[str, str]], schema: dict[str, Any]) -> int:
    """Return a number that the tokens of a question do not exceed: a token is a byte at least."""
    content = sum(len(m["content"].encode("utf-8", "replace")) for m in messages)
    return content + len(json.dumps(schema)) + _TOKENS_A_MESSAGE * len(messages)
