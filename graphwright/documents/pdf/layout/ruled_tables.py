"""Tables drawn with rules: full grids, and tables with horizontal rules only.

A grid's cells are what the rules enclose; a missing rule joins two cells. Where there are only
horizontal rules, columns are the white channels between the words.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterable, Iterator, Sequence

from graphwright.documents.blocks.boxes import Box, bounding_box
from graphwright.documents.pdf.layout.table_columns import channels, columns_of, text_rows
from graphwright.documents.pdf.layout.tables import Cell, Table, header_rows, lines_in
from graphwright.documents.pdf.page.objects import Page, Rule, Word

_NEAR = 3.0
"""Points by which two ends that meet may miss each other."""
_MAX_RULES = 3_000
_MAX_CELLS = 4_000
_MAX_ENDS = 4
_MIN_WIDTH = 60.0
_MIN_FILLED = 0.3
_MAX_ROW_SHARE = 0.8
_MAX_GRID_WORDS = 40
"""Words of a cell of a grid, at most, on average: more is a page laid out with frames."""
_MAX_WORDS = 20
"""Words of a cell between horizontal rules, at most, on average: more is text beside text."""


def ruled_tables(page: Page, words: Sequence[Word]) -> list[Table]:
    """Return the ruled tables of a page, from top to bottom."""
    if len(page.rules) > _MAX_RULES:
        return []
    rules = [rule for rule in page.rules if _is_inside(rule, page)]
    found: list[Table] = []
    free: list[Rule] = []
    for group in _touching(rules):
        table = _grid(page.number, group, words)
        if table is None:
            free.extend(rule for rule in group if rule.horizontal)
        else:
            found.append(table)
    found.extend(_open_tables(page.number, free, words, [table.box for table in found]))
    return sorted(found, key=lambda table: (table.box[1], table.box[0]))


def _is_inside(rule: Rule, page: Page) -> bool:
    across = -page.width < rule.x0 < page.width and 0 < rule.x1 < 2 * page.width
    return across and -page.height < rule.top < page.height and 0 < rule.bottom < 2 * page.height


def _touching(rules: Sequence[Rule]) -> list[list[Rule]]:
    """Return rules grouped so that each touches another of its group."""
    parents = list(range(len(rules)))

    def root(index: int) -> int:
        while parents[index] != index:
            parents[index] = parents[parents[index]]
            index = parents[index]
        return index

    order = sorted(range(len(rules)), key=lambda index: rules[index].top)
    open_rules: list[int] = []
    for index in order:
        rule = rules[index]
        open_rules = [other for other in open_rules if rules[other].bottom + _NEAR >= rule.top]
        for other in open_rules:
            near = rules[other]
            if near.x0 - _NEAR <= rule.x1 and rule.x0 - _NEAR <= near.x1:
                parents[root(other)] = root(index)
        open_rules.append(index)
    groups: dict[int, list[Rule]] = {}
    for index in range(len(rules)):
        groups.setdefault(root(index), []).append(rules[index])
    return list(groups.values())


def _positions(values: Iterable[float]) -> list[float]:
    """Return sorted values, those that are nearly equal as one."""
    kept: list[float] = []
    for value in sorted(values):
        if not kept or value - kept[-1] > _NEAR:
            kept.append(value)
    return kept


def _grid(page: int, rules: Sequence[Rule], words: Sequence[Word]) -> Table | None:
    """Return the table whose cells the rules enclose; ``None`` where it is a frame or drawing."""
    across = [rule for rule in rules if rule.horizontal]
    down = [rule for rule in rules if not rule.horizontal]
    if not across or not down:
        return None
    box = bounding_box((r.x0, r.top, r.x1, r.bottom) for r in rules)
    # A grid without outer verticals ends where its horizontals end.
    across += [Rule(box[0], y, box[2], y) for y in _shared_ends(down)]
    xs = _positions([(r.x0 + r.x1) / 2 for r in down] + [box[0], box[2]])
    ys = _positions([(r.top + r.bottom) / 2 for r in across])
    if len(xs) < 3 or len(ys) < 3 or (len(xs) - 1) * (len(ys) - 1) > _MAX_CELLS:
        return None
    cells = [
        dataclasses.replace(cell, lines=lines_in(page, inside))
        for cell, inside in _assigned(_Grid(xs, ys, across, down).cells(), xs, ys, words)
    ]
    return _checked(cells, (xs[0], ys[0], xs[-1], ys[-1]))


def _shared_ends(down: Sequence[Rule]) -> list[float]:
    """Return the heights at which several vertical rules end: there a row does too."""
    found = []
    ends = [(end, (rule.x0 + rule.x1) / 2) for rule in down for end in (rule.top, rule.bottom)]
    for y in _positions(end for end, _ in ends):
        columns = _positions(x for end, x in ends if abs(end - y) <= _NEAR)
        if len(columns) > 1:
            found.append(y)
    # Where each row of text has its own pieces of rule, only the outer ends tell anything.
    return found if len(found) <= _MAX_ENDS else [found[0], found[-1]]


def _checked(cells: list[Cell], box: Box) -> Table | None:
    filled = [cell for cell in cells if cell.lines]
    rows, columns = {cell.row for cell in filled}, {cell.column for cell in filled}
    if len(rows) < 2 or len(columns) < 2 or len(filled) < _MIN_FILLED * len(cells):
        return None
    # A page of prose inside a frame is no table.
    longest = max(len(cell.lines) for cell in filled)
    if sum(len(cell.lines) for cell in filled) * _MAX_ROW_SHARE < longest:
        return None
    if sum(len(cell.text.split()) for cell in filled) > _MAX_GRID_WORDS * len(filled):
        return None
    return Table(box, tuple(cells), header_rows(cells))


class _Grid:
    """Cells between the lines of a grid; where a rule is missing, cells are one."""

    def __init__(
        self, xs: Sequence[float], ys: Sequence[float], across: list[Rule], down: list[Rule]
    ) -> None:
        self._xs, self._ys = xs, ys
        self._right = [
            [_crosses(down, x, (top + bottom) / 2) for x in xs[1:-1]]
            for top, bottom in itertools.pairwise(ys)
        ]
        self._below = [
            [_lies(across, y, (left + right) / 2) for left, right in itertools.pairwise(xs)]
            for y in ys[1:-1]
        ]

    def cells(self) -> Iterator[Cell]:
        """Yield the cells in the order of rows."""
        taken: set[tuple[int, int]] = set()
        for row in range(len(self._ys) - 1):
            for column in range(len(self._xs) - 1):
                if (row, column) in taken:
                    continue
                columns = self._width(row, column)
                rows = self._height(row, column, columns)
                area = [(row + i, column + j) for i in range(rows) for j in range(columns)]
                if taken.isdisjoint(area):
                    taken.update(area)
                    yield Cell(row, column, (), rows, columns)
                else:
                    taken.add((row, column))
                    yield Cell(row, column)

    def _width(self, row: int, column: int) -> int:
        width = 1
        while column + width < len(self._xs) - 1 and not self._right[row][column + width - 1]:
            width += 1
        return width

    def _height(self, row: int, column: int, columns: int) -> int:
        height = 1
        while row + height < len(self._ys) - 1 and not any(
            self._below[row + height - 1][column : column + columns]
        ):
            if self._width(row + height, column) != columns:
                break
            height += 1
        return height


def _crosses(down: list[Rule], x: float, y: float) -> bool:
    return any(
        abs((rule.x0 + rule.x1) / 2 - x) <= _NEAR and rule.top - 1 <= y <= rule.bottom + 1
        for rule in down
    )


def _lies(across: list[Rule], y: float, x: float) -> bool:
    return any(
        abs((rule.top + rule.bottom) / 2 - y) <= _NEAR and rule.x0 - 1 <= x <= rule.x1 + 1
        for rule in across
    )


def _assigned(
    cells: Iterable[Cell], xs: Sequence[float], ys: Sequence[float], words: Sequence[Word]
) -> Iterator[tuple[Cell, list[Word]]]:
    """Yield each cell with the words whose middle it holds."""
    near = [word for word in words if word.bottom > ys[0] and word.top < ys[-1]]
    for cell in cells:
        left, right = xs[cell.column], xs[cell.column + cell.columns]
        top, bottom = ys[cell.row], ys[cell.row + cell.rows]
        yield (
            cell,
            [
                word
                for word in near
                if left <= (word.x0 + word.x1) / 2 < right
                and top <= (word.top + word.bottom) / 2 < bottom
            ],
        )


def _open_tables(
    page: int, rules: Sequence[Rule], words: Sequence[Word], taken: Sequence[Box]
) -> Iterator[Table]:
    """Yield the tables between horizontal rules of one extent."""
    for group in _aligned(rules):
        top, bottom = group[0].bottom, group[-1].top
        left, right = group[0].x0 - _NEAR, group[0].x1 + _NEAR
        if any(
            box[0] < right and left < box[2] and box[1] < bottom and top < box[3] for box in taken
        ):
            continue
        inside = [
            word
            for word in words
            if left <= word.x0 and word.x1 <= right and top - 2 < word.base <= bottom + 2
        ]
        table = _open_table(page, group, inside)
        if table is not None:
            yield table


def _aligned(rules: Sequence[Rule]) -> Iterator[list[Rule]]:
    """Yield groups of horizontal rules that begin and end alike, each from top to bottom."""
    groups: dict[tuple[int, int], list[Rule]] = {}
    for rule in sorted(rules, key=lambda rule: rule.top):
        if rule.x1 - rule.x0 < _MIN_WIDTH:
            continue
        for _key, group in groups.items():
            if abs(group[0].x0 - rule.x0) <= _NEAR and abs(group[0].x1 - rule.x1) <= _NEAR:
                if rule.top - group[-1].top > _NEAR:
                    group.append(rule)
                break
        else:
            groups[round(rule.x0), round(rule.x1)] = [rule]
    yield from (group for group in groups.values() if len(group) >= 2)


def _open_table(page: int, rules: Sequence[Rule], words: Sequence[Word]) -> Table | None:
    rows = text_rows(words, [rule.top for rule in rules[1:-1]])
    if len(rows) < 2:
        return None
    gaps = channels([row.words for row in rows])
    if not gaps:
        return None
    cells = columns_of(page, rows, gaps)
    if not _looks_tabular(cells):
        return None
    box = (rules[0].x0, rules[0].top, rules[0].x1, rules[-1].bottom)
    above = 0
    if 3 <= len(rules) <= 4:
        above = len({row.number for row in rows if row.bottom <= rules[1].top + _NEAR})
    return Table(box, tuple(cells), header_rows(cells, ruled_below=above))


def _looks_tabular(cells: Sequence[Cell]) -> bool:
    """Whether most rows fill several columns, as rows do and running text does not."""
    rows: dict[int, set[int]] = {}
    for cell in cells:
        if cell.lines:
            rows.setdefault(cell.row, set()).add(cell.column)
    several = sum(len(columns) > 1 for columns in rows.values())
    filled = [len(cell.text.split()) for cell in cells if cell.lines]
    short = sum(filled) <= _MAX_WORDS * len(filled)
    return len(rows) >= 2 and several >= 0.6 * len(rows) and short
