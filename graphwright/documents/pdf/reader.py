"""Which way a PDF is read: by geometry or by models, and pages that are pictures.

The ways are in ``heuristic``, ``docling_models`` and ``page.ocr``; here they are chosen and put
together.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from graphwright.documents.blocks.file_checks import reject_other_kind
from graphwright.documents.blocks.raw import RawBlock, RawDocument
from graphwright.documents.pdf.docling_models import load_models, models_version, read_with_models
from graphwright.documents.pdf.heuristic import (
    no_text,
    read_with_heuristics,
    scanned_note,
    scanned_pages,
)
from graphwright.documents.pdf.page.ocr import ocr_version, recogniser
from graphwright.settings import ParseSettings, PdfSettings


def pdf_versions(settings: PdfSettings) -> dict[str, str]:
    """Return what reads a PDF under these settings, by setting, with versions.

    Raises ``ModelError`` where a setting requires what is not installed.
    """
    models = models_version(settings.engine, settings.artifacts_path)
    return {
        "parse.pdf.engine": "heuristic" if models is None else f"models: {models}",
        "parse.pdf.ocr": ocr_version(settings.ocr) or "none",
    }


def load_engine(settings: PdfSettings) -> None:
    """Load the models where they are used; raise ``ModelError`` where they cannot be."""
    ocr_version(settings.ocr)
    if models_version(settings.engine, settings.artifacts_path) is not None:
        load_models(settings.artifacts_path or "")


def check_pdf(data: bytes) -> None:
    """Raise ``ParseError`` where the bytes are no PDF file."""
    if b"%PDF-" not in data[:1024]:
        reject_other_kind(data, "a PDF file")


def read_pdf(data: bytes, settings: ParseSettings) -> RawDocument:
    """Return the blocks of a PDF in reading order, each with page and box.

    Raises ``ParseError`` where the file is locked or damaged, or holds no text that can be read.
    """
    keep, pdf = not settings.clean.navigation, settings.pdf
    recognise = recogniser(pdf.ocr)
    if models_version(pdf.engine, pdf.artifacts_path) is None:
        return read_with_heuristics(data, keep_headers_footers=keep, recognise=recognise)
    pictures = scanned_pages(data)
    raw = read_with_models(data, pdf.artifacts_path or "", keep_headers_footers=keep)
    if not pictures:
        return raw
    if recognise is None:
        if not raw.blocks:
            raise no_text(raw.pages or len(pictures))
        note = (*raw.warnings, *scanned_note(pictures))
        return dataclasses.replace(raw, partial=True, warnings=note)
    read = read_with_heuristics(data, keep_headers_footers=keep, recognise=recognise)
    return with_pages(raw, read, pictures)


def with_pages(raw: RawDocument, other: RawDocument, pages: Sequence[int]) -> RawDocument:
    """Return a document with some of its pages as another reading has them."""
    taken = frozenset(pages)
    kept = [block for block in raw.blocks if block.page not in taken]
    tables = 1 + max((b.table for b in kept if b.table is not None), default=-1)
    added = [block for block in other.blocks if block.page in taken]
    blocks = sorted([*kept, *_renumbered(added, tables)], key=lambda block: block.page or 0)
    return dataclasses.replace(
        raw,
        blocks=tuple(blocks),
        partial=raw.partial or other.partial,
        warnings=(*raw.warnings, *other.warnings),
    )


def _renumbered(blocks: Sequence[RawBlock], first: int) -> Iterator[RawBlock]:
    """Yield blocks whose tables are numbered from ``first`` on, since numbers are a document's."""
    numbers: dict[int, int] = {}
    for block in blocks:
        if block.table is not None:
            number = numbers.setdefault(block.table, first + len(numbers))
            yield dataclasses.replace(block, table=number)
        else:
            yield block
