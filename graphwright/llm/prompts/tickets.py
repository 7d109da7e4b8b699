"""The answer that the prompt ``ticket_sections`` asks for, as a pydantic schema.

Defaults serve servers that do not enforce the schema.
"""

from __future__ import annotations

from graphwright.llm.prompts.schema_parts import Part, Visible


class AnsweredTicketSection(Part):
    """A section as the model answers it; ``text`` is copied from the ticket."""

    section: Visible
    text: Visible


class TicketSectionsAnswer(Part):
    """The whole answer for a ticket."""

    sections: tuple[AnsweredTicketSection, ...]
