"""Tables without rules: rows whose parts stand below each other in columns.

Only short cells make such a table: a term with a paragraph beside it is text.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from graphwright.documents.blocks.boxes import bounding_box
from graphwright.documents.pdf.layout.table_columns import channels, columns_of, text_rows
from graphwright.documents.pdf.layout.tables import Cell, Table, header_rows
from graphwright.documents.pdf.page.lines import rows_of
from graphwright.documents.pdf.page.objects import Line

_MIN_ROWS = 3
_MAX_PITCH = 2.6
"""Distance of the rows of a table, at most, as a share of the font size."""
_MAX_WORDS = 6.0
"""Words of a cell, at most, on average."""


def aligned_tables(lines: Sequence[Line]) -> Iterator[tuple[Table, list[Line]]]:
    """Yield the tables among the lines of a column, with the lines that they take."""
    for run in _runs(rows_of(lines)):
        taken = [line for row in run for line in row]
        if sum(len(row) > 1 for row in run) < _MIN_ROWS or all(line.font.mono for line in taken):
            continue
        words = [word for line in taken for word in line.words]
        rows = text_rows(words)
        gaps = channels([row.words for row in rows])
        cells = columns_of(taken[0].page, rows, gaps) if gaps else []
        if cells and _is_table(cells):
            box = bounding_box(line.box for line in taken)
            yield Table(box, tuple(cells), header_rows(cells)), taken


def _runs(rows: Sequence[list[Line]]) -> Iterator[list[list[Line]]]:
    """Yield runs of close rows that leave white channels open, each with several parts a row.

    A row of one part may stand between two others (the second line of a cell) but not at an end.
    """
    run: list[list[Line]] = []
    gaps: list[tuple[float, float]] = []
    for row in rows:
        left = _narrowed(gaps, row) if run else []
        close = bool(run) and row[0].base - run[-1][0].base <= _MAX_PITCH * row[0].size
        if left and close:
            gaps = left
            run.append(row)
            continue
        yield from _trimmed(run)
        run, gaps = ([row], _gaps(row)) if len(row) > 1 else ([], [])
    yield from _trimmed(run)


def _trimmed(run: list[list[Line]]) -> Iterator[list[list[Line]]]:
    while run and len(run[-1]) < 2:
        run.pop()
    if len(run) >= _MIN_ROWS:
        yield run


def _gaps(row: Sequence[Line]) -> list[tuple[float, float]]:
    return [(one.x1, two.x0) for one, two in itertools.pairwise(row)]


def _narrowed(
    gaps: Sequence[tuple[float, float]], row: Sequence[Line]
) -> list[tuple[float, float]]:
    """Return what a row leaves of the gaps, where it is still as wide as a letter."""
    left = []
    for start, end in gaps:
        low = max([start, *(line.x1 for line in row if line.x0 <= start and line.x1 > start)])
        high = min([end, *(line.x0 for line in row if start < line.x0 < end)])
        if high - low >= 0.7 * row[0].size:
            left.append((low, high))
    return left


def _is_table(cells: Sequence[Cell]) -> bool:
    filled = [cell for cell in cells if cell.lines]
    rows = {cell.row for cell in cells}
    columns = {cell.column for cell in filled}
    if len(rows) < _MIN_ROWS or len(columns) < 2:
        return False
    by_column = [[cell for cell in filled if cell.column == column] for column in columns]
    if min(map(len, by_column)) < 0.4 * len(rows):
        return False
    means = [sum(len(c.text.split()) for c in column) / len(column) for column in by_column]
    return max(means) <= _MAX_WORDS
