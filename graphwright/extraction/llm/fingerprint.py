"""What the rows of the LLM path depend on besides the chunk. Cheap: opens no endpoint.

The model's name stands for the model. The address is left out: a proxy, a move to another host or
another region does not make answers paid for worthless, and a lake does not depend on where it was
built. Whoever serves another model must give it another name. Timeouts, retries and concurrency
change no answer and are left out as well.
"""

from __future__ import annotations

from typing import Any

from graphwright.extraction.llm.dialect import SEED
from graphwright.extraction.llm.gate import GATE_VERSION
from graphwright.extraction.llm.prompts import Message, load_prompt
from graphwright.extraction.llm.prompts.triples import PROMPT, answer_schema
from graphwright.ids import fingerprint
from graphwright.settings import LlmSettings


def llm_versions(settings: LlmSettings) -> dict[str, str]:
    """Return all that shapes the LLM's rows for a given chunk, by name."""
    prompt = load_prompt(PROMPT)
    return {
        "llm.model": settings.model,
        "llm.temperature": str(settings.temperature),
        "llm.max_output_tokens": str(settings.max_output_tokens),
        "llm.seed": str(SEED),
        "prompt": f"{prompt.name}-{prompt.version} {prompt.fingerprint[:12]}",
        "answer_schema": fingerprint(answer_schema())[:12],
        "gate": GATE_VERSION,
    }


def llm_version(settings: LlmSettings) -> str:
    """Return what a triple's ``version`` column says: prompt with its version, and model."""
    prompt = load_prompt(PROMPT)
    return f"{prompt.name}-{prompt.version} {settings.model}"


def answer_key(
    settings: LlmSettings, messages: list[Message], schema: dict[str, Any], attempt: int = 0
) -> str:
    """Return the hash of all that shapes one answer: model, its settings, messages and schema.

    ``attempt`` counts how often the same was asked on purpose, so that each answer has its place.
    """
    shapes: list[object] = [_model(settings), messages, schema]
    return fingerprint([*shapes, attempt] if attempt else shapes)


def _model(settings: LlmSettings) -> list[object]:
    return [settings.model, settings.temperature, settings.max_output_tokens, SEED]
