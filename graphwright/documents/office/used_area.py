"""Which part of each sheet of a workbook is in use, read from its XML without its values.

A lone value far from the rest makes readers go through billions of cells, so the area is known
before any of them sees the file. Cells and rows without an address follow the one before.
"""

from __future__ import annotations

import dataclasses
import functools
import re
import zipfile
from collections.abc import Iterator

from graphwright.documents.office.package import parse_part, related_parts
from graphwright.documents.office.workbook import workbook_part

_SHEET = re.compile(r"xl/worksheets/[^/]+\.xml")
_ADDRESS = re.compile(r"([A-Za-z]{1,4})(\d{1,9})")
_VALUES = frozenset({"v", "is", "f"})


@dataclasses.dataclass
class UsedArea:
    """Filled cells of a sheet, and the last column and row that hold one.

    ``present`` counts all cells that the file spells out, those with a style alone too;
    ``merged`` the places that merged ranges cover, ``unsaved`` formulas without the value that they
    had: a program wrote them and no spreadsheet program has reckoned them yet.
    """

    cells: int = 0
    last_column: int = 0
    last_row: int = 0
    present: int = 0
    merged: int = 0
    unsaved: int = 0

    @property
    def size(self) -> int:
        """Cells of the rectangle from A1 to the last filled one."""
        return self.last_column * self.last_row


def used_areas(archive: zipfile.ZipFile) -> Iterator[tuple[str, UsedArea]]:
    """Yield each sheet's part name with its used area; raise ``ExpatError`` where XML is broken.

    Sheets that declare entities are taken as broken.
    """
    named = set(related_parts(archive, workbook_part(archive), "worksheet"))
    for name in archive.namelist():
        if name in named or _SHEET.fullmatch(name):
            yield name, _Scan().read(archive, name)


class _Scan:
    """Follows the rows and cells of one sheet."""

    def __init__(self) -> None:
        self.area = UsedArea()
        self._row = 0
        self._column = 0
        self._counted = True
        self._formula = self._valued = self._inside_value = False

    def read(self, archive: zipfile.ZipFile, name: str) -> UsedArea:
        """Read a part piece by piece."""
        for _ in parse_part(archive, name, self._start, text=self._characters):
            pass
        self._end_cell()
        return self.area

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(":")[2]
        self._inside_value = name in ("v", "t")
        if name == "c":
            self._cell(attributes.get("r", ""))
        elif name in _VALUES:
            self._formula = self._formula or name == "f"
            if not self._counted:
                self._counted = True
                self.area.cells += 1
                self.area.last_column = max(self.area.last_column, self._column)
                self.area.last_row = max(self.area.last_row, self._row)
        elif name == "row":
            stated = attributes.get("r", "")
            self._row = int(stated) if stated.isdecimal() and len(stated) < 10 else self._row + 1
            self._column = 0
        elif name == "mergeCell":
            self.area.merged += _places(attributes.get("ref", ""))

    def _characters(self, text: str) -> None:
        self._valued = self._valued or (self._inside_value and bool(text.strip()))

    def _end_cell(self) -> None:
        self.area.unsaved += self._formula and not self._valued
        self._formula = self._valued = False

    def _cell(self, address: str) -> None:
        self._end_cell()
        found = _ADDRESS.fullmatch(address)
        self.area.present += 1
        self._counted = False
        if found is None:
            self._column += 1
        else:
            self._column, self._row = _column_number(found[1]), int(found[2])


def cell_address(address: str) -> tuple[int, int] | None:
    """Return row and column, from 0, of an address such as B7; None where it is none."""
    found = _ADDRESS.fullmatch(address.replace("$", ""))
    return None if found is None else (int(found[2]) - 1, _column_number(found[1]) - 1)


def _places(reference: str) -> int:
    """Return how many cells a range such as A1:B7 covers; 1 where it is none."""
    first, _, last = reference.partition(":")
    start, end = cell_address(first), cell_address(last)
    if start is None or end is None:
        return 1
    return (abs(end[0] - start[0]) + 1) * (abs(end[1] - start[1]) + 1)


@functools.lru_cache(maxsize=20_000)  # more than the columns of a sheet
def _column_number(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number
