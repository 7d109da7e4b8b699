"""Bytes decoded to text, and plain text read as paragraphs."""

from __future__ import annotations

import codecs
import re

from graphwright.documents.raw import RawBlock, RawDocument
from graphwright.tables import BlockKind

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DECLARED = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([A-Za-z0-9_:.-]+)""", re.I)
_XML_DECLARED = re.compile(rb"""\A\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9_:.-]+)""")
_BLANK_LINE = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")


def decode(data: bytes, declared: str | None = None) -> tuple[str, tuple[str, ...]]:
    """Return the text and a warning where the encoding had to be guessed.

    A byte order mark wins, then UTF-8 where the bytes are valid UTF-8 (few other texts are), then
    the encoding ``declared``, then Windows-1252, which Western files without a declaration use.
    """
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return data.decode(encoding, "replace"), ()
    try:
        return data.decode("utf-8"), ()
    except UnicodeDecodeError:
        pass
    if declared is not None and _is_encoding(declared):
        return data.decode(declared, "replace"), ()
    text = data.decode("cp1252", "replace")
    return text, ("the encoding was guessed as Windows-1252, since the bytes are not UTF-8",)


def declared_encoding(data: bytes) -> str | None:
    """Return the encoding that an HTML page declares in its first 4,096 bytes."""
    found = _DECLARED.search(data[:4096]) or _XML_DECLARED.search(data[:4096])
    return found[1].decode("ascii") if found else None


def _is_encoding(name: str) -> bool:
    try:
        codecs.lookup(name)
    except LookupError:
        return False
    return True


def read_text(data: bytes) -> RawDocument:
    """Return a text file as paragraphs: what empty lines part."""
    text, warnings = decode(data)
    paragraphs = _BLANK_LINE.split(text.replace("\r\n", "\n").replace("\r", "\n"))
    blocks = tuple(RawBlock(BlockKind.PARAGRAPH, _unwrap(p)) for p in paragraphs)
    return RawDocument(blocks, warnings=warnings)


_WRAPPED_WIDTH = 50


def _unwrap(paragraph: str) -> str:
    """Join the lines of a wrapped paragraph; keep lines that were ended on purpose.

    A line was wrapped where every line but the last is nearly as long as the longest.
    """
    lines = [line.rstrip() for line in paragraph.split("\n")]
    longest = max(map(len, lines))
    if longest < _WRAPPED_WIDTH or any(len(line) < longest * 0.7 for line in lines[:-1]):
        return "\n".join(lines)
    return " ".join(lines)
