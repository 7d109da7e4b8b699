"""The used area of a sheet, from its XML alone."""

from __future__ import annotations

import io
import zipfile
from xml.parsers.expat import ExpatError

import pytest

from graphwright.documents.office.used_area import UsedArea, used_areas

VALUE = "<v>1</v>"


def area(sheet: str) -> UsedArea:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("xl/worksheets/sheet1.xml", sheet)
        archive.writestr("xl/workbook.xml", "not a sheet")
    with zipfile.ZipFile(buffer) as archive:
        [(_, found)] = used_areas(archive)
    return found


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (f'<row r="2"><c r="C2">{VALUE}</c></row>', UsedArea(1, 3, 2, 1)),
        (f"<row r='2'><c r='AA2'>{VALUE}</c></row>", UsedArea(1, 27, 2, 1)),
        (
            f"<row><c>{VALUE}</c><c>{VALUE}</c></row><row><c><f>A1</f></c></row>",
            UsedArea(3, 2, 2, 3, unsaved=1),
        ),
        (f"<row r='1048576'><c/><c>{VALUE}</c></row>", UsedArea(1, 2, 1_048_576, 2)),
        ("<row r='9'><c r='Z9' s='1'/></row>", UsedArea(0, 0, 0, 1)),
        ("<row r='1'><c r='A1' t='inlineStr'><is><t>x</t></is></c></row>", UsedArea(1, 1, 1, 1)),
    ],
)
def test_area(rows: str, expected: UsedArea) -> None:
    assert area(f"<worksheet><sheetData>{rows}</sheetData></worksheet>") == expected


def test_prefixed_elements_and_merges_count() -> None:
    sheet = (
        "<x:worksheet xmlns:x='u'><x:row r='1'><x:c r='B1'><x:v>1</x:v></x:c></x:row>"
        "<x:mergeCell ref='A1:B1'/><x:mergeCell ref='XFD9:A1'/></x:worksheet>"
    )
    assert area(sheet) == UsedArea(1, 2, 1, 1, merged=2 + 9 * 16_384)


@pytest.mark.parametrize("sheet", ["<!DOCTYPE x [<!ENTITY a 'b'>]><x/>", "<x><y></x>", ""])
def test_broken_sheets_are_refused(sheet: str) -> None:
    with pytest.raises(ExpatError):
        area(sheet)
