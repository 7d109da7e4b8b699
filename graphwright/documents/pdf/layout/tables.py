"""A table as cells, however it was found, and which of its first rows are headers."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Sequence

from graphwright.documents.blocks.boxes import Box, bounding_box
from graphwright.documents.blocks.raw import RawCell
from graphwright.documents.pdf.page.lines import by_baseline, make_line
from graphwright.documents.pdf.page.objects import Line, Word

_SAME_LINE = 0.5
_NUMERIC = re.compile(r"[\s\d.,:;%+\-–−±/()*$€£¥<>=≤≥~]*\d[\s\d.,:;%+\-–−±/()*$€£¥<>=≤≥~]*")


@dataclasses.dataclass(frozen=True, slots=True)
class Cell:
    """A cell by its grid position; ``rows`` and ``columns`` say how many it covers."""

    row: int
    column: int
    lines: tuple[Line, ...] = ()
    rows: int = 1
    columns: int = 1

    @property
    def text(self) -> str:
        """The lines of the cell as one line."""
        return " ".join(line.text for line in self.lines)

    @property
    def bold(self) -> bool:
        """Whether every line is bold."""
        return bool(self.lines) and all(line.font.bold for line in self.lines)


@dataclasses.dataclass(frozen=True, slots=True)
class Table:
    """A table of a page; ``headers`` counts the rows that are its header.

    ``continues`` says whether it is the rest of a table of an earlier page, where the file does.
    """

    box: Box
    cells: tuple[Cell, ...]
    headers: int
    continues: bool | None = None

    @property
    def columns(self) -> int:
        """How many columns it has."""
        return max(cell.column + cell.columns for cell in self.cells)

    def rows(self) -> list[tuple[tuple[RawCell, ...], Box]]:
        """Return the rows with their boxes; a cell over several rows stands in each of them."""
        grid: dict[int, dict[int, Cell]] = {}
        for cell in self.cells:
            for row in range(cell.row, cell.row + cell.rows):
                grid.setdefault(row, {})[cell.column] = cell
        last = max(cell.column for cell in self.cells)
        return [
            (self._row(row, grid[row], last), self._box(grid[row].values())) for row in sorted(grid)
        ]

    def _box(self, cells: Iterable[Cell]) -> Box:
        boxes = [line.box for cell in cells for line in cell.lines]
        return bounding_box(boxes) if boxes else self.box

    def _row(self, number: int, cells: dict[int, Cell], last: int) -> tuple[RawCell, ...]:
        covered = {
            column
            for cell in cells.values()
            for column in range(cell.column + 1, cell.column + cell.columns)
        }
        header = number < self.headers
        return tuple(
            RawCell(cells[column].text if column in cells else "", column, header)
            for column in range(last + 1)
            if column in cells or column not in covered
        )


def lines_in(page: int, words: Sequence[Word]) -> tuple[Line, ...]:
    """Return the words of a cell as its lines."""
    return tuple(make_line(page, row) for row in by_baseline(words, _SAME_LINE))


def header_rows(cells: Sequence[Cell], *, ruled_below: int = 0) -> int:
    """Return how many rows at the top are headers.

    ``ruled_below`` counts the rows above the first inner rule where only few rules part the
    table. Else the first row is a header where it alone is bold, or where it has no number and
    the column below has.
    """
    by_row: dict[int, list[Cell]] = {}
    for cell in cells:
        if cell.lines:
            by_row.setdefault(cell.row, []).append(cell)
    rows = sorted(by_row)
    if len(rows) < 2:
        return 0
    if 0 < ruled_below < len(rows):
        return ruled_below
    first, rest = by_row[rows[0]], [cell for row in rows[1:] for cell in by_row[row]]
    if all(cell.bold for cell in first) and not all(cell.bold for cell in rest):
        return 1
    if any(_NUMERIC.fullmatch(cell.text) for cell in first) or len(first) < 2:
        return 0
    numeric = sum(bool(_NUMERIC.fullmatch(cell.text)) for cell in rest)
    return int(numeric >= 0.3 * len(rest))
