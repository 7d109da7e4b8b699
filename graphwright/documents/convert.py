"""A document's bytes turned into raw blocks, by the parser of its kind.

Docling reads HTML (and what becomes HTML), Office files and AsciiDoc; one converter serves a whole
process. PDF is read by the package ``pdf``; plain text and CSV need no parser, and workbooks too
large for Docling are read by ``tabular``.
"""

from __future__ import annotations

import dataclasses
import functools
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from graphwright.documents.authors import without_author_lines
from graphwright.documents.checks import check_bytes, check_nesting, check_sheets
from graphwright.documents.docling_run import run_docling, with_errors
from graphwright.documents.docx_changes import accept_changes
from graphwright.documents.docx_runs import paragraph_joiner
from graphwright.documents.headers import find_headers
from graphwright.documents.mail import mail_to_html
from graphwright.documents.markdown import markdown_to_html
from graphwright.documents.office_media import with_small_pictures
from graphwright.documents.pdf.engine import read_pdf_by
from graphwright.documents.plain import declared_encoding, decode, paragraphs, read_text
from graphwright.documents.raw import RawDocument
from graphwright.documents.tabular import read_csv, read_sheets
from graphwright.documents.tidy import tidy_html
from graphwright.documents.used_area import UsedArea
from graphwright.documents.walk import Joiner, join_runs, read_document
from graphwright.documents.xlsx_links import cell_links
from graphwright.settings import CleanSettings, PdfSettings

if TYPE_CHECKING:
    from docling.document_converter import DocumentConverter

MAX_DOCLING_CELLS = 50_000
"""Docling holds an object a cell: 200,000 cells take 1.7 GB and minutes, so more are streamed."""
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
    return _count(dataclasses.replace(raw, blocks=blocks), "author line", authors)


def _read_html(data: bytes, clean: CleanSettings) -> RawDocument:
    source, notes = decode(data, declared_encoding(data))
    return _from_html(source, notes, clean)


def _read_markdown(data: bytes, clean: CleanSettings) -> RawDocument:
    source, notes = decode(data)
    if not clean.tags:
        return _as_text(source, notes)
    return _from_html(markdown_to_html(source), notes, clean)


def _read_mail(data: bytes, clean: CleanSettings) -> RawDocument:
    source, notes = mail_to_html(data)
    return _from_html(source, notes, clean)


def _from_html(source: str, notes: tuple[str, ...], clean: CleanSettings) -> RawDocument:
    if not clean.tags:
        return _as_text(source, notes)
    check_nesting(source)
    page = tidy_html(source, clean)
    raw = _docling("html", page.html.encode("utf-8"), clean)
    left_out = Counter(dict(page.left_out)) + Counter(dict(raw.left_out))
    return dataclasses.replace(
        raw,
        title=page.title,
        warnings=(*notes, *raw.warnings),
        left_out=tuple(sorted(left_out.items())),
        links=page.links,
    )


def _as_text(source: str, notes: tuple[str, ...]) -> RawDocument:
    """Return marked-up text as it stands, tags and all."""
    return dataclasses.replace(paragraphs(source), warnings=notes)


def _read_csv(data: bytes, clean: CleanSettings) -> RawDocument:
    text, notes = decode(data)
    raw = read_csv(text)
    return dataclasses.replace(raw, warnings=(*notes, *raw.warnings))


def _read_xlsx(data: bytes, clean: CleanSettings) -> RawDocument:
    if _is_large(check_sheets(data)):
        raw = read_sheets(data)
    else:
        raw = _docling("xlsx", with_small_pictures(data), clean, box_unit="cell")
    links, notes = cell_links(data, raw.blocks)
    return dataclasses.replace(raw, links=links, warnings=(*raw.warnings, *notes))


def _is_large(areas: Sequence[UsedArea]) -> bool:
    """Say whether a workbook is more than Docling should be given."""
    return (
        sum(area.present for area in areas) > MAX_DOCLING_CELLS
        or sum(area.size for area in areas) > MAX_DOCLING_AREA
        or sum(area.merged for area in areas) > MAX_DOCLING_AREA
    )


def _read_docx(data: bytes, clean: CleanSettings) -> RawDocument:
    accepted, removed = accept_changes(data)
    small = with_small_pictures(accepted)
    raw = _docling("docx", small, clean, join=paragraph_joiner(accepted))
    return _count(raw, "deleted change", removed)


def _read_pptx(data: bytes, clean: CleanSettings) -> RawDocument:
    return _docling("pptx", with_small_pictures(data), clean, box_unit="emu")


def _count(raw: RawDocument, what: str, times: int) -> RawDocument:
    """Return the document with something more that is not in its text."""
    left_out = Counter(dict(raw.left_out)) + Counter({what: times})
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
    "asciidoc": lambda data, clean: _docling("adoc", data, clean),
}


def _docling(
    suffix: str,
    data: bytes,
    clean: CleanSettings,
    *,
    box_unit: str | None = None,
    join: Joiner = join_runs,
) -> RawDocument:
    """Convert bytes with Docling and read its document."""
    result = run_docling(load_docling(), suffix, data)
    raw = read_document(
        result.document, box_unit=box_unit, join=join, furniture=not clean.navigation
    )
    return with_errors(raw, result)


@functools.cache
def load_docling() -> DocumentConverter:
    """Return this process's converter; the first call imports Docling, which takes seconds."""
    from docling.datamodel.backend_options import (  # noqa: PLC0415  # heavy
        HTMLBackendOptions,
        MsExcelBackendOptions,
    )
    from docling.datamodel.base_models import InputFormat  # noqa: PLC0415  # heavy
    from docling.document_converter import (  # noqa: PLC0415  # heavy
        DocumentConverter,
        ExcelFormatOption,
        HTMLFormatOption,
        PowerpointFormatOption,
    )

    from graphwright.documents.pptx_backend import PlacingBackend  # noqa: PLC0415  # heavy

    logging.getLogger("docling").setLevel(logging.ERROR)  # what matters is in the result
    options: dict[Any, Any] = {
        InputFormat.HTML: HTMLFormatOption(
            backend_options=HTMLBackendOptions(add_title=False, infer_furniture=False)
        ),
        InputFormat.PPTX: PowerpointFormatOption(backend=PlacingBackend),
        InputFormat.XLSX: ExcelFormatOption(
            backend_options=MsExcelBackendOptions(parse_charts=False, treat_singleton_as_text=True)
        ),
    }
    formats = ("HTML", "XLSX", "DOCX", "PPTX", "ASCIIDOC")
    allowed = [InputFormat[name] for name in formats]
    return DocumentConverter(allowed_formats=allowed, format_options=options)
