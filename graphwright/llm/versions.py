"""What the rows of the LLM path depend on besides the text. Cheap: opens no endpoint.

The model's name stands for the model. The address is left out: a proxy, a move to another host or
another region does not make answers paid for worthless, and a lake does not depend on where it was
built. Whoever serves another model must give it another name. Timeouts, retries and concurrency
change no answer and are left out as well.

The code that reads answers shapes rows too, but no answer: it is a cause of the steps
(``steps.llm.prompt_sets``) and no part of ``answer_key``. After a change of it, what was paid for
is read again and not asked again.
"""

from __future__ import annotations

from typing import Any

from graphwright.ids import fingerprint
from graphwright.llm.prompts.forms import FORMS, Form
from graphwright.llm.prompts.request import SEED
from graphwright.settings import LlmSettings


def llm_versions(settings: LlmSettings, prompts: str = "triples") -> dict[str, str]:
    """Return all that shapes the LLM's rows for a given text and prompt set, by name."""
    asked = {f"prompt.{form.name}": _described(form) for form in FORMS[prompts]}
    if prompts == "entities":
        asked["llm.known_tokens"] = str(settings.known_tokens)
    if prompts in ("entities", "help", "tickets"):
        asked["llm.summary_characters"] = str(settings.summary_characters)
    return {
        "llm.model": settings.model,
        "llm.temperature": str(settings.temperature),
        "llm.max_output_tokens": str(settings.max_output_tokens),
        "llm.seed": str(SEED),
        **asked,
    }


def _described(form: Form[Any]) -> str:
    prompt = form.prompt
    return f"{prompt.title} {prompt.fingerprint[:12]} {fingerprint(form.schema)[:12]}"
