"""Tables whose cells the tags of a PDF name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphwright.documents.blocks.boxes import bounding_box
from graphwright.documents.pdf.layout.tables import Cell, Table, lines_in
from graphwright.documents.pdf.page.objects import Line, Page, TaggedCell, TaggedTable, Word

_MAX_WORDS = 60
"""Words of a cell, at most, on average: more is a page laid out as a table."""


def tagged_tables(page: Page, words: Sequence[Word]) -> list[Table]:
    """Return the tables that the page's tags name, with the words that they have of ``words``."""
    if not page.tags.tables:
        return []
    by_mcid: dict[int, list[Word]] = {}
    for word in words:
        by_mcid.setdefault(word.mcid, []).append(word)
    found = (_table(page.number, tagged, by_mcid) for tagged in page.tags.tables)
    return [table for table in found if table is not None]


def _table(page: int, tagged: TaggedTable, by_mcid: dict[int, list[Word]]) -> Table | None:
    cells = []
    for cell in tagged.cells:
        own = [word for mcid in sorted(cell.mcids) for word in by_mcid.get(mcid, ())]
        cells.append(Cell(cell.row, cell.column, lines_in(page, own), cell.rows, cell.columns))
    filled = [cell for cell in cells if cell.lines]
    if not filled or len({cell.column for cell in cells}) < 2:
        return None
    if sum(len(cell.text.split()) for cell in filled) > _MAX_WORDS * len(filled):
        return None
    box = bounding_box(line.box for cell in filled for line in cell.lines)
    return Table(box, tuple(cells), _headers(tagged.cells), tagged.continues)


def lines_in_tables(page: Page, lines: Sequence[Line]) -> Iterator[Line]:
    """Yield the lines that the tags name as part of a table: no headers or footers of the page."""
    mcids = {mcid for table in page.tags.tables for cell in table.cells for mcid in cell.mcids}
    for line in lines if mcids else ():
        if all(word.mcid in mcids for word in line.words):
            yield line


def _headers(tagged: Sequence[TaggedCell]) -> int:
    """Return how many rows at the top are all header cells."""
    plain = [cell.row for cell in tagged if not cell.header]
    return min(plain, default=max(cell.row for cell in tagged) + 1)
