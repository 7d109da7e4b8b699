"""A Docling document read as raw blocks, in reading order.

What of a Docling document is text of the document is decided here, alike for all formats; where
it stands in the canonical text is decided in ``canonical.text``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from graphwright.documents.blocks.boxes import Box, bounding_box
from graphwright.documents.blocks.normalisation import join_blocks, normalise, without_escapes
from graphwright.documents.blocks.raw import PLACE, RawBlock, RawCell, RawDocument, RawLink
from graphwright.tables import BlockKind

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument

CONTINUATION = "continues"
"""List marker of a paragraph that continues a list item; Docling carries markers through."""
RunJoiner = Callable[[list[str]], str]
"""Puts the runs of one paragraph together again."""

_OPENS = ("(", "[", "{", "“", "‘", "„", "/", "-", "@", "#")
_CLOSES = (".", ",", ";", ":", "!", "?", ")", "]", "}", "”", "’", "%", "/", "-", "'")
_KINDS = {
    "code": BlockKind.CODE,
    "caption": BlockKind.CAPTION,
    "footnote": BlockKind.FOOTNOTE,
}
"""The kinds of texts other than paragraphs; headings and list items are told apart before."""
_KEPT_LAYERS = frozenset({"body", "notes"})
_LAYERS = {"furniture": "header or footer line", "invisible": "hidden element"}
"""What is in Docling's other layers, as the other readers call it."""


def join_runs(runs: list[str]) -> str:
    """Join runs whose white space is lost: none before closing or after opening punctuation."""
    joined = ""
    for run in filter(None, runs):
        glue = not joined or joined.endswith(_OPENS) or run.startswith(_CLOSES)
        joined += run if glue or joined[-1].isspace() or run[0].isspace() else f" {run}"
    return joined


def to_raw_document(
    document: DoclingDocument,
    *,
    box_unit: str | None = None,
    join: RunJoiner = join_runs,
    headers_footers: bool = False,
) -> RawDocument:
    """Return the blocks of a Docling document; ``box_unit`` names the unit of its boxes.

    Page headers and footers are left out unless ``headers_footers`` asks for them.
    """
    reader = _Reader(document, box_unit, join, headers_footers)
    blocks = tuple(reader.read(document.body, depth=0))
    return RawDocument(
        blocks=blocks,
        title=reader.title,
        pages=max([len(document.pages), *(block.page or 0 for block in blocks)]) or None,
        left_out=tuple(sorted(reader.omitted.items())),
        links=tuple(reader.links),
    )


class _Reader:
    def __init__(
        self,
        document: DoclingDocument,
        box_unit: str | None,
        join: RunJoiner,
        headers_footers: bool,
    ) -> None:
        self._layers = _KEPT_LAYERS | ({"furniture"} if headers_footers else set())
        self.title: str | None = None
        self.links: list[RawLink] = []
        self.omitted: Counter[str] = Counter()
        self._document = document
        self._box_unit = box_unit
        self._join = join
        self._tables = 0
        self._done: set[str] = set()

    def read(self, node: Any, depth: int) -> Iterator[RawBlock]:
        """Yield the blocks of a node's children; ``depth`` counts the lists around them."""
        for reference in node.children:
            item = reference.resolve(self._document)
            if item.self_ref in self._done:
                continue
            self._done.add(item.self_ref)
            if item.label.value == "footnote":
                yield from self._footnote(item)
            elif item.content_layer.value not in self._layers:
                self._omit(item)
            else:
                yield from self._item(item, depth)

    def _omit(self, item: Any) -> None:
        if item.label.value == "title":
            self.title = self.title or normalise(item.text) or None
        else:
            layer = item.content_layer.value
            named = "hidden sheet" if item.label.value == "sheet" else _LAYERS.get(layer)
            self.omitted[named or f"{layer} element"] += 1

    def _item(self, item: Any, depth: int) -> Iterator[RawBlock]:
        label = item.label.value
        if label == "inline":
            yield from self._text_block(item, BlockKind.PARAGRAPH, self._runs(item))
        elif label == "list_item":
            yield from self._list_item(item, depth)
        elif label in ("table", "document_index"):
            yield from self._table(item)
        elif label == "comment_section":
            self.omitted["comment"] += len(item.children)
        elif label in ("picture", "chart"):
            yield from self._picture(item)
        elif label in ("title", "section_header"):
            yield from self._heading(item, label)
            yield from self.read(item, 0)
        elif label in ("chapter", "slide", "sheet"):
            yield from self._section(item, label)
        elif getattr(item, "text", ""):
            yield from self._text_block(item, _KINDS.get(label, BlockKind.PARAGRAPH), item.text)
            yield from self.read(item, depth)
        else:
            yield from self.read(item, depth + (label in ("list", "ordered_list")))

    def _footnote(self, item: Any) -> Iterator[RawBlock]:
        """Read a footnote; those of Word stand at the end, under no heading."""
        resets = item.content_layer.value == "furniture"
        yield from self._text_block(item, BlockKind.FOOTNOTE, item.text, resets=resets)

    def _runs(self, group: Any) -> str:
        """Return the text of an inline group, whose children are runs of one paragraph."""
        runs: list[str] = []
        for reference in group.children:
            run = reference.resolve(self._document)
            self._done.add(run.self_ref)
            if getattr(run, "hyperlink", None) is not None:
                self._link(run, self._join(runs))
            runs.append(getattr(run, "text", "") or self._runs(run))
        return self._join(runs)

    def _list_item(self, item: Any, depth: int) -> Iterator[RawBlock]:
        text = item.text
        if not text:
            text = " ".join(
                self._runs(child)
                for child in (r.resolve(self._document) for r in item.children)
                if child.label.value == "inline" and not self._seen(child)
            )
        if item.marker == CONTINUATION:
            yield from self._text_block(
                item, BlockKind.PARAGRAPH, text, continues=True, level=max(depth, 1)
            )
        else:
            yield from self._text_block(item, BlockKind.LIST_ITEM, text, level=max(depth, 1))
        yield from self.read(item, max(depth, 1))

    def _seen(self, item: Any) -> bool:
        seen = item.self_ref in self._done
        self._done.add(item.self_ref)
        return seen

    def _heading(self, item: Any, label: str) -> Iterator[RawBlock]:
        level = 1 if label == "title" else item.level + 1
        yield from self._text_block(item, BlockKind.HEADING, item.text, level=level)

    def _section(self, group: Any, label: str) -> Iterator[RawBlock]:
        """Read a slide or sheet: no heading reaches into it; a sheet's name is its heading."""
        if label == "sheet":
            name = group.name.removeprefix("sheet: ")
            page = self._first_page(group)
            yield RawBlock(BlockKind.HEADING, name, level=1, resets=True, page=page)
        else:
            yield RawBlock(BlockKind.HEADING, "", resets=True)
            yield from self._title(group)
        yield from self.read(group, 0)

    def _title(self, slide: Any) -> Iterator[RawBlock]:
        """Read a slide's title first, wherever it lies among the shapes."""
        for reference in slide.children:
            item = reference.resolve(self._document)
            if item.label.value == "title" and not self._seen(item):
                yield from self._item(item, 0)
                return

    def _first_page(self, group: Any) -> int | None:
        for reference in group.children:
            item = reference.resolve(self._document)
            if getattr(item, "prov", None):
                return int(item.prov[0].page_no)
        return None

    def _picture(self, picture: Any) -> Iterator[RawBlock]:
        self.omitted["image"] += 1
        yield from self._captions(picture)
        yield from self.read(picture, 0)

    def _captions(self, item: Any) -> Iterator[RawBlock]:
        for reference in item.captions:
            caption = reference.resolve(self._document)
            if not self._seen(caption):
                yield from self._text_block(caption, BlockKind.CAPTION, caption.text)

    def _link(self, item: Any, before: str = "") -> None:
        target = getattr(item, "hyperlink", None)
        if target is not None:
            self.links.append(RawLink(str(target), item.text, before and f"{before} "))

    def _text_block(
        self, item: Any, kind: BlockKind, text: str, **fields: Any
    ) -> Iterator[RawBlock]:
        self._link(item)
        page, box = self._place(item)
        unit = self._box_unit if box else None
        text = self._plain(text)
        if unit == "pt" and text == item.text:
            text, fields["places"] = self._parted(item)
        yield RawBlock(kind, text, page=page, box=box, box_unit=unit, **fields)

    def _parted(self, item: Any) -> tuple[str, tuple[tuple[int, Box], ...]]:
        """Return a text with ``PLACE`` where it goes on elsewhere, and page and box of each."""
        text, places, done = "", [], 0
        for provenance in item.prov[1:]:
            start = provenance.charspan[0]
            page, box = self._box_of(provenance)
            if done < start < len(item.text) and box is not None:
                text += item.text[done:start] + PLACE
                places.append((page, box))
                done = start
        return text + item.text[done:], tuple(places)

    def _place(self, item: Any) -> tuple[int | None, Box | None]:
        """Return page and box (left, top, right, bottom; from the page's top where it is known)."""
        provenance = getattr(item, "prov", None)
        return self._box_of(provenance[0]) if provenance else (None, None)

    def _box_of(self, provenance: Any) -> tuple[int, Box | None]:
        corners = self._corners(provenance.page_no, provenance.bbox)
        return provenance.page_no, corners if any(corners) else None

    def _corners(self, page: int | None, box: Any) -> Box:
        known = self._document.pages.get(page)
        if box.coord_origin.value == "BOTTOMLEFT" and known is not None and known.size is not None:
            box = box.to_top_left_origin(known.size.height)
        return float(box.l), float(box.t), float(box.r), float(box.b)

    def _row_boxes(self, item: Any, page: int | None, box: Box) -> Callable[[int], Box]:
        """Return what gives a row's box: that around its own cells, else that of the table."""
        if self._box_unit == "cell":
            return lambda row: (box[0], box[1] + row, box[2], box[1] + row + 1)
        found: dict[int, Box] = {}
        for cell in item.data.table_cells:
            row = cell.start_row_offset_idx
            if cell.bbox is not None and cell.end_row_offset_idx == row + 1:
                own = self._corners(page, cell.bbox)
                found[row] = bounding_box([found[row], own]) if row in found else own
        return lambda row: found.get(row, box)

    def _table(self, item: Any) -> Iterator[RawBlock]:
        yield from self._captions(item)
        page, box = self._place(item)
        number = self._tables
        self._tables += 1
        rows = self._row_boxes(item, page, box) if box else None
        contents = self._box_unit == "pt" and item.label.value == "document_index"
        for row, cells in table_rows(item.data.table_cells, self._cell_text):
            yield RawBlock(
                BlockKind.INDEX if contents else BlockKind.TABLE_ROW,
                table=number,
                cells=cells,
                page=page,
                box=rows(row) if rows else None,
                box_unit=self._box_unit if box else None,
            )

    def _cell_text(self, cell: Any) -> str:
        """Return a cell's text in one line, with that of the tables in it."""
        inside = getattr(cell, "ref", None)
        nested = () if inside is None else self._nested(inside.resolve(self._document))
        return join_blocks([*self._plain(cell.text).split("\n"), *nested])

    def _plain(self, text: str) -> str:
        return without_escapes(text) if self._box_unit == "cell" else text

    def _nested(self, node: Any) -> Iterator[str]:
        """Yield the cells of the tables below a node."""
        for reference in node.children:
            child = reference.resolve(self._document)
            if child.label.value == "table":
                yield from map(self._cell_text, child.data.table_cells)
            else:
                yield from self._nested(child)


def table_rows(
    cells: list[Any], text_of: Callable[[Any], str]
) -> Iterator[tuple[int, tuple[RawCell, ...]]]:
    """Yield the rows of a table of Docling's cells, each with its number from 0.

    A cell that spans rows stands in each of them, one that spans columns once, at its first
    column. A place without a cell is empty.
    """
    rows: dict[int, dict[int, RawCell | None]] = {}
    for cell in cells:
        column, first = cell.start_col_offset_idx, cell.start_row_offset_idx
        raw = RawCell(text_of(cell), column, bool(cell.column_header))
        for row in range(first, max(cell.end_row_offset_idx, first + 1)):
            placed = rows.setdefault(row, {})
            for covered in range(column + 1, cell.end_col_offset_idx):
                placed.setdefault(covered, None)
            if placed.get(column) is None:
                placed[column] = raw
    for row in sorted(rows):
        columns = range(max(rows[row]) + 1)
        found = (rows[row].get(column, RawCell("", column)) for column in columns)
        yield row, tuple(cell for cell in found if cell is not None)
