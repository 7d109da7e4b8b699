"""PowerPoint files: read by Docling, with the points of their diagrams behind each slide."""

from __future__ import annotations

import dataclasses

from graphwright.documents.blocks.raw import RawDocument
from graphwright.documents.docling.converter import load_docling, read_with_docling
from graphwright.documents.office.package import as_document, with_parts
from graphwright.documents.office.package_checks import open_package
from graphwright.documents.office.pictures import with_small_pictures
from graphwright.documents.office.smart_art import with_diagrams
from graphwright.settings import ParseSettings


def read_pptx(data: bytes, settings: ParseSettings) -> RawDocument:
    """Return the blocks of a presentation; raise ``ParseError`` where it is damaged."""
    with open_package(data) as package:
        declared = as_document(package, "pptx")
        plain = with_parts(package, declared) if declared else data
    raw = read_with_docling(
        load_docling(),
        "pptx",
        with_small_pictures(plain),
        box_unit="emu",
        headers_footers=not settings.clean.navigation,
    )
    return dataclasses.replace(raw, blocks=with_diagrams(plain, raw.blocks))
