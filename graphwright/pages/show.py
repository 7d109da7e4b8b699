"""Showing a piece of evidence where it stands: a PDF's page as a picture, else its passage.

The picture needs the source as it was when it was read; where that is gone or changed, the passage
is shown and says so. Drawing is in ``documents.pdf.page_image``, the page in ``passage``.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pyarrow.compute as pc

from graphwright.documents.blocks.boxes import Box
from graphwright.documents.formats import PDF, find_format
from graphwright.documents.pdf.page.pdfium import load_pdfium
from graphwright.documents.pdf.page_image import QuoteOnPage, draw_quote
from graphwright.documents.sandbox import sandboxed
from graphwright.documents.sources.discover import with_credentials
from graphwright.documents.sources.registry import read_location
from graphwright.errors import LakeError, SettingsError, SourceError
from graphwright.execution.workers import TaskFailure, run_tasks
from graphwright.graph.additions import fact_line
from graphwright.graph.citation import quote_evidence
from graphwright.graph.snapshot import Snapshot
from graphwright.ids import bucket_of, sha256_bytes
from graphwright.pages.passage import passage_html
from graphwright.settings import Settings
from graphwright.store.lake import Lake, replacing
from graphwright.tables import Block, Chunk, Evidence, ParsedDocument, SourceDocument, rows_of

_SUFFIXES = (".png", ".html")
_PARSED_ANEW = (
    "The document was parsed anew, or removed, since this graph was published; "
    "the passage is as the graph holds it."
)


@dataclasses.dataclass(frozen=True, slots=True)
class Shown:
    """What was written, where, and what the reader should know about it."""

    path: Path
    notes: tuple[str, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class _Place:
    """A piece of evidence, its chunk, and the document that the chunk is still a slice of."""

    evidence: Evidence
    chunk: Chunk
    document: ParsedDocument | None


def show_evidence(
    lake: Lake, snapshot: Snapshot, settings: Settings, evidence_id: str, out: Path | None = None
) -> Shown:
    """Write the page or passage of a piece of evidence and return where.

    ``out`` ends with ``.png`` (PDF only) or ``.html``; by default a PDF gives a picture and all
    else a passage, in a file of the current folder that is named after the id. Raises
    ``SnapshotError`` for an unknown id and ``SettingsError`` for another file name.
    """
    evidence = snapshot.find_evidence(evidence_id)
    chunk = snapshot.chunk_of(evidence)
    place = _Place(evidence, chunk, _document(lake, settings, chunk))
    pdf = find_format(snapshot.document(evidence.document_id)["format"]) is PDF
    suffix = out.suffix.lower() if out is not None else ".png" if pdf else ".html"
    if suffix not in _SUFFIXES or (suffix == ".png" and not pdf):
        raise SettingsError(
            f"The evidence cannot be shown as {str(out)!r}.",
            remedy="Name a file that ends with .html, or with .png where the document is a PDF.",
        )
    target = out or Path(f"evidence-{evidence.evidence_id}{suffix}")
    content: bytes | None = None
    notes: tuple[str, ...] = () if place.document else (_PARSED_ANEW,)
    if suffix == ".png" and place.document is not None:
        try:
            content = _picture(lake, settings, evidence, place.document)
            notes = _elsewhere(evidence, place.document)
        except SourceError as error:
            notes = (f"No picture could be made. {error}",)
    if content is None:
        target = target.with_suffix(".html")
        content = _page(snapshot, place, notes).encode("utf-8")
    with replacing(target) as temporary:
        temporary.write_bytes(content)
    return Shown(target, notes)


def _document(lake: Lake, settings: Settings, chunk: Chunk) -> ParsedDocument | None:
    """Return the document as the lake has it; None where the chunk is no slice of it any more."""
    try:
        rows = lake.read("parsed_documents", bucket_of(chunk.document_id, settings.buckets))
    except LakeError:  # the graph outlives the tables that it was made of
        return None
    own = rows.filter(pc.equal(rows["document_id"], chunk.document_id))
    for document in rows_of(ParsedDocument, own):
        if document.text[chunk.start : chunk.end] == chunk.text:
            return document
    return None


def _page(snapshot: Snapshot, place: _Place, notes: tuple[str, ...]) -> str:
    """Return the passage as HTML."""
    quote = quote_evidence(snapshot, place.evidence)
    return passage_html(
        place.evidence,
        place.chunk,
        place.document,
        place=quote.citation.place,
        fact=fact_line(snapshot.relation(place.evidence.relation_id).text, quote.qualifiers),
        notes=notes,
    )


def _picture(lake: Lake, settings: Settings, evidence: Evidence, document: ParsedDocument) -> bytes:
    """Return the page as PNG, drawn in a process with the limits of parsing.

    Raises ``SourceError`` where the source is gone, changed or cannot be drawn.
    """
    if evidence.page is None or evidence.box is None:
        raise SourceError("The evidence names no page and box.")
    limits = settings.parse
    data = _source(lake, settings, document)
    page = evidence.page
    passage = QuoteOnPage(page, tuple(_boxes(evidence, document, page)), evidence.quote)
    answers = run_tasks(
        _drawn,
        [(data, passage)],
        workers=1,
        timeout_seconds=limits.timeout_seconds,
        memory_mb=limits.memory_mb,
        initializer=load_pdfium,
    )
    answer = next(iter(answers))[1]
    if isinstance(answer, TaskFailure):
        raise SourceError(f"Page {page} of {document.path} cannot be drawn: {answer.message}")
    return answer


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
    (reached,) = with_credentials(found, settings)
    data = read_location(reached.location, settings.parse.max_bytes + 1)
    if sha256_bytes(data) != document.sha256:
        raise SourceError(
            f"{found[0].location} changed since it was read: its SHA-256 is "
            f"{sha256_bytes(data)[:12]}..., but {document.sha256[:12]}... was expected.",
            remedy="Build again to bring the graph up to date.",
        )
    return data


def _boxes(evidence: Evidence, document: ParsedDocument, page: int) -> list[Box]:
    """Return the boxes on a page of each block that holds a part of the quote."""
    parts = [part for block in _blocks(evidence, document) for part in _parts(block)]
    boxes = [
        box
        for start, end, on, box in parts
        if on == page and start < evidence.end and end > evidence.start
    ]
    return boxes or [_box(evidence.box or ())]


def _elsewhere(evidence: Evidence, document: ParsedDocument) -> tuple[str, ...]:
    pages = {
        on
        for block in _blocks(evidence, document)
        for start, end, on, _ in _parts(block)
        if start < evidence.end and end > evidence.start
    } - {evidence.page}
    return tuple(f"The quote goes on on page {page}." for page in sorted(pages))


def _blocks(evidence: Evidence, document: ParsedDocument) -> list[Block]:
    return [b for b in document.blocks if b.start < evidence.end and b.end > evidence.start]


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
