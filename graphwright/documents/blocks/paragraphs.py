"""Plain text read as paragraphs."""

from __future__ import annotations

import re

from graphwright.documents.blocks.raw import RawBlock, RawDocument
from graphwright.tables import BlockKind

_BLANK_LINE = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")
_WRAPPED_WIDTH = 50


def paragraphs(text: str) -> RawDocument:
    """Return a text as paragraphs: what empty lines part."""
    parts = _BLANK_LINE.split(text.replace("\r\n", "\n").replace("\r", "\n"))
    return RawDocument(tuple(RawBlock(BlockKind.PARAGRAPH, _unwrap(part)) for part in parts))


def _unwrap(paragraph: str) -> str:
    """Join the lines of a wrapped paragraph; keep lines that were ended on purpose.

    A line was wrapped where every line but the last is nearly as long as the longest.
    """
    lines = [line.rstrip() for line in paragraph.split("\n")]
    longest = max(map(len, lines))
    if longest < _WRAPPED_WIDTH or any(len(line) < longest * 0.7 for line in lines[:-1]):
        return "\n".join(lines)
    return " ".join(lines)
