"""The answer that ``summary.yaml`` asks for, as one pydantic schema."""

from __future__ import annotations

from graphwright.llm.prompts.schema_parts import Part, Visible


class SummaryAnswer(Part):
    """The whole answer for a part of a document: its summary, sentence by sentence."""

    summary: tuple[Visible, ...]
