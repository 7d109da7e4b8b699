"""A passage of a document as an HTML page with a quote marked, from the canonical text alone.

It needs no source. How it looks is in ``passage.html.j2``.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator, Sequence
from typing import Literal

from graphwright.display.grid import Grid, grid
from graphwright.pages.environment import render
from graphwright.pages.marks import Mark, Piece, marked_pieces
from graphwright.tables import Block, BlockKind, Chunk, Evidence, ParsedDocument

_FORMS: dict[str, Literal["heading", "code"]] = {
    BlockKind.TITLE: "heading",
    BlockKind.HEADING: "heading",
    BlockKind.CODE: "code",
}


@dataclasses.dataclass(frozen=True, slots=True)
class MarkedCell:
    """A cell of a table row: its text in pieces."""

    pieces: Sequence[Piece]
    header: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class MarkedBlock:
    """A block of the passage: text in pieces, or the rows of a table.

    ``depth`` is that of a list item, from 1; 0 for what is none.
    """

    form: Literal["text", "heading", "code", "table"]
    pieces: Sequence[Piece] = ()
    rows: Sequence[Sequence[MarkedCell]] = ()
    depth: int = 0


def passage_html(
    evidence: Evidence,
    chunk: Chunk,
    document: ParsedDocument | None,
    *,
    locator: str,
    fact: str,
    notes: Sequence[str] = (),
) -> str:
    """Return the page: where the quote stands, and its passage with quote and arguments marked.

    ``document`` gives the passage its form; without it, it is the chunk's bare text. ``notes``
    say what else the reader should know.
    """
    marks = _marks(evidence)
    if document is None:
        blocks = [MarkedBlock("text", marked_pieces(chunk.text, chunk.start, marks))]
    else:
        blocks = list(_blocks(document, chunk, marks))
    return render(
        "passage.html.j2",
        title=f"Evidence {evidence.evidence_id}",
        facts=_facts(evidence, locator, fact),
        notes=notes,
        headings=_headings_above(chunk),
        blocks=blocks,
    )


def _facts(evidence: Evidence, locator: str, fact: str) -> Grid:
    return grid(
        "Evidence",
        ["", "what"],
        [
            ["fact", fact],
            ["quote", evidence.quote],
            ["document", evidence.title],
            ["address", evidence.uri],
            ["place", locator],
            ["characters", f"{evidence.start}-{evidence.end}"],
            ["read by", f"{evidence.extractor}, {evidence.rule} ({evidence.version})"],
            ["confidence", f"{evidence.confidence:.2f} of 1"],
            ["id", evidence.evidence_id],
        ],
    )


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


def _blocks(document: ParsedDocument, chunk: Chunk, marks: Sequence[Mark]) -> Iterator[MarkedBlock]:
    """Yield the blocks of the chunk; rows of one table together, below its header."""
    inside = [b for b in document.blocks if b.start < chunk.end and b.end > chunk.start]
    for table, blocks in itertools.groupby(inside, key=lambda block: block.table):
        if table is None:
            yield from (_block(document.text, block, marks) for block in blocks)
        else:
            yield _table(document, list(blocks), marks)


def _block(text: str, block: Block, marks: Sequence[Mark]) -> MarkedBlock:
    return MarkedBlock(
        _FORMS.get(block.kind, "text"),
        marked_pieces(text[block.start : block.end], block.start, marks),
        depth=block.level if block.kind == BlockKind.LIST_ITEM else 0,
    )


def _table(document: ParsedDocument, rows: list[Block], marks: Sequence[Mark]) -> MarkedBlock:
    parent = rows[0].parent
    if parent is not None:  # the header of a table whose first rows are in another chunk
        rows = [document.blocks[parent], *rows]
    return MarkedBlock("table", rows=[_cells(document.text, row, marks) for row in rows])


def _cells(text: str, row: Block, marks: Sequence[Mark]) -> list[MarkedCell]:
    """Return the cells of a row by column; a place without a cell is an empty one."""
    cells = {
        cell.column: MarkedCell(
            marked_pieces(text[cell.start : cell.end], cell.start, marks), cell.header
        )
        for cell in row.cells
    }
    return [cells.get(column, MarkedCell(())) for column in range(max(cells, default=-1) + 1)]
