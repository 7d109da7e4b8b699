"""Which rows of a table are its header, where the format does not say so itself.

Word, PowerPoint, spreadsheets and CSV mark no header that can be trusted, and many web pages use
plain cells for it. A first row names its columns when it is all words and differs from what
stands below; a row of values does not, though it comes first.
"""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections.abc import Iterable, Iterator, Sequence

from graphwright.documents.blocks.raw import RawBlock, RawCell

_VALUE = re.compile(
    r"[-+(]?[€$£¥]?\s*\d[\d\s.,:/%'’-]*(?:[€$£¥%)]|[a-z]{1,3})?"
    r"|\d{1,2}\.? ?[A-Za-z]{3,9}\.? ?\d{2,4}|true|false|yes|no|n/a|-+|[–—✔✘x]",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_LONGEST_NAME = 80
_LOOKED_AT = 50


def mark_header_rows(blocks: Iterable[RawBlock], *, declared: bool) -> Iterator[RawBlock]:
    """Yield the blocks with the cells of header rows marked.

    ``declared`` says that the format marks headers itself, as HTML can: its marks stand, and
    only a table without any is looked at, which must then differ below its first row.
    """
    for table, run in itertools.groupby(blocks, key=lambda block: block.table):
        if table is None:
            yield from run  # the group is used once, here or below
            continue
        rows = iter(run)
        yield from _judged(list(itertools.islice(rows, _LOOKED_AT)), declared=declared)
        yield from (row if declared else _marked(row, header=False) for row in rows)


def _judged(rows: list[RawBlock], *, declared: bool) -> list[RawBlock]:
    if declared and any(cell.header for row in rows for cell in row.cells):
        return rows
    header = _names_columns(rows, sure=declared)
    return [_marked(row, header=header and number == 0) for number, row in enumerate(rows)]


def _marked(row: RawBlock, *, header: bool) -> RawBlock:
    if all(cell.header == header for cell in row.cells):
        return row
    cells = tuple(dataclasses.replace(cell, header=header) for cell in row.cells)
    return dataclasses.replace(row, cells=cells)


def _names_columns(rows: Sequence[RawBlock], *, sure: bool) -> bool:
    """Say whether the first row names the columns; ``sure`` asks for a difference below it."""
    if len(rows) < 2 or not rows[0].cells:
        return False
    names = [cell.text.strip() for cell in rows[0].cells if cell.text.strip()]
    if not names or any(len(name) > _LONGEST_NAME for name in names):
        return False
    if any(is_value(name) and not _YEAR.fullmatch(name) for name in names):
        return False
    if all(_YEAR.fullmatch(name) for name in names):
        return False
    return not sure or (len(rows) > 2 and _differs(rows))


def _differs(rows: Sequence[RawBlock]) -> bool:
    """Say whether a column holds values alone under a name."""
    for cell in rows[0].cells:
        below = [text for row in rows[1:] if (text := _text_in_column(row.cells, cell.column))]
        if cell.text.strip() and len(below) > 1 and all(map(is_value, below)):
            return True
    return False


def _text_in_column(cells: Sequence[RawCell], column: int) -> str:
    return next((cell.text.strip() for cell in cells if cell.column == column), "")


def is_value(text: str) -> bool:
    """Say whether a cell holds a number, an amount, a date or a mark, and no words."""
    return _VALUE.fullmatch(text.strip()) is not None
