"""Showing a piece of evidence where it stands: a PDF's page as a picture, else its passage.

The picture needs the source as it was when it was read; where that is gone or changed, the passage
is shown and says so. The picture is in ``inspection.evidence_picture``, the page in ``passage``.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pyarrow.compute as pc

from graphwright.documents.sources.formats import PDF, find_format
from graphwright.errors import LakeError, SettingsError, SourceError
from graphwright.graph.citation import quote_evidence
from graphwright.graph.fact_text import quoted_fact_text
from graphwright.graph.qualifiers import fact_line
from graphwright.graph.snapshot import Snapshot
from graphwright.ids import bucket_of
from graphwright.inspection.evidence_picture import draw_evidence, other_pages
from graphwright.pages.passage import passage_html
from graphwright.settings import Settings
from graphwright.store.folder import LOCAL_FILES
from graphwright.store.lake import Lake
from graphwright.tables import Chunk, Evidence, ParsedDocument, rows_of

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
class _Found:
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
    found = _Found(evidence, chunk, document_of(lake, settings, chunk))
    pdf = find_format(snapshot.document(evidence.document_id)["format"]) is PDF
    suffix = out.suffix.lower() if out is not None else ".png" if pdf else ".html"
    if suffix not in _SUFFIXES or (suffix == ".png" and not pdf):
        raise SettingsError(
            f"The evidence cannot be shown as {str(out)!r}.",
            remedy="Name a file that ends with .html, or with .png where the document is a PDF.",
        )
    target = out or Path(f"evidence-{evidence.evidence_id}{suffix}")
    content: bytes | None = None
    notes: tuple[str, ...] = () if found.document else (_PARSED_ANEW,)
    if suffix == ".png" and found.document is not None:
        try:
            content = draw_evidence(lake, settings, evidence, found.document)
            others = other_pages(evidence, found.document)
            notes = tuple(f"The quote goes on on page {page}." for page in others)
        except SourceError as error:
            notes = (f"No picture could be made. {error}",)
    if content is None:
        target = target.with_suffix(".html")
        content = _page(snapshot, found, notes).encode("utf-8")
    with LOCAL_FILES.replacing(target) as temporary:
        temporary.write_bytes(content)
    return Shown(target, notes)


def document_of(lake: Lake, settings: Settings, chunk: Chunk) -> ParsedDocument | None:
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


def _page(snapshot: Snapshot, found: _Found, notes: tuple[str, ...]) -> str:
    """Return the passage as HTML."""
    quote = quote_evidence(snapshot, found.evidence)
    relation = snapshot.relation(found.evidence.relation_id)
    version = quote.citation.version_note
    if version:
        notes = (*notes, f"The document is {version}.")
    return passage_html(
        found.evidence,
        found.chunk,
        found.document,
        locator=quote.citation.locator,
        fact=fact_line(quoted_fact_text(relation, [quote]), quote.qualifiers),
        notes=notes,
    )
