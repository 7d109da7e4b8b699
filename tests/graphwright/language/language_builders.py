"""Small documents for the tests of this folder: blocks joined into canonical text, and chunks."""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.ids import content_id, document_id, sha256_text
from graphwright.tables.documents import Block, Cell, ParsedDocument
from graphwright.tables.text import Chunk

DOCUMENT = document_id("tests", "language.md")
Spec = tuple[str, str | Sequence[str]]


def parsed_document(*specs: Spec) -> ParsedDocument:
    """A document of blocks (kind, text); a table row is given as the texts of its cells."""
    text, blocks = "", list[Block]()
    for kind, content in specs:
        if text:
            text += "\n" if kind == blocks[-1].kind == "table_row" else "\n\n"
        start = len(text)
        parts = [content] if isinstance(content, str) else list(content)
        cells = () if isinstance(content, str) else _cells(parts, start)
        text += " | ".join(parts)
        blocks.append(
            Block(len(blocks), kind, 0, start, len(text), (), None, None, None, None, None, cells)
        )
    return ParsedDocument(
        DOCUMENT, "tests", "language.md", "file:language.md", "md", "dependency", sha256_text(text),
        "language", text, tuple(blocks), None, "ok", (), (),
    )  # fmt: skip


def _cells(parts: Sequence[str], start: int) -> tuple[Cell, ...]:
    cells = list[Cell]()
    for column, part in enumerate(parts):
        cells.append(Cell(start, start + len(part), column, False))
        start += len(part) + len(" | ")
    return tuple(cells)


def chunk_of(
    parsed: ParsedDocument, start: int = 0, end: int | None = None, index: int = 0
) -> Chunk:
    """The chunk of a document from start to end."""
    end = len(parsed.text) if end is None else end
    text = parsed.text[start:end]
    return Chunk(
        content_id("chunk", DOCUMENT, index), DOCUMENT, index, start, end, text, sha256_text(text),
        (), None, None,
    )  # fmt: skip
