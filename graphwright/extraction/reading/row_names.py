"""The name of a table row, in every piece of the row.

A row that is longer than a chunk stands in several: its name is read in the first, where its
tokens are, and known by its characters in all that follow.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.cells import CellReading, head_of, holds_words, key_of
from graphwright.extraction.reading.headings import Span
from graphwright.extraction.reading.row_keys import RowKey
from graphwright.tables.documents import Block


@dataclasses.dataclass(frozen=True, slots=True)
class RowName:
    """What names a row: the column of its cell, and where the name stands.

    ``argument`` are its tokens, None where they are in another chunk; ``span`` are its characters
    in the canonical text.
    """

    column: int
    span: Span
    argument: Argument | None = None


class RowNames:
    """The names of the rows of one document that go on in further chunks."""

    def __init__(self) -> None:
        self._begun = dict[int, RowName | None]()
        self._without_words = set[int]()

    def name_of(self, block: Block, cells: Sequence[CellReading], span: Span) -> RowName | None:
        """Return the name of a row of which ``cells`` are read, or None where nothing names it.

        ``span`` are the characters of the row that are read. The pieces of a row are to be asked
        for in their order: a piece whose beginning was never seen has no name.
        """
        if block.index in self._begun:
            return self._begun[block.index]
        if _began_before(block, span[0]) and block.index not in self._without_words:
            return None
        name = _read(cells)
        if span[1] >= block.end:
            return name
        if not holds_words(cells):
            self._without_words.add(block.index)
        else:
            elsewhere = None if name is None else dataclasses.replace(name, argument=None)
            self._begun[block.index] = elsewhere
        return name


def _began_before(block: Block, start: int) -> bool:
    """Return whether a cell of a row starts before an offset; empty ones leave only separators."""
    first = next((cell.start for cell in block.cells if cell.end > cell.start), block.start)
    return first < start


def _read(cells: Sequence[CellReading]) -> RowName | None:
    key = key_of(cells)
    if key is None:
        return None
    cell, name = key
    tree = cells[0].reading.tree
    return RowName(cell.column, (tree.start[name.first], tree.end[name.last - 1]), name)


def name_by_key(
    key: RowKey, cells: Sequence[CellReading], first_cell: RowName | None
) -> RowName | None:
    """Return the name of a row by its key; ``first_cell`` is the name that its first cell gives."""
    if key.column is None or key.span is None:
        return first_cell
    start, end = key.span
    for found in cells:
        reading = found.reading
        if found.cell.column == key.column and found.cell.start <= start < found.cell.end:
            tree = reading.tree
            inside = [
                token
                for token in range(reading.first, reading.last)
                if start <= tree.start[token] and tree.end[token] <= end
            ]
            if inside and (tree.start[inside[0]], tree.end[inside[-1]]) == key.span:
                first, last = inside[0], inside[-1] + 1
                argument = Argument(head_of(tree, first, last), first, last)
                return RowName(key.column, key.span, argument)
    return RowName(key.column, key.span)
