"""HTML reduced to its plain structure, before Docling reads it.

Docling's HTML reader makes an item of every run of inline markup and joins them with spaces, so
``Hello <b>w</b>.`` reads "Hello w ."; it flattens paragraphs and code inside list items, and
takes a heading inside a note for a section. So a page is first reduced to a flat sequence of
headings, paragraphs, list items with their depth, code and tables, each with its text as a
person reads it, and written as HTML of that shape. Tables are read in ``tables``.
"""

from __future__ import annotations

import dataclasses
import html
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from lxml import etree
from lxml import html as lxml_html

from graphwright.documents.blocks.marked_text import MarkedText, split_passage
from graphwright.documents.blocks.normalisation import BREAK, collapse_spaces, protect_punctuation
from graphwright.documents.blocks.raw import RawLink, RawMark, RawPassage
from graphwright.documents.docling.blocks import CONTINUATION
from graphwright.documents.html.elements import (
    BLOCKS,
    HEADINGS,
    ITEMS,
    LISTS,
    NO_HEADING_INSIDE,
    PREFORMATTED,
    READ_THROUGH,
    all_text,
    inline_text,
    is_byline,
    left_out,
    mark_kind,
    visit,
)
from graphwright.documents.html.kept_elements import expose_kept_elements
from graphwright.documents.html.tables import HtmlTable, is_layout, read_table
from graphwright.settings import CleanSettings
from graphwright.tables import MarkKind

_PARAGRAPHS = re.compile(rf"{BREAK}\s*{BREAK}[\s{BREAK}]*")
"""What parts paragraphs: an empty line."""

_FRAME = ("html", "head", "body")
"""Elements that the parser adds where they are absent, so they are not counted as tags."""


@dataclasses.dataclass(frozen=True, slots=True)
class FlatBlock:
    """A flat element; ``tag`` is h1 to h6, p, pre, li, more (goes on in a list item) or table."""

    tag: str
    text: str = ""
    depth: int = 0
    table: HtmlTable | None = None
    marks: tuple[RawMark, ...] = ()

    def passages(self) -> Iterator[RawPassage]:
        """Yield the texts of the block, of a table those of its cells, with their marks."""
        if self.table is None:
            yield RawPassage(self.text, self.marks)
            return
        for row in self.table.rows:
            for cell in row:
                yield RawPassage(cell.text, cell.marks)


@dataclasses.dataclass(frozen=True, slots=True)
class FlatPage:
    """A reduced page: its blocks, the title element's text, and what was left out."""

    blocks: tuple[FlatBlock, ...]
    title: str | None
    left_out: tuple[tuple[str, int], ...]
    links: tuple[RawLink, ...] = ()

    @property
    def html(self) -> str:
        """The page as HTML for Docling."""
        return "".join(_render(self.blocks))

    @property
    def passages(self) -> tuple[RawPassage, ...]:
        """The texts of the blocks with their marks; none where nothing is marked."""
        found = (passage for block in self.blocks for passage in block.passages())
        return tuple(found) if self.marked else ()

    @property
    def marked(self) -> bool:
        """Whether anything on the page is marked."""
        return any(p.marks for block in self.blocks for p in block.passages())


def flatten_html(source: str, clean: CleanSettings) -> FlatPage:
    """Reduce an HTML page (or a fragment) to headings, paragraphs, lists, code and tables."""
    root = _read_tree(source)
    if root is None:
        return FlatPage((), None, ())
    flattener = _Flattener(clean)
    flattener.omitted["tag"] = sum(e.tag not in _FRAME for e in root.iter(etree.Element))
    expose_kept_elements(root, clean)
    visit(root, flattener.open, flattener.close, flattener.text)
    title = root.find(".//title")
    return FlatPage(
        blocks=tuple(flattener.finish()),
        title=(collapse_spaces(all_text(title)) or None) if title is not None else None,
        left_out=tuple(sorted(flattener.omitted.items())),
        links=tuple(flattener.links),
    )


def _read_tree(source: str) -> Any:
    parser = lxml_html.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True
    )
    data = source.encode("utf-8", "ignore")
    return etree.fromstring(data, parser) if data.strip() else None


@dataclasses.dataclass
class _Item:
    """An open list item; ``pending`` until its first text is out."""

    depth: int
    pending: bool = True


class _Flattener:
    """Collects the blocks of a tree in reading order."""

    def __init__(self, clean: CleanSettings) -> None:
        self._clean = clean
        self.links: list[RawLink] = []
        self.omitted: Counter[str] = Counter()
        self._blocks: list[FlatBlock] = []
        self._buffer = MarkedText()
        self._items: list[_Item] = []
        self._list_depths: list[int] = []
        self._inside: Counter[str] = Counter()
        self._preformatted = 0

    def open(self, tag: str, element: Any) -> bool:
        """Open an element; return whether its content is to be read."""
        if tag in READ_THROUGH:
            self._omit(READ_THROUGH[tag])
            return True
        omitted = left_out(tag, element, at_start=not self._buffer.has_text())
        if omitted is not None:
            self._omit(omitted)
            return False
        if self._clean.author_lines and is_byline(element):
            self._omit("author line")
            return False
        if kind := mark_kind(tag, element):
            self._buffer.open(kind)
        if tag == "br":
            self._buffer.add("\n" if self._preformatted else BREAK)
        if tag not in BLOCKS:
            return True
        self._flush()
        if tag == "table" and not is_layout(element):
            before = len(self.links)
            self._table(read_table(element, self.omitted, self.links))
            for _ in self.links[before:]:
                self._omit_target()
            return False
        self._open_block(tag)
        return True

    def text(self, text: str, inside: Any) -> None:
        """Take the text of an element."""
        self._buffer.add(text if self._preformatted else inline_text(text, inside))

    def close(self, tag: str, element: Any) -> None:
        """Close an element whose content was read."""
        if mark_kind(tag, element) == MarkKind.LINK:
            self._link(element)
        elif mark_kind(tag, element):
            self._buffer.close()
        if tag not in BLOCKS:
            return
        self._flush(tag)
        self._inside[tag] -= 1
        if tag in PREFORMATTED:
            self._preformatted -= 1
        elif tag in LISTS:
            self._list_depths.pop()
        elif tag in ITEMS:
            self._items.pop()

    def finish(self) -> list[FlatBlock]:
        """Return all blocks."""
        self._flush()
        return self._blocks

    def _link(self, element: Any) -> None:
        """Note a link and its mark."""
        self._omit_target()
        words = self._buffer.words()
        self._buffer.close(len(self.links))
        self.links.append(
            RawLink(element.get("href"), all_text(element) if words is None else words)
        )

    def _omit_target(self) -> None:
        if self._clean.link_targets:
            self._omit("link target")

    def _omit(self, what: str) -> None:
        if what:
            self.omitted[what] += 1

    def _open_block(self, tag: str) -> None:
        self._inside[tag] += 1
        if tag in PREFORMATTED:
            self._preformatted += 1
        elif tag in LISTS:
            self._list_depths.append((self._items[-1].depth if self._items else 0) + 1)
        elif tag in ITEMS:
            depth = self._list_depths[-1] if self._list_depths else 1
            self._items.append(_Item(depth + (tag == "dd")))

    def _table(self, table: HtmlTable) -> None:
        if table.caption.text:
            self._blocks.append(FlatBlock("p", table.caption.text, marks=table.caption.marks))
        if table.rows:
            if self._items:
                self._items[-1].pending = False
            self._blocks.append(FlatBlock("table", table=table))

    def _flush(self, closing: str = "") -> None:
        """Turn the buffered text into a block of the kind that the open elements say."""
        passage = self._buffer.take()
        if self._preformatted:
            if passage.text.strip():
                self._blocks.append(FlatBlock("pre", passage.text.strip("\n")))
            return
        for paragraph in split_passage(passage, _PARAGRAPHS.split(passage.text)):
            lines = filter(None, map(collapse_spaces, paragraph.text.split(BREAK)))
            if joined := BREAK.join(lines):
                block = self._flat_block(joined, closing)
                self._blocks.append(dataclasses.replace(block, marks=paragraph.marks))

    def _flat_block(self, text: str, closing: str) -> FlatBlock:
        if closing in HEADINGS and not any(self._inside[tag] > 0 for tag in NO_HEADING_INSIDE):
            return FlatBlock(closing, text.replace(BREAK, " "))
        if not self._items:
            return FlatBlock("p", text)
        item = self._items[-1]
        tag = "li" if item.pending else "more"
        item.pending = False
        return FlatBlock(tag, text, item.depth)


def _render(blocks: Iterable[FlatBlock]) -> Iterator[str]:
    """Write flat blocks as HTML with properly nested lists."""
    depth = 0
    # Without a declared encoding Docling guesses one, and guesses wrong.
    yield '<html><head><meta charset="utf-8"></head><body>'
    for block in blocks:
        wanted = block.depth if block.tag in ("li", "more") else 0
        yield from _lists(depth, wanted)
        depth = wanted
        yield _element(block)
    yield from _lists(depth, 0)
    yield "</body></html>"


def _lists(depth: int, wanted: int) -> Iterator[str]:
    """Close or open lists from one depth to another; a list item stays open for deeper lists."""
    if wanted <= depth:
        yield "</li></ul>" * (depth - wanted)
        if wanted:
            yield "</li>"
        return
    for level in range(depth, wanted):
        yield "<ul>" if level == depth else "<li><ul>"


def _element(block: FlatBlock) -> str:
    if block.table is not None:
        return block.table.render(_escape)
    text = _escape(block.text)
    if block.tag == "li":
        return f"<li>{text}"
    if block.tag == "more":
        return f"<li style=\"list-style-type: '{CONTINUATION}'\">{text}"
    return f"<{block.tag}>{text}</{block.tag}>"


def _escape(text: str) -> str:
    escaped: str = html.escape(protect_punctuation(text), quote=False)
    return escaped.replace(BREAK, "<br>")
