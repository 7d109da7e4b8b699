"""The rows of a sheet as texts, read from its XML piece by piece.

For workbooks that are too large for a library that makes an object of each cell. A value reads as
openpyxl gives it: numbers without their format, dates as ISO text.
"""

from __future__ import annotations

import dataclasses
import zipfile
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from graphwright.documents.blocks.normalisation import without_escapes
from graphwright.documents.office.package import parse_part, part_elements, related_parts
from graphwright.documents.office.used_area import cell_address
from graphwright.documents.office.workbook import workbook_part
from graphwright.errors import ParseError
from graphwright.tables import DocumentStatus

_Row = tuple[int, list[str]]
"""A row's number from 0, and the texts of its cells up to the last that holds one."""


@dataclasses.dataclass(frozen=True, slots=True)
class Values:
    """What the cells of a workbook refer to: texts, styles that are dates or durations, epoch."""

    texts: tuple[str, ...]
    dates: frozenset[int]
    durations: frozenset[int]
    epoch: datetime


def workbook_values(archive: zipfile.ZipFile) -> Values:
    """Return what cells refer to; raise ``ExpatError`` or ``KeyError`` where it is broken."""
    from openpyxl.utils.datetime import MAC_EPOCH, WINDOWS_EPOCH  # noqa: PLC0415  # heavy

    workbook = workbook_part(archive)
    texts: list[str] = []
    for part in related_parts(archive, workbook, "sharedStrings"):
        texts = _Texts().read(archive, part)
    dates = durations = frozenset[int]()
    for part in related_parts(archive, workbook, "styles"):
        dates, durations = _date_styles(archive, part)
    since_1904 = any(
        tag == "workbookPr" and attributes.get("date1904") in ("1", "true")
        for tag, attributes in part_elements(archive, workbook)
    )
    return Values(tuple(texts), dates, durations, MAC_EPOCH if since_1904 else WINDOWS_EPOCH)


def sheet_rows(archive: zipfile.ZipFile, part: str, values: Values) -> Iterator[_Row]:
    """Yield the rows of a sheet that hold a text.

    Raises ``ExpatError`` where its XML is broken, and ``ParseError`` where a cell refers to a text
    that the workbook does not have.
    """
    yield from _Rows(values).read(archive, part)


def _date_styles(archive: zipfile.ZipFile, part: str) -> tuple[frozenset[int], frozenset[int]]:
    """Return the styles of cells that show a number as a date, and those that show a duration."""
    from openpyxl.styles.numbers import (  # noqa: PLC0415  # heavy
        BUILTIN_FORMATS,
        is_date_format,
        is_timedelta_format,
    )

    formats: dict[str, str] = {str(key): value for key, value in BUILTIN_FORMATS.items()}
    used: list[str] = []
    inside = False
    for tag, attributes in part_elements(archive, part):
        if tag == "numFmt":
            formats[attributes.get("numFmtId", "")] = attributes.get("formatCode", "")
        elif tag in ("cellXfs", "cellStyles", "dxfs"):
            inside = tag == "cellXfs"
        elif tag == "xf" and inside:
            used.append(formats.get(attributes.get("numFmtId", "0"), ""))
    dates = frozenset(index for index, code in enumerate(used) if code and is_date_format(code))
    durations = frozenset(index for index in dates if is_timedelta_format(used[index]))
    return dates, durations


class _Texts:
    """Follows the part that holds the texts of a workbook."""

    def __init__(self) -> None:
        self._done: list[str] = []
        self._pieces: list[str] = []
        self._phonetic = 0
        self._open = False

    def read(self, archive: zipfile.ZipFile, part: str) -> list[str]:
        """Return the texts in order, without notes on how they sound."""
        for _ in parse_part(archive, part, self._start, self._end, self._characters):
            pass
        return self._done

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(":")[2]
        self._phonetic += name == "rPh"
        self._open = name == "t" and not self._phonetic

    def _end(self, tag: str) -> None:
        name = tag.rpartition(":")[2]
        self._phonetic -= name == "rPh"
        self._open = False
        if name == "si":
            self._done.append("".join(self._pieces))
            self._pieces.clear()

    def _characters(self, text: str) -> None:
        if self._open:
            self._pieces.append(text)


class _Rows:
    """Follows the rows and cells of one sheet."""

    def __init__(self, values: Values) -> None:
        self._done: list[_Row] = []
        self._values = values
        self._row = self._column = -1
        self._cells: list[str] = []
        self._cell: dict[str, str] = {}
        self._pieces: list[str] = []
        self._phonetic = 0
        self._open = False

    def read(self, archive: zipfile.ZipFile, part: str) -> Iterator[_Row]:
        """Yield the rows as they end."""
        for _ in parse_part(archive, part, self._start, self._end, self._characters):
            yield from self._done
            self._done.clear()

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(":")[2]
        if name == "c":
            self._cell = attributes
            place = cell_address(attributes.get("r", ""))
            self._column = self._column + 1 if place is None else place[1]
            self._pieces.clear()
        elif name == "v" or (name == "t" and not self._phonetic):
            self._open = True
        elif name == "row":
            stated = attributes.get("r", "")
            self._row = int(stated) - 1 if stated.isdecimal() else self._row + 1
            self._column = -1
        elif name == "rPh":
            self._phonetic += 1

    def _end(self, tag: str) -> None:
        name = tag.rpartition(":")[2]
        self._open = False
        if name == "c" and self._pieces:
            text = without_escapes(_shown("".join(self._pieces), self._cell, self._values))
            if text:
                self._cells.extend([""] * (self._column + 1 - len(self._cells)))
                self._cells[self._column] = text
        elif name == "row":
            if self._cells:
                self._done.append((self._row, self._cells))
                self._cells = []
        elif name == "rPh":
            self._phonetic -= 1

    def _characters(self, text: str) -> None:
        if self._open:
            self._pieces.append(text)


def _shown(value: str, cell: dict[str, str], values: Values) -> str:
    """Return what a cell says by its type and style; a value that is none as it stands."""
    kind = cell.get("t", "n")
    try:
        if kind == "s":
            return values.texts[int(value)]
        if kind == "b":
            return str(bool(int(value)))
        if kind == "n":
            return _number(value, int(cell.get("s", 0)), values)
        if kind == "d":
            return str(_date_of(value))
    except IndexError as error:
        raise ParseError(
            f"A cell refers to text {value}, but the workbook has {len(values.texts)}.",
            status=DocumentStatus.FAILED,
            remedy="Open the file in a spreadsheet program and save it again.",
        ) from error
    except (ValueError, OverflowError):
        return value
    return value


def _number(value: str, style: int, values: Values) -> str:
    broken = "." in value or "e" in value or "E" in value
    number: float = float(value) if broken else int(value)
    if style not in values.dates:
        return str(number)
    from openpyxl.utils.datetime import from_excel  # noqa: PLC0415  # heavy

    return str(from_excel(number, values.epoch, timedelta=style in values.durations))


def _date_of(value: str) -> Any:
    from openpyxl.utils.datetime import from_ISO8601  # noqa: PLC0415  # heavy

    return from_ISO8601(value)
