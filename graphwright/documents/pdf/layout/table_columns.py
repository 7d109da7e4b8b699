"""Columns found by white channels: stretches of x that no word of several rows covers."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from graphwright.documents.pdf.layout.tables import Cell, lines_in
from graphwright.documents.pdf.page.lines import by_baseline
from graphwright.documents.pdf.page.objects import Word

_SAME_ROW = 0.4
_MIN_CHANNEL = 0.7
"""Width of a channel, at least, as a share of the font size: more than a space."""
_SPANNING = 0.15
"""Share of the rows that may cross a channel: headers over several columns."""


@dataclasses.dataclass(frozen=True, slots=True)
class TextRow:
    """The words of one baseline; ``number`` is shared by the lines of one table row."""

    number: int
    words: tuple[Word, ...]

    @property
    def top(self) -> float:
        """Top of the highest word."""
        return min(word.top for word in self.words)

    @property
    def bottom(self) -> float:
        """Baseline of the lowest word."""
        return max(word.base for word in self.words)


def text_rows(words: Sequence[Word], rules: Sequence[float] = ()) -> list[TextRow]:
    """Return words as rows from top to bottom; where rules part the rows, they number them."""
    rows = by_baseline(words, _SAME_ROW)
    ruled = len(rules) + 1 >= 0.4 * len(rows) and len(rules) >= 3
    numbers = [
        sum(rule < min(word.base for word in row) for rule in rules) if ruled else index
        for index, row in enumerate(rows)
    ]
    return [TextRow(number, tuple(row)) for number, row in zip(numbers, rows, strict=True)]


def channels(rows: Sequence[Sequence[Word]]) -> list[tuple[float, float]]:
    """Return the white channels between the columns of the rows, from left to right."""
    words = [word for row in rows for word in row]
    if not words:
        return []
    sizes = sorted(word.size for word in words)
    width = _MIN_CHANNEL * sizes[len(sizes) // 2]
    allowed = int(_SPANNING * len(rows))
    events: list[tuple[float, int]] = []
    for row in rows:
        for start, end in _covered(row, width):
            events += [(start, 1), (end, -1)]
    events.sort(key=lambda event: (event[0], -event[1]))
    found, depth, opened = [], 0, None
    for x, change in events:
        if depth > allowed >= depth + change and opened is None:
            opened = x
        elif opened is not None and depth + change > allowed:
            if x - opened >= width:
                found.append((opened, x))
            opened = None
        depth += change
    return found


def _covered(row: Sequence[Word], width: float) -> list[tuple[float, float]]:
    """Return the stretches that the words of a row cover, with the spaces between them."""
    spans: list[tuple[float, float]] = []
    for word in sorted(row, key=lambda word: word.x0):
        if spans and word.x0 - spans[-1][1] < width:
            spans[-1] = (spans[-1][0], max(spans[-1][1], word.x1))
        else:
            spans.append((word.x0, word.x1))
    return spans


def columns_of(
    page: int, rows: Sequence[TextRow], gaps: Sequence[tuple[float, float]]
) -> list[Cell]:
    """Return the cells of rows cut at the middles of the channels.

    A row that leaves its first column empty goes on with the row above where that row fills all
    the columns that it has: it is the second line of a cell.
    """
    middles = [(start + end) / 2 for start, end in gaps]
    table: list[dict[int, list[Word]]] = []
    last: TextRow | None = None
    for row in rows:
        cells: dict[int, list[Word]] = {}
        for word in row.words:
            column = sum(middle < (word.x0 + word.x1) / 2 for middle in middles)
            cells.setdefault(column, []).append(word)
        if (
            last is not None
            and table
            and (row.number == last.number or _goes_on(table[-1], cells, row.top - last.bottom))
        ):
            for column, found in cells.items():
                table[-1].setdefault(column, []).extend(found)
        else:
            table.append(cells)
        last = row
    return [
        Cell(number, column, lines_in(page, row.get(column, [])))
        for number, row in enumerate(table)
        for column in range(len(middles) + 1)
    ]


def _goes_on(above: dict[int, list[Word]], cells: dict[int, list[Word]], gap: float) -> bool:
    if 0 in cells or not cells.keys() <= above.keys() or len(above) <= len(cells):
        return False
    size = next(iter(cells.values()))[0].size
    return gap < 0.6 * size
