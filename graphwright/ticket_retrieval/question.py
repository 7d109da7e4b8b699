"""What a question asks of tickets: values by section, and wanted sections (LinkedIn, 3.2.1).

Rules make it (``question_reading``); a language model may, of the same schema. It is shown to who
asked, each part with the reason for it.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

import pydantic

LONGEST_QUESTION = 20_000
"""Characters of a question that are read; what follows is left out, and the question says so."""


class Reason(StrEnum):
    """Why a part of a question is read as it is."""

    TICKET = "ticket"
    QUOTE = "quote"
    VOCABULARY = "vocabulary"
    CUE = "cue"
    REST = "rest"
    MODEL = "model"


class _Part(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(frozen=True, extra="forbid")


class AskedValue(_Part):
    """A value that the wanted tickets have in a section or field: an entry of the paper's P."""

    section: str
    value: str
    reason: Reason


class WantedSection(_Part):
    """A section or field that shall be answered: a member of the paper's I, and what wants it."""

    section: str
    cue: str


class TicketQuestion(_Part):
    """A question as it was understood.

    ``keys`` name tickets that there are, as the question writes them; ``absent_keys`` look like
    keys of tickets and name none. ``cut`` says that only the first
    ``LONGEST_QUESTION`` characters were read.
    """

    text: str
    keys: tuple[str, ...] = ()
    absent_keys: tuple[str, ...] = ()
    values: tuple[AskedValue, ...] = ()
    wanted: tuple[WantedSection, ...] = ()
    cut: bool = False

    def of(self, section: str) -> str | None:
        """Return the value of a section, None where the question gives none."""
        return next((one.value for one in self.values if one.section == section), None)


QuestionReader = Callable[[str], TicketQuestion]
"""What makes a question's text a ``TicketQuestion``: rules, or a language model."""
