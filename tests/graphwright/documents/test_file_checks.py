"""Cheap checks: what must not reach a parser is refused with its status."""

from __future__ import annotations

import io
import zipfile

import openpyxl
import pytest
from document_builders import read

from graphwright.documents.office.xlsx import check_sheets
from graphwright.documents.readers import READERS
from graphwright.documents.sources.formats import find_format, format_of
from graphwright.errors import ParseError
from graphwright.settings import CleanSettings

OLE = bytes.fromhex("d0cf11e0a1b11ae1")
ENCRYPTED_PDF = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    b"2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n"
    b"3 0 obj<</Filter/Standard/V 1/R 2/P -4"
    b"/O<" + b"41" * 32 + b">/U<" + b"42" * 32 + b">>>endobj\n"
    b"trailer<</Root 1 0 R/Size 4/Encrypt 3 0 R/ID[<01><01>]>>\n%%EOF\n"
)  # fmt: skip


def zipped(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def workbook(cells: dict[str, object]) -> bytes:
    book = openpyxl.Workbook()
    for place, value in cells.items():
        book.active[place] = value
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("suffix", "data", "status"),
    [
        ("txt", b"", "empty"),
        ("md", b" \n\t\xef\xbb\xbf\n", "empty"),
        ("pdf", b"<html>no</html>", "unsupported"),
        ("html", b"%PDF-1.7 no", "unsupported"),
        ("csv", b"PK\x03\x04....", "unsupported"),
        ("txt", b"abc\x00\x01", "unsupported"),
        ("docx", b"plain text", "unsupported"),
        ("docx", OLE + b"old", "unsupported"),
        ("docx", OLE + "EncryptedPackage".encode("utf-16-le"), "encrypted"),
        ("docx", b"PK\x03\x04 cut off", "failed"),
        ("docx", zipped({"xl/workbook.xml": b"<x/>"}), "unsupported"),
        ("docx", zipped({"word/document.xml": b"0" * 150_000_000}), "too_large"),
        ("xlsx", workbook({"A1": 1, "XFD1048576": 2}), "too_large"),
        ("html", b"<div>" * 400_000, "failed"),
        ("pdf", b"%PDF-1.4 garbage", "failed"),
        ("pdf", ENCRYPTED_PDF, "encrypted"),
        ("docx", zipped({"word/document.xml": b"<broken"}), "failed"),
    ],
)
def test_refused(suffix: str, data: bytes, status: str) -> None:
    with pytest.raises(ParseError) as caught:
        read(suffix, data, CleanSettings())
    assert caught.value.status == status
    assert caught.value.remedy


def test_an_encrypted_zip_entry_is_refused() -> None:
    data = bytearray(zipped({"word/document.xml": b"<x/>"}))
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(signature) + offset] |= 1
    with pytest.raises(ParseError) as caught:
        READERS["docx"].check(bytes(data))
    assert caught.value.status == "encrypted"


@pytest.mark.parametrize("suffix", ["png", "", "doc"])
def test_unknown_suffixes_are_unsupported(suffix: str) -> None:
    with pytest.raises(ParseError, match="one of these was expected: adoc,") as caught:
        format_of(suffix)
    assert caught.value.status == "unsupported"
    assert find_format(suffix) is None


def test_ordinary_bytes_pass() -> None:
    READERS["html"].check(b"<ul><li>a<li>b</ul>" * 1000 + b"<p>" * 1000)
    READERS["text"].check("wide".encode("utf-16"))
    READERS["xlsx"].check(workbook({"A1": 1, "Z50": 2}))
    assert [area.size for area in check_sheets(workbook({"A1": 1, "Z50": 2}))] == [1300]
