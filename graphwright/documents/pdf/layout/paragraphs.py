"""The lines of a column to paragraphs, list items and code.

A paragraph ends where the distance to the next line, the font, the indentation or a marker says
so, and after a short line whose place the next word would have fitted into.
"""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from graphwright.documents.pdf.layout.regions import Region, is_bullet, marker_of, share
from graphwright.documents.pdf.layout.tables import Table
from graphwright.documents.pdf.page.lines import merge, rows_of
from graphwright.documents.pdf.page.objects import Line
from graphwright.documents.pdf.page.words import is_right_to_left
from graphwright.tables import BlockKind

_INDENT = 0.8
"""Indentation that means something, as a share of the font size."""
_TITLE = 1.14
"""Size of a line, as a share of the text's, from which on it is a title."""
_CODE_GAP = 2.6
"""Distance of two lines of one region of code, at most, in lines: an empty line or two."""
_ENDS = re.compile(r"[.!?:;。؟…][\"'”’)\]»]*$")
_NUMBERED_TITLE = re.compile(r"(?:\d{1,3}(?:\.\d{1,3})+\.?|§\s*\d+)\s+\S")


@dataclasses.dataclass(frozen=True, slots=True)
class Leading:
    """The usual distance of two baselines, for each font size of a document."""

    by_size: dict[int, float]
    ratio: float

    def of(self, size: float) -> float:
        """Return the distance in points for a font size."""
        found = self.by_size.get(round(size))
        return found if found is not None else self.ratio * size


@dataclasses.dataclass(frozen=True, slots=True)
class Typography:
    """How a document is set: its leading, the size of its text, and whether fixed width is code."""

    leading: Leading
    body_size: float
    code: bool


def leading_of(columns: Iterable[Sequence[Line]]) -> Leading:
    """Return the leading of a document from the lines of its columns, each from top to bottom."""
    distances: dict[int, Counter[float]] = {}
    ratios: Counter[float] = Counter()
    for lines in columns:
        for one, two in itertools.pairwise(lines):
            distance = two.base - one.base
            if abs(one.size - two.size) < 0.3 and 0.9 < distance / one.size < 2.2:
                distances.setdefault(round(one.size), Counter())[round(distance * 2) / 2] += 1
                ratios[round(distance / one.size, 1)] += 1
    by_size = {size: _mode(found) for size, found in distances.items() if found.total() >= 8}
    return Leading(by_size, _mode(ratios) if ratios else 1.2)


def _mode(counts: Counter[float]) -> float:
    return max(counts, key=lambda value: (counts[value], -value))


def regions_of(items: Sequence[Line | Table], typography: Typography) -> list[Region]:
    """Return the regions of a column."""
    lines = [item for item in items if isinstance(item, Line)]
    if not items:
        return []
    left = min(item.box[0] for item in items)
    right = max(item.box[2] for item in items)
    rows = [merge(row) for row in rows_of(lines)]
    tables = [item for item in items if isinstance(item, Table)]
    ordered: list[Line | Table] = [*rows, *tables]
    ordered.sort(key=lambda item: item.box[1])
    grouper = _Grouper(typography, left, right)
    return list(grouper.regions(ordered))


class _Grouper:
    def __init__(self, typography: Typography, left: float, right: float) -> None:
        self._typography, self._left, self._right = typography, left, right

    def regions(self, items: Sequence[Line | Table]) -> Iterator[Region]:
        """Yield the regions from top to bottom."""
        group: list[Line] = []
        bottom: float | None = None
        gap = 0.0
        for item in items:
            distance = 1e3 if bottom is None else item.box[1] - bottom
            if isinstance(item, Table):
                if group:
                    yield self._piece(group, gap)
                yield Region(BlockKind.TABLE_ROW, page=0, table=item, gap=distance)
                group = []
            elif group and not self._breaks(group, item):
                group.append(item)
            else:
                if group:
                    yield self._piece(group, gap)
                group, gap = [item], distance
            bottom = item.box[3]
        if group:
            yield self._piece(group, gap)

    def _is_code(self, lines: list[Line]) -> bool:
        if not self._typography.code or self._is_title(lines[-1]):
            return False
        return share(lines, "mono") >= 0.85

    def _is_title(self, line: Line) -> bool:
        return line.size > _TITLE * self._typography.body_size

    def _piece(self, lines: list[Line], gap: float) -> Region:
        kind, markers = BlockKind.PARAGRAPH, 0
        if self._is_code(lines):
            kind = BlockKind.CODE
        elif markers := marker_of(lines[0]):
            kind = BlockKind.LIST_ITEM
        return Region(
            kind,
            lines[0].page,
            tuple(lines),
            markers=markers,
            gap=gap,
            left=self._left,
            right=self._right,
        )

    def _breaks(self, group: list[Line], line: Line) -> bool:
        """Whether a line begins a new region after the lines of a group."""
        last = group[-1]
        distance = line.base - last.base
        usual = self._usual(max(line.size, last.size))
        code = self._is_code([line])
        if code != self._is_code([last]):
            return not self._runs_on(group, line, code=code, close=distance <= 1.2 * usual)
        if code and self._is_code(group):
            bold = abs(share([line], "bold") - share([last], "bold")) == 1
            return bold or distance > _CODE_GAP * usual or abs(line.size - last.size) > 0.6
        if distance > usual + 0.2 * line.size or distance < 0.3 * line.size:
            return True
        title = self._is_title(line) and self._is_title(last)
        if abs(line.size - last.size) > (0.12 if title else 0.08) * max(line.size, last.size):
            return True
        if self._style_changes(group, line):
            return True
        return not title and self._layout_breaks(group, line)

    def _runs_on(self, group: list[Line], line: Line, *, code: bool, close: bool) -> bool:
        """Whether one of two lines is a line of text that happens to hold only names of code."""
        last = group[-1]
        if not close or abs(line.x0 - last.x0) > 2:
            return False
        if not code:
            return line.text[:1].islower()
        return not _ENDS.search(last.text) and not self._fits(group, line)

    def _usual(self, size: float) -> float:
        """Return the distance of the lines of one paragraph; titles are set wider."""
        usual = self._typography.leading.of(size)
        return max(usual, 1.4 * size) if size > _TITLE * self._typography.body_size else usual

    def _style_changes(self, group: list[Line], line: Line) -> bool:
        """Whether all of one line is bold and nothing of the other, or both are titles."""
        if _NUMBERED_TITLE.match(line.text) and share(group, "bold") == share([line], "bold") == 1:
            return True
        bold, following = share(group, "bold"), share([line], "bold")
        if bold >= 0.8 and following <= 0.2:
            return len(group) <= 3
        ended = len(group) == 1 or _ENDS.search(group[-1].text) is not None
        return bold <= 0.2 and following == 1 and ended

    def _layout_breaks(self, group: list[Line], line: Line) -> bool:
        first, last = group[0], group[-1]
        if is_right_to_left(line.text):
            return marker_of(line) > 0 and len(line.words[0].text) < 2
        if marker_of(line) and self._begins_item(group, line):
            return True
        indent = _INDENT * line.size
        if line.x0 < last.x0 - indent:
            return len(group) > 1 or marker_of(first) > 0
        if line.x0 > last.x0 + indent:
            return not self._hangs(group, line)
        return self._ends_early(group, line)

    def _begins_item(self, group: list[Line], line: Line) -> bool:
        """Whether the marker of a line is one, and not a number or dash inside a sentence."""
        if is_bullet(line.words[0]) and line.words[0].text not in "-–—*":
            return True
        first, last = group[0], group[-1]
        beside = marker_of(first) > 0 and abs(first.x0 - line.x0) < 0.5 * line.size
        return beside or _ENDS.search(last.text) is not None or self._fits(group, line)

    def _hangs(self, group: list[Line], line: Line) -> bool:
        """Whether an indented line goes on with the only line above it."""
        if len(group) > 1:
            return False
        first = group[0]
        if marker_of(first):
            return line.x0 <= first.words[1].x0 + line.size
        centred = abs((first.x0 + first.x1) - (line.x0 + line.x1)) < 0.5 * line.size
        return centred or not self._fits(group, line)

    def _ends_early(self, group: list[Line], line: Line) -> bool:
        """Whether the last line ended although the next word would have fitted."""
        last = group[-1]
        if not self._fits(group, line):
            return False
        if share([last], "bold") == share([line], "bold") == 1:
            return False
        begins = line.text[:1].isupper() or line.text[:1].isdigit()
        return bool(_ENDS.search(last.text)) or (begins and not last.text.endswith((",", "-")))

    def _fits(self, group: list[Line], line: Line) -> bool:
        """Whether the first word of a line had room at the end of the line above."""
        last, word = group[-1], line.words[0]
        right = max(one.x1 for one in group) if len(group) > 2 else self._right
        return last.x1 + 0.3 * line.size + (word.x1 - word.x0) < right - line.size
