"""Where the parts of a ticket stand in its canonical text: its record."""

from __future__ import annotations

from bisect import bisect_left

from graphwright.documents.canonical.text import CanonicalText
from graphwright.documents.tickets.document import Span, TicketLayout
from graphwright.documents.tickets.raw import FieldKind, RawField, RawTicket
from graphwright.tables import StatedTicketLink, TicketComment, TicketField, TicketRecord

_NOWHERE = (None, None)


def ticket_record(
    document_id: str, ticket: RawTicket, layout: TicketLayout, canonical: CanonicalText
) -> TicketRecord:
    """Return the record of a ticket, whose spans are those of its canonical text.

    A comment without text has no place and is left out; a field without one has none.
    """
    start, end = (
        _place(layout.description, canonical) if layout.description is not None else _NOWHERE
    )
    return TicketRecord(
        document_id=document_id,
        key=ticket.key,
        markup=ticket.markup.value,
        fields=tuple(
            _field(field, layout.fields.get(number), canonical)
            for number, field in enumerate(ticket.fields)
        ),
        links=tuple(StatedTicketLink(x.name, x.direction, x.key) for x in ticket.links),
        comments=_comments(ticket, layout, canonical),
        description_start=start,
        description_end=end,
    )


def _place(span: Span, canonical: CanonicalText) -> tuple[int, int] | tuple[None, None]:
    """Return from where to where the blocks go that came of a span of raw blocks."""
    first = bisect_left(canonical.origins, span[0])
    after = bisect_left(canonical.origins, span[1])
    if first == after:
        return _NOWHERE
    return canonical.blocks[first].start, canonical.blocks[after - 1].end


def _field(field: RawField, span: Span | None, canonical: CanonicalText) -> TicketField:
    start, end = _NOWHERE if span is None else _place(span, canonical)
    if start is not None and span is not None and field.kind is not FieldKind.TEXT:
        row = canonical.blocks[bisect_left(canonical.origins, span[0])]
        value = next((cell for cell in row.cells if cell.column == 1), None)
        start, end = (value.start, value.end) if value is not None else _NOWHERE
    return TicketField(
        name=field.name,
        standard=None if field.standard is None else field.standard.value,
        kind=field.kind.value,
        value=", ".join(field.values),
        values=field.values,
        start=start,
        end=end,
    )


def _comments(
    ticket: RawTicket, layout: TicketLayout, canonical: CanonicalText
) -> tuple[TicketComment, ...]:
    found: list[TicketComment] = []
    for comment, span in zip(ticket.comments, layout.comments, strict=True):
        start, end = _place(span, canonical)
        if start is not None and end is not None:
            found.append(TicketComment(len(found), comment.author, comment.created, start, end))
    return tuple(found)
