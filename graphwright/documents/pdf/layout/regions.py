"""A region of a page: the lines of one paragraph, list item or code, a table or an index."""

from __future__ import annotations

import dataclasses
import re

from graphwright.documents.blocks.boxes import Box, bounding_box
from graphwright.documents.pdf.layout.tables import Table
from graphwright.documents.pdf.page.objects import Line, Word
from graphwright.tables import BlockKind

_BULLET = re.compile(r"[•◦‣▪■●○∙·►▶➤➢✓✔❑❏❖§⇒→–—*-]|[\uf000-\uf0ff]")
_SYMBOL_FONT = re.compile(r"wingding|symbol|dingbat|webding|marvosym|bullet", re.IGNORECASE)
_NUMBERED = re.compile(r"\(?(?:\d{1,3}|[A-Za-z]|[ivx]{1,5})[.)]|\[\d{1,3}\]|\(\d{1,2}\)|[①-⑳➀-➓]")


@dataclasses.dataclass(frozen=True, slots=True)
class Region:
    """Lines or a table, with the space above and the edges of the column around them.

    ``level`` is a heading's level or a list item's depth; ``markers`` counts the words of the
    first line that are a list item's bullet or number; ``pictured`` says that it stands over a
    picture; ``entry`` holds the cells of a row of a table of contents.
    """

    kind: BlockKind
    page: int
    lines: tuple[Line, ...] = ()
    table: Table | None = None
    entry: tuple[str, ...] = ()
    level: int = 0
    markers: int = 0
    continues: bool = False
    pictured: bool = False
    gap: float = 0.0
    left: float = 0.0
    right: float = 0.0

    @property
    def box(self) -> Box:
        """Left, top, right, bottom in the reading frame."""
        if self.table is not None:
            return self.table.box
        return bounding_box(line.box for line in self.lines)

    @property
    def size(self) -> float:
        """Font size of the last line: the first may be the number of a heading."""
        return self.lines[-1].size if self.lines else 0.0

    @property
    def characters(self) -> int:
        """Number of characters."""
        return sum(len(line.text) for line in self.lines)

    @property
    def text(self) -> str:
        """The lines with a space between them, without a marker."""
        return " ".join(self.texts)

    @property
    def texts(self) -> list[str]:
        """The text of each line, without a marker."""
        first = " ".join(word.text for word in self.lines[0].words[self.markers :])
        return [first, *(line.text for line in self.lines[1:])]

    def is_all(self, style: str) -> bool:
        """Whether nearly all characters are ``bold``, ``italic`` or ``mono``."""
        return share(self.lines, style) >= 0.9


def share(lines: tuple[Line, ...] | list[Line], style: str) -> float:
    """Return the share of characters whose font is ``bold``, ``italic`` or ``mono``."""
    total = styled = 0
    for line in lines:
        for word in line.words:
            total += len(word.text)
            styled += len(word.text) * getattr(word.font, style)
    return styled / total if total else 0.0


def marker_of(line: Line) -> int:
    """Return how many words at the start of a line are a list item's marker: 0 or 1."""
    if len(line.words) < 2:
        return 0
    first, second = line.words[0], line.words[1]
    if is_bullet(first) or (
        _NUMBERED.fullmatch(first.text) and second.x0 - first.x1 > 0.1 * line.size
    ):
        return 1
    return 0


def is_bullet(word: Word) -> bool:
    """Whether a word is a bullet."""
    if len(word.text) > 1:
        return False
    return bool(_BULLET.fullmatch(word.text) or _SYMBOL_FONT.search(word.font.name)) or (
        word.text == "o" and word.font.mono
    )
