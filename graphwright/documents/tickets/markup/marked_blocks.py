"""Blocks of one text of a ticket, with the passages that they are made of."""

from __future__ import annotations

import dataclasses
from collections import Counter

from graphwright.documents.blocks.marked_text import MarkedText
from graphwright.documents.blocks.raw import RawBlock, RawCell, RawLink, RawPassage
from graphwright.errors import ParseError
from graphwright.tables import BlockKind, DocumentStatus

MOST_BLOCKS = 50_000
"""Blocks and cells of one text of a ticket; people write hundreds, and only programs write more."""


@dataclasses.dataclass(frozen=True, slots=True)
class MarkedBlocks:
    """Blocks, their passages in the same order, and the links that the passages' marks number."""

    blocks: tuple[RawBlock, ...] = ()
    passages: tuple[RawPassage, ...] = ()
    links: tuple[RawLink, ...] = ()
    left_out: tuple[tuple[str, int], ...] = ()


def check_blocks(count: int) -> None:
    """Raise ``ParseError`` where a text has more blocks and cells than anybody writes."""
    if count > MOST_BLOCKS:
        raise ParseError(
            f"A text of the ticket has more than {MOST_BLOCKS:,} paragraphs, items and cells.",
            status=DocumentStatus.TOO_LARGE,
            remedy="Shorten it, or attach it as a file.",
        )


class BlockWriter:
    """Takes the parts of a text in reading order and ends its blocks.

    Raises ``ParseError`` where they become too many.
    """

    def __init__(self) -> None:
        self.text = MarkedText()
        self.links: list[RawLink] = []
        self.left_out: Counter[str] = Counter()
        self._blocks: list[RawBlock] = []
        self._passages: list[RawPassage] = []
        self._cells: list[RawPassage] = []

    def end(self, kind: BlockKind, level: int = 0) -> None:
        """End a block; one without text is none."""
        written = self.text.has_text()
        passage = self.text.take()
        if written:
            check_blocks(len(self._passages) + 1)
            self._passages.append(passage)
            self._blocks.append(RawBlock(kind, passage.text, level=level))

    def end_cell(self) -> None:
        """End a cell of a table's row."""
        check_blocks(len(self._passages) + len(self._cells) + 1)
        self._cells.append(self.text.take())

    def end_row(self, table: int, *, header: bool) -> None:
        """End a row of a table."""
        cells = tuple(RawCell(p.text, n, header) for n, p in enumerate(self._cells))
        if any(cell.text.strip() for cell in cells):
            self._blocks.append(RawBlock(BlockKind.TABLE_ROW, table=table, cells=cells))
            self._passages += self._cells
        self._cells = []

    def finish(self) -> MarkedBlocks:
        """Return what was written."""
        left_out = tuple(sorted(self.left_out.items()))
        return MarkedBlocks(tuple(self._blocks), tuple(self._passages), tuple(self.links), left_out)
