"""Tables of contents and indexes: titles that dots lead to a page number.

They repeat the headings, so their rows are kept apart as index rows and no sentence is read in
them. A row without dots between such rows (a chapter's line, the first half of a long title)
belongs to them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphwright.documents.pdf.lines import merge, rows_of
from graphwright.documents.pdf.model import Line

_LEADER = re.compile(r"\s*(?:\.\s?){4,}\s*|\s*(?:[·…]\s?){3,}\s*")
_ENTRY = re.compile(r"(.*?\S)\s*(?:(?:\.\s?){4,}|(?:[·…]\s?){3,})\s*([\divxlcA-Z.–-]{1,8})\s*$")
_ENDS_IN_NUMBER = re.compile(r"(.*\S)\s+([\divxlc]{1,6})\s*$")
_MIN_ENTRIES = 3
_MAX_PLAIN = 2
"""Rows without dots, one after another, that still belong to a table of contents."""


def contents_rows(lines: Sequence[Line]) -> list[tuple[Line, tuple[str, ...]]]:
    """Return the rows of tables of contents among the lines of a page, as title and page."""
    rows = [merge(row) for row in rows_of(lines)]
    entries = [_ENTRY.match(row.text) for row in rows]
    if sum(entry is not None for entry in entries) < _MIN_ENTRIES:
        return []
    marked = [index for index, entry in enumerate(entries) if entry]
    kept: list[tuple[Line, tuple[str, ...]]] = []
    for index in range(_reach_up(rows, marked[0]), _reach_down(rows, marked[-1]) + 1):
        entry = entries[index]
        if entry is None and not _bridged(index, marked):
            continue
        kept.append((rows[index], _cells(rows[index].text, entry)))
    return kept


def _cells(text: str, entry: re.Match[str] | None) -> tuple[str, ...]:
    found = entry or _ENDS_IN_NUMBER.match(text)
    return (found[1], found[2]) if found else (_LEADER.sub(" ", text).strip(),)


def _bridged(index: int, marked: Sequence[int]) -> bool:
    """Whether a row without dots stands close before an entry, or right after one."""
    before = [entry for entry in marked if entry < index]
    after = [entry for entry in marked if entry > index]
    gap = (after[0] if after else index) - (before[-1] if before else index)
    return gap <= _MAX_PLAIN + 1


def _reach_up(rows: Sequence[Line], first: int) -> int:
    """Return the first row before the entries that ends in a number, as a chapter's line does."""
    while first and _ENDS_IN_NUMBER.match(rows[first - 1].text):
        first -= 1
    return first


def _reach_down(rows: Sequence[Line], last: int) -> int:
    while last + 1 < len(rows) and _ENDS_IN_NUMBER.match(rows[last + 1].text):
        last += 1
    return last
