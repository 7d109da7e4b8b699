"""Lines that name who wrote, edited or published a document, and when: no text of its subject.

Only a short line that says nothing else is one, near the start or the end of the document.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphwright.documents.blocks.raw import RawBlock
from graphwright.tables import BlockKind

_NEAR = 12
"""Blocks from the start or the end in which such a line may stand."""
_LONGEST = 160

_NAME = r"(?:[A-ZÀ-Þ][\w.'’-]*|de|da|di|del|van|von|der|den|la|le|bin|al)"
_NAMES = rf"{_NAME}(?:\s+{_NAME}){{1,4}}"
_LIST = rf"{_NAMES}(?:\s*(?:,|;|&|\band\b)\s*(?:and\s+)?{_NAMES})*"
_DATE = (
    r"(?:\d{1,4}[-./]\d{1,2}[-./]\d{1,4}|(?:\d{1,2}(?:st|nd|rd|th)?\s+)?"
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,?\s+(?:\d{1,2},?\s+)?\d{4})"
)
_TIME = r"(?:,?\s+(?:at\s+)?\d{1,2}:\d\d(?:\s*(?:am|pm))?)?"
_ON = rf"\s*(?:[|·•,–—-]|\bon\b)?\s*(?i:{_DATE}{_TIME})"
_WHEN = rf"(?:{_ON})?"
_LABEL = (
    r"(?i:authors?|contributors?|editors?|document\s+owner"
    r"|(?:last\s+)?(?:written|posted|published|edited|reviewed|maintained|created|changed|modified"
    r"|updated)\s+by)"
)
_STAMP = (
    r"(?i:(?:this\s+page\s+was\s+)?(?:last\s+)?"
    r"(?:updated|modified|changed|edited|created|reviewed|published|posted)(?:\s+(?:on|at))?)"
)
_PART = (
    rf"(?:[Bb]y:?\s+{_LIST}{_WHEN}|{_LABEL}\s*:?\s+{_LIST}{_WHEN}|{_LABEL}\s*:\s*{_NAME}{_WHEN}"
    rf"|{_LABEL}\s+{_NAME}{_ON}"
    rf"|{_STAMP}\s*:?\s+(?i:{_DATE}{_TIME})(?:\s+by\s+{_LIST})?)"
)
_AUTHOR = re.compile(rf"{_PART}(?:\s*[,;|·•]?\s+{_PART}){{0,3}}\s*\.?")


def is_author_line(text: str) -> bool:
    """Say whether a line only names an author, editor or publisher, or a date of change."""
    return len(text) <= _LONGEST and _AUTHOR.fullmatch(text.strip()) is not None


def without_author_lines(blocks: Sequence[RawBlock]) -> tuple[tuple[RawBlock, ...], int]:
    """Return the blocks without author lines, and how many of these there were."""
    last = len(blocks) - _NEAR
    kept = tuple(
        block
        for number, block in enumerate(blocks)
        if not ((number < _NEAR or number >= last) and _names_author(block))
    )
    return kept, len(blocks) - len(kept)


def _names_author(block: RawBlock) -> bool:
    return block.kind == BlockKind.PARAGRAPH and is_author_line(block.text)
