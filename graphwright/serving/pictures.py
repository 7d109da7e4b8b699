"""The page of a PDF with a quote framed, for the service's pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphwright.documents.sources.formats import PDF, find_format
from graphwright.errors import NotFoundError, SourceError
from graphwright.inspection.evidence_picture import draw_evidence
from graphwright.pages.show_evidence import document_of

if TYPE_CHECKING:
    from graphwright.serving.models import EvidenceRequest
    from graphwright.serving.reader import Reader


def has_picture(format_: str) -> bool:
    """Return whether documents of a format have pages that can be drawn."""
    return find_format(format_) is PDF


def picture_of(reader: Reader, request: EvidenceRequest) -> bytes:
    """Return the page of a PDF with the quote's boxes as PNG, drawn in a process with limits.

    Raises ``NotFoundError`` for another format, and where the source is gone or changed.
    """
    evidence = reader.snapshot.find_evidence(request.evidence_id)
    chunk = reader.snapshot.chunk_of(evidence)
    settings, lake = reader.project.settings, reader.project.lake
    document = document_of(lake, settings, chunk)
    if document is None or not has_picture(document.format):
        raise NotFoundError("There is no picture of this evidence: it stands on no page of a PDF.")
    try:
        return draw_evidence(lake, settings, evidence, document)
    except SourceError:  # its message names places of the server's machine
        raise NotFoundError("No picture can be made: the source is gone or changed.") from None
