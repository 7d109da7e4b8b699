"""A ticket's rows: itself, its sections, its links, and what went nowhere."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence

from graphwright.tables import (
    DocumentLink,
    ParsedDocument,
    RejectedTicketPart,
    SectionPiece,
    Ticket,
    TicketLink,
    TicketLinkOrigin,
    TicketRecord,
    TicketSection,
)
from graphwright.tickets.left_text import SaidSection
from graphwright.tickets.link_names import link_kind
from graphwright.tickets.regions import section_of_field
from graphwright.tickets.sections import read_tree
from graphwright.tickets.spans import Spans
from graphwright.tickets.template import Template
from graphwright.tickets.text_links import text_links
from graphwright.tickets.windows import windows_of


@dataclasses.dataclass(frozen=True, slots=True)
class TicketRows:
    """What is read of one ticket."""

    ticket: Ticket
    sections: tuple[TicketSection, ...]
    windows: tuple[SectionPiece, ...]
    links: tuple[TicketLink, ...]
    rejected: tuple[RejectedTicketPart, ...]


def read_ticket(
    document: ParsedDocument,
    record: TicketRecord,
    template: Template,
    links: Iterable[DocumentLink] = (),
    said: Sequence[SaidSection] = (),
) -> TicketRows:
    """Return the rows of a ticket; ``links`` are those that the markup of its text has.

    ``said`` is what a model found in what the rules left of it.
    """
    tree = read_tree(document, record, template, said=said)
    return TicketRows(
        _ticket(document, record, template),
        tree.sections,
        tuple(windows_of(tree.sections, template.rich)),
        tuple(_links(document, record, links)),
        tree.rejected,
    )


def _ticket(document: ParsedDocument, record: TicketRecord, template: Template) -> Ticket:
    values: dict[str, tuple[str, ...]] = {}
    for field in record.fields:
        section = section_of_field(field, template)
        if section is not None and field.values:
            values.setdefault(section, field.values)

    def one(name: str) -> str | None:
        return next(iter(values.get(name, ())), None)

    return Ticket(
        document_id=document.document_id,
        collection=document.collection,
        key=record.key,
        title=document.title,
        project=one("project"),
        type=one("type"),
        status=one("status"),
        resolution=one("resolution"),
        priority=one("priority"),
        components=values.get("components", ()),
        labels=values.get("labels", ()),
        versions=values.get("versions", ()),
        fix_versions=values.get("fix_versions", ()),
        created=one("created"),
        updated=one("updated"),
        resolved=one("resolved"),
        reporter=one("reporter"),
        assignee=one("assignee"),
    )


def _links(
    document: ParsedDocument, record: TicketRecord, links: Iterable[DocumentLink]
) -> Iterator[TicketLink]:
    """Yield the links of the fields, then those of description and comments, in order of place."""
    made: list[tuple[object, ...]] = []
    for stated in record.links:
        said = link_kind(stated.name, stated.direction)
        if stated.target_key != record.key:
            made.append((said.kind.value, stated.name, said.outward, stated.target_key,
                         TicketLinkOrigin.FIELD.value, None, None))  # fmt: skip
    spans = Spans(_texts(document, record))
    for link in text_links(record.key, document.text, links):
        if link.start in spans:
            made.append((link.kind.value, link.name, link.outward, link.key,
                         link.origin.value, link.start, link.end))  # fmt: skip
    for index, parts in enumerate(made):
        yield TicketLink(document.document_id, index, *parts)  # type: ignore[arg-type]  # in order


def _texts(document: ParsedDocument, record: TicketRecord) -> Sequence[tuple[int, int]]:
    """Return where people write: in the title, the description and the comments."""
    spans = [(comment.start, comment.end) for comment in record.comments]
    if record.description_start is not None and record.description_end is not None:
        spans.append((record.description_start, record.description_end))
    if document.blocks:
        spans.append((document.blocks[0].start, document.blocks[0].end))
    return spans
