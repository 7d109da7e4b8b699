"""CSV files, and workbooks too large for Docling, read row by row.

A CSV file is one table; in a workbook a run of rows without an empty row is one, as Docling has
it. Which row is the header is found in ``headers``.
"""

from __future__ import annotations

import csv
import io
import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from graphwright.documents.checks import opened
from graphwright.documents.cleaning import join_blocks
from graphwright.documents.office.sheet_rows import sheet_rows, workbook_values
from graphwright.documents.office.workbook import sheets
from graphwright.documents.raw import Box, RawBlock, RawCell, RawDocument
from graphwright.errors import ParseError
from graphwright.tables import BlockKind, DocumentStatus

_Row = tuple[int, list[str]]
"""A row's number from 0, and the texts of its cells."""
_DELIMITERS = ",;\t|"
_SAMPLE = 65_536
_SAMPLE_ROWS = 100
_MAX_FIELD = 10_000_000
_STATED = re.compile(r"\A(?:sep=|\"sep=)(.)\"?\r?\n", re.IGNORECASE)
"""A first line that names the delimiter, as spreadsheets write and read it."""


def read_csv(text: str) -> RawDocument:
    """Read a CSV text as one table; quotes that are not well formed are taken as they stand.

    Raises ``ParseError`` where a cell is longer than 10 million characters.
    """
    csv.field_size_limit(_MAX_FIELD)
    stated = _STATED.match(text)
    if stated is not None:
        text, delimiter = text[stated.end() :], stated[1]
    else:
        delimiter = _delimiter(text)
    quotes = _quotes(text, delimiter)
    rows = _rows(text, delimiter, csv.QUOTE_NONE if quotes == "open" else csv.QUOTE_MINIMAL)
    notes = () if quotes is None else ("the quotes of the CSV are not well formed",)
    try:
        return RawDocument(tuple(_table(enumerate(rows), number=0)), warnings=notes)
    except csv.Error as error:
        raise ParseError(
            f"A cell of the CSV is too long: {error}.",
            status=DocumentStatus.TOO_LARGE,
            remedy="Split the file, or save it again with the program that made it.",
        ) from error


def _rows(text: str, delimiter: str, quoting: Any = csv.QUOTE_MINIMAL) -> Iterator[list[str]]:
    return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, quoting=quoting)


def _quotes(text: str, delimiter: str) -> str | None:
    """Return what is wrong with the quotes: ``open`` at the end, ``loose`` in a cell."""
    if text.count('"') % 2:
        return "open"
    try:
        for _ in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True):
            pass
    except csv.Error:
        return "loose"
    return None


def read_sheets(data: bytes) -> RawDocument:
    """Read the visible sheets of a workbook, with the values that formulas had when saved.

    Raises ``ParseError`` where the file is damaged.
    """
    blocks: list[RawBlock] = []
    hidden = pages = number = 0
    with opened(data) as archive:
        values = workbook_values(archive)
        for sheet in sheets(archive):
            pages = sheet.number
            if not sheet.visible:
                hidden += 1
                continue
            head = RawBlock(BlockKind.HEADING, sheet.name, level=1, resets=True, page=pages)
            blocks.append(head)
            for rows in _runs(sheet_rows(archive, sheet.part, values)):
                blocks.extend(_table(_trimmed(rows), number, pages, _left(rows)))
                number += 1
    left_out = (("hidden sheet", hidden),) if hidden else ()
    return RawDocument(tuple(blocks), pages=pages, left_out=left_out)


def _runs(rows: Iterable[_Row]) -> Iterator[list[_Row]]:
    """Yield runs of rows that no empty row parts."""
    run: list[_Row] = []
    for row in rows:
        if run and row[0] != run[-1][0] + 1:
            yield run
            run = []
        run.append(row)
    if run:
        yield run


def _left(rows: Sequence[_Row]) -> int:
    """Return the first column of a table that holds a value."""
    return min((len(texts) - len(_after_empty(texts)) for _, texts in rows), default=0)


def _after_empty(texts: list[str]) -> list[str]:
    return list(itertools.dropwhile(lambda text: not text, texts))


def _trimmed(rows: Sequence[_Row]) -> Iterator[_Row]:
    left = _left(rows)
    return ((place, texts[left:]) for place, texts in rows)


def _table(
    rows: Iterable[_Row], number: int, page: int | None = None, left: int = 0
) -> Iterator[RawBlock]:
    """Yield the rows of a table; lines of one cell that stand above it are paragraphs.

    ``left`` is the column of the sheet in which the table starts.
    """
    filled = (row for row in rows if any(text.strip() for text in row[1]))
    above = list(itertools.takewhile(_is_lone, peekable := _Peekable(filled)))
    if peekable.held is None:  # nothing follows: it is a table of one column
        yield from (_row(row, number, page, left) for row in above)
        return
    for row in above:
        column, text = next((n, text) for n, text in enumerate(row[1]) if text.strip())
        box = _box(row[0], left + column, 1)
        yield RawBlock(BlockKind.PARAGRAPH, text, page=page, box=box, box_unit="cell")
    yield _row(peekable.held, number, page, left)
    for row in filled:
        yield _row(row, number, page, left)


class _Peekable:
    """Remembers the last row that was taken, which ends the rows above a table."""

    def __init__(self, rows: Iterator[_Row]) -> None:
        self._rows = rows
        self.held: _Row | None = None

    def __iter__(self) -> Iterator[_Row]:
        for row in self._rows:
            self.held = None if _is_lone(row) else row
            yield row


def _is_lone(row: _Row) -> bool:
    return sum(bool(text.strip()) for text in row[1]) == 1


def _row(row: _Row, number: int, page: int | None, left: int) -> RawBlock:
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


def _delimiter(text: str) -> str:
    """Return the delimiter that parts most of the first rows into the same number of cells.

    Where two do, the one without a space behind it, then the one that gives more cells; a comma
    where none does.
    """
    sample = text[:_SAMPLE]
    if len(text) > len(sample) and "\n" in sample:
        sample = sample[: sample.rindex("\n")]  # whole rows only

    def score(delimiter: str) -> tuple[float, bool, int]:
        rows = itertools.islice(filter(None, _rows(sample, delimiter)), _SAMPLE_ROWS)
        widths = Counter(map(len, rows))
        (width, count), *_ = widths.most_common(1) or [(1, 0)]
        tight = sample.count(f"{delimiter} ") * 2 < sample.count(delimiter)
        return (count / widths.total() if width > 1 else 0.0, tight, width)

    return max(_DELIMITERS, key=score)
