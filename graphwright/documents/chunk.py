"""A parsed document cut into chunks, hierarchically (SAP, section 3.1.1).

A chunk is an exact slice of the canonical text of one section: the blocks from one heading,
which it begins with, to the next. A section that is too long is split at the coarsest boundary
that serves: block, line, sentence, word, character. Neighbours overlap, except around tables.
A table is kept whole where it fits into a chunk, else it is split between rows and each further
chunk names its header row. A row that is longer than a chunk is split between its cells, and a cell
that is longer between its sentences and items; each further piece also names the row.

Small sections are not merged: a neighbour always begins with a heading of its own, and a chunk
never crosses one. A heading that only holds subsections is therefore a chunk of its own.
"""

from __future__ import annotations

import dataclasses
import re
import string
from bisect import bisect_left, bisect_right
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum

from graphwright.documents.sources.formats import TICKET, find_format
from graphwright.ids import content_id, sha256_text
from graphwright.settings import ChunkSettings
from graphwright.tables import Block, BlockKind, Cell, Chunk, ParsedDocument

_HEADINGS = (BlockKind.TITLE, BlockKind.HEADING)
_SENTENCE = r"(?<=[.!?…])[\"'”’)\]]*\s+(?=[\"'“‘(\[]*[A-Z0-9À-Þ])"
_SENTENCE_START = re.compile(rf"{_SENTENCE}|(?<= \|) ")
_CELL_PART_START = re.compile(rf"{_SENTENCE}|(?<= \|) |(?<=;) ")
"""In a cell the items of a list are parted by semicolons."""
_LINE_START = re.compile(r"\n\s*")
_WORD_START = re.compile(r"\s+")
_IN_GAPS = string.whitespace + "\"'”’)]"
"""What the gaps between words and sentences are made of."""
_LONGEST_ROW_NAME = 200
"""Characters of a first cell that are shown as the name of its row."""

EMBEDDED_OF_TICKETS = 600
"""Characters of a ticket's chunk that are embedded: what follows is mostly output and old mail, all
its words are searched, and its sections have vectors of their own."""


class _Level(IntEnum):
    """How coarse an atom is; ``TABLE`` is never split."""

    TABLE = 0
    BLOCK = 1
    LINE = 2
    CELL = 3
    SENTENCE = 4
    WORD = 5
    CHARACTER = 6


@dataclasses.dataclass(frozen=True, slots=True)
class _Atom:
    """A span that is kept in one piece if it can be; ``block`` is its first block."""

    start: int
    end: int
    level: _Level
    block: Block

    @property
    def length(self) -> int:
        return self.end - self.start

    @property
    def is_table(self) -> bool:
        return self.block.kind == BlockKind.TABLE_ROW


@dataclasses.dataclass(frozen=True, slots=True)
class _Section:
    """The blocks from a heading to the next, and the headings above them, their own last."""

    path: tuple[str, ...]
    blocks: tuple[Block, ...]


def chunk_document(parsed: ParsedDocument, settings: ChunkSettings) -> list[Chunk]:
    """Return the document's chunks in reading order.

    A chunk's id depends on document, heading path and text alone, so it outlives changes
    elsewhere in the document; equal chunks of one document are numbered.
    """
    seen: Counter[tuple[tuple[str, ...], str]] = Counter()
    chunks: list[Chunk] = []
    for section in _sections(parsed):
        for start, end, first in _spans(parsed.text, section, settings):
            text = parsed.text[start:end]
            repetition = seen[section.path, text]
            seen[section.path, text] += 1
            identity = (parsed.document_id, section.path, text, repetition)
            chunks.append(
                Chunk(
                    chunk_id=content_id("chunk", *identity),
                    document_id=parsed.document_id,
                    index=len(chunks),
                    start=start,
                    end=end,
                    text=text,
                    text_hash=sha256_text(text),
                    heading_path=section.path,
                    table_header=_table_header(parsed, first, (start, end), settings),
                    page=first.page,
                    row_name=_row_name(parsed, first, start),
                    embedded=_embedded(parsed, end - start),
                )
            )
    return chunks


def _embedded(parsed: ParsedDocument, length: int) -> int | None:
    """Return how many characters of a chunk are embedded, None for all."""
    is_ticket = find_format(parsed.format) is TICKET
    return EMBEDDED_OF_TICKETS if is_ticket and length > EMBEDDED_OF_TICKETS else None


def _sections(parsed: ParsedDocument) -> Iterator[_Section]:
    path: tuple[str, ...] = ()
    blocks: list[Block] = []
    for block in parsed.blocks:
        heading = block.kind in _HEADINGS
        if heading or block.heading_path != path:
            if blocks:
                yield _Section(path, tuple(blocks))
            blocks = []
            own = (parsed.text[block.start : block.end],) if heading else ()
            path = block.heading_path + own
        blocks.append(block)
    if blocks:
        yield _Section(path, tuple(blocks))


def _table_header(
    parsed: ParsedDocument, block: Block, span: tuple[int, int], settings: ChunkSettings
) -> str | None:
    """Return the header row of a table that the chunk goes on with.

    A piece of a row, and a chunk under a header that is itself longer than a chunk, has the header
    cells of its own columns: those of thousands of columns would drown the text below them.
    """
    if block.kind != BlockKind.TABLE_ROW or block.parent is None:
        return None
    header = parsed.blocks[block.parent]
    start, end = span
    in_pieces = end <= block.end and (start > block.start or end < block.end)
    if header.end - header.start <= settings.max_characters and not in_pieces:
        return parsed.text[header.start : header.end]
    columns = {cell.column for cell in _cells_between(parsed.blocks, block, start, end)}
    names = (parsed.text[c.start : c.end] for c in header.cells if c.column in columns)
    return " | ".join(names) or None


def _cells_between(blocks: Sequence[Block], first: Block, start: int, end: int) -> Iterator[Cell]:
    """Yield the cells of a table, from a row on, of which a span holds a part."""
    for index in range(first.index, len(blocks)):
        block = blocks[index]
        if block.start >= end or block.table != first.table:
            return
        yield from (cell for cell in block.cells if cell.start < end and start < cell.end)


def _row_name(parsed: ParsedDocument, block: Block, start: int) -> str | None:
    """Return what names the row that the chunk goes on with: its first cell with a word.

    A chunk that starts where a row does holds the name itself; a row of header cells has none.
    """
    if block.kind != BlockKind.TABLE_ROW or start <= block.start:
        return None
    if all(cell.header for cell in block.cells):
        return None
    for cell in block.cells:
        if cell.start >= start:
            return None
        text = parsed.text[cell.start : min(cell.end, cell.start + _LONGEST_ROW_NAME)]
        if any(map(str.isalnum, text)):
            cut = cell.end - cell.start > _LONGEST_ROW_NAME
            return text[:-1] + "…" if cut else text
    return None


def _spans(
    text: str, section: _Section, settings: ChunkSettings
) -> Iterator[tuple[int, int, Block]]:
    """Yield each chunk's start, end and first block."""
    blocks = section.blocks
    if blocks[-1].end - blocks[0].start <= settings.max_characters:
        yield blocks[0].start, blocks[-1].end, blocks[0]
        return
    packer = _Packer(text, section, settings)
    ends = [block.end for block in blocks]
    for start, end in packer.pack():
        yield start, end, blocks[bisect_right(ends, start)]


class _Packer:
    """Fills chunks with atoms, splitting those that are too long."""

    def __init__(self, text: str, section: _Section, settings: ChunkSettings) -> None:
        self._text = text
        self._blocks = section.blocks
        self._starts = [block.start for block in section.blocks]
        self._ends = [block.end for block in section.blocks]
        rows = (block for block in section.blocks if block.kind == BlockKind.TABLE_ROW)
        self._row_ends = [row.end for row in rows]
        self._limit = settings.max_characters
        self._overlap = settings.overlap
        self._atoms = deque(self._coarse_atoms())

    def pack(self) -> Iterator[tuple[int, int]]:
        """Yield the spans of the chunks."""
        start = self._atoms[0].start
        last: _Atom | None = None
        while self._atoms:
            atom = self._atoms[0]
            if atom.end - start <= self._limit:
                last = self._atoms.popleft()
            elif self._worth_splitting(atom, 0 if last is None else last.end - start):
                self._atoms.popleft()
                self._atoms.extendleft(reversed(self._split(atom)))
            elif last is None:  # an overlap that leaves no room
                start = atom.start
            else:
                yield start, last.end
                start = self._next_start(start, last, atom)
                last = None
        if last is not None:
            yield start, last.end

    def _coarse_atoms(self) -> Iterator[_Atom]:
        """Yield the blocks; the rows of a table that fits into a chunk as one atom."""
        for table in _runs(self._blocks):
            start, end = table[0].start, table[-1].end
            if table[0].kind == BlockKind.TABLE_ROW and end - start <= self._limit:
                yield _Atom(start, end, _Level.TABLE, table[0])
            else:
                yield from (_Atom(b.start, b.end, _Level.BLOCK, b) for b in table)

    def _worth_splitting(self, atom: _Atom, used: int) -> bool:
        """Say whether to split an atom that does not fit rather than to end the chunk."""
        if atom.level in (_Level.TABLE, _Level.CHARACTER):
            return False
        if atom.length > self._limit:
            return True
        return not atom.is_table and used < self._limit // 2

    def _split(self, atom: _Atom) -> list[_Atom]:
        """Return an atom's parts at the next finer boundary that it has."""
        for level in (_Level.LINE, _Level.CELL, _Level.SENTENCE, _Level.WORD):
            if level > atom.level:
                parts = self._parts(atom, level)
                if len(parts) > 1:
                    return parts
        step = max(1, self._limit - self._overlap)
        cuts = range(atom.start, atom.end, step)
        return [_Atom(cut, min(cut + step, atom.end), _Level.CHARACTER, atom.block) for cut in cuts]

    def _parts(self, atom: _Atom, level: _Level) -> list[_Atom]:
        parts = []
        start = atom.start
        if level == _Level.CELL:
            gaps = self._cell_gaps(atom)
        else:
            gaps = self._gaps(atom.start, atom.end, _pattern(level, in_table=atom.is_table))
        for gap_start, gap_end in gaps:
            parts.append(_Atom(start, gap_start, level, atom.block))
            start = gap_end
        parts.append(_Atom(start, atom.end, level, atom.block))
        return parts

    def _cell_gaps(self, atom: _Atom) -> Iterator[tuple[int, int]]:
        """Yield the space before each cell of a row but the first."""
        for cell in atom.block.cells:
            if atom.start < cell.start < atom.end:
                yield cell.start - 1, cell.start

    def _gaps(
        self, start: int, end: int, pattern: re.Pattern[str], seen: int = 0
    ) -> Iterator[tuple[int, int]]:
        """Yield the white space that a pattern finds in a span, from ``seen`` on."""
        for found in pattern.finditer(self._text, max(start, seen), end):
            # Closing quotes belong to the sentence that they close.
            closing = len(found[0]) - len(found[0].lstrip("\"'”’)]"))
            gap_start = found.start() + closing
            if start < gap_start and found.end() < end:
                yield gap_start, found.end()

    def _next_start(self, start: int, last: _Atom, following: _Atom) -> int:
        """Return where the chunk after ``last`` begins: in its end, at the best boundary."""
        if last.is_table or following.is_table:
            return following.start
        lowest = max(last.end - self._overlap, start + 1, self._last_table_end(last.end))
        if following.length <= self._limit:
            lowest = max(lowest, following.end - self._limit)
        return self._boundary(lowest, last.end) or following.start

    def _last_table_end(self, end: int) -> int:
        before = bisect_right(self._row_ends, end)
        return self._row_ends[before - 1] if before else 0

    def _boundary(self, lowest: int, end: int) -> int | None:
        """Return the first start of a block, else a sentence, else a word, from ``lowest``."""
        if lowest >= end:
            return None
        following = bisect_left(self._starts, lowest)
        if following < len(self._starts) and self._starts[following] < end:
            return self._starts[following]
        # The gap may begin before the window: reading starts where no gap can have begun before.
        inside = self._blocks[bisect_left(self._ends, end)]
        first = max(inside.start, lowest - self._limit)
        seen = first + len(self._text[first:lowest].rstrip(_IN_GAPS))
        for pattern in (_SENTENCE_START, _WORD_START):
            for _, position in self._gaps(inside.start, min(inside.end, end), pattern, seen):
                if position >= lowest:
                    return position
        return None


def _pattern(level: _Level, *, in_table: bool) -> re.Pattern[str]:
    """Return what parts lines, sentences or words."""
    if level == _Level.LINE:
        return _LINE_START
    if level == _Level.SENTENCE:
        return _CELL_PART_START if in_table else _SENTENCE_START
    return _WORD_START


def _runs(blocks: Iterable[Block]) -> Iterator[list[Block]]:
    """Yield the rows of each table together, and every other block alone."""
    run: list[Block] = []
    for block in blocks:
        if run and (block.table is None or block.table != run[0].table):
            yield run
            run = []
        run.append(block)
    if run:
        yield run
