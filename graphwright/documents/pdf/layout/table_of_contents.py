"""Tables of contents and indexes: titles that dots lead to a page number.

They repeat the headings, so their rows are kept apart as index rows and no sentence is read in
them. A row without dots between such rows (a chapter's line, the first half of a long title)
belongs to them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphwright.documents.pdf.page.lines import merge, rows_of
from graphwright.documents.pdf.page.objects import Line

_LEADER = re.compile(r"\s*(?:\.\s?){4,}\s*|\s*(?:[·…]\s?){3,}\s*")
_ENTRY = re.compile(
    r"(.*?\S)\s*(?:(?:\.\s?){4,}|(?:[·…]\s?){3,})\s*([\divxlcA-Z][\divxlcA-Z.–-]{0,7})\s*$"
)
_OPEN_ENTRY = re.compile(r"(.*?[^\s.])\s*(?:\.\s?){8,}$")
_ENDS_IN_NUMBER = re.compile(r"(.*\D)\s*?([\divxlc]{1,6})\s*$")
_MIN_ENTRIES = 3
_MAX_PLAIN = 2
"""Rows without dots or number, one after another, that still belong to a table of contents."""
_FLUSH = 4.0
"""Points by which the ends of the page numbers differ at most."""


def contents_rows(lines: Sequence[Line]) -> list[tuple[Line, tuple[str, ...]]]:
    """Return the rows of tables of contents among the lines of a page, as title and page."""
    rows = [merge(row) for row in rows_of(lines)]
    entries = [_ENTRY.match(row.text) for row in rows]
    ends = [row.x1 for row, entry in zip(rows, entries, strict=True) if entry]
    if len(ends) < _MIN_ENTRIES:
        return []
    marked = [
        index
        for index, row in enumerate(rows)
        if entries[index] or _OPEN_ENTRY.match(row.text) or _is_flush(row, ends)
    ]
    return [
        (rows[index], _cells(rows[index].text))
        for index in range(marked[0], marked[-1] + 1)
        if _belongs(index, marked)
    ]


def _is_flush(row: Line, ends: Sequence[float]) -> bool:
    """Whether a row without dots ends in a number where the numbers of the entries end."""
    flush = any(abs(row.x1 - end) <= _FLUSH for end in ends)
    return flush and _ENDS_IN_NUMBER.match(row.text) is not None


def _cells(text: str) -> tuple[str, ...]:
    found = _ENTRY.match(text) or (None if _LEADER.search(text) else _ENDS_IN_NUMBER.match(text))
    return (found[1].strip(), found[2]) if found else (_LEADER.sub(" ", text).strip(),)


def _belongs(index: int, marked: Sequence[int]) -> bool:
    """Whether a row is an entry or stands between two close ones: half of a long title."""
    before = max((entry for entry in marked if entry <= index), default=index)
    after = min((entry for entry in marked if entry >= index), default=index)
    return after - before <= _MAX_PLAIN + 1
