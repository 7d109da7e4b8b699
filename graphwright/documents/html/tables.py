"""HTML tables: telling data from layout, and reading a data table's cells as lines of text."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from graphwright.documents.blocks.marked_text import MarkedText, join_passages
from graphwright.documents.blocks.raw import RawLink, RawMark, RawPassage
from graphwright.documents.html.elements import (
    BLOCKS,
    HEADINGS,
    READ_THROUGH,
    all_text,
    inline_text,
    left_out,
    mark_kind,
    visit,
)

_SECTIONS = frozenset({"thead", "tbody", "tfoot"})
_CELLS = frozenset({"td", "th"})
_MAX_SPAN = 1000  # the limit of HTML for columns


@dataclasses.dataclass(frozen=True, slots=True)
class HtmlCell:
    """A cell: its text in one line, and how many columns and rows it covers."""

    text: str
    header: bool
    columns: int
    rows: int
    marks: tuple[RawMark, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class HtmlTable:
    """A data table as rows of cells, in document order."""

    rows: tuple[tuple[HtmlCell, ...], ...]
    caption: RawPassage

    def render(self, escape: Callable[[str], str]) -> str:
        """Return the table as plain HTML."""
        rows = ("".join(_render_cell(cell, escape) for cell in row) for row in self.rows)
        return "<table>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"


def _render_cell(cell: HtmlCell, escape: Callable[[str], str]) -> str:
    tag = "th" if cell.header else "td"
    spans = f' colspan="{cell.columns}"' if cell.columns > 1 else ""
    spans += f' rowspan="{cell.rows}"' if cell.rows > 1 else ""
    return f"<{tag}{spans}>{escape(cell.text)}</{tag}>"


def is_layout(table: Any) -> bool:
    """Say whether a table only places blocks on the page.

    So it does where it says so, where it has one cell, and where it has no header cell but
    holds headings or further tables.
    """
    if table.get("role") in ("presentation", "none"):
        return True
    cells = [cell for row in _rows(table) for cell in _cells(row)]
    if len(cells) <= 1:
        return True
    if any(cell.tag == "th" for cell in cells):
        return False
    return any(inner.tag == "table" or inner.tag in HEADINGS for inner in table.iterdescendants())


def read_table(table: Any, omitted: Counter[str], links: list[RawLink]) -> HtmlTable:
    """Read a data table; what is left out of its cells is counted in ``omitted``.

    The links of its cells are appended to ``links``; a mark knows its link by the place there.
    """
    anchors = [a for a in table.iter("a") if a.get("href")]
    reader = _CellReader(omitted, {a: number for number, a in enumerate(anchors, len(links))})
    links.extend(RawLink(a.get("href"), all_text(a)) for a in anchors)
    rows = tuple(tuple(_cell(cell, reader) for cell in _cells(row)) for row in _rows(table))
    caption = table.find("caption")
    return HtmlTable(
        rows=tuple(row for row in rows if row),
        caption=RawPassage("") if caption is None else reader.read(caption),
    )


def _cell(cell: Any, reader: _CellReader) -> HtmlCell:
    row = cell.getparent()
    passage = reader.read(cell)
    return HtmlCell(
        text=passage.text,
        header=cell.tag == "th" or row.getparent().tag == "thead",
        columns=_span(cell, "colspan"),
        rows=_span(cell, "rowspan"),
        marks=passage.marks,
    )


def _rows(table: Any) -> Iterator[Any]:
    for child in table:
        if child.tag == "tr":
            yield child
        elif child.tag in _SECTIONS:
            yield from (row for row in child if row.tag == "tr")


def _cells(row: Any) -> Iterator[Any]:
    return (cell for cell in row if cell.tag in _CELLS)


def _span(cell: Any, name: str) -> int:
    value = (cell.get(name) or "").strip()
    return min(max(int(value), 1), _MAX_SPAN) if value.isdecimal() and len(value) < 9 else 1


class _CellReader:
    """Reads cells: the blocks of each joined into one line, its links and marks."""

    def __init__(self, omitted: Counter[str], links: Mapping[Any, int]) -> None:
        self._omitted = omitted
        self._links = links
        self._text = MarkedText()
        self._blocks: list[RawPassage] = []

    def read(self, cell: Any) -> RawPassage:
        """Return the text of a cell with its marks."""
        self._blocks.clear()
        visit(cell, self._open, self._close, self._add)
        self._blocks.append(self._text.take())
        return join_passages(self._blocks)

    def _open(self, tag: str, element: Any) -> bool:
        what = READ_THROUGH.get(tag)
        if what is None:
            what = left_out(tag, element, at_start=not self._text.has_text())
        if what is not None:
            if what:
                self._omitted[what] += 1
            return tag in READ_THROUGH
        if tag == "br":
            self._text.add(" ")
        elif tag in BLOCKS:
            self._blocks.append(self._text.take())
        elif kind := mark_kind(tag, element):
            self._text.open(kind)
        return True

    def _close(self, tag: str, element: Any) -> None:
        if tag in BLOCKS:
            self._blocks.append(self._text.take())
        elif mark_kind(tag, element):
            self._text.close(self._links.get(element))

    def _add(self, text: str, inside: Any) -> None:
        self._text.add(inline_text(text, inside))
