"""What a tagged PDF says of itself: which text of a page is a heading or the cell of a table.

Browsers and word processors write such tags; text is named by the number of the marked content
that it is drawn in. What becomes of it is decided in ``layout.tagged_tables`` and
``structure.headings``.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator, Sequence
from typing import Any

from graphwright.documents.pdf.page.objects import TaggedCell, TaggedTable, Tags

_MAX_ELEMENTS = 20_000
"""Elements of a page that are looked at."""
_MAX_DEPTH = 64
_MAX_SPAN = 100
_MAX_PLACES = 100_000
"""Places of a table that its cells cover; past that a cell covers one."""
_HEADING = re.compile(r"H([1-6]?)|Title")
_ROW_GROUPS = frozenset({"THead", "TBody", "TFoot"})
_CELLS = frozenset({"TH", "TD"})


def page_tags(page: Any) -> Tags:
    """Return the headings and tables that the tags of a pdfium page name."""
    from pypdfium2 import raw as pdfium  # noqa: PLC0415

    tree = pdfium.FPDF_StructTree_GetForPage(page)
    if not tree:
        return Tags()
    try:
        return _Reader(pdfium).read(tree)
    finally:
        pdfium.FPDF_StructTree_Close(tree)


class _Reader:
    """Walks the elements of one page."""

    def __init__(self, pdfium: Any) -> None:
        self._pdfium = pdfium
        self._name = ctypes.create_string_buffer(64)
        self._number = ctypes.c_float()
        self._budget = _MAX_ELEMENTS
        self._headings: dict[int, int] = {}
        self._tables: list[TaggedTable] = []

    def read(self, tree: Any) -> Tags:
        """Return what the tree's elements name."""
        for index in range(self._pdfium.FPDF_StructTree_CountChildren(tree)):
            element = self._pdfium.FPDF_StructTree_GetChildAtIndex(tree, index)
            if element:
                self._walk(element, 0)
        return Tags(self._headings, tuple(self._tables))

    def _walk(self, element: Any, depth: int, *, quoted: bool = False) -> None:
        kind = self._kind(element)
        heading = _HEADING.fullmatch(kind)
        if heading and not quoted:  # as in HTML, a heading in a quote heads no section
            level = int(heading[1] or 1)
            self._headings.update(dict.fromkeys(self._mcids(element, depth), level))
        elif kind == "Table":
            rows = list(self._rows(element, depth))
            here = [row for row in rows if row]
            continues = bool(rows) and not rows[0]
            self._tables.append(TaggedTable(tuple(self._cells(here, depth)), continues))
        elif depth < _MAX_DEPTH:
            for child in self._children(element):
                if child:
                    self._walk(child, depth + 1, quoted=quoted or kind == "BlockQuote")

    def _kind(self, element: Any) -> str:
        size = self._pdfium.FPDF_StructElement_GetType(element, self._name, len(self._name))
        known = 2 <= size <= len(self._name)  # a longer name is not written
        return self._name.raw[: size - 2].decode("utf-16-le", "replace") if known else ""

    def _children(self, element: Any) -> Iterator[Any]:
        """Yield the elements in an element; none (empty) for each that is not of this page."""
        count = self._pdfium.FPDF_StructElement_CountChildren(element)
        for index in range(min(count, self._budget)):
            self._budget -= 1
            yield self._pdfium.FPDF_StructElement_GetChildAtIndex(element, index)

    def _mcids(self, element: Any, depth: int) -> Iterator[int]:
        """Yield the numbers of the marked content in an element."""
        for index, child in enumerate(self._children(element)):
            mcid = self._pdfium.FPDF_StructElement_GetChildMarkedContentID(element, index)
            if mcid >= 0:
                yield mcid
            elif child and depth < _MAX_DEPTH:
                yield from self._mcids(child, depth + 1)

    def _rows(self, element: Any, depth: int) -> Iterator[Any]:
        """Yield the rows of a table; none (empty) for each row or group that is on other pages."""
        for child in self._children(element):
            kind = self._kind(child) if child else ""
            if kind == "TR" or not child:
                yield child
            elif kind in _ROW_GROUPS and depth < _MAX_DEPTH:
                yield from self._rows(child, depth + 1)

    def _cells(self, elements: Sequence[Any], depth: int) -> Iterator[TaggedCell]:
        """Yield the cells of rows, placed as a browser places those of HTML."""
        taken: set[tuple[int, int]] = set()
        for row, element in enumerate(elements):
            column = 0
            for child in self._children(element):
                while (row, column) in taken:
                    column += 1
                kind = self._kind(child) if child else ""
                if kind not in _CELLS:  # an empty cell is not of this page
                    column += 1
                    continue
                rows, columns = self._span(child, b"RowSpan"), self._span(child, b"ColSpan")
                if len(taken) > _MAX_PLACES:
                    rows = columns = 1
                taken.update((row + r, column + c) for r in range(rows) for c in range(columns))
                mcids = frozenset(self._mcids(child, depth))
                yield TaggedCell(row, column, rows, columns, kind == "TH", mcids)

    def _span(self, element: Any, name: bytes) -> int:
        for index in range(max(self._pdfium.FPDF_StructElement_GetAttributeCount(element), 0)):
            attributes = self._pdfium.FPDF_StructElement_GetAttributeAtIndex(element, index)
            value = self._pdfium.FPDF_StructElement_Attr_GetValue(
                attributes, ctypes.create_string_buffer(name)
            )
            if value and self._pdfium.FPDF_StructElement_Attr_GetNumberValue(
                value, ctypes.byref(self._number)
            ):
                return int(self._number.value) if 1 <= self._number.value <= _MAX_SPAN else 1
        return 1
