"""Tickets as parsed documents with their records, as an export gives them."""

from __future__ import annotations

from graphwright.documents.parse import parse_document
from graphwright.documents.tickets.raw import (
    Markup,
    RawComment,
    RawField,
    RawLink,
    RawTicket,
    Standard,
    record_bytes,
    standard_field,
)
from graphwright.ids import document_id, sha256_bytes
from graphwright.settings import ParseSettings
from graphwright.tables import DocumentLink, ParsedDocument, SourceDocument, TicketRecord


def a_raw_ticket(
    description: str = "",
    *comments: str,
    key: str = "SHOP-1",
    fields: tuple[RawField, ...] = (),
    links: tuple[RawLink, ...] = (),
    markup: Markup = Markup.JIRA,
) -> RawTicket:
    """Return a ticket of a shop; comments are of an hour each, by the assignee in turn."""
    said = tuple(
        RawComment(text, f"person {at % 2}", f"2024-01-02T{at:02d}:00:00+00:00")
        for at, text in enumerate(comments)
    )
    usual = (
        standard_field(Standard.STATUS, "status", "Resolved"),
        standard_field(Standard.REPORTER, "reporter", "person 0"),
        standard_field(Standard.ASSIGNEE, "assignee", "person 1"),
        *fields,
    )
    return RawTicket(key, "The till stops", description, markup, usual, links, said)


def parsed(
    ticket: RawTicket,
) -> tuple[ParsedDocument, TicketRecord, tuple[DocumentLink, ...]]:
    """Return a ticket parsed, with its record and the links of its markup."""
    data = record_bytes(ticket)
    source = SourceDocument(
        document_id=document_id("shop", ticket.key),
        collection="shop",
        path=ticket.key,
        uri=ticket.key,
        location=ticket.key,
        format="ticket",
        extractor="dependency",
        size=len(data),
        modified=None,
        sha256=sha256_bytes(data),
        problem=None,
    )
    document, links, record = parse_document(source, data, ParseSettings())
    assert record is not None
    return document, record, links
