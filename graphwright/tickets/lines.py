"""The lines of a ticket's text, as headings and rules read them; code is one line, however long."""

from __future__ import annotations

import bisect
import dataclasses
import operator
import re
from collections.abc import Iterator

from graphwright.tables import Block, BlockKind, MarkKind, ParsedDocument

_STARS = re.compile(r"(\*\*?|__?|\+)(?=\S)(.+?)(?<=\S)\1")
"""Bold or underlined, where the marks of the markup still stand in the text."""


@dataclasses.dataclass(frozen=True, slots=True)
class Line:
    """A line of a block; ``bold`` is the offset at which bold words from its start end, or 0."""

    start: int
    end: int
    text: str
    kind: str
    level: int
    bold: int = 0

    @property
    def is_code(self) -> bool:
        """Whether it is a block of code."""
        return self.kind == BlockKind.CODE

    @property
    def is_item(self) -> bool:
        """Whether it is an item of a list."""
        return self.kind == BlockKind.LIST_ITEM

    @property
    def is_heading(self) -> bool:
        """Whether the markup says that it is a heading."""
        return self.kind in (BlockKind.HEADING, BlockKind.TITLE)


class DocumentLines:
    """The lines of a document, for each of its parts; made once, since comments may be many."""

    def __init__(self, document: ParsedDocument) -> None:
        self._text, self._blocks = document.text, document.blocks
        emphasis = (mark for mark in document.marks if mark.kind == MarkKind.EMPHASIS)
        self._bold = {mark.start: mark.end for mark in emphasis}

    def between(self, start: int, end: int) -> list[Line]:
        """Return the lines of the blocks between two offsets that hold more than white space."""
        first = bisect.bisect_right(self._blocks, start, key=operator.attrgetter("end"))
        after = bisect.bisect_left(self._blocks, end, key=operator.attrgetter("start"))
        return [
            line
            for block in self._blocks[first:after]
            for line in _block_lines(
                self._text, block, self._bold, max(block.start, start), min(block.end, end)
            )
        ]


def lines_of(document: ParsedDocument, start: int, end: int) -> list[Line]:
    """Return the lines between two offsets, of a document of which no more is asked."""
    return DocumentLines(document).between(start, end)


def _block_lines(
    text: str, block: Block, bold: dict[int, int], start: int, end: int
) -> Iterator[Line]:
    at = start
    parts = [text[start:end]] if block.kind == BlockKind.CODE else text[start:end].split("\n")
    for part in parts:
        words = part.strip()
        first = at + len(part) - len(part.lstrip())
        if words:
            yield Line(
                first, first + len(words), words, block.kind, block.level,
                _bold_end(first, words, bold),
            )  # fmt: skip
        at += len(part) + 1


def _bold_end(start: int, words: str, bold: dict[int, int]) -> int:
    if start in bold:
        return min(bold[start], start + len(words))
    marked = _STARS.match(words)
    return start + marked.end() if marked else 0
