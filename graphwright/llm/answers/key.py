"""The name that an answer is kept under: a hash of all that shapes it."""

from __future__ import annotations

from typing import Any

from graphwright.ids import fingerprint
from graphwright.llm.prompts import Message
from graphwright.llm.prompts.request import SEED
from graphwright.settings import LlmSettings


def answer_key(
    settings: LlmSettings,
    messages: list[Message],
    schema: dict[str, Any],
    attempt: int = 0,
    prompt: str = "",
) -> str:
    """Return the hash of all that shapes one answer.

    That is: the model and its settings, the prompt's version and hash (``Form.identity``),
    messages and schema. Not ``max_output_tokens``, which shapes an answer that was cut off alone:
    the cache knows these. ``attempt`` counts how often the same was asked on purpose, so that each
    answer has its place.
    """
    shapes: list[object] = [_model(settings), prompt, messages, schema]
    return fingerprint([*shapes, attempt] if attempt else shapes)


def _model(settings: LlmSettings) -> list[object]:
    return [settings.model, settings.temperature, SEED]
