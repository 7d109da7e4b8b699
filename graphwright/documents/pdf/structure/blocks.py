"""Pieces to raw blocks: text with broken words made whole, code with its indentation, tables.

A paragraph that a column or page ends in mid-sentence goes on with the next one and keeps the
place of each part.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from graphwright.documents.pdf.layout.pieces import Piece
from graphwright.documents.pdf.page.hyphens import join_lines, join_two
from graphwright.documents.pdf.page.model import Line, Page
from graphwright.documents.raw import PLACE, Box, RawBlock, RawCell
from graphwright.tables import BlockKind

_OPEN = re.compile(r"(?:[^\W_]|[,\-\u2010\u00ad–—(])$")
_UNIT = "pt"
_NEAR = 2.0
"""Points by which the edges of a table's parts on two pages differ at most."""


def blocks_of(
    pieces: Sequence[Piece], pages: Mapping[int, Page], words: Counter[str]
) -> Iterator[RawBlock]:
    """Yield the raw blocks of the pieces; ``words`` is the document's vocabulary."""
    tables = 0
    following = _continuations(pieces)
    done: set[int] = set()
    inside_index = False
    for index, piece in enumerate(pieces):
        if index in done:
            continue
        if piece.table is not None:
            tables += not (index and _same_table(pieces[index - 1], piece))
            yield from _table_rows(piece, tables - 1, pages)
        elif piece.entry:
            tables += not inside_index
            yield _index_row(piece, tables - 1, pages)
        else:
            parts = [piece]
            while (after := following.get(index)) is not None:
                done.add(after)
                parts.append(pieces[after])
                index = after  # noqa: PLW2901  # the chain goes on from here
            yield _text_block(parts, pages, words)
        inside_index = bool(piece.entry)


def _same_table(piece: Piece, after: Piece) -> bool:
    """Whether a table is the rest of the one at the end of the page before."""
    one, two = piece.table, after.table
    if one is None or two is None or after.page != piece.page + 1:
        return False
    edges = zip(one.box[::2], two.box[::2], strict=True)
    alike = one.columns == two.columns and all(abs(a - b) <= _NEAR for a, b in edges)
    return alike if two.continues is None else two.continues


def _continuations(pieces: Sequence[Piece]) -> dict[int, int]:
    """Return for each piece that another column or page goes on with, the piece that does."""
    found: dict[int, int] = {}
    last: int | None = None
    for index, piece in enumerate(pieces):
        if piece.kind in (BlockKind.CAPTION, BlockKind.FOOTNOTE, BlockKind.TABLE_ROW):
            continue
        starts_column = piece.gap >= 1e3
        if last is not None and starts_column and _goes_on(pieces[last], piece):
            found[last] = index
        last = index
    return found


def _goes_on(piece: Piece, after: Piece) -> bool:
    if piece.kind not in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM):
        return False
    if after.kind != BlockKind.PARAGRAPH or abs(piece.size - after.size) > 0.5:
        return False
    if after.page - piece.page > 1:
        return False
    last = piece.lines[-1]
    full = last.x1 > piece.right - 0.25 * (piece.right - piece.left)
    return full and bool(_OPEN.search(last.text)) and after.text[:1].islower()


def _text_block(parts: Sequence[Piece], pages: Mapping[int, Page], words: Counter[str]) -> RawBlock:
    first = parts[0]
    code = first.kind == BlockKind.CODE
    text = _code(first.lines) if code else join_lines(first.texts, words)
    places: list[tuple[int, Box]] = []
    for part in parts[1:]:
        text = _go_on(text, join_lines(part.texts, words), words)
        places.append((part.page, pages[part.page].shown(part.box)))
    return RawBlock(
        first.kind,
        text,
        level=first.level,
        continues=first.continues,
        page=first.page,
        box=pages[first.page].shown(first.box),
        box_unit=_UNIT,
        places=tuple(places),
    )


def _go_on(text: str, following: str, words: Counter[str]) -> str:
    """Return two parts as one text with ``PLACE`` where the second begins."""
    joined = join_two(text, following, words)
    start = len(joined) - len(following)
    return joined[:start] + PLACE + joined[start:]


def _code(lines: Sequence[Line]) -> str:
    """Return lines of code with the indentation that they are shown with."""
    left = min(line.x0 for line in lines)
    widths = sorted(
        (word.x1 - word.x0) / len(word.text) for line in lines for word in line.words if word.text
    )
    width = widths[len(widths) // 2] or 1.0
    rows: list[str] = []
    last: Line | None = None
    for line in lines:
        if last is not None and line.base - last.base > 1.7 * line.size:
            rows.append("")
        rows.append(_spaced(line, left, width))
        last = line
    return "\n".join(rows)


def _spaced(line: Line, left: float, width: float) -> str:
    text = ""
    for word in line.words:
        column = round((word.x0 - left) / width)
        text += " " * max(column - len(text), 1 if text else 0) + word.text
    return text


def _table_rows(piece: Piece, number: int, pages: Mapping[int, Page]) -> Iterator[RawBlock]:
    assert piece.table is not None
    for cells, row in piece.table.rows():
        box = pages[piece.page].shown(row)
        yield RawBlock(
            BlockKind.TABLE_ROW, table=number, cells=cells, page=piece.page, box=box, box_unit=_UNIT
        )


def _index_row(piece: Piece, number: int, pages: Mapping[int, Page]) -> RawBlock:
    cells = tuple(RawCell(text, column) for column, text in enumerate(piece.entry))
    box = pages[piece.page].shown(piece.box)
    return RawBlock(
        BlockKind.INDEX, table=number, cells=cells, page=piece.page, box=box, box_unit=_UNIT
    )
