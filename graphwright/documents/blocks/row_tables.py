"""A table as raw blocks, from the texts of its rows: of a CSV file or of a sheet."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from graphwright.documents.blocks.boxes import Box
from graphwright.documents.blocks.normalisation import join_blocks
from graphwright.documents.blocks.raw import RawBlock, RawCell
from graphwright.tables import BlockKind

Row = tuple[int, list[str]]
"""A row's number from 0, and the texts of its cells."""


def table_blocks(
    rows: Iterable[Row], number: int, page: int | None = None, left: int = 0
) -> Iterator[RawBlock]:
    """Yield the rows of a table; lines of one cell that stand above it are paragraphs.

    ``left`` is the column of the sheet in which the table starts.
    """
    filled = (row for row in rows if any(text.strip() for text in row[1]))
    above = list(itertools.takewhile(_is_lone, rows_above := _RowsAbove(filled)))
    if rows_above.ended_by is None:  # nothing follows: it is a table of one column
        yield from (_row(row, number, page, left) for row in above)
        return
    for row in above:
        column, text = next((n, text) for n, text in enumerate(row[1]) if text.strip())
        box = _box(row[0], left + column, 1)
        yield RawBlock(BlockKind.PARAGRAPH, text, page=page, box=box, box_unit="cell")
    yield _row(rows_above.ended_by, number, page, left)
    for row in filled:
        yield _row(row, number, page, left)


class _RowsAbove:
    """The rows above a table; remembers the first of the table, which ends them."""

    def __init__(self, rows: Iterator[Row]) -> None:
        self._rows = rows
        self.ended_by: Row | None = None

    def __iter__(self) -> Iterator[Row]:
        for row in self._rows:
            self.ended_by = None if _is_lone(row) else row
            yield row


def _is_lone(row: Row) -> bool:
    return sum(bool(text.strip()) for text in row[1]) == 1


def _row(row: Row, number: int, page: int | None, left: int) -> RawBlock:
    place, texts = row
    return RawBlock(
        BlockKind.TABLE_ROW,
        table=number,
        cells=tuple(map(RawCell, map(_line, texts), itertools.count())),
        page=page,
        box=_box(place, left, len(texts)),
        box_unit="cell",
    )


def _line(text: str) -> str:
    """Return the lines of a cell as one, as they are joined in every table."""
    return join_blocks(text.split("\n")) if "\n" in text else text


def _box(row: int, column: int, width: int) -> Box:
    """Return the box of cells in a row, counted from 0; right and bottom are outside."""
    return float(column), float(row), float(column + width), float(row + 1)
