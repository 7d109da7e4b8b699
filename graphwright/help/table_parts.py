"""Rows of tables whose first column names cases and whose others say what holds in them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from graphwright.help.part import MAX_DEPTH, Part
from graphwright.help.pieces import Piece
from graphwright.tables import BlockKind, Cell, HelpNodeOrigin
from graphwright.tables.help import Span
from graphwright.tickets.normal_words import normal_words

_LEAST = 2
_PROSE_WORDS = 4
"""Words from which a cell says something rather than names it."""
_OF_ROW = 0.75


def with_rows(text: str, part: Part) -> None:
    """Give the rows of tables of cases a part each; other tables stay as they are."""
    if part.depth >= MAX_DEPTH:
        return
    kept: list[Piece] = []
    for table, group in itertools.groupby(part.pieces, lambda one: one.block.table):
        run = list(group)
        head = _head(run) if table is not None else None
        rows = [piece for piece in run if piece is not head]
        if head is None or not _states_cases(text, rows):
            kept.extend(run)
            continue
        first = head.block.cells[0]
        part.parts.extend(_row(text, part, piece, Span(first.start, first.end)) for piece in rows)
    part.pieces = kept
    part.parts.sort(key=lambda one: one.start)


def _head(run: Sequence[Piece]) -> Piece | None:
    """Return the header of a table, where it has one and only one."""
    if any(piece.kind != BlockKind.TABLE_ROW or not piece.block.cells for piece in run):
        return None
    heads = [piece for piece in run if any(cell.header for cell in piece.block.cells[1:])]
    return run[0] if [id(piece) for piece in heads] == [id(run[0])] else None


def _filled(piece: Piece) -> list[Cell]:
    return [cell for cell in piece.block.cells if cell.end > cell.start]


def _states_cases(text: str, rows: Sequence[Piece]) -> bool:
    """Say whether each row has a name of its own and most others say something of it."""
    cells = [_filled(piece) for piece in rows]
    if len(rows) < _LEAST or any(len(row) < 2 or row[0].column != 0 for row in cells):
        return False
    names = [normal_words(text[row[0].start : row[0].end]) for row in cells]
    if len(set(names)) < len(names) or not all(any(map(str.isalpha, name)) for name in names):
        return False
    said = [max(_words(text, cell) for cell in row[1:]) for row in cells]
    prose = 2 * sum(count >= _PROSE_WORDS for count in said) > len(rows)
    named = 2 * sum(len(name.split()) > 1 for name in names) > len(rows)
    return prose or (named and all(len(row) == 2 for row in cells))


def _words(text: str, cell: Cell) -> int:
    return len(text[cell.start : cell.end].split())


def _row(text: str, part: Part, piece: Piece, lead: Span) -> Part:
    first, *others = _filled(piece)
    span, words = Span(first.start, first.end), text[first.start : first.end]
    made = Part(HelpNodeOrigin.TABLE, "table_row", _OF_ROW, words, span, piece.start, piece.end,
                part.depth + 1, lead)  # fmt: skip
    made.said.extend(Span(cell.start, cell.end) for cell in others)
    return made
