"""Reading order: the columns of a page, in the order in which they are read.

A gutter is where many lines begin and none of several rows crosses. What crosses it (a title, a
wide figure's caption) parts the page into bands; in a band the left column comes first. Columns
side by side are told from the columns of a table by their lines, which fill them or do not stand
on the same baselines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import TypeVar

from graphwright.documents.pdf.model import Line, around
from graphwright.documents.pdf.tables import Table
from graphwright.documents.pdf.words import is_right_to_left

Item = Line | Table
Sized = TypeVar("Sized", Line, Table)

_MIN_LINES = 4
"""Lines that a column has at least."""
_GUTTER = 0.6
"""Width of a gutter, at least, as a share of the font size."""
_SLACK = 2.5
_FULL = 0.75
_MAX_DEPTH = 4


def columns(items: Sequence[Item]) -> list[list[Item]]:
    """Return lines and tables by column, in reading order; each column from top to bottom."""
    return [sorted(column, key=_from_top) for column in _columns(items, 0) if column]


def _from_top(item: Item) -> tuple[float, float]:
    return (item.base if isinstance(item, Line) else item.box[1]), item.box[0]


def _columns(items: Sequence[Item], depth: int) -> Iterator[list[Item]]:
    gutter = _gutter([item for item in items if isinstance(item, Line)]) if depth < _MAX_DEPTH else None
    if gutter is None:
        yield list(items)
        return
    pending: list[Item] = []
    for side, band in _bands(items, gutter):
        left = [item for item in band if _side(item, gutter) == "left"]
        right = [item for item in band if _side(item, gutter) == "right"]
        if side == "across" or not _side_by_side(left, right, gutter):
            pending.extend(band)
            continue
        if pending:
            yield pending
            pending = []
        lines = [item.text for item in band if isinstance(item, Line)]
        first, second = (right, left) if is_right_to_left("".join(lines)) else (left, right)
        yield from _columns(first, depth + 1)
        yield from _columns(second, depth + 1)
    if pending:
        yield pending


def _side(item: Item, gutter: float) -> str:
    if item.box[2] <= gutter + _SLACK:
        return "left"
    return "right" if item.box[0] >= gutter - _SLACK else "across"


def _bands(items: Sequence[Item], gutter: float) -> Iterator[tuple[str, list[Item]]]:
    """Yield what crosses the gutter and what does not, in turn, from top to bottom."""
    ordered = sorted(items, key=_from_top)
    kind: Callable[[Item], str] = lambda item: (  # noqa: E731  # a key, used twice
        "across" if _side(item, gutter) == "across" else "beside"
    )
    for side, band in groupby(ordered, key=kind):
        yield side, list(band)


def _gutter(lines: Sequence[Line]) -> float | None:
    """Return the x at which the right one of two columns begins, if there are two."""
    if len(lines) < 2 * _MIN_LINES:
        return None
    x0, _, x1, _ = around(line.box for line in lines)
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


def _side_by_side(left: Sequence[Item], right: Sequence[Item], gutter: float) -> bool:
    """Whether a band is two columns of text, not two columns of a table."""
    lefts = [item for item in left if isinstance(item, Line)]
    rights = [item for item in right if isinstance(item, Line)]
    if not lefts or not rights:
        return len(left) + len(right) > 0 and bool(left) != bool(right) or len(left) > 1 < len(right)
    if _shared_baselines(lefts, rights) < 0.5:
        return True
    widths = (gutter - min(line.x0 for line in lefts), max(line.x1 for line in rights) - gutter)
    return all(
        sum(line.x1 - line.x0 >= _FULL * width for line in lines) >= 0.3 * len(lines)
        and len(lines) > 1
        for lines, width in zip((lefts, rights), widths, strict=True)
    )


def _shared_baselines(lefts: Sequence[Line], rights: Sequence[Line]) -> float:
    """Return the share of the shorter column's lines that stand beside a line of the other."""
    fewer, more = sorted((lefts, rights), key=len)
    bases = sorted(line.base for line in more)
    beside = sum(any(abs(line.base - base) <= 1.0 for base in bases) for line in fewer)
    return beside / len(fewer)
