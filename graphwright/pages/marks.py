"""Text of a document as HTML with stretches of it marked; every text is escaped here.

A mark is given by offsets into the canonical text, and so is each text: what they share is marked.
Marks may overlap. The page around it, and its policy against scripts, is in ``html``.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Sequence
from html import escape
from typing import Literal

Form = Literal["heading", "text", "code"]


@dataclasses.dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of the canonical text; ``kind`` is quote, subject or object."""

    start: int
    end: int
    kind: str


@dataclasses.dataclass(frozen=True, slots=True)
class MarkedCell:
    """A cell of a table row: its text, the text's offset, and the column from 0."""

    text: str
    start: int
    column: int
    header: bool


def marked_text(text: str, start: int, marks: Sequence[Mark]) -> str:
    """Return a text that begins at offset ``start``, with what the marks cover in ``mark`` tags."""
    end = start + len(text)
    edges = {edge for mark in marks for edge in (mark.start, mark.end) if start < edge < end}
    cuts = [start, *sorted(edges), end]
    pieces = (
        _piece(text[one - start : two - start], _kinds(marks, one, two))
        for one, two in itertools.pairwise(cuts)
    )
    return "".join(pieces)


def marked_block(form: Form, depth: int, marked: str) -> str:
    """Return marked text as a heading, paragraph or code; ``depth`` is that of a list item."""
    if form == "code":
        return f"<pre>{marked}</pre>"
    if form == "heading":
        return f"<h3>{marked}</h3>"
    if depth:
        return f'<p class="item" style="margin-left:{min(depth, 12) * 20}px">{marked}</p>'
    return f"<p>{marked}</p>"


def marked_table(rows: Sequence[Sequence[MarkedCell]], marks: Sequence[Mark]) -> str:
    """Return the rows of a table; a place without a cell stays empty."""
    body = "".join(f"<tr>{_row(row, marks)}</tr>" for row in rows)
    return f'<div class="wide"><table><tbody>{body}</tbody></table></div>'


def _row(row: Sequence[MarkedCell], marks: Sequence[Mark]) -> str:
    cells: dict[int, str] = {}
    for cell in row:
        tag = "th" if cell.header else "td"
        cells[cell.column] = f"<{tag}>{marked_text(cell.text, cell.start, marks)}</{tag}>"
    return "".join(cells.get(column, "<td></td>") for column in range(max(cells, default=-1) + 1))


def _kinds(marks: Sequence[Mark], start: int, end: int) -> list[str]:
    return [mark.kind for mark in marks if mark.start <= start and end <= mark.end]


def _piece(text: str, kinds: Sequence[str]) -> str:
    shown = escape(text).replace("\n", "<br>")
    return f'<mark class="{escape(" ".join(kinds))}">{shown}</mark>' if kinds and text else shown
