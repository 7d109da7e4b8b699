"""CSV files and workbooks too large for Docling, read row by row.

The blocks are those that Docling's tables give: a CSV file is one table; in a workbook a run of
rows without an empty row is one; the first row is the header.
"""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator
from typing import Any

from graphwright.documents.checks import used_areas
from graphwright.documents.raw import RawBlock, RawCell, RawDocument
from graphwright.tables import BlockKind

_DELIMITERS = ",;\t|"
_SAMPLE = 16_384
_MAX_FIELD = 10_000_000


def count_csv_cells(text: str) -> int:
    """Return about how many cells a CSV text has, without parsing it."""
    return text.count(_dialect(text).delimiter) + text.count("\n") + 1


def count_sheet_cells(data: bytes) -> int:
    """Return how many filled cells a workbook has."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return sum(cells for _, (cells, _, _) in used_areas(archive))


def read_csv(text: str) -> RawDocument:
    """Read a CSV text as one table; quotes that are not well formed are taken as they stand."""
    csv.field_size_limit(_MAX_FIELD)
    rows = csv.reader(io.StringIO(text), dialect=_dialect(text), doublequote=True)
    return RawDocument(tuple(_table(rows, number=0)))


def read_sheets(data: bytes) -> RawDocument:
    """Read the visible sheets of a workbook, with the values that formulas had when saved."""
    import openpyxl  # noqa: PLC0415  # only a worker that parses needs it

    workbook = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    blocks: list[RawBlock] = []
    hidden = 0
    for page, sheet in enumerate(workbook.worksheets, start=1):
        if sheet.sheet_state != "visible":
            hidden += 1
            continue
        blocks.append(RawBlock(BlockKind.HEADING, sheet.title, level=1, resets=True, page=page))
        number = max((b.table + 1 for b in blocks if b.table is not None), default=0)
        blocks.extend(_sheet(sheet.iter_rows(values_only=True), page, number))
    workbook.close()
    warnings = (f"{hidden} hidden sheet(s) left out",) if hidden else ()
    return RawDocument(tuple(blocks), pages=len(workbook.sheetnames), warnings=warnings)


def _sheet(rows: Iterable[tuple[Any, ...]], page: int, number: int) -> Iterator[RawBlock]:
    table: list[list[str]] = []
    for row in rows:
        texts = ["" if value is None else str(value) for value in row]
        if any(texts):
            table.append(texts)
        elif table:
            yield from _table(table, number, page)
            number += 1
            table = []
    yield from _table(table, number, page)


def _table(rows: Iterable[list[str]], number: int, page: int | None = None) -> Iterator[RawBlock]:
    header = True
    for row in rows:
        if not row:
            continue
        cells = tuple(RawCell(text, column, header) for column, text in enumerate(row))
        yield RawBlock(BlockKind.TABLE_ROW, table=number, cells=cells, page=page)
        header = False


def _dialect(text: str) -> type[csv.Dialect]:
    head = text.lstrip("\r\n").split("\n", 1)[0]
    for sample in (head, text[:_SAMPLE]):
        try:
            return csv.Sniffer().sniff(sample, _DELIMITERS)
        except csv.Error:
            continue
    return csv.excel
