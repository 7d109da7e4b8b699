"""Workbooks too large for Docling, read row by row.

A run of rows without an empty row is one table, as Docling has it. Which row is the header is
found in ``blocks.table_headers``.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

from graphwright.documents.blocks.raw import RawBlock, RawDocument
from graphwright.documents.blocks.row_tables import Row, table_blocks
from graphwright.documents.office.package_checks import open_package
from graphwright.documents.office.sheet_rows import sheet_rows, workbook_values
from graphwright.documents.office.workbook import sheets
from graphwright.tables import BlockKind


def read_large_workbook(data: bytes) -> RawDocument:
    """Read the visible sheets of a workbook, with the values that formulas had when saved.

    Raises ``ParseError`` where the file is damaged.
    """
    blocks: list[RawBlock] = []
    hidden = pages = number = 0
    with open_package(data) as archive:
        values = workbook_values(archive)
        for sheet in sheets(archive):
            pages = sheet.number
            if not sheet.visible:
                hidden += 1
                continue
            head = RawBlock(BlockKind.HEADING, sheet.name, level=1, resets=True, page=pages)
            blocks.append(head)
            for rows in _runs(sheet_rows(archive, sheet.part, values)):
                blocks.extend(table_blocks(_trimmed(rows), number, pages, _left(rows)))
                number += 1
    left_out = (("hidden sheet", hidden),) if hidden else ()
    return RawDocument(tuple(blocks), pages=pages, left_out=left_out)


def _runs(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Yield runs of rows that no empty row parts."""
    run: list[Row] = []
    for row in rows:
        if run and row[0] != run[-1][0] + 1:
            yield run
            run = []
        run.append(row)
    if run:
        yield run


def _left(rows: Sequence[Row]) -> int:
    """Return the first column of a table that holds a value."""
    return min((len(texts) - len(_after_empty(texts)) for _, texts in rows), default=0)


def _after_empty(texts: list[str]) -> list[str]:
    return list(itertools.dropwhile(lambda text: not text, texts))


def _trimmed(rows: Sequence[Row]) -> Iterator[Row]:
    left = _left(rows)
    return ((place, texts[left:]) for place, texts in rows)
