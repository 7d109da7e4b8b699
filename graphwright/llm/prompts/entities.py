"""The answer that ``entities.yaml`` asks for, as one pydantic schema.

Defaults serve servers that do not enforce the schema.
"""

from __future__ import annotations

from graphwright.llm.prompts.schema_parts import Optional, Part, Visible


class AnsweredEntity(Part):
    """An entity as the model answers it; the name is copied from the passage."""

    name: Visible
    type: Optional = None
    known: Optional = None
    """The name on the known list that it stands for, if it is on it."""


class EntitiesAnswer(Part):
    """The whole answer for a summary."""

    entities: tuple[AnsweredEntity, ...]
