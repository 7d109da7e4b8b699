"""Pieces that are neither text nor headings: captions, footnotes; and how deep list items are."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence

from graphwright.documents.pdf.layout.pieces import Piece
from graphwright.tables import BlockKind

_CAPTION = re.compile(
    r"[\[(<]?(?:fig(?:ure|\.)?|table|tab\.|listing|algorithm|chart|exhibit|scheme|plate|illustration"
    r"|abb(?:ildung|\.)?|tabelle|tableau|그림|표|図|表|شکل|جدول)\s*"
    r"(?:[A-Z][.-]?)?\d{1,3}(?:[.-]\d{1,3})*(?P<end>[.:)>\]]?)(?:\s+(?P<next>\S)|$)",
    re.IGNORECASE,
)
_NOTE_MARK = re.compile(r"(?:\d{1,3}|[*†‡§¶]{1,2}|\(?\d{1,2}\))$")
_SMALLER = 0.92


def mark_captions(pieces: Sequence[Piece], body_size: float) -> list[Piece]:
    """Return the pieces with captions marked."""
    return [
        dataclasses.replace(piece, kind=BlockKind.CAPTION)
        if piece.kind == BlockKind.PARAGRAPH and _is_caption(piece, body_size)
        else piece
        for piece in pieces
    ]


def mark_footnotes(pieces: Sequence[Piece], body_size: float) -> list[Piece]:
    """Return the pieces with footnotes marked; their marks stay in the text."""
    notes = _footnotes(pieces, body_size)
    return [
        dataclasses.replace(piece, kind=BlockKind.FOOTNOTE, markers=0) if index in notes else piece
        for index, piece in enumerate(pieces)
    ]


def _is_caption(piece: Piece, body_size: float) -> bool:
    """Whether a piece begins as a caption does; "Table 2 shows" at the text's size does not."""
    found = _CAPTION.match(piece.text)
    first_letter = piece.text.lstrip("[(<")[:1]
    if found is None or (first_letter.isascii() and not first_letter.isupper()):
        return False
    if found["end"] or found["next"] is None or not found["next"].islower():
        return True
    first = piece.lines[0].words[0]
    return piece.size < _SMALLER * body_size or first.font.bold or first.font.italic


def _footnotes(pieces: Sequence[Piece], body_size: float) -> set[int]:
    """Return the small pieces that begin with a mark at the end of a column, and what follows."""
    notes: set[int] = set()
    by_page: dict[int, list[int]] = {}
    for index, piece in enumerate(pieces):
        by_page.setdefault(piece.page, []).append(index)
    for indexes in by_page.values():
        lowest = max(pieces[index].box[3] for index in indexes)
        run: list[int] = []
        for index in reversed(indexes):
            piece = pieces[index]
            small = bool(piece.lines) and _text_size(piece) < _SMALLER * body_size
            if not small or piece.kind not in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM):
                run = []
                continue
            run.append(index)
            if _has_mark(piece) and piece.box[1] > 0.45 * lowest:
                notes.update(run)
    return notes


def _text_size(piece: Piece) -> float:
    return max(line.size for line in piece.lines)


def _has_mark(piece: Piece) -> bool:
    first = piece.lines[0].words[0]
    raised = first.base < piece.lines[0].base - 0.1 * first.size or piece.markers > 0
    return bool(_NOTE_MARK.match(first.text)) and (raised or first.size < _text_size(piece))


def with_depths(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces with the depth of each list item by how far its marker is indented.

    A paragraph that stands as far in as the text of the item before it belongs to that item.
    """
    indents: list[float] = []
    text_x = 0.0
    placed = []
    for piece in pieces:
        if piece.kind == BlockKind.LIST_ITEM:
            x, near = piece.lines[0].x0, 0.6 * piece.size
            while indents and indents[-1] > x + near:
                indents.pop()
            if not indents or indents[-1] < x - near:
                indents.append(x)
            text_x = piece.lines[0].words[piece.markers].x0
            placed.append(dataclasses.replace(piece, level=len(indents)))
            continue
        inside = bool(indents) and piece.kind == BlockKind.PARAGRAPH and _is_inside(piece, text_x)
        if inside:
            placed.append(dataclasses.replace(piece, level=len(indents), continues=True))
            continue
        if piece.kind in (BlockKind.HEADING, BlockKind.PARAGRAPH):
            indents = []
        placed.append(piece)
    return placed


def _is_inside(piece: Piece, text_x: float) -> bool:
    return abs(piece.lines[0].x0 - text_x) < 0.6 * piece.size and piece.left < text_x - piece.size
