"""Plain text, which needs no parser."""

from __future__ import annotations

import dataclasses

from graphwright.documents.blocks.encoding import decode
from graphwright.documents.blocks.paragraphs import paragraphs
from graphwright.documents.blocks.raw import RawDocument
from graphwright.settings import ParseSettings


def read_text(data: bytes, settings: ParseSettings) -> RawDocument:
    """Return a text file as paragraphs: what empty lines part."""
    text, warnings = decode(data)
    return dataclasses.replace(paragraphs(text), warnings=warnings)
