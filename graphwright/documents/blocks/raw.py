"""Blocks as a reader hands them over, before they have a place in the canonical text.

The readers of the formats make them; ``canonical`` turns them into text and spans.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Mapping

from graphwright.documents.blocks.boxes import Box
from graphwright.tables import NOTHING_STATED, BlockKind, MarkKind, StatedVersion

HYPHEN = "\ufdd0"
"""Stands in a block's text where a hyphen at a line's end was dropped to make a word whole."""
PLACE = "\ufdd1"
"""Stands in a block's text where it goes on in another column or page; see ``RawBlock.places``."""


@dataclasses.dataclass(frozen=True, slots=True)
class RawCell:
    """A cell of a table row, in the column where it starts."""

    text: str
    column: int
    header: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class RawBlock:
    """A block in reading order; ``level`` is a heading's level or a list item's depth.

    ``continues`` marks a paragraph inside a list item of depth ``level``; ``resets`` a block
    before which the headings end (a new slide or sheet); ``table`` numbers the tables; ``places``
    has page and box for each ``PLACE`` in the text.
    """

    kind: BlockKind
    text: str = ""
    level: int = 0
    continues: bool = False
    resets: bool = False
    table: int | None = None
    cells: tuple[RawCell, ...] = ()
    page: int | None = None
    box: Box | None = None
    box_unit: str | None = None
    places: tuple[tuple[int, Box], ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class RawLink:
    """A link in reading order: its target, its words, and words that stand before it."""

    href: str
    anchor: str
    before: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class RawMark:
    """What an author marked in a passage: from one solid character to another.

    A solid character is one that ``clean`` keeps and that is no white space; ``link`` is the number
    of the link among those of the document that the mark belongs to.
    """

    kind: MarkKind
    start: int
    end: int
    link: int | None = None

    def moved(self, by: int) -> RawMark:
        """Return the mark so many solid characters further on."""
        return RawMark(self.kind, self.start + by, self.end + by, self.link)


@dataclasses.dataclass(frozen=True, slots=True)
class RawPassage:
    """The text of a block or of a table cell as its reader had it, and the marks in it."""

    text: str
    marks: tuple[RawMark, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class RawDocument:
    """What a reader made of a document; ``left_out`` names and counts what is not in the text.

    ``passages`` are the blocks and cells in reading order, those without marks too; none where the
    reader knows no marks or the document has none.
    """

    blocks: tuple[RawBlock, ...]
    title: str | None = None
    pages: int | None = None
    partial: bool = False
    warnings: tuple[str, ...] = ()
    left_out: tuple[tuple[str, int], ...] = ()
    links: tuple[RawLink, ...] = ()
    passages: tuple[RawPassage, ...] = ()
    version: StatedVersion = NOTHING_STATED
    stated_id: str | None = None
    audience: str | None = None

    def with_left_out(self, more: Mapping[str, int]) -> RawDocument:
        """Return the document with something more that is not in its text."""
        counted = Counter(dict(self.left_out)) + Counter(more)
        return dataclasses.replace(self, left_out=tuple(sorted(counted.items())))
