"""Raw blocks given their place in the canonical text of a document.

The text is the blocks in reading order, parted by an empty line; rows of one table are parted by
a line break. So ``text[block.start:block.end]`` is the block's text, always, and no block is
empty. List items carry no marker: number and bullet are layout, and the block says its depth.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable

from graphwright.documents.blocks.normalisation import normalise, normalise_code, normalise_lines
from graphwright.documents.blocks.raw import HYPHEN, PLACE, RawBlock, RawCell
from graphwright.errors import ParseError
from graphwright.tables import Block, BlockKind, Cell, DocumentStatus, Place

_HEADINGS = (BlockKind.TITLE, BlockKind.HEADING)
_LONGEST_HEADING = 2_000
"""Characters; all blocks and chunks below a heading repeat it, and a megabyte is none."""
_PLACEHOLDERS = re.compile(f"([{HYPHEN}{PLACE}])")
_PLACEHOLDER_UNIT = "pt"
"""The unit of the boxes of blocks in whose text the reader puts placeholders: those of a PDF."""
_LAST_SENTENCE = re.compile(r"(?:.*[.!?]\s)?(.*)", re.DOTALL)
ANNOUNCES = re.compile(r"\b(?:following|follows|below|these)\b", re.IGNORECASE)
_CLOSED = re.compile(r"[.!?…][\"'”’)\]]*$")


@dataclasses.dataclass(frozen=True, slots=True)
class CanonicalText:
    """Canonical text with its blocks, and the title that its first heading gives.

    ``origins`` has for each block its position among the raw blocks.
    """

    text: str
    blocks: tuple[Block, ...]
    title: str | None
    origins: tuple[int, ...]


def canonical_text(raw: Iterable[RawBlock], longest: int | None = None) -> CanonicalText:
    """Place the blocks one after another; blocks without text are dropped.

    Raises ``ParseError`` where the text has more than ``longest`` characters: a small file can
    hold a text that its cells repeat thousands of times.
    """
    builder = _Builder()
    for number, block in enumerate(raw):
        builder.add(block, number)
        if longest is not None and builder.length > longest:
            raise ParseError(
                f"The text has more than {longest:,} characters, the most that were expected.",
                status=DocumentStatus.TOO_LARGE,
                remedy="Raise parse.max_bytes in sources.yaml, or split the file.",
            )
    return CanonicalText(
        "".join(builder.parts), tuple(builder.blocks), builder.title, tuple(builder.origins)
    )


class _Builder:
    def __init__(self) -> None:
        self.parts: list[str] = []
        self.blocks: list[Block] = []
        self.origins: list[int] = []
        self.title: str | None = None
        self.length = 0
        self._headings: list[tuple[int, str]] = []
        self._lists = _Lists()
        self._headers: dict[int, int] = {}
        self._bodies: set[int] = set()

    def add(self, raw: RawBlock, number: int) -> None:
        """Append one block, which is the raw one of this number."""
        if raw.resets:
            self._headings.clear()
        start = self.length + len(self._separator(raw))
        text, cells = _row(raw.cells, start) if raw.cells else (_clean(raw), ())
        text, hyphens, places = _without_placeholders(text, raw, start)
        if not text:
            return
        self._append(self._separator(raw), text)
        kind = self._kind(raw, text)
        index = len(self.blocks)
        level = raw.level if kind in _HEADINGS else 0
        if kind in _HEADINGS:
            self._leave_headings(level)
        if kind == BlockKind.LIST_ITEM:
            level, parent = self._lists.item(raw.level, index)
        else:
            self._lists.other(raw, index, text)
            parent = self._table_header(raw.table, cells, index)
        block = Block(
            index=index,
            kind=kind,
            level=level,
            start=start,
            end=start + len(text),
            heading_path=tuple(name for _, name in self._headings),
            parent=parent,
            table=raw.table,
            page=raw.page,
            box=raw.box,
            box_unit=raw.box_unit,
            cells=cells,
            hyphens=hyphens,
            places=places,
        )
        self.blocks.append(block)
        self.origins.append(number)
        if kind in _HEADINGS:
            self._headings.append((raw.level, text))

    def _separator(self, raw: RawBlock) -> str:
        """Return what parts a block from the one before."""
        if not self.blocks:
            return ""
        return "\n" if raw.table is not None and raw.table == self.blocks[-1].table else "\n\n"

    def _append(self, *texts: str) -> None:
        self.parts.extend(texts)
        self.length += sum(map(len, texts))

    def _kind(self, raw: RawBlock, text: str) -> BlockKind:
        """Return the block's kind: the first heading of the top level is the title."""
        if raw.kind not in _HEADINGS:
            return raw.kind
        if len(text) > _LONGEST_HEADING:
            return BlockKind.PARAGRAPH
        first, self.title = self.title is None, self.title or text
        return BlockKind.TITLE if first and raw.level == 1 else BlockKind.HEADING

    def _leave_headings(self, level: int) -> None:
        while self._headings and self._headings[-1][0] >= level:
            self._headings.pop()

    def _table_header(self, table: int | None, cells: tuple[Cell, ...], index: int) -> int | None:
        """Return the header row of a row: the last of the header rows that begin its table."""
        if table is None:
            return None
        if table not in self._bodies and all(cell.header for cell in cells):
            self._headers[table] = index
            return None
        self._bodies.add(table)
        return self._headers.get(table)


class _Lists:
    """Knows which block leads in the next list item: a paragraph that introduces the list, else
    the item that the list stands in."""

    def __init__(self) -> None:
        self._lead_in: dict[int, int | None] = {}
        self._latest: dict[int, int] = {}
        self._candidate: tuple[int, int] | None = None

    def item(self, level: int, index: int) -> tuple[int, int | None]:
        """Take a list item; return its depth, without gaps, and the block that leads it in."""
        self._leave(level)
        above = [depth for depth in self._latest if depth < level]
        if self._candidate is not None and self._candidate[0] < level:
            self._lead_in[level] = self._candidate[1]
        elif level not in self._lead_in:
            self._lead_in[level] = self._latest[max(above)] if above else None
        self._candidate = None
        self._latest[level] = index
        return len(above) + 1, self._lead_in[level]

    def other(self, raw: RawBlock, index: int, text: str) -> None:
        """Take a block that is no list item."""
        paragraph = raw.kind == BlockKind.PARAGRAPH
        depth = raw.level if raw.continues else 0
        if raw.kind in _HEADINGS or paragraph:
            self._leave(depth)
        self._candidate = (depth, index) if paragraph and introduces(text) else None

    def _leave(self, depth: int) -> None:
        """Forget the lists that are deeper than ``depth``."""
        for known in (self._lead_in, self._latest):
            for level in [level for level in known if level > depth]:
                del known[level]


def introduces(text: str) -> bool:
    """Say whether a paragraph leads in what follows it.

    It does when it ends with a colon or without a full stop, or when its last sentence
    announces something.
    """
    if not _CLOSED.search(text):
        return True
    last = _LAST_SENTENCE.fullmatch(text)
    return last is not None and ANNOUNCES.search(last[1]) is not None


def _without_placeholders(
    text: str, raw: RawBlock, start: int
) -> tuple[str, tuple[int, ...], tuple[Place, ...]]:
    """Return a text without its placeholders, and the offsets that they stood at."""
    if HYPHEN not in text and PLACE not in text:
        return text, (), ()
    parts: list[str] = []
    hyphens: list[int] = []
    places: list[Place] = []
    for part in _PLACEHOLDERS.split(text):
        offset = start + sum(map(len, parts))
        if part == HYPHEN:
            hyphens.append(offset)
        elif part == PLACE and len(places) < len(raw.places):
            page, box = raw.places[len(places)]
            places.append(Place(offset, page, box))
        elif part != PLACE:
            parts.append(part)
    return "".join(parts), tuple(hyphens), tuple(places)


def _clean(raw: RawBlock) -> str:
    text = raw.text if raw.box_unit == _PLACEHOLDER_UNIT else _without_reserved(raw.text)
    if raw.kind == BlockKind.CODE:
        return normalise_code(text)
    if raw.kind in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM):
        return normalise_lines(text)
    return normalise(text)


def _without_reserved(text: str) -> str:
    """Return a text of a document without the characters that are placeholders here."""
    return text if text.isascii() else _PLACEHOLDERS.sub("", text)


def _row(cells: tuple[RawCell, ...], start: int) -> tuple[str, tuple[Cell, ...]]:
    """Return a row as a line, and its cells that hold text; ``start`` is the line's offset.

    An empty cell leaves its place between separators; empty cells at the end leave nothing.
    """
    texts = [normalise(_without_reserved(cell.text)) for cell in cells]
    while texts and not texts[-1]:
        texts.pop()
    line = ""
    placed = []
    for number, (cell, text) in enumerate(zip(cells, texts, strict=False)):
        if number:
            line += " |" if line else "|"
        if text:
            line += " " if line else ""
            offset = start + len(line)
            placed.append(Cell(offset, offset + len(text), cell.column, cell.header))
            line += text
    return line, tuple(placed)
