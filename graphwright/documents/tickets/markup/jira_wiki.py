"""Jira's wiki markup: headings, lists, tables, code, quotes, panels, and marks inside lines.

People leave macros open, and a log may hold any sign. So an opening ``{code}`` without its end
holds its own paragraph and no more, and signs inside a line count only in pairs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graphwright.documents.tickets.markup.jira_lines import write_line
from graphwright.documents.tickets.markup.marked_blocks import BlockWriter, MarkedBlocks
from graphwright.tables import BlockKind

_VERBATIM = re.compile(
    r"\{(?P<name>code|noformat)(?P<options>:[^}\n]{0,200})?\}"
    r"|^[ \t]*(?P<fence>~{3,}|`{3,})(?P<language>[\w+-]{0,30})[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)
"""What opens a verbatim text; fences are of another markup, and much used all the same."""
_BLANK_LINE = re.compile(r"\n[ \t]*(?=\n)")
_CONTAINER = re.compile(
    r"\{(?P<name>quote|panel|color|info|tip|note|warning|expand|section|column|anchor|toc|div|span"
    r"|center)(?::(?P<options>[^}\n]{0,200}))?\}",
    re.IGNORECASE,
)
_TITLE = re.compile(r"(?:^|\|)title=([^|]+)")
_HEADING = re.compile(r"[ \t]*h([1-6])\.[ \t]*(.*)", re.IGNORECASE)
_ITEM = re.compile(r"[ \t]*(?:([*#]{1,8}|-)|(?=[*#-]{2,8}[ \t])([*#-]{2,8}))[ \t]+(\S.*)")
_QUOTED = re.compile(r"[ \t]*bq\.[ \t]*", re.IGNORECASE)
_RULE = re.compile(r"[ \t]*-{4,}[ \t]*")
_BAR = re.compile(r"(\[[^\[\]\n|]*\|[^\[\]\n]*\]|\{\{(?:(?!\{\{).)*?\}\}|![^!\n]{1,300}!)|\|\|?")
"""A bar parts cells, but not inside a link, monospace or a picture."""
_ROW_LINES = 40
"""Lines that one row of a table may go over."""


def read_jira_wiki(source: str) -> MarkedBlocks:
    """Return the blocks of a text in Jira's markup."""
    writer, tables = BlockWriter(), _Tables()
    text = source.replace("\r\n", "\n").replace("\r", "\n")
    for piece, verbatim in _pieces(text):
        if verbatim:
            writer.text.add(piece)
            writer.end(BlockKind.CODE)
        else:
            _write_lines(_without_containers(piece).split("\n"), writer, tables)
    return writer.finish()


def _pieces(text: str) -> Iterator[tuple[str, bool]]:
    """Yield pieces of a text, each with whether it is verbatim."""
    place = 0
    closers = _Closers(text)
    while (opened := _VERBATIM.search(text, place)) is not None:
        yield text[place : opened.start()], False
        start, after = closers.inside(opened)
        yield text[opened.end() : start], True
        place = after
    yield text[place:], False


class _Closers:
    """Where the verbatim texts of a text end; the marks are found once, since there may be many."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._marks = list(_VERBATIM.finditer(text))
        self._next = 0

    def inside(self, opened: re.Match[str]) -> tuple[int, int]:
        """Return where what a mark opens ends, and where the text goes on after its end."""
        while self._marks[self._next].start() < opened.end():
            self._next += 1
            if self._next == len(self._marks):
                return self._unclosed(opened, len(self._text))
        for mark in self._marks[self._next : self._next + 200]:
            if _same(mark, opened):
                if mark["options"] or mark["language"]:  # another one opens
                    return self._unclosed(opened, mark.start())
                return mark.start(), mark.end()
        return self._unclosed(opened, len(self._text))

    def _unclosed(self, opened: re.Match[str], limit: int) -> tuple[int, int]:
        """Return the end of the paragraph that an open mark begins."""
        begin = opened.end()
        while begin < limit and self._text[begin].isspace():
            begin += 1
        blank = _BLANK_LINE.search(self._text, begin, limit)
        end = blank.start() if blank is not None else limit
        return end, end


def _same(mark: re.Match[str], opened: re.Match[str]) -> bool:
    if opened["fence"]:
        return bool(mark["fence"]) and mark["fence"][:3] == opened["fence"][:3]
    return bool(mark["name"]) and mark["name"].lower() == opened["name"].lower()


def _without_containers(text: str) -> str:
    """Return a text without the marks of quotes, panels and colours; a panel's title stays."""

    def replaced(found: re.Match[str]) -> str:
        name = found["name"].lower()
        if name in ("color", "anchor", "span"):  # stand inside lines
            return ""
        title = _TITLE.search(found["options"] or "")
        return f"\n\n*{title[1].strip()}*\n\n" if title else "\n\n"

    return _CONTAINER.sub(replaced, text) if "{" in text else text


class _Tables:
    """Numbers the tables of a text."""

    def __init__(self) -> None:
        self.number = -1
        self.open = False

    def row(self) -> int:
        """Return the number of the table that the next row belongs to."""
        if not self.open:
            self.number += 1
        self.open = True
        return self.number


def _write_lines(lines: Sequence[str], writer: BlockWriter, tables: _Tables) -> None:
    level = 0  # of the list item that is open; 0: a paragraph is
    place = 0

    def end() -> None:
        writer.end(BlockKind.LIST_ITEM if level else BlockKind.PARAGRAPH, level)

    while place < len(lines):
        line, place = lines[place], place + 1
        starts_row = line.lstrip().startswith("|")
        heading, item = _HEADING.match(line), _ITEM.match(line)
        if starts_row or heading or item or not line.strip() or _RULE.fullmatch(line):
            end()
            level = 0
        tables.open = tables.open and starts_row
        if starts_row:
            place = _write_row(lines, place - 1, writer, tables)
        elif heading:
            write_line(heading[2], writer)
            writer.end(BlockKind.HEADING, int(heading[1]))
        elif item:
            level = len(item[1] or item[2])
            write_line(item[3], writer)
        elif line.strip() and not _RULE.fullmatch(line):
            if writer.text.has_text():
                writer.text.add("\n")
            write_line(_QUOTED.sub("", line, count=1), writer)
    end()
    tables.open = False


def _write_row(lines: Sequence[str], place: int, writer: BlockWriter, tables: _Tables) -> int:
    """Write a row of a table, which goes on until a bar ends a line; return the next line."""
    after = place + 1
    limit = min(len(lines), place + _ROW_LINES)
    while (
        after < limit
        and not lines[after - 1].rstrip().endswith("|")
        and lines[after].strip()
        and not lines[after].lstrip().startswith("|")
    ):
        after += 1
    row = " ".join(line.strip() for line in lines[place:after])
    number = tables.row()
    for cell in _cells(row):
        write_line(cell, writer)
        writer.end_cell()
    writer.end_row(number, header=row.startswith("||"))
    return after


def _cells(row: str) -> list[str]:
    cells, begin = [], 0
    for bar in _BAR.finditer(row):
        if bar[1] is None:
            cells.append(row[begin : bar.start()])
            begin = bar.end()
    cells.append(row[begin:])
    return cells[1:-1] if not cells[-1].strip() else cells[1:]
