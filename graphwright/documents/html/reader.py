"""HTML pages: decoded, reduced to flat blocks, and read by Docling or, where large, without it."""

from __future__ import annotations

import dataclasses

from graphwright.documents.blocks.encoding import declared_encoding, decode
from graphwright.documents.blocks.paragraphs import paragraphs
from graphwright.documents.blocks.raw import RawDocument
from graphwright.documents.docling.converter import load_docling, read_with_docling
from graphwright.documents.html.flatten import flatten_html
from graphwright.documents.html.large_page import docling_items, large_page_blocks
from graphwright.documents.html.nesting import check_nesting
from graphwright.settings import CleanSettings, ParseSettings

MAX_DOCLING_ITEMS = 10_000
"""Paragraphs and cells of a page: so many take Docling some six seconds."""


def read_html(data: bytes, settings: ParseSettings) -> RawDocument:
    """Return the blocks of an HTML page; raise ``ParseError`` where it nests too deep."""
    source, notes = decode(data, declared_encoding(data))
    return read_markup(source, notes, settings.clean)


def read_markup(source: str, notes: tuple[str, ...], clean: CleanSettings) -> RawDocument:
    """Return the blocks of HTML source, whatever format it was made from, with ``notes`` on it."""
    if not clean.tags:
        return dataclasses.replace(paragraphs(source), warnings=notes)
    check_nesting(source)
    page = flatten_html(source, clean)
    if docling_items(page.blocks) > MAX_DOCLING_ITEMS:
        raw = large_page_blocks(page.blocks)
    else:
        data = page.html.encode("utf-8")
        raw = read_with_docling(load_docling(), "html", data, headers_footers=not clean.navigation)
    raw = dataclasses.replace(
        raw,
        title=page.title,
        warnings=(*notes, *raw.warnings),
        links=page.links,
        passages=page.passages,
    )
    return raw.with_left_out(dict(page.left_out))
