"""Prompts: a YAML file each, versioned, beside the pydantic schema of its answers.

This module reads a prompt file and turns a passage into messages; ``forms`` says which prompt goes
with which schema. Nothing here calls an endpoint or judges answers.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from importlib import resources
from typing import Any

import pydantic
import yaml

from graphwright.ids import fingerprint
from graphwright.llm.prompts.passage import Passage, render

Message = dict[str, str]


class Example(pydantic.BaseModel):
    """A worked example: a passage, what is known beside it, and the answer it should get."""

    model_config = pydantic.ConfigDict(frozen=True, extra="forbid")

    headings: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    passage: str
    answer: dict[str, Any]


class Prompt(pydantic.BaseModel):
    """A prompt file: what the model is told, and examples of good answers."""

    model_config = pydantic.ConfigDict(frozen=True, extra="forbid")

    name: str
    version: int
    system: str
    examples: tuple[Example, ...]

    @property
    def title(self) -> str:
        """Return name and version, as rows and plans show them."""
        return f"{self.name}-{self.version}"

    @functools.cached_property
    def fingerprint(self) -> str:
        """Return a hash of all that the prompt says, so that no edit needs a version bump."""
        return fingerprint(self.model_dump(mode="json"))

    def messages(self, passage: Passage, known: Sequence[str] = ()) -> list[Message]:
        """Return the chat messages for a passage; document text stands in user messages only.

        ``known`` are the lines of what is known beside the passage: seed concepts or entities.
        """
        messages = [_message("system", self.system)]
        for example in self.examples:
            asked = render(example.passage, example.headings, example.known)
            messages.append(_message("user", asked))
            messages.append(_message("assistant", json.dumps(example.answer, ensure_ascii=False)))
        messages.append(_message("user", render(passage.text, passage.headings, known)))
        return messages


def _message(role: str, content: str) -> Message:
    return {"role": role, "content": content}


@functools.cache
def load_prompt(name: str) -> Prompt:
    """Return the prompt file ``name`` of this package, read once a process."""
    text = resources.files(__name__).joinpath(f"{name}.yaml").read_text(encoding="utf-8")
    return Prompt.model_validate(yaml.safe_load(text))
