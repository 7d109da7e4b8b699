"""The raw blocks of a large page, taken from its flat blocks as they are.

Docling makes objects of each element and cell, which takes a minute for two megabytes of HTML. What
``flatten`` leaves of a page is flat already, so the blocks are the same without it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence

from graphwright.documents.blocks.normalisation import BREAK
from graphwright.documents.blocks.raw import RawBlock, RawDocument
from graphwright.documents.docling.blocks import table_rows
from graphwright.documents.html.elements import HEADINGS
from graphwright.documents.html.flatten import FlatBlock
from graphwright.documents.html.tables import HtmlCell, HtmlTable
from graphwright.tables import BlockKind

_KINDS = {"li": BlockKind.LIST_ITEM, "pre": BlockKind.CODE}


def docling_items(blocks: Iterable[FlatBlock]) -> int:
    """Return the blocks and cells of a page, each of which Docling would make objects of."""
    return sum(1 + sum(map(len, p.table.rows)) if p.table is not None else 1 for p in blocks)


def large_page_blocks(blocks: Iterable[FlatBlock]) -> RawDocument:
    """Return flat blocks as raw ones, with the text, levels and tables that Docling's way gives."""
    return RawDocument(tuple(_blocks(blocks)))


def _blocks(blocks: Iterable[FlatBlock]) -> Iterator[RawBlock]:
    tables = 0
    for block in blocks:
        if block.table is not None:
            for _, cells in table_rows(list(_placed(block.table)), lambda cell: cell.text):
                yield RawBlock(BlockKind.TABLE_ROW, table=tables, cells=cells)
            tables += 1
        elif block.tag in HEADINGS:
            yield RawBlock(BlockKind.HEADING, block.text, level=int(block.tag[1]))
        else:
            kind = _KINDS.get(block.tag, BlockKind.PARAGRAPH)
            text, goes_on = block.text.replace(BREAK, "\n"), block.tag == "more"
            yield RawBlock(kind, text, level=block.depth, continues=goes_on)


@dataclasses.dataclass(frozen=True, slots=True)
class _Placed:
    """A cell where it stands, named as Docling names it."""

    text: str
    column_header: bool
    start_row_offset_idx: int
    end_row_offset_idx: int
    start_col_offset_idx: int
    end_col_offset_idx: int


def _placed(table: HtmlTable) -> Iterator[_Placed]:
    """Yield the cells; what one covers of the rows below pushes those of these rows aside.

    A row that only heads rows below it, as in a pivot table, is one with the next.
    """
    count = sum(not _heads_rows(cells) for cells in table.rows)
    covered: dict[int, int] = {}
    row = 0
    for cells in table.rows:
        beside = _heads_rows(cells)
        above = not beside and all(cell.header for cell in cells)
        column = 0
        for cell in cells:
            while covered.get(column, 0) > row:
                column += 1
            end = min(row + cell.rows - beside, max(count, row + 1))
            last = column + cell.columns
            yield _Placed(cell.text, above, row, end, column, last)
            covered.update(dict.fromkeys(range(column, last), end))
            column = last
        row += not beside


def _heads_rows(cells: Sequence[HtmlCell]) -> bool:
    return all(cell.header and cell.rows > 1 for cell in cells)
