"""Words to lines: words on one baseline with no wide gap between them.

A raised or lowered mark joins the line that it stands in. A line of a right-to-left script is put
into logical order; numbers and Latin words inside it keep theirs.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeVar

from graphwright.documents.blocks.boxes import bounding_box
from graphwright.documents.pdf.page.objects import Font, Line, Word
from graphwright.documents.pdf.page.words import is_right_to_left

Placed = TypeVar("Placed", Word, Line)

_SAME_BASE = 0.3
"""Words whose baselines differ by less, as a share of the font size, stand in one row."""
_WIDE_GAP = 1.0
"""A gap that ends a line, as a share of the font size: columns are parted by more."""
_BAND = 20.0
"""Height of the bands of a page by which lines near a mark are found."""
_MARK = 0.85
"""A word smaller than this share of its neighbours can be a raised or lowered mark."""


def lines_of(page: int, words: Sequence[Word]) -> list[Line]:
    """Return the lines of a page from top to bottom, and from left to right in a row."""
    segments = [part for row in by_baseline(words, _SAME_BASE) for part in _parts(row)]
    lines = [make_line(page, part) for part in _with_marks(segments)]
    return sorted(lines, key=lambda line: (line.base, line.x0))


def make_line(page: int, words: Sequence[Word]) -> Line:
    """Return words, in any order, as one line."""
    ordered = _logical(sorted(words, key=lambda word: (word.x0, word.x1)))
    x0, top, x1, bottom = bounding_box(word.box for word in ordered)
    sizes: Counter[float] = Counter()
    fonts: Counter[Font] = Counter()
    bases: Counter[float] = Counter()
    for word in ordered:
        sizes[round(word.size, 1)] += len(word.text)
        fonts[word.font] += len(word.text)
        bases[word.base] += len(word.text)
    text = " ".join(word.text for word in ordered)
    size, base = sizes.most_common(1)[0][0], bases.most_common(1)[0][0]
    font = fonts.most_common(1)[0][0]
    return Line(page, tuple(ordered), text, x0, top, x1, bottom, base, size, font)


def merge(lines: Sequence[Line]) -> Line:
    """Return the lines of one row as one line."""
    if len(lines) == 1:
        return lines[0]
    return make_line(lines[0].page, [word for line in lines for word in line.words])


def rows_of(lines: Iterable[Line]) -> list[list[Line]]:
    """Return lines grouped by row, from top to bottom, each row from left to right."""
    return by_baseline(lines, _SAME_BASE)


def by_baseline(items: Iterable[Placed], share: float) -> list[list[Placed]]:
    """Return words or lines by row, from top to bottom, each row from left to right.

    The baselines of a row differ from its highest by ``share`` of the font size at most.
    """
    rows: list[list[Placed]] = []
    for item in sorted(items, key=lambda item: (item.base, item.x0)):
        first = rows[-1][0] if rows else None
        if first is not None and item.base - first.base <= share * min(item.size, first.size):
            rows[-1].append(item)
        else:
            rows.append([item])
    return [sorted(row, key=lambda item: item.x0) for row in rows]


def _parts(row: list[Word]) -> list[list[Word]]:
    """Return a row cut at its wide gaps."""
    parts: list[list[Word]] = []
    end = 0.0
    for word in sorted(row, key=lambda word: (word.x0, word.x1)):
        if parts and word.x0 - end <= _WIDE_GAP * max(word.size, parts[-1][-1].size):
            parts[-1].append(word)
        else:
            parts.append([word])
            end = 0.0
        end = max(end, word.x1)
    return parts


def _with_marks(segments: list[list[Word]]) -> list[list[Word]]:
    """Return the segments, with raised and lowered marks put into the one around or before."""
    hosts = [segment for segment in segments if not _is_short(segment)]
    near: dict[int, list[list[Word]]] = {}
    for line in hosts:
        for band in range(int(line[0].top // _BAND), int(line[0].bottom // _BAND) + 1):
            near.setdefault(band, []).append(line)
    kept = list(hosts)
    for segment in segments:
        if not _is_short(segment):
            continue
        beside = near.get(int((segment[0].top + segment[0].bottom) / 2 // _BAND), [])
        host = next((host for host in beside if _is_mark_of(segment, host)), None)
        if host is None:
            kept.append(segment)
        else:
            host.extend(segment)
    return kept


def _is_short(segment: list[Word]) -> bool:
    return len(segment) <= 2 and sum(len(word.text) for word in segment) <= 6


def _is_mark_of(mark: list[Word], host: list[Word]) -> bool:
    """Whether a short segment is smaller than a word beside it and stands half in its height."""
    x0, top, x1, bottom = bounding_box(word.box for word in mark)
    for word in host:
        if mark[0].size > _MARK * word.size:
            continue
        overlap = min(bottom, word.bottom) - max(top, word.top)
        apart = max(x0 - word.x1, word.x0 - x1)
        if overlap > 0.4 * (bottom - top) and -0.5 * word.size < apart < 0.4 * word.size:
            return True
    return False


def _logical(words: list[Word]) -> list[Word]:
    """Return words that stand from left to right in the order in which they are read."""
    if not is_right_to_left("".join(word.text for word in words)):
        return words
    ordered: list[Word] = []
    run: list[Word] = []
    for word in reversed(words):
        if any(unicodedata.bidirectional(letter) == "L" for letter in word.text):
            run.insert(0, word)
        else:
            ordered.extend(run)
            run = []
            ordered.append(word)
    return ordered + run
