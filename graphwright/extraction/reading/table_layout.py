"""How a table of a document is laid out: its header rows, what they span, its rows and sections.

All is read from the blocks of the whole document, so that a row says the same in whichever chunk
it stands. No parse is needed.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from functools import cached_property
from itertools import pairwise, zip_longest

from graphwright.documents.blocks.table_headers import is_value
from graphwright.tables.documents import Block, Cell, ParsedDocument

_MAX_LABEL_WORDS = 4

Header = tuple[Cell, str]
"""A header cell and its words."""


@dataclasses.dataclass(frozen=True, slots=True)
class TableRow:
    """A row below the header: its cells by column, and the cells above that also hold for it.

    ``above`` has the first cell of the rows above where this row leaves that place empty, as under
    a merged cell; ``section`` is the one cell of the last row that has no other.
    """

    block: Block
    cells: Mapping[int, Cell]
    above: Mapping[int, Cell]
    section: Cell | None

    def at(self, column: int) -> Cell | None:
        """Return what stands in a column: the row's own cell, or the one above that spans it."""
        return self.cells.get(column) or self.above.get(column)


class Form(Enum):
    """How a table says what its cells mean."""

    HEADED = "a header row names the columns"
    PAIRS = "the first cell of a row says what the second is of the topic of the section"
    TERMS = "the second cell of a row says what the first is"
    UNKNOWN = "nothing says what the columns are"


class TableLayout:
    """A table of one document: header rows, rows, sections."""

    def __init__(self, parsed: ParsedDocument, blocks: Sequence[Block]) -> None:
        self._text = parsed.text
        self._blocks = blocks
        plain = (n for n, block in enumerate(blocks) if not all(c.header for c in block.cells))
        declared = next(plain, len(blocks))
        self._heads = list(blocks[:declared])
        self._title: Cell | None = None
        if self._heads and declared < len(blocks) and self._goes_on(blocks[declared]):
            self._heads.append(blocks[declared])
        elif self._is_titled(blocks[declared:]):
            self._title = _filled(self._heads[0])[0]
            self._heads = [blocks[declared]]

    @property
    def first(self) -> Block:
        """The first row of the table, which may be its header."""
        return self._blocks[0]

    def text(self, cell: Cell) -> str:
        """Return the words of a cell."""
        return self._text[cell.start : cell.end]

    def slice(self, span: tuple[int, int]) -> str:
        """Return the words between two offsets of the document."""
        return self._text[slice(*span)]

    @cached_property
    def headers(self) -> dict[int, Cell]:
        """The lowest header cell of each column that has one of its own."""
        return {cell.column: cell for head in self._heads for cell in _filled(head)}

    @cached_property
    def groups(self) -> dict[int, Cell]:
        """The header cell that spans a column and others, where the column has one of its own."""
        return {
            column: cell
            for head in self._heads[:-1]
            for cell, last in self._spans(head)
            for column in range(cell.column, last + 1)
            if last > cell.column and self.headers.get(column, cell) != cell
        }

    @cached_property
    def rows(self) -> list[TableRow]:
        """The rows below the header that have more than one cell, or a header for their one."""
        return list(self._rows())

    @cached_property
    def form(self) -> Form:
        """How the table says what its cells mean.

        Without a header, the first row of two columns tells it from an unmarked header: a code or
        an amount is the value of a label, a text says what a term is.
        """
        if self._heads:
            return Form.HEADED
        if not self.rows or any(sorted(row.cells) != [0, 1] for row in self.rows):
            return Form.UNKNOWN
        first = self.text(self.rows[0].cells[1])
        if all(_is_label(self.text(row.cells[0])) for row in self.rows) and is_code(first):
            return Form.PAIRS
        return Form.TERMS if len(first.split()) > _MAX_LABEL_WORDS else Form.UNKNOWN

    @cached_property
    def first_column(self) -> int:
        """The first column that holds a cell and more than the number of its row."""
        columns = sorted({column for row in self.rows for column in (*row.cells, *row.above)})
        if len(columns) > 1 and self._only_counts(columns[0]):
            return columns[1]
        return columns[0] if columns else 0

    @cached_property
    def last_named(self) -> int:
        """The last column that the first one's header spans: all of them name a row together."""
        spans = (span for head in self._heads[-1:] for span in self._spans(head))
        first = self.first_column
        return next((last for cell, last in spans if cell.column == first), first)

    def _rows(self) -> Iterator[TableRow]:
        section = self._title
        above: dict[int, Cell] = {}
        body = self._blocks[len(self._heads) + (self._title is not None) :]
        wide = any(len(_filled(block)) > 1 for block in body)
        for block, following in zip_longest(body, body[1:]):
            cells = {cell.column: cell for cell in _filled(block)}
            if not cells or all(cell.header for cell in block.cells):
                continue  # a header that a new page repeats
            first = min(cells)
            if wide and len(cells) == 1 and first == 0:
                # Over an empty place it is the first cell of what follows, else a title of it.
                merged = following is not None and all(c.column for c in _filled(following))
                section = None if merged else cells[first]
                above = {first: cells[first]} if merged else {}
                continue
            yield TableRow(block, cells, {c: a for c, a in above.items() if c < first}, section)
            above = {c: a for c, a in above.items() if c < first} | {first: cells[first]}

    def _only_counts(self, column: int) -> bool:
        """Return whether a column numbers the rows: 1, 2, 3; an empty cell goes on with one."""
        own = [self.text(row.cells[column]) for row in self.rows if column in row.cells]
        return len(own) > 1 and [text.rstrip(".)") for text in own] == [
            str(n) for n in range(1, len(own) + 1)
        ]

    def _goes_on(self, block: Block) -> bool:
        """Return whether a row under the header names the columns that it spans.

        Its place under the empty corner is empty too, and each span has several cells below it.
        """
        head, cells = self._heads[-1], _filled(block)
        above = _filled(head)
        if not above or not cells or above[0].column == 0 or cells[0].column != above[0].column:
            return False
        return any(
            sum(cell.column <= below.column <= last for below in cells) > 1
            for cell, last in self._spans(head)
        )

    def _is_titled(self, below: Sequence[Block]) -> bool:
        """Return whether the one header cell is a title, and the row below it names the columns.

        That row alone has a label in each column.
        """
        if len(self._heads) != 1 or len(_filled(self._heads[0])) != 1 or len(below) < 2:
            return False
        columns = max(len(_filled(block)) for block in below)
        labels = [
            len(cells) == columns > 1 and all(_is_label(self.text(cell)) for cell in cells)
            for cells in map(_filled, below)
        ]
        return labels[0] and not any(labels[1:])

    def _spans(self, head: Block) -> Iterator[tuple[Cell, int]]:
        """Yield the cells of a header row, each with the last column that it spans.

        An empty cell leaves a separator in the text of its row, a spanned one does not. The last
        cell spans what the rows below have, if another cell of the row spans more than one column.
        """
        cells = _filled(head)
        spans = [(cell, self._end(cell, after)) for cell, after in pairwise(cells)]
        yield from spans
        if cells:
            last = cells[-1]
            widest = max(c.column for block in self._blocks for c in block.cells)
            grouped = cells[0].column > 0 and any(end > cell.column for cell, end in spans)
            yield last, widest if grouped else last.column

    def _end(self, cell: Cell, after: Cell) -> int:
        spanned = self._text[cell.end : after.start].count("|") == 1
        return after.column - 1 if spanned else cell.column


def is_code(text: str) -> bool:
    """Return whether a cell is an amount, or one word that is not written as a word of a text."""
    return is_value(text) or (
        " " not in text and not text.isalpha() and any(map(str.isalnum, text))
    )


def _is_label(text: str) -> bool:
    """Return whether a cell is a few plain words, as a label or header is."""
    parts = text.strip(" :").replace("-", " ").split()
    plain = all(part.isalpha() and (part.isupper() or part[1:].islower()) for part in parts)
    return 0 < len(parts) <= _MAX_LABEL_WORDS and plain


def _filled(block: Block) -> list[Cell]:
    """Return the cells of a row that hold words or signs."""
    return [cell for cell in block.cells if cell.end > cell.start]
