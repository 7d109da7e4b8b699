"""A piece of evidence as a picture: its page of the PDF, with the quote's boxes drawn.

It needs the source as it was when it was read. Drawing is in ``documents.pdf.page_image``.
"""

from __future__ import annotations

import pyarrow.compute as pc

from graphwright.documents.blocks.boxes import Box
from graphwright.documents.pdf.page.pdfium import load_pdfium
from graphwright.documents.pdf.page_image import QuoteOnPage, draw_quote
from graphwright.documents.sandbox import sandboxed
from graphwright.documents.sources.discover import bytes_now
from graphwright.documents.sources.pages import Pages
from graphwright.errors import SourceError
from graphwright.execution.workers import TaskFailure, run_tasks
from graphwright.ids import sha256_bytes
from graphwright.settings import Settings
from graphwright.store.lake import Lake
from graphwright.tables import Block, Evidence, ParsedDocument, SourceDocument, rows_of


def draw_evidence(
    lake: Lake, settings: Settings, evidence: Evidence, document: ParsedDocument
) -> bytes:
    """Return the page as PNG, drawn in a process with the limits of parsing.

    Raises ``SourceError`` where the source is gone, changed or cannot be drawn.
    """
    if evidence.page is None or evidence.box is None:
        raise SourceError("The evidence names no page and box.")
    limits = settings.parse
    data = _source(lake, settings, document)
    page = evidence.page
    boxes = [box for on, box in _boxes_of_quote(evidence, document) if on == page]
    quote = QuoteOnPage(page, tuple(boxes or [_box(evidence.box)]), evidence.quote)
    answers = run_tasks(
        _drawn,
        [(data, quote)],
        workers=1,
        timeout_seconds=limits.timeout_seconds,
        memory_mb=limits.memory_mb,
        initializer=load_pdfium,
    )
    answer = next(iter(answers))[1]
    if isinstance(answer, TaskFailure):
        raise SourceError(f"Page {page} of {document.path} cannot be drawn: {answer.message}")
    return answer


def other_pages(evidence: Evidence, document: ParsedDocument) -> list[int]:
    """Return the pages, beside its own, on which the quote goes on, in order."""
    pages = {page for page, _ in _boxes_of_quote(evidence, document)} - {evidence.page}
    return sorted(pages)


def _drawn(task: tuple[bytes, QuoteOnPage]) -> bytes:
    import PIL.Image  # noqa: PLC0415  # only who shows a page needs it

    PIL.Image.init()
    with sandboxed():
        return draw_quote(*task)


def _source(lake: Lake, settings: Settings, document: ParsedDocument) -> bytes:
    """Return the bytes that the document was parsed from; raise ``SourceError`` if they changed."""
    table = lake.read("source_documents")
    own = table.filter(pc.equal(table["document_id"], document.document_id))
    found = rows_of(SourceDocument, own)
    if not found:
        raise SourceError(f"{document.path} is no longer among the documents of the sources.")
    data = bytes_now(found[0], settings.parse.max_bytes + 1, Pages.of(lake))
    if sha256_bytes(data) != document.sha256:
        raise SourceError(
            f"{found[0].location} changed since it was read: its SHA-256 is "
            f"{sha256_bytes(data)[:12]}..., but {document.sha256[:12]}... was expected.",
            remedy="Build again to bring the graph up to date.",
        )
    return data


def _boxes_of_quote(evidence: Evidence, document: ParsedDocument) -> list[tuple[int, Box]]:
    """Return page and box of each part of a block that holds a part of the quote."""
    blocks = [b for b in document.blocks if b.start < evidence.end and b.end > evidence.start]
    return [
        (page, box)
        for block in blocks
        for start, end, page, box in _parts(block)
        if start < evidence.end and end > evidence.start
    ]


def _parts(block: Block) -> list[tuple[int, int, int, Box]]:
    """Return (start, end, page, box) of each part of a block, where it has them."""
    if block.page is None or block.box is None:
        return []
    starts = [(block.start, block.page, block.box)]
    starts += [(place.start, place.page, place.box) for place in block.places]
    ends = [start for start, _, _ in starts[1:]] + [block.end]
    return [
        (start, end, page, _box(box)) for (start, page, box), end in zip(starts, ends, strict=True)
    ]


def _box(values: tuple[float, ...]) -> Box:
    left, top, right, bottom = values
    return left, top, right, bottom
