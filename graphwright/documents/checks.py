"""Cheap checks of a document's bytes, before a parser sees them.

They catch what would hang, exhaust or confuse a parser: the wrong kind of file, encryption, zip
bombs, sheets that span millions of cells for two values, HTML nested thousands deep.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn
from xml.parsers.expat import ExpatError

from graphwright.documents.html.nesting import nesting_problem
from graphwright.documents.office.used_area import UsedArea, used_areas
from graphwright.documents.text.plain import wide_encoding
from graphwright.errors import ParseError
from graphwright.tables import DocumentStatus

FORMATS = {
    "html": "html",
    "htm": "html",
    "xhtml": "html",
    "md": "markdown",
    "markdown": "markdown",
    "txt": "text",
    "text": "text",
    "log": "text",
    "csv": "csv",
    "tsv": "csv",
    "adoc": "asciidoc",
    "asciidoc": "asciidoc",
    "eml": "mail",
    "docx": "docx",
    "docm": "docx",
    "dotx": "docx",
    "dotm": "docx",
    "pptx": "pptx",
    "pptm": "pptx",
    "ppsx": "pptx",
    "ppsm": "pptx",
    "potx": "pptx",
    "potm": "pptx",
    "xlsx": "xlsx",
    "xlsm": "xlsx",
    "xltx": "xlsx",
    "xltm": "xlsx",
    "pdf": "pdf",
}
"""File suffix to the kind of parser that reads it."""

MAX_UNPACKED_BYTES = 1_000_000_000
MAX_ZIP_RATIO = 200
MAX_SHEET_AREA = 5_000_000
MIN_SHEET_FILL = 0.01

_OFFICE_PARTS = {"docx": "word/", "pptx": "ppt/", "xlsx": "xl/"}
_DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,  # a way to pack that Python does not know
    ExpatError,
    KeyError,  # a part that is missing
)
_OLE = bytes.fromhex("d0cf11e0a1b11ae1")
_ENCRYPTED_STREAM = "EncryptedPackage".encode("utf-16-le")
_MAGIC = {
    "a PDF file": b"%PDF-",
    "a zip or Office file": b"PK\x03\x04",
    "an old Office file": _OLE,
    "a gzip file": b"\x1f\x8b",
    "a PNG picture": b"\x89PNG",
    "a JPEG picture": b"\xff\xd8\xff",
    "a GIF picture": b"GIF8",
    "a program": b"\x7fELF",
}
_SOMETHING = re.compile(rb"[^\x00\t\n\r \xef\xbb\xbf]")


def kind_of(suffix: str) -> str:
    """Return the kind of parser for a file suffix; raise ``ParseError`` where there is none."""
    kind = FORMATS.get(suffix)
    if kind is None:
        found = f"The suffix is {suffix!r}" if suffix else "The file has no suffix"
        _reject(
            DocumentStatus.UNSUPPORTED,
            f"{found}, but one of these was expected: {', '.join(sorted(FORMATS))}.",
            "Convert the file to one of them, or exclude it in sources.yaml.",
        )
    return kind


def check_bytes(kind: str, data: bytes) -> None:
    """Raise ``ParseError`` where the bytes cannot be, or must not be, given to a parser."""
    if _SOMETHING.search(data) is None:
        _reject(DocumentStatus.EMPTY, "The file is empty.", "Exclude it in sources.yaml.")
    if kind == "pdf":
        _check_pdf(data)
    elif kind in _OFFICE_PARTS:
        _check_office(kind, data)
    else:
        _check_text(data)


def _check_pdf(data: bytes) -> None:
    if b"%PDF-" not in data[:1024]:
        _wrong_kind(data, "a PDF file")


def _check_text(data: bytes) -> None:
    if any(data.startswith(magic) for magic in _MAGIC.values()):
        _wrong_kind(data, "text")
    marked = data.startswith((b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff"))
    if b"\x00" in data[:65536] and not marked and wide_encoding(data) is None:
        _wrong_kind(data, "text")


def _wrong_kind(data: bytes, expected: str) -> NoReturn:
    found = next((name for name, magic in _MAGIC.items() if data.startswith(magic)), None)
    found = found or ("binary data" if b"\x00" in data[:65536] else "something else")
    _reject(
        DocumentStatus.UNSUPPORTED,
        f"The file holds {found}, but by its suffix {expected} was expected.",
        "Give the file the suffix of what it holds.",
    )


def check_nesting(source: str) -> None:
    """Raise ``ParseError`` where HTML elements nest deeper than any page needs."""
    problem = nesting_problem(source)
    if problem is not None:
        _reject(
            DocumentStatus.FAILED,
            problem,
            "Repair the page: elements are probably never closed.",
        )


def _check_office(kind: str, data: bytes) -> None:
    if data.startswith(_OLE):
        if _ENCRYPTED_STREAM in data:
            reject_encrypted()
        _wrong_kind(data, f"an Office file ({kind})")
    if not data.startswith(b"PK"):
        _wrong_kind(data, f"an Office file ({kind})")
    with opened(data) as archive:
        _check_archive(kind, archive)


@contextmanager
def opened(data: bytes) -> Iterator[zipfile.ZipFile]:
    """Open an archive; what shows that it is damaged is raised as ``ParseError``."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            yield archive
    except _DAMAGED as error:
        _reject(
            DocumentStatus.FAILED,
            f"The archive inside the Office file is damaged: {error}.",
            "Open and save the file again with the program that made it.",
        )


def _check_archive(kind: str, archive: zipfile.ZipFile) -> None:
    entries = archive.infolist()
    if any(entry.flag_bits & 0x1 for entry in entries):
        reject_encrypted()
    if not any(entry.filename.startswith(_OFFICE_PARTS[kind]) for entry in entries):
        _reject(
            DocumentStatus.UNSUPPORTED,
            f"The zip archive has no {_OFFICE_PARTS[kind]} folder, which {kind} files have.",
            "Give the file the suffix of what it holds.",
        )
    unpacked = sum(entry.file_size for entry in entries)
    packed = max(1, sum(entry.compress_size for entry in entries))
    if unpacked > MAX_UNPACKED_BYTES or (
        unpacked > MAX_UNPACKED_BYTES // 10 and unpacked / packed > MAX_ZIP_RATIO
    ):
        _reject(
            DocumentStatus.TOO_LARGE,
            f"The file unpacks from {packed:,} to {unpacked:,} bytes, but at most"
            f" {MAX_UNPACKED_BYTES:,} at a ratio of {MAX_ZIP_RATIO} were expected.",
            "Split the file, or remove the pictures inside it.",
        )


def check_sheets(data: bytes) -> list[UsedArea]:
    """Return the used area of each sheet of a workbook.

    Raises ``ParseError`` where one spans millions of places for few values, or is damaged.
    """
    with opened(data) as archive:
        areas = list(used_areas(archive))
    for name, area in areas:
        if area.size > MAX_SHEET_AREA and area.cells < area.size * MIN_SHEET_FILL:
            _reject(
                DocumentStatus.TOO_LARGE,
                f"{name} spans {area.last_row:,} rows and {area.last_column:,} columns for"
                f" {area.cells:,} filled cells.",
                "Delete the lone cells far from the table.",
            )
    return [area for _, area in areas]


def reject_encrypted() -> NoReturn:
    """Raise the ``ParseError`` of an encrypted document."""
    _reject(
        DocumentStatus.ENCRYPTED,
        "The file is encrypted.",
        "Save it without a password.",
    )


def _reject(status: DocumentStatus, message: str, remedy: str) -> NoReturn:
    raise ParseError(message, status=status, remedy=remedy)
