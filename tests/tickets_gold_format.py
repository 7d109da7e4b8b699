"""The format of examples/tickets_gold.yaml as strict models, and the tickets that it speaks of.

The tickets are read as a build reads them, without a lake.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Literal

import pydantic
import yaml
from gold_format import EXAMPLES

from graphwright.documents.parse import ParseTask, parse_task
from graphwright.documents.sources.discover import find, tickets_of
from graphwright.documents.sources.pages import Pages
from graphwright.settings import load_settings
from graphwright.tables import CommentRole, ParsedDocument, TicketLinkKind, TicketRecord
from graphwright.tickets.rows import TicketRows, read_ticket
from graphwright.tickets.template import default_template


class _Model(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(frozen=True, extra="forbid")


class GoldSection(_Model):
    ticket: str
    section: str
    start: str
    end: str


class GoldComment(_Model):
    ticket: str
    comment: int
    role: CommentRole


class GoldLink(_Model):
    source: str
    kind: TicketLinkKind
    target: str
    absent: bool = False

    @property
    def ends(self) -> tuple[str, str, str]:
        """Kind and keys; those of tickets that only relate in order."""
        keys = (self.source, self.target)
        first, second = sorted(keys) if self.kind is TicketLinkKind.RELATE else keys
        return self.kind.value, first, second


class GoldQuestion(_Model):
    kind: Literal["field", "section", "link", "two_tickets", "count", "absent"]
    question: str
    values: dict[str, tuple[str, ...]] | None = None
    sections: dict[str, str] | None = None
    tickets: tuple[str, ...] | None = None
    links: tuple[str, ...] | None = None
    count: int | None = None


class TicketsGold(_Model):
    sections: tuple[GoldSection, ...]
    comments: tuple[GoldComment, ...]
    links: tuple[GoldLink, ...]
    questions: tuple[GoldQuestion, ...]


def load_tickets_gold() -> TicketsGold:
    """Read and check examples/tickets_gold.yaml."""
    text = (EXAMPLES / "tickets_gold.yaml").read_text(encoding="utf-8")
    return TicketsGold.model_validate(yaml.safe_load(text))


@dataclasses.dataclass(frozen=True)
class ExampleTicket:
    """A ticket of the example: its text, its record, and what is read of them."""

    document: ParsedDocument
    record: TicketRecord
    rows: TicketRows

    @property
    def description(self) -> tuple[int, int]:
        """Where the description stands; nowhere, where there is none."""
        return self.record.description_start or 0, self.record.description_end or 0


def example_tickets(folder: Path) -> dict[str, ExampleTicket]:
    """Return the tickets of the example by key; their records are kept in ``folder``."""
    settings = load_settings(EXAMPLES / "sources.yaml")
    collection = next(one for one in settings.collections if one.kind == "tickets")
    pages, found = Pages(folder), {}
    for source in tickets_of(collection, find(collection, ()), settings.parse.max_bytes, pages):
        parsed = parse_task(ParseTask(source, settings.parse, pages))
        assert isinstance(parsed.row, ParsedDocument), parsed.row
        assert parsed.ticket is not None
        rows = read_ticket(parsed.row, parsed.ticket, default_template(), parsed.links)
        found[parsed.ticket.key] = ExampleTicket(parsed.row, parsed.ticket, rows)
    return found
