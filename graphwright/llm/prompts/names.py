"""The answer that the prompt ``names`` asks for: whether two names are one thing.

Defaults serve servers that do not enforce the schema.
"""

from __future__ import annotations

from typing import Annotated, Literal

import pydantic

from graphwright.llm.prompts.schema_parts import Part, Words


def _lower(value: object) -> object:
    return value.strip().lower() if isinstance(value, str) else value


class AnsweredVerdict(Part):
    """Whether two names are one, and the sentence that says why."""

    verdict: Annotated[Literal["same", "different", "unsure"], pydantic.BeforeValidator(_lower)]
    reason: Words = ""


class NamesAnswer(Part):
    """The whole answer: a list of one verdict."""

    verdicts: tuple[AnsweredVerdict, ...]
