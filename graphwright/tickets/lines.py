"""The lines of a ticket's text, as headings and rules read them; code is one line, however long."""

from __future__ import annotations

import dataclasses
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


def lines_of(document: ParsedDocument, start: int, end: int) -> list[Line]:
    """Return the lines of the blocks between two offsets that hold more than white space."""
    text = document.text
    bold = {mark.start: mark.end for mark in document.marks if mark.kind == MarkKind.EMPHASIS}
    return [
        line
        for block in document.blocks
        if block.start < end and block.end > start
        for line in _block_lines(text, block, bold, max(block.start, start), min(block.end, end))
    ]


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
