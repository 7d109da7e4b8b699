"""A ticket as a document: its text, and where its fields, description and comments stand in it.

The text begins with title and short fields; long fields, the description and the comments follow
under a heading each. People and times stand in the record alone: as words they would be noise in
every search.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from graphwright.documents.blocks.raw import RawBlock, RawCell, RawDocument, RawLink, RawPassage
from graphwright.documents.tickets.markup.jira_wiki import read_jira_wiki
from graphwright.documents.tickets.markup.marked_blocks import MarkedBlocks
from graphwright.documents.tickets.markup.other_markups import (
    read_html_text,
    read_markdown_text,
    read_plain,
)
from graphwright.documents.tickets.raw import FieldKind, Markup, RawField, RawTicket, Standard
from graphwright.errors import ParseError
from graphwright.tables import BlockKind

_READERS: Mapping[Markup, Callable[[str], MarkedBlocks]] = {
    Markup.JIRA: read_jira_wiki,
    Markup.MARKDOWN: read_markdown_text,
    Markup.HTML: read_html_text,
    Markup.PLAIN: read_plain,
}
_PART_LEVEL = 2
"""Level of the headings of a ticket's parts; those inside a part stand below."""
_FIELD_TABLE = 0
_IN_RECORD_ALONE = frozenset({FieldKind.PERSON, FieldKind.TIME})

Span = tuple[int, int]
"""From the first of the document's raw blocks to after the last."""


@dataclasses.dataclass(frozen=True, slots=True)
class TicketLayout:
    """A ticket's raw blocks, and which of them each part is.

    ``fields`` are those that stand in the text, by their position in the ticket; a short field is
    the second cell of its row.
    """

    raw: RawDocument
    fields: Mapping[int, Span]
    description: Span | None
    comments: Sequence[Span]


def lay_out(ticket: RawTicket) -> TicketLayout:
    """Return the blocks of a ticket in reading order."""
    writer = _Writer(ticket.markup)
    writer.blocks.append(RawBlock(BlockKind.TITLE, ticket.title.strip() or ticket.key, level=1))
    writer.passages.append(RawPassage(writer.blocks[0].text))
    fields = {}
    for number, field in enumerate(ticket.fields):
        if field.kind not in (*_IN_RECORD_ALONE, FieldKind.TEXT):
            fields[number] = writer.row(_label(field), ", ".join(field.values))
    for number, field in enumerate(ticket.fields):
        if field.kind is FieldKind.TEXT:
            fields[number] = writer.part(_label(field), "\n\n".join(field.values))
    description = writer.part("Description", ticket.description)
    comments = [writer.part("Comments", comment.text) for comment in ticket.comments]
    return TicketLayout(writer.document(), fields, description, comments)


def _label(field: RawField) -> str:
    if field.standard is None:
        return field.name
    return Standard(field.standard).replace("_", " ").capitalize()


class _Writer:
    """Gathers the blocks of a ticket's parts."""

    def __init__(self, markup: Markup) -> None:
        self.blocks: list[RawBlock] = []
        self.passages: list[RawPassage] = []
        self._read = _READERS[markup]
        self._links: list[RawLink] = []
        self._left_out: Counter[str] = Counter()
        self._warnings: list[str] = []
        self._tables = _FIELD_TABLE + 1
        self._under: str | None = None

    def row(self, label: str, value: str) -> Span:
        """Write a short field as a row of the table of fields."""
        cells = (RawCell(label, 0), RawCell(value, 1))
        self.passages += (RawPassage(label), RawPassage(value))
        self.blocks.append(RawBlock(BlockKind.TABLE_ROW, table=_FIELD_TABLE, cells=cells))
        return len(self.blocks) - 1, len(self.blocks)

    def part(self, heading: str, text: str) -> Span:
        """Write a text under a heading; parts of one heading follow one another under it once."""
        read = self._marked(heading, text) if text.strip() else MarkedBlocks()
        self._left_out.update(dict(read.left_out))
        if not read.blocks:
            return len(self.blocks), len(self.blocks)
        if self._under != heading:
            self.blocks.append(RawBlock(BlockKind.HEADING, heading, level=_PART_LEVEL))
            self.passages.append(RawPassage(heading))
        has_headings = any(block.kind in _HEADINGS for block in read.blocks)
        self._under = None if has_headings else heading
        start = len(self.blocks)
        self.blocks += map(self._moved, read.blocks)
        self.passages += (_with_links(p, len(self._links)) for p in read.passages)
        self._links += read.links
        self._tables += 1 + max((b.table for b in read.blocks if b.table is not None), default=-1)
        return start, len(self.blocks)

    def _marked(self, heading: str, text: str) -> MarkedBlocks:
        """Return the blocks of a text; one that its markup cannot be read of is plain text."""
        try:
            return self._read(text)
        except ParseError as error:
            self._warnings.append(f"{heading} was read as plain text: {error}")
            return read_plain(text)

    def _moved(self, block: RawBlock) -> RawBlock:
        if block.table is not None:
            return dataclasses.replace(block, table=block.table + self._tables)
        if block.kind in _HEADINGS:
            level = block.level + _PART_LEVEL
            return dataclasses.replace(block, kind=BlockKind.HEADING, level=level)
        return block

    def document(self) -> RawDocument:
        """Return the document."""
        marked = any(passage.marks for passage in self.passages)
        return RawDocument(
            tuple(self.blocks),
            links=tuple(self._links),
            passages=tuple(self.passages) if marked else (),
            left_out=tuple(sorted(self._left_out.items())),
            warnings=tuple(dict.fromkeys(self._warnings)),
        )


_HEADINGS = (BlockKind.TITLE, BlockKind.HEADING)


def _with_links(passage: RawPassage, before: int) -> RawPassage:
    """Return a passage whose marks number the links of the whole document."""
    if not before or all(mark.link is None for mark in passage.marks):
        return passage
    marks = (
        mark if mark.link is None else dataclasses.replace(mark, link=mark.link + before)
        for mark in passage.marks
    )
    return dataclasses.replace(passage, marks=tuple(marks))
