"""From a document's bytes to its canonical text and blocks, or to the reason why there is none.

``parse_document`` is a function of bytes and settings alone. ``parse_task`` is what a worker
process runs: it reads the bytes and turns every failure of the document into a row.
"""

from __future__ import annotations

import dataclasses
import gc
from importlib.metadata import version
from pathlib import PurePosixPath
from unicodedata import unidata_version

from graphwright.documents.canonical.contents import contents_marked
from graphwright.documents.canonical.licences import licences_marked
from graphwright.documents.canonical.links import place_links
from graphwright.documents.canonical.marks import place_marks
from graphwright.documents.canonical.text import canonical_text
from graphwright.documents.canonical.ticket_places import ticket_record
from graphwright.documents.docling.converter import load_docling
from graphwright.documents.pdf.page.pdfium import load_pdfium
from graphwright.documents.pdf.reader import load_engine
from graphwright.documents.readers import read_document
from graphwright.documents.sandbox import sandboxed
from graphwright.documents.sources.discover import read_bytes, too_large
from graphwright.documents.sources.formats import TICKET, format_of
from graphwright.documents.sources.pages import NO_PAGES, Pages
from graphwright.documents.tickets.document import lay_out
from graphwright.documents.tickets.raw import read_record
from graphwright.errors import ChangedError, GoneError, ParseError, SourceError
from graphwright.execution.workers import FailureKind, TaskFailure
from graphwright.settings import ParseSettings, PdfSettings
from graphwright.tables import (
    DocumentLink,
    DocumentStatus,
    LeftOut,
    ParsedDocument,
    RejectedDocument,
    SourceDocument,
    TicketRecord,
)

LIBRARIES = "+".join(
    [
        *(
            f"{name}-{version(name)}"
            for name in (
                "docling-slim", "docling-core", "python-docx", "python-pptx", "openpyxl",
                "beautifulsoup4", "pypdfium2", "markdown-it-py", "PyYAML", "lxml",
                "charset-normalizer",
            )
        ),
        f"unicode-{unidata_version}",
    ]
)  # fmt: skip
"""Versions of the libraries that turn bytes into canonical text."""


@dataclasses.dataclass(frozen=True, slots=True)
class ParseTask:
    """One document to parse; ``pages`` has its bytes where it is not of this machine."""

    document: SourceDocument
    settings: ParseSettings
    pages: Pages = NO_PAGES


@dataclasses.dataclass(frozen=True, slots=True)
class Parsed:
    """What became of a document: its row, and its links where it has text; of a ticket its record.

    ``changing`` says that it is rejected because somebody writes to it, or what was fetched of it
    is gone: what was made of it before still stands for it.
    """

    row: ParsedDocument | RejectedDocument
    links: tuple[DocumentLink, ...] = ()
    ticket: TicketRecord | None = None
    changing: bool = False


def parse_document(
    document: SourceDocument, data: bytes, settings: ParseSettings
) -> tuple[ParsedDocument, tuple[DocumentLink, ...], TicketRecord | None]:
    """Return the document's canonical text and blocks, its links, and of a ticket its record.

    Raises ``ParseError`` with the status that says why there is no text.
    """
    if len(data) > settings.max_bytes:
        raise too_large(settings.max_bytes)
    ticket = read_record(data) if document.format == TICKET.name else None
    layout = None if ticket is None else lay_out(ticket)
    raw = layout.raw if layout else read_document(format_of(document.format), data, settings)
    canonical = canonical_text(raw.blocks, settings.max_bytes)
    if not canonical.blocks:
        counted = (f"{count} {what}(s) left out" for what, count in raw.left_out)
        notes = "; ".join([*counted, *raw.warnings])
        left_out = f" ({notes})" if notes else ""
        raise ParseError(
            f"The document holds no text{left_out}.",
            status=DocumentStatus.EMPTY,
            remedy="If it holds scanned pages or pictures, add a text version of it.",
        )
    title = canonical.title or raw.title
    placed = place_marks(raw.passages, canonical.text, canonical.blocks)
    blocks = licences_marked(canonical.text, canonical.blocks)
    parsed = ParsedDocument(
        document_id=document.document_id,
        collection=document.collection,
        path=document.path,
        uri=document.uri,
        format=document.format,
        extractor=document.extractor,
        sha256=document.sha256,
        title=title or name_of(document),
        text=canonical.text,
        blocks=contents_marked(canonical.text, blocks, placed.marks),
        pages=raw.pages,
        status=DocumentStatus.PARTIAL if raw.partial else DocumentStatus.OK,
        left_out=tuple(LeftOut(what, count) for what, count in raw.left_out),
        warnings=raw.warnings,
        marks=placed.marks,
        named_by_file=not title,
        stated_version=raw.version,
        stated_id=raw.stated_id,
        audience=raw.audience,
    )
    links = tuple(place_links(raw.links, placed.links, canonical.text, document))
    if ticket is None or layout is None:
        return parsed, links, None
    return parsed, links, ticket_record(document.document_id, ticket, layout, canonical)


def name_of(document: SourceDocument) -> str:
    """Return the title of a document that states none: its file's name."""
    return PurePosixPath(document.path).name


def load_parser(pdf: PdfSettings | None = None) -> None:
    """Load what parsing needs, so that no document's time limit pays for it.

    Raises ``ModelError`` where the settings require models that cannot be loaded.
    """
    load_docling()
    load_pdfium()
    if pdf is not None:
        load_engine(pdf)
    gc.freeze()  # or each full collection would visit the million objects of the libraries


def parse_task(task: ParseTask) -> Parsed:
    """Read and parse one document; every failure of the document is a ``RejectedDocument``."""
    document, settings = task.document, task.settings
    try:
        if document.size > settings.max_bytes:  # which is a problem too, but one with a name
            raise too_large(settings.max_bytes)
        if document.problem is not None:
            remedy = _EXPORT_REMEDY if document.format == TICKET.name else _READ_REMEDY
            raise SourceError(document.problem, remedy=remedy)
        format_of(document.format)
        data = read_bytes(document, settings.max_bytes, task.pages)
        with sandboxed():
            return Parsed(*parse_document(document, data, settings))
    except SourceError as error:
        row = _rejected(document, DocumentStatus.UNREADABLE, error, error.remedy)
        return Parsed(row, changing=isinstance(error, ChangedError | GoneError))
    except ParseError as error:
        return Parsed(_rejected(document, error.status, error, error.remedy))
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001  # whatever a parser raises belongs to its document
        said = str(error).rstrip(".")
        reason = f"The parser failed with {type(error).__name__}: {said}."
        return Parsed(_rejected(document, DocumentStatus.FAILED, reason, _REMEDY))


_READ_REMEDY = "Make the file readable, or exclude it."
_EXPORT_REMEDY = "Correct it, export it again, or exclude it; other tickets are not affected."

_STOOD_STILL = "It could not be read as it was found: this is its text of the build before."


def as_it_was(row: ParsedDocument) -> ParsedDocument:
    """Return the row of a document that changes while it is read, from when it stood still."""
    if _STOOD_STILL in row.warnings:
        return row
    warnings = (*row.warnings, _STOOD_STILL)
    return dataclasses.replace(row, status=DocumentStatus.PARTIAL, warnings=warnings)


_REMEDY = "Open the file with the program that made it and save it again, or exclude it."
_FAILURES = {
    FailureKind.TIMEOUT: (
        DocumentStatus.TIMEOUT,
        "Raise parse.timeout_seconds, or split the file.",
    ),
    FailureKind.MEMORY: (DocumentStatus.TOO_LARGE, "Raise parse.memory_mb, or split the file."),
    FailureKind.CRASH: (DocumentStatus.CRASH, _REMEDY),
    FailureKind.ERROR: (DocumentStatus.FAILED, _REMEDY),
}


def rejected_from_failure(document: SourceDocument, failure: TaskFailure) -> RejectedDocument:
    """Return the row of a document whose task ended without a result."""
    status, remedy = _FAILURES[FailureKind(failure.kind)]
    return _rejected(document, status, failure.message, remedy)


def _rejected(
    document: SourceDocument, status: str, reason: Exception | str, remedy: str
) -> RejectedDocument:
    return RejectedDocument(
        document_id=document.document_id,
        collection=document.collection,
        path=document.path,
        uri=document.uri,
        format=document.format,
        sha256=document.sha256,
        status=str(status),
        reason=str(reason).removesuffix(remedy).strip(),
        remedy=remedy,
    )
