"""Help pages as parsed documents, from Markdown."""

from __future__ import annotations

import textwrap

from graphwright.documents.parse import parse_document
from graphwright.ids import document_id, sha256_bytes
from graphwright.settings import ParseSettings
from graphwright.tables import ParsedDocument, SourceDocument


def parsed_page(markdown: str, path: str = "page.md") -> ParsedDocument:
    """Return a page of Markdown, which may be indented, as the parser reads it."""
    data = textwrap.dedent(markdown).encode()
    source = SourceDocument(
        document_id=document_id("help", path),
        collection="help",
        path=path,
        uri=path,
        location=path,
        format="md",
        extractor="dependency",
        size=len(data),
        modified=None,
        sha256=sha256_bytes(data),
        problem=None,
    )
    return parse_document(source, data, ParseSettings())[0]
