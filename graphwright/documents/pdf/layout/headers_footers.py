"""Headers, footers and page numbers: text that stands in one place on page after page.

A row belongs to them when its text, with numbers left out, stands at the same height near the
page's edge on another page too; when it is a page number, alone or at the end of a row that
stands apart; or when its place is one where most rows are such, which catches the chapter titles
that change from page to page.
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from graphwright.documents.pdf.page.lines import rows_of
from graphwright.documents.pdf.page.objects import Line

_EDGE = 0.14
"""Share of the page's height, at the top and at the bottom, where they are looked for."""
_ROWS = 3
"""Rows of an edge, counted from it, that can belong to them."""
_SLOT = 4.0
"""Points by which the heights of one place differ at most, nearly."""
_MIN_PAGES = 2
_MOSTLY = 0.6
_LARGEST = 1.5
"""Their size, at most, as a share of the text's: titles of chapters may repeat too."""
_APART = 1.8
"""Distance from the next row, as a share of the font size, of a row that stands apart."""
_PAGE_NUMBER = re.compile(
    r"[\s\[(|–—•·.-]*(?:page|p\.|seite|pagina)?\s*(?:\d{1,4}|[ivxlc]{1,7}|[A-Z]?\d?[-–.]\d{1,3})"
    r"\s*(?:(?:of|/|von|de|di)\s*\d{1,4})?[\s\])|–—•·.-]*",
    re.IGNORECASE,
)
_NUMBERS = re.compile(r"\d+|\b[ivxlc]+\b")
_HAS_LETTER = re.compile(r"[^\W\d_]")

Slot = tuple[str, int]


@dataclasses.dataclass(frozen=True, slots=True)
class _Row:
    """A row near an edge: ``rank`` counts rows from the edge, ``key`` is text without numbers."""

    lines: tuple[Line, ...]
    slot: Slot
    rank: int
    key: str
    apart: bool

    @property
    def edge(self) -> tuple[int, str]:
        return self.lines[0].page, self.slot[0]


def find_headers_footers(pages: Sequence[tuple[float, Sequence[Line]]]) -> set[int]:
    """Return the ``id`` of every line of a header or footer.

    ``pages`` holds the height and the lines of each page, in order.
    """
    sizes: Counter[float] = Counter()
    for _, lines in pages:
        for line in lines:
            sizes[line.size] += len(line.text)
    largest = _LARGEST * max(sizes, key=lambda size: (sizes[size], -size), default=0.0)
    rows = [row for height, lines in pages for row in _edge_rows(height, lines, largest)]
    places: Counter[tuple[Slot, str]] = Counter()
    for row in rows:
        places.update((near, row.key) for near in _near(row.slot))
    repeated = [_repeats(row, places) or _numbers(row) for row in rows]
    outer: Counter[Slot] = Counter(row.slot for row in rows if row.rank == 0)
    caught: Counter[Slot] = Counter(
        row.slot for row, found in zip(rows, repeated, strict=True) if found and row.rank == 0
    )
    usual = {slot for slot in outer if caught[slot] >= max(2, _MOSTLY * outer[slot])}
    return {id(line) for row in _from_edge(rows, repeated, usual) for line in row.lines}


def _from_edge(rows: Sequence[_Row], repeated: Sequence[bool], usual: set[Slot]) -> Iterator[_Row]:
    """Yield the rows found from each edge inwards: what repeats further inside is text."""
    reached: Counter[tuple[int, str]] = Counter()
    for row, found in zip(rows, repeated, strict=True):
        if row.rank == reached[row.edge] and (found or (row.rank == 0 and row.slot in usual)):
            reached[row.edge] += 1
            yield row


def _edge_rows(height: float, lines: Sequence[Line], largest: float) -> Iterator[_Row]:
    """Yield the rows near both edges, up to one that is set larger than they are."""
    rows = rows_of(lines)
    upper = [row for row in rows if row[0].base < height * _EDGE]
    lower = [row for row in rows if row[0].base > height * (1 - _EDGE)]
    for edge, ordered, found in (("top", rows, upper), ("bottom", rows[::-1], lower[::-1])):
        for rank, row in enumerate(found[:_ROWS]):
            if row[0].size > largest:
                break
            place = row[0].base if edge == "top" else height - row[0].base
            following = ordered[rank + 1][0] if rank + 1 < len(ordered) else None
            distance = abs(following.base - row[0].base) if following is not None else height
            yield _Row(
                tuple(row),
                (edge, round(place / _SLOT)),
                rank,
                _key(" ".join(line.text for line in row)),
                distance > _APART * row[0].size,
            )


def _key(text: str) -> str:
    return " ".join(_NUMBERS.sub("#", text.casefold()).split())


def _near(slot: Slot) -> tuple[Slot, ...]:
    edge, place = slot
    return (edge, place - 1), slot, (edge, place + 1)


def _repeats(row: _Row, places: Counter[tuple[Slot, str]]) -> bool:
    return bool(_HAS_LETTER.search(row.key)) and places[row.slot, row.key] >= _MIN_PAGES


def _numbers(row: _Row) -> bool:
    """Whether a row at the edge is a page number, or stands apart and begins or ends with one."""
    if row.rank or not row.apart:
        return False
    first, last = row.lines[0].text, row.lines[-1].text
    return bool(_PAGE_NUMBER.fullmatch(first) or _PAGE_NUMBER.fullmatch(last))
