"""A language model's part in simulations: a prompt of this package, JSON in, a checked form out."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any, TypeVar

import pydantic
import yaml

from graphwright.llm.answers.answer import Problem
from graphwright.llm.calls.client import LlmClient
from graphwright.llm.prompts.request import Request
from graphwright.simulation.case import Turn

F = TypeVar("F", bound=pydantic.BaseModel)


class Form(pydantic.BaseModel):
    """Base of what a model is to answer."""

    model_config = pydantic.ConfigDict(frozen=True, extra="forbid")


class SimulationPrompt(pydantic.BaseModel):
    """A prompt file of this package."""

    model_config = pydantic.ConfigDict(frozen=True, extra="forbid")

    name: str
    version: int
    system: str

    @property
    def title(self) -> str:
        """Return name and version."""
        return f"{self.name}-{self.version}"


@functools.cache
def simulation_prompt(name: str) -> SimulationPrompt:
    """Return a prompt of this package by its name."""
    file = resources.files("graphwright.simulation") / "prompts" / f"{name}.yaml"
    return SimulationPrompt.model_validate(yaml.safe_load(file.read_text("utf-8")))


def ask(client: LlmClient, prompt: str, told: Mapping[str, Any], form: type[F]) -> F | None:
    """Return the model's answer to a prompt of this package; None where it gave none that fits.

    Raises ``ExtractorError`` for what concerns every call.
    """
    asked = simulation_prompt(prompt)
    messages = [
        {"role": "system", "content": asked.system},
        {"role": "user", "content": json.dumps(told, ensure_ascii=False)},
    ]
    answer = client.complete(
        Request(messages, asked.name, form.model_json_schema(), prompt=asked.title)
    )
    if isinstance(answer, Problem) or answer.truncated:
        return None
    try:
        return form.model_validate_json(answer.text)
    except pydantic.ValidationError:
        return None


def as_told(turns: Sequence[Turn], last: str | None = None) -> list[dict[str, str]]:
    """Return a dialogue as a model reads it; ``last`` is an utterance without a reply yet."""
    told = [
        line
        for turn in turns
        for line in (
            {"speaker": "user", "text": turn.utterance},
            {"speaker": "agent", "text": turn.reply.text},
        )
    ]
    return told if last is None else [*told, {"speaker": "user", "text": last}]
