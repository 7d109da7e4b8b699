"""A passage of a document as an HTML page with a quote marked, from the canonical text alone.

It needs no source. Text of documents is not to be trusted: ``html`` escapes it and forbids the
browser to run or to fetch anything.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from graphwright.display.grid import grid
from graphwright.pages import html
from graphwright.pages.marks import (
    Form,
    Mark,
    MarkedCell,
    marked_block,
    marked_table,
    marked_text,
)
from graphwright.tables import Block, BlockKind, Chunk, Evidence, ParsedDocument


def passage_html(
    evidence: Evidence,
    chunk: Chunk,
    document: ParsedDocument | None,
    *,
    place: str,
    fact: str,
    notes: Sequence[str] = (),
) -> str:
    """Return the page: where the quote stands, and its passage with quote and arguments marked.

    ``document`` gives the passage its form; without it, it is the chunk's bare text. ``notes``
    say what else the reader should know.
    """
    facts = grid(
        "Evidence",
        ["", "what"],
        [
            ["fact", fact],
            ["quote", evidence.quote],
            ["document", evidence.title],
            ["address", evidence.uri],
            ["place", place],
            ["characters", f"{evidence.start}-{evidence.end}"],
            ["read by", f"{evidence.extractor}, {evidence.rule} ({evidence.version})"],
            ["confidence", f"{evidence.confidence:.2f} of 1"],
            ["id", evidence.evidence_id],
        ],
    )
    marks = _marks(evidence)
    if document is None:
        body = marked_block("text", 0, marked_text(chunk.text, chunk.start, marks))
    else:
        body = "".join(_passage(document, chunk, marks))
    said = "".join(map(html.paragraph, notes))
    above = _headings_above(chunk)
    heading = html.paragraph(" > ".join(above)) if above else ""
    title = f"Evidence {evidence.evidence_id}"
    sections = [
        ("Where it stands", html.table(facts, titled=False) + said),
        ("Passage", heading + body),
    ]
    return html.page(title, sections)


def _headings_above(chunk: Chunk) -> tuple[str, ...]:
    """Return the headings that the passage itself does not begin with."""
    path = chunk.heading_path
    return path[:-1] if path and chunk.text.startswith(path[-1]) else path


def _marks(evidence: Evidence) -> list[Mark]:
    return [
        Mark(evidence.start, evidence.end, "quote"),
        Mark(evidence.subject_start, evidence.subject_end, "subject"),
        Mark(evidence.object_start, evidence.object_end, "object"),
    ]


def _passage(document: ParsedDocument, chunk: Chunk, marks: Sequence[Mark]) -> Iterator[str]:
    """Yield the blocks of the chunk; rows of one table together, below its header."""
    inside = [b for b in document.blocks if b.start < chunk.end and b.end > chunk.start]
    for table, blocks in itertools.groupby(inside, key=lambda block: block.table):
        if table is None:
            yield from (_block(document.text, block, marks) for block in blocks)
        else:
            yield _table(document, list(blocks), marks)


def _block(text: str, block: Block, marks: Sequence[Mark]) -> str:
    forms: dict[str, Form] = {"title": "heading", "heading": "heading", "code": "code"}
    depth = block.level if block.kind == BlockKind.LIST_ITEM else 0
    marked = marked_text(text[block.start : block.end], block.start, marks)
    return marked_block(forms.get(block.kind, "text"), depth, marked)


def _table(document: ParsedDocument, rows: list[Block], marks: Sequence[Mark]) -> str:
    parent = rows[0].parent
    if parent is not None:  # the header of a table whose first rows are in another chunk
        rows = [document.blocks[parent], *rows]
    return marked_table([_cells(document.text, row) for row in rows], marks)


def _cells(text: str, row: Block) -> list[MarkedCell]:
    return [
        MarkedCell(text[cell.start : cell.end], cell.start, cell.column, cell.header)
        for cell in row.cells
    ]
