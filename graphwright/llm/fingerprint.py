"""What the rows of the LLM path depend on besides the text. Cheap: opens no endpoint.

The model's name stands for the model. The address is left out: a proxy, a move to another host or
another region does not make answers paid for worthless, and a lake does not depend on where it was
built. Whoever serves another model must give it another name. Timeouts, retries and concurrency
change no answer and are left out as well.

The code that reads answers shapes rows, so ``llm_versions`` has its version. It shapes no
answer, so ``answer_key`` has not: after a change of it, what was paid for is read again and
not asked again.
"""

from __future__ import annotations

from typing import Any

from graphwright.code_versions import version_of
from graphwright.ids import fingerprint
from graphwright.llm.dialect import SEED
from graphwright.llm.prompts import Message
from graphwright.llm.prompts.forms import FORMS, TRIPLES, Form
from graphwright.settings import LlmSettings


def llm_versions(settings: LlmSettings, prompts: str = "triples") -> dict[str, str]:
    """Return all that shapes the LLM's rows for a given text and prompt set, by name."""
    asked = {f"prompt.{form.name}": _described(form) for form in FORMS[prompts]}
    if prompts == "entities":
        asked["llm.known_tokens"] = str(settings.known_tokens)
        asked["llm.summary_characters"] = str(settings.summary_characters)
        asked["outlines"] = version_of("llm_outlines")
    return {
        "llm.model": settings.model,
        "llm.temperature": str(settings.temperature),
        "llm.max_output_tokens": str(settings.max_output_tokens),
        "llm.seed": str(SEED),
        **asked,
        "gate": version_of("llm_triples"),
    }


def llm_version(settings: LlmSettings, form: Form[Any] = TRIPLES) -> str:
    """Return what a row's ``version`` column says: prompt with its version, and model."""
    return f"{form.prompt.title} {settings.model}"


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


def _described(form: Form[Any]) -> str:
    prompt = form.prompt
    return f"{prompt.title} {prompt.fingerprint[:12]} {fingerprint(form.schema)[:12]}"


def _model(settings: LlmSettings) -> list[object]:
    return [settings.model, settings.temperature, SEED]
