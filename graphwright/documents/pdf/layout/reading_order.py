"""Reading order: the columns of a page, in the order in which they are read.

A gutter is where many lines begin and none of several rows crosses. What crosses it (a title, a
wide figure's caption) parts the page into bands; in a band the left column comes first. Columns
side by side are told from the columns of a table by their lines, which fill them or do not stand
on the same baselines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from graphwright.documents.blocks.boxes import bounding_box
from graphwright.documents.pdf.layout.tables import Table
from graphwright.documents.pdf.page.objects import Line
from graphwright.documents.pdf.page.words import is_right_to_left

Item = Line | Table

_MIN_LINES = 4
"""Lines that a column has at least."""
_GUTTER = 0.6
"""Width of a gutter, at least, as a share of the font size."""
_SLACK = 2.5
_FULL = 0.7
_MANY_FULL = 0.3
"""Share of the lines of a column of text, at least, that nearly fill it."""
_MIN_WORDS = 4.0
"""Words of a line of a column of text, at least, on average."""
_MAX_DEPTH = 4


def columns(items: Sequence[Item]) -> list[list[Item]]:
    """Return lines and tables by column, in reading order; each column from top to bottom."""
    return [sorted(column, key=_from_top) for column in _columns(items, 0) if column]


def _from_top(item: Item) -> tuple[float, float]:
    return (item.base if isinstance(item, Line) else item.box[1]), item.box[0]


def _columns(items: Sequence[Item], depth: int) -> Iterator[list[Item]]:
    lines = [item for item in items if isinstance(item, Line)]
    gutter = _gutter(lines) if depth < _MAX_DEPTH else None
    if gutter is None or not _side_by_side(lines, gutter):
        yield list(items)
        return
    backwards = is_right_to_left("".join(line.text for line in lines))
    for across, band in _bands(items, gutter):
        if across:
            yield band
            continue
        left = [item for item in band if _side(item, gutter) == "left"]
        right = [item for item in band if _side(item, gutter) == "right"]
        for column in (right, left) if backwards else (left, right):
            yield from _columns(column, depth + 1)


def _side(item: Item, gutter: float) -> str:
    if item.box[2] <= gutter + _SLACK:
        return "left"
    return "right" if item.box[0] >= gutter - _SLACK else "across"


def _bands(items: Sequence[Item], gutter: float) -> Iterator[tuple[bool, list[Item]]]:
    """Yield what crosses the gutter (true) and what does not, in turn, from top to bottom."""

    def crosses(item: Item) -> bool:
        return _side(item, gutter) == "across"

    for across, band in groupby(sorted(items, key=_from_top), key=crosses):
        yield across, list(band)


def _gutter(lines: Sequence[Line]) -> float | None:
    """Return the x at which the right one of two columns begins, if there are two."""
    if len(lines) < 2 * _MIN_LINES:
        return None
    x0, _, x1, _ = bounding_box(line.box for line in lines)
    best: tuple[int, float] | None = None
    for start in sorted({round(line.x0) for line in lines}):
        if not x0 + 0.15 * (x1 - x0) < start < x1 - 0.15 * (x1 - x0):
            continue
        count = _score(lines, start)
        if count and (best is None or count > best[0]):
            best = (count, start)
    return best[1] if best else None


def _score(lines: Sequence[Line], start: float) -> int:
    """Return how many lines two columns parted at ``start`` hold; 0 where they are none."""
    right = [line for line in lines if line.x0 >= start - _SLACK]
    left = [line for line in lines if line.x1 <= start - _GUTTER * line.size]
    flush = sum(abs(line.x0 - start) <= _SLACK for line in right)
    if min(len(left), flush) < _MIN_LINES:
        return 0
    across = len(lines) - len(left) - len(right)
    return max(0, len(left) + len(right) - 2 * across)


def _side_by_side(lines: Sequence[Line], gutter: float) -> bool:
    """Whether the lines beside a gutter are two columns of text, not of a table."""
    lefts = [line for line in lines if _side(line, gutter) == "left"]
    rights = [line for line in lines if _side(line, gutter) == "right"]
    if _shared_baselines(lefts, rights) < 0.5:
        return True
    return _is_text(lefts) and _is_text(rights)


def _is_text(column: Sequence[Line]) -> bool:
    """Whether lines nearly fill their column, with more words than a cell has."""
    width = max(line.x1 for line in column) - min(line.x0 for line in column)
    full = sum(line.x1 - line.x0 >= _FULL * width for line in column)
    words = sum(len(line.words) for line in column)
    return full >= _MANY_FULL * len(column) and words >= _MIN_WORDS * len(column)


def _shared_baselines(lefts: Sequence[Line], rights: Sequence[Line]) -> float:
    """Return the share of the shorter column's lines that stand beside a line of the other."""
    fewer, more = sorted((lefts, rights), key=len)
    bases = sorted(line.base for line in more)
    beside = sum(any(abs(line.base - base) <= 1.0 for base in bases) for line in fewer)
    return beside / len(fewer)
