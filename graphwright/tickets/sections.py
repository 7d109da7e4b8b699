"""The sections of a ticket: its tree, and what of it has no place there (LinkedIn, section 3.1.1).

Every letter of a ticket is in the text of one leaf, in the heading of one section, or in one
rejected part. A description and a comment hold their sections; without any they are leaves.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from graphwright.ids import content_id
from graphwright.tables import (
    CommentRole,
    ParsedDocument,
    RejectedTicketPart,
    SectionOrigin,
    TicketPartRejection,
    TicketRecord,
    TicketSection,
)
from graphwright.tickets.comment_roles import RoleReading, comment_role
from graphwright.tickets.comment_times import surroundings_of
from graphwright.tickets.headings import Nearest
from graphwright.tickets.left_text import SaidSection, with_said
from graphwright.tickets.lines import DocumentLines
from graphwright.tickets.pieces import Piece, pieces_of
from graphwright.tickets.regions import Region, RegionKind, regions_of, section_of_field
from graphwright.tickets.template import DETAILS, Template
from graphwright.tickets.text_rules import REST

_ROLE_SECTIONS = {
    CommentRole.FIX: "fix",
    CommentRole.WORKAROUND: "workaround",
    CommentRole.CAUSE: "cause",
    CommentRole.QUESTION: "question",
}
_WHOLE = 1.0


@dataclasses.dataclass(frozen=True, slots=True)
class Tree:
    """The sections of a ticket in order of place, each after the one above it, and the rest."""

    sections: tuple[TicketSection, ...]
    rejected: tuple[RejectedTicketPart, ...]


def read_tree(
    document: ParsedDocument,
    record: TicketRecord,
    template: Template,
    nearest: Nearest | None = None,
    said: Sequence[SaidSection] = (),
) -> Tree:
    """Return the tree of a ticket.

    ``nearest`` names headings that the template does not. ``said`` is what a model found in what
    the rules left of the description, in order of the text.
    """
    writer = _Writer(document, record, template, nearest, said)
    for region in regions_of(document, record, template):
        writer.add(region)
    writer.add_absent_fields(record, template)
    return Tree(tuple(writer.sections), tuple(writer.rejected))


class _Writer:
    def __init__(
        self,
        document: ParsedDocument,
        record: TicketRecord,
        template: Template,
        nearest: Nearest | None,
        said: Sequence[SaidSection],
    ) -> None:
        self.sections: list[TicketSection] = []
        self.rejected: list[RejectedTicketPart] = []
        self._document, self._template, self._nearest = document, template, nearest
        self._lines = DocumentLines(document)
        self._said = said
        self._around = surroundings_of(record)

    def add(self, region: Region) -> None:
        """Add a region with the sections in it."""
        if region.section is None:
            self._reject_region(region)
        elif region.kind is RegionKind.FIELD:
            whole = Piece(region.section, SectionOrigin.FIELD, region.name, _WHOLE, region.start,
                          region.end, region.heading)  # fmt: skip
            self._section(whole, None)
        elif region.kind is RegionKind.DESCRIPTION:
            pieces = with_said(self._document.text, self._pieces(region), self._said)
            self._holder(region, pieces, None, None)
        else:
            self._comment(region)

    def add_absent_fields(self, record: TicketRecord, template: Template) -> None:
        """Reject the fields that stand in no text and that no section takes."""
        for field in record.fields:
            if field.start is None and field.value and section_of_field(field, template) is None:
                self._reject(
                    field.name, TicketPartRejection.UNKNOWN_FIELD, None, None, _ADVICE_FIELD
                )

    def _comment(self, region: Region) -> None:
        assert region.comment is not None
        around = self._around[region.comment.index]
        text = self._document.text[region.start : region.end]
        role = comment_role(text, around)
        pieces = self._pieces(region)
        headed = any(piece.origin is SectionOrigin.HEADING for piece in pieces)
        section = _ROLE_SECTIONS.get(role.role, DETAILS)
        if not headed:
            own = role.role != CommentRole.OTHER
            pieces = [_of_role(section, role, region.start, region.end)] if own else []
        else:
            pieces = [
                _of_role(section, role, piece.start, piece.end)
                if piece.origin is SectionOrigin.RULE
                else piece
                for piece in pieces
            ]
        self._holder(region, pieces, around.author_role, role)

    def _holder(
        self,
        region: Region,
        pieces: Sequence[Piece],
        author_role: str | None,
        role: RoleReading | None,
    ) -> None:
        """Add a description or comment and what is in it; plain text alone is the holder's own."""
        assert region.section is not None
        whole = Piece(region.section, SectionOrigin.FIELD, region.name, _WHOLE, region.start,
                      region.end, region.heading)  # fmt: skip
        parent = self._section(whole, None, author_role, role)
        if [piece.rule for piece in pieces] == [REST] or all(p.section is None for p in pieces):
            return
        for piece in pieces:
            if piece.section is None:
                self._reject_piece(piece)
            else:
                self._section(piece, parent, author_role)

    def _pieces(self, region: Region) -> list[Piece]:
        lines = self._lines.between(region.start, region.end)
        return pieces_of(lines, self._template, self._nearest)

    def _section(
        self,
        piece: Piece,
        parent: str | None,
        author_role: str | None = None,
        role: RoleReading | None = None,
    ) -> str:
        document, index = self._document, len(self.sections)
        assert piece.section is not None
        identity = content_id(
            "ticket_section", document.document_id, piece.section, piece.start, piece.end, parent
        )
        self.sections.append(
            TicketSection(
                section_id=identity,
                document_id=document.document_id,
                section=piece.section,
                parent_id=parent,
                index=index,
                start=piece.start,
                end=piece.end,
                text=document.text[piece.start : piece.end],
                origin=piece.origin.value,
                rule=piece.rule,
                confidence=piece.confidence,
                author_role=author_role,
                comment_role=role.role.value if role else None,
                heading_start=piece.heading[0] if piece.heading else None,
                heading_end=piece.heading[1] if piece.heading else None,
            )
        )
        return identity

    def _reject_region(self, region: Region) -> None:
        start = region.heading[0] if region.heading else region.start
        if region.kind is RegionKind.FIELD:
            reason, advice = TicketPartRejection.UNKNOWN_FIELD, _ADVICE_FIELD
        else:
            reason, advice = TicketPartRejection.NO_RULE, _ADVICE_TEXT
        self._reject(region.name, reason, start, region.end, advice)

    def _reject_piece(self, piece: Piece) -> None:
        empty = piece.reason is TicketPartRejection.EMPTY
        advice = _ADVICE_EMPTY if empty else _ADVICE_HEADING
        self._reject(piece.rule, piece.reason, piece.start, piece.end, advice)

    def _reject(
        self, name: str, reason: TicketPartRejection, start: int | None, end: int | None, said: str
    ) -> None:
        self.rejected.append(
            RejectedTicketPart(
                self._document.document_id, len(self.rejected), name, reason.value, start, end, said
            )
        )


_ADVICE_FIELD = "No section takes this field; name it under 'fields' of one in the template."
_ADVICE_HEADING = "No section has this heading; name it under 'aliases' of one in the template."
_ADVICE_EMPTY = "Nothing stands under this heading; nothing is lost."
_ADVICE_TEXT = "This text is in no field, description or comment of the ticket."


def _of_role(section: str, role: RoleReading, start: int, end: int) -> Piece:
    rule = f"comment:{role.cues}" if role.cues else REST
    return Piece(section, SectionOrigin.RULE, rule, role.confidence, start, end)


def leaves(sections: Sequence[TicketSection]) -> Iterator[TicketSection]:
    """Yield the sections that hold no other."""
    holders = {section.parent_id for section in sections}
    yield from (section for section in sections if section.section_id not in holders)
