"""Delimited text (CSV, TSV): one table.

Which row is the header is found in ``blocks.table_headers``.
"""

from __future__ import annotations

import csv
import io
import itertools
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from graphwright.documents.blocks.encoding import decode
from graphwright.documents.blocks.raw import RawDocument
from graphwright.documents.blocks.row_tables import table_blocks
from graphwright.errors import ParseError
from graphwright.settings import ParseSettings
from graphwright.tables import DocumentStatus

_DELIMITERS = ",;\t|"
_SAMPLE = 65_536
_SAMPLE_ROWS = 100
_MAX_FIELD = 10_000_000
_STATED = re.compile(r"\A(?:sep=|\"sep=)(.)\"?\r?\n", re.IGNORECASE)
"""A first line that names the delimiter, as spreadsheets write and read it."""


def read_csv(data: bytes, settings: ParseSettings) -> RawDocument:
    """Read a CSV file as one table; quotes that are not well formed are taken as they stand.

    Raises ``ParseError`` where a cell is longer than 10 million characters.
    """
    rows, notes = delimited_rows(data)
    try:
        return RawDocument(tuple(table_blocks(enumerate(rows), number=0)), warnings=notes)
    except csv.Error as error:
        raise ParseError(
            f"A cell of the CSV is too long: {error}.",
            status=DocumentStatus.TOO_LARGE,
            remedy="Split the file, or save it again with the program that made it.",
        ) from error


def delimited_rows(data: bytes) -> tuple[Iterator[list[str]], tuple[str, ...]]:
    """Return the rows of delimited text, read as they are asked for, and what was guessed of it.

    The rows raise ``csv.Error`` where a cell is longer than 10 million characters.
    """
    text, warnings = decode(data)
    csv.field_size_limit(_MAX_FIELD)
    stated = _STATED.match(text)
    if stated is not None:
        text, delimiter = text[stated.end() :], stated[1]
    else:
        delimiter = _delimiter(text)
    quotes = _quotes(text, delimiter)
    rows = _rows(text, delimiter, csv.QUOTE_NONE if quotes == "open" else csv.QUOTE_MINIMAL)
    notes = () if quotes is None else ("the quotes of the CSV are not well formed",)
    return rows, (*warnings, *notes)


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
