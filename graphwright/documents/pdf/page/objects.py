"""What the parts of the PDF reader hand each other: words, lines, rules, pages.

Coordinates are points in the page's reading frame: origin at its top left, y downwards, turned
so that most of the page's text runs from left to right.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from graphwright.documents.blocks.boxes import Box


@dataclasses.dataclass(frozen=True, slots=True)
class Font:
    """The style of a word; ``name`` has no subset prefix."""

    name: str
    bold: bool = False
    italic: bool = False
    mono: bool = False


class _Boxed:
    """What stands in a rectangle of the page."""

    __slots__ = ()
    x0: float
    top: float
    x1: float
    bottom: float

    @property
    def box(self) -> Box:
        """Left, top, right, bottom."""
        return self.x0, self.top, self.x1, self.bottom


@dataclasses.dataclass(frozen=True, slots=True)
class Word(_Boxed):
    """A run of characters without white space; ``base`` is the y of its baseline.

    ``mcid`` is the number (id) of the marked content that it is drawn in, -1 for none.
    """

    text: str
    x0: float
    top: float
    x1: float
    bottom: float
    base: float
    size: float
    font: Font
    mcid: int = -1


@dataclasses.dataclass(frozen=True, slots=True)
class Rule:
    """A straight horizontal or vertical line, or a thin bar."""

    x0: float
    top: float
    x1: float
    bottom: float

    @property
    def horizontal(self) -> bool:
        """Whether it is wider than high."""
        return self.x1 - self.x0 >= self.bottom - self.top


@dataclasses.dataclass(frozen=True, slots=True)
class Link:
    """A rectangle of a page that leads to ``href``."""

    href: str
    box: Box


@dataclasses.dataclass(frozen=True, slots=True)
class TaggedCell:
    """A cell of a table by its tags: its place, how many places it covers, its marked content."""

    row: int
    column: int
    rows: int
    columns: int
    header: bool
    mcids: frozenset[int]


@dataclasses.dataclass(frozen=True, slots=True)
class TaggedTable:
    """The cells of a table that stand on a page; ``continues`` where it began on an earlier one."""

    cells: tuple[TaggedCell, ...]
    continues: bool


@dataclasses.dataclass(frozen=True, slots=True)
class Tags:
    """What a tagged page says of itself: the level of marked content that is a heading, and its
    tables."""

    headings: Mapping[int, int] = dataclasses.field(default_factory=dict)
    tables: tuple[TaggedTable, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class Page:
    """A page as it was read: ``number`` counts from 1, ``turns`` are the quarter turns from the
    frame in which the page is shown to its reading frame. What is not among the words is counted:
    words ``outside`` the page and ``repeated`` ones, characters that are ``nameless`` since their
    font does not say which letters they are, and those past the limit of a page, ``unread``.
    """

    number: int
    width: float
    height: float
    words: tuple[Word, ...]
    rules: tuple[Rule, ...] = ()
    images: tuple[Box, ...] = ()
    asides: tuple[Word, ...] = ()
    turns: int = 0
    outside: int = 0
    repeated: int = 0
    links: tuple[Link, ...] = ()
    tags: Tags = Tags()
    nameless: int = 0
    unread: int = 0

    def shown(self, box: Box) -> Box:
        """Return a box of the reading frame in the frame in which a viewer shows the page."""
        x0, top, x1, bottom = box
        if self.turns == 1:
            return top, self.width - x1, bottom, self.width - x0
        if self.turns == 2:
            return self.width - x1, self.height - bottom, self.width - x0, self.height - top
        if self.turns == 3:
            return self.height - bottom, x0, self.height - top, x1
        return box


@dataclasses.dataclass(frozen=True, slots=True)
class Line(_Boxed):
    """Words on one baseline without a wide gap between them, in reading order."""

    page: int
    words: tuple[Word, ...]
    text: str
    x0: float
    top: float
    x1: float
    bottom: float
    base: float
    size: float
    font: Font
