"""AsciiDoc, read by Docling."""

from __future__ import annotations

import dataclasses

from graphwright.documents.blocks.encoding import decode
from graphwright.documents.blocks.paragraphs import paragraphs
from graphwright.documents.blocks.raw import RawDocument
from graphwright.documents.docling.converter import load_docling, read_with_docling
from graphwright.settings import ParseSettings


def read_asciidoc(data: bytes, settings: ParseSettings) -> RawDocument:
    """Return the blocks of an AsciiDoc file."""
    source, notes = decode(data)
    if not settings.clean.tags:
        return dataclasses.replace(paragraphs(source), warnings=notes)
    raw = read_with_docling(
        load_docling(),
        "adoc",
        source.encode("utf-8", "ignore"),
        headers_footers=not settings.clean.navigation,
    )
    return dataclasses.replace(raw, warnings=(*notes, *raw.warnings))
