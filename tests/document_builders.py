"""Documents made for tests, and what the parser made of them in short."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import openpyxl

from graphwright.documents.blocks.raw import RawDocument
from graphwright.documents.parse import parse_document
from graphwright.documents.readers import read_document
from graphwright.documents.sources.formats import format_of
from graphwright.ids import document_id, sha256_bytes
from graphwright.settings import CleanSettings, ParseSettings, PdfSettings
from graphwright.tables import Block, ParsedDocument, SourceDocument

SETTINGS = ParseSettings()


def source(path: str, data: bytes, location: str = "") -> SourceDocument:
    return SourceDocument(
        document_id=document_id("c", path),
        collection="c",
        path=path,
        uri=path,
        location=location,
        format=path.rpartition(".")[2],
        extractor="dependency",
        size=len(data),
        modified=None,
        sha256=sha256_bytes(data),
        problem=None,
    )


def parse(path: str, data: bytes | str) -> ParsedDocument:
    raw = data.encode() if isinstance(data, str) else data
    return parse_document(source(path, raw), raw, SETTINGS)[0]


def read(suffix: str, data: bytes, clean: CleanSettings) -> RawDocument:
    """The raw blocks of a file, a PDF by geometry."""
    settings = ParseSettings(clean=clean, pdf=PdfSettings(engine="heuristic", ocr="never"))
    return read_document(format_of(suffix), data, settings)


def shape(parsed: ParsedDocument) -> list[tuple[str, int, str]]:
    return [(b.kind, b.level, parsed.text[b.start : b.end]) for b in parsed.blocks]


def cells(parsed: ParsedDocument, block: Block) -> list[tuple[str, int, bool]]:
    return [(parsed.text[c.start : c.end], c.column, c.header) for c in block.cells]


def saved(document: Any) -> bytes:
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def book(rows: int) -> bytes:
    """A workbook of a visible and a hidden sheet."""
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    sheet.title = "Prices"
    sheet.append(["Item", "Price"])
    for number in range(rows):
        sheet.append([f"item {number}", number])
    hidden = workbook.create_sheet("Hidden")
    hidden["A1"] = "secret"
    hidden.sheet_state = "hidden"
    return saved(workbook)


def renamed(data: bytes, *names: tuple[str, str]) -> bytes:
    """Return an Office file with words replaced in the names and the texts of its parts."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(buffer, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            for before, after in names:
                name = name.replace(before, after)  # noqa: PLW2901
                part = part.replace(before.encode(), after.encode())
            new.writestr(name, part)
    return buffer.getvalue()
