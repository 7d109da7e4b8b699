"""Word files: prepared, then read by Docling; links and emphasis from the file itself."""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Iterator
from contextlib import contextmanager

from graphwright.documents.blocks.raw import RawDocument
from graphwright.documents.docling.converter import load_docling, read_with_docling
from graphwright.documents.office.docx_paragraphs import docx_marks, paragraph_joiner
from graphwright.documents.office.docx_preparation import prepared_docx
from graphwright.documents.office.pictures import with_small_pictures
from graphwright.settings import ParseSettings


def read_docx(data: bytes, settings: ParseSettings) -> RawDocument:
    """Return the blocks of a Word file; raise ``ParseError`` where it is damaged."""
    prepared, left_out = prepared_docx(data)
    with _broken_tables() as broken:
        raw = read_with_docling(
            load_docling(),
            "docx",
            with_small_pictures(prepared),
            join=paragraph_joiner(prepared),
            headers_footers=not settings.clean.navigation,
        )
    links, passages = docx_marks(prepared)
    raw = dataclasses.replace(raw, links=links, passages=passages)
    if broken:
        note = f"{len(broken)} table(s) are damaged and were left out"
        raw = dataclasses.replace(raw, partial=True, warnings=(*raw.warnings, note))
    return raw.with_left_out(left_out)


@contextmanager
def _broken_tables() -> Iterator[list[str]]:
    """Give a list that gets an entry for each table of a Word file that Docling gives up.

    It goes on without the table and says so in its log alone, for who looks for faults.
    """
    broken: list[str] = []

    def keep(record: logging.LogRecord) -> bool:
        message = record.getMessage()
        if "could not parse a table" in message:
            broken.append(message)
        return False

    log = logging.getLogger("docling.backend.msword_backend")
    level = log.level
    log.addFilter(keep)
    log.setLevel(logging.DEBUG)
    try:
        yield broken
    finally:
        log.setLevel(level)
        log.removeFilter(keep)
