"""Help pages as parsed documents, from Markdown or HTML."""

from __future__ import annotations

from graphwright.documents.parse import parse_document
from graphwright.ids import document_id, sha256_bytes
from graphwright.settings import ParseSettings
from graphwright.tables import ParsedDocument, SourceDocument


def a_help_page(written: str, path: str = "page.md") -> ParsedDocument:
    """Return a page of a shop's help; the path's suffix names its format."""
    data = written.encode()
    source = SourceDocument(
        document_id=document_id("help", path),
        collection="help",
        path=path,
        uri=path,
        location=path,
        format=path.rpartition(".")[2],
        extractor="dependency",
        size=len(data),
        modified=None,
        sha256=sha256_bytes(data),
        problem=None,
    )
    return parse_document(source, data, ParseSettings())[0]
