"""A document's bytes turned into raw blocks, by the parser of its kind.

Docling reads HTML (and what becomes HTML), Office files and AsciiDoc; one converter serves a whole
process. PDF is read by the package ``pdf``; plain text and CSV need no parser, and workbooks too
large for Docling are read by ``tabular``.
"""

from __future__ import annotations

import dataclasses
import logging
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from graphwright.documents.authors import without_author_lines
from graphwright.documents.checks import check_bytes, check_nesting, check_sheets, opened
from graphwright.documents.docling_reader import load_docling, read_with_docling
from graphwright.documents.headers import find_headers
from graphwright.documents.html.flat import flat_blocks, weight
from graphwright.documents.html.tidy import tidy_html
from graphwright.documents.office.docx_plain import plain_docx
from graphwright.documents.office.docx_runs import docx_marks, paragraph_joiner
from graphwright.documents.office.media import with_small_pictures
from graphwright.documents.office.package import as_document, with_parts
from graphwright.documents.office.smart_art import with_diagrams
from graphwright.documents.office.tabular import read_csv, read_sheets
from graphwright.documents.office.used_area import UsedArea
from graphwright.documents.office.xlsx_links import cell_links
from graphwright.documents.pdf.engine import read_pdf_by
from graphwright.documents.raw import RawDocument
from graphwright.documents.text.mail import mail_to_html
from graphwright.documents.text.markdown import markdown_to_html
from graphwright.documents.text.plain import declared_encoding, decode, paragraphs, read_text
from graphwright.settings import CleanSettings, PdfSettings

MAX_DOCLING_CELLS = 50_000
"""Docling holds an object a cell: 200,000 cells take 1.7 GB and minutes, so more are streamed."""
MAX_DOCLING_PIECES = 10_000
"""Paragraphs and cells of a page: so many take Docling some six seconds."""
MAX_DOCLING_AREA = 500_000
"""Docling looks at each place of the used area, filled or not, and makes a cell of each place
that a merged range covers."""

_GEOMETRY = PdfSettings(engine="heuristic", ocr="never")
"""How a PDF is read where nothing is said: with what every install has."""


def convert(
    kind: str, data: bytes, clean: CleanSettings, pdf: PdfSettings = _GEOMETRY
) -> RawDocument:
    """Return the blocks of a document of a kind that ``checks.FORMATS`` names, cleaned.

    Raises ``ParseError`` with the status that says why there are none.
    """
    check_bytes(kind, data)
    if kind == "pdf":  # whose reader finds headers by where words stand
        raw = read_pdf_by(pdf, data, keep_furniture=not clean.navigation)
    else:
        raw = _READERS[kind](data, clean)
        declared = kind in ("html", "markdown", "mail", "asciidoc")
        raw = dataclasses.replace(raw, blocks=tuple(find_headers(raw.blocks, declared=declared)))
    if not clean.author_lines:
        return raw
    blocks, authors = without_author_lines(raw.blocks)
    return _count(dataclasses.replace(raw, blocks=blocks), {"author line": authors})


def _read_html(data: bytes, clean: CleanSettings) -> RawDocument:
    source, notes = decode(data, declared_encoding(data))
    return _from_html(source, notes, clean)


def _read_markdown(data: bytes, clean: CleanSettings) -> RawDocument:
    source, notes = decode(data)
    if not clean.tags:
        return _as_text(source, notes)
    return _from_html(markdown_to_html(source), notes, clean)


def _read_asciidoc(data: bytes, clean: CleanSettings) -> RawDocument:
    source, notes = decode(data)
    if not clean.tags:
        return _as_text(source, notes)
    raw = _docling("adoc", source.encode("utf-8", "ignore"), clean)
    return dataclasses.replace(raw, warnings=(*notes, *raw.warnings))


def _read_mail(data: bytes, clean: CleanSettings) -> RawDocument:
    source, notes = mail_to_html(data)
    return _from_html(source, notes, clean)


def _from_html(source: str, notes: tuple[str, ...], clean: CleanSettings) -> RawDocument:
    if not clean.tags:
        return _as_text(source, notes)
    check_nesting(source)
    page = tidy_html(source, clean)
    if weight(page.pieces) > MAX_DOCLING_PIECES:
        raw = flat_blocks(page.pieces)
    else:
        raw = _docling("html", page.html.encode("utf-8"), clean)
    raw = dataclasses.replace(
        raw,
        title=page.title,
        warnings=(*notes, *raw.warnings),
        links=page.links,
        passages=page.passages,
    )
    return _count(raw, dict(page.left_out))


def _as_text(source: str, notes: tuple[str, ...]) -> RawDocument:
    """Return marked-up text as it stands, tags and all."""
    return dataclasses.replace(paragraphs(source), warnings=notes)


def _read_csv(data: bytes, clean: CleanSettings) -> RawDocument:
    text, notes = decode(data)
    raw = read_csv(text)
    return dataclasses.replace(raw, warnings=(*notes, *raw.warnings))


def _read_xlsx(data: bytes, clean: CleanSettings) -> RawDocument:
    areas = check_sheets(data)
    if _is_large(areas):
        raw = read_sheets(data)
    else:
        raw = _docling("xlsx", with_small_pictures(data), clean, box_unit="cell")
    links, notes = cell_links(data, raw.blocks)
    raw = dataclasses.replace(raw, links=links, warnings=(*raw.warnings, *notes))
    return _count(raw, {"formula without a value": sum(area.unsaved for area in areas)})


def _is_large(areas: Sequence[UsedArea]) -> bool:
    """Say whether a workbook is more than Docling should be given."""
    return (
        sum(area.present for area in areas) > MAX_DOCLING_CELLS
        or sum(area.size for area in areas) > MAX_DOCLING_AREA
        or sum(area.merged for area in areas) > MAX_DOCLING_AREA
    )


def _read_docx(data: bytes, clean: CleanSettings) -> RawDocument:
    plain, left_out = plain_docx(data)
    with _broken_tables() as broken:
        raw = _docling("docx", with_small_pictures(plain), clean, join=paragraph_joiner(plain))
    links, passages = docx_marks(plain)
    raw = dataclasses.replace(raw, links=links, passages=passages)
    if broken:
        note = f"{len(broken)} table(s) are damaged and were left out"
        raw = dataclasses.replace(raw, partial=True, warnings=(*raw.warnings, note))
    return _count(raw, left_out)


@contextmanager
def _broken_tables() -> Iterator[list[str]]:
    """Give a list that gets an entry for each table of a Word file that Docling gives up.

    It goes on without the table and says so in its log alone, for who looks for faults.
    """
    broken: list[str] = []

    def keep(record: logging.LogRecord) -> bool:
        message = record.getMessage()
        if "could not parse a table" in message:
            broken.append(message)
        return False

    log = logging.getLogger("docling.backend.msword_backend")
    level = log.level
    log.addFilter(keep)
    log.setLevel(logging.DEBUG)
    try:
        yield broken
    finally:
        log.setLevel(level)
        log.removeFilter(keep)


def _read_pptx(data: bytes, clean: CleanSettings) -> RawDocument:
    with opened(data) as archive:
        declared = as_document(archive, "pptx")
        plain = with_parts(archive, declared) if declared else data
    raw = _docling("pptx", with_small_pictures(plain), clean, box_unit="emu")
    return dataclasses.replace(raw, blocks=with_diagrams(plain, raw.blocks))


def _count(raw: RawDocument, more: Mapping[str, int]) -> RawDocument:
    """Return the document with something more that is not in its text."""
    left_out = Counter(dict(raw.left_out)) + Counter(more)
    return dataclasses.replace(raw, left_out=tuple(sorted(left_out.items())))


_READERS: dict[str, Callable[[bytes, CleanSettings], RawDocument]] = {
    "html": _read_html,
    "markdown": _read_markdown,
    "mail": _read_mail,
    "text": lambda data, clean: read_text(data),
    "csv": _read_csv,
    "xlsx": _read_xlsx,
    "docx": _read_docx,
    "pptx": _read_pptx,
    "asciidoc": _read_asciidoc,
}


def _docling(suffix: str, data: bytes, clean: CleanSettings, **how: Any) -> RawDocument:
    """Convert bytes with Docling and read its document; page headers as the settings say."""
    furniture = not clean.navigation
    return read_with_docling(load_docling(), suffix, data, furniture=furniture, **how)
