"""Which blocks of a document are nothing but links."""

from __future__ import annotations

import bisect
from collections.abc import Iterable

from graphwright.tables.documents import Block, Mark, MarkKind


class Links:
    """The links of a document, found by where they stand."""

    def __init__(self, text: str, marks: Iterable[Mark]) -> None:
        self._text = text
        self._links = [mark for mark in marks if mark.kind == MarkKind.LINK]
        self._starts = [mark.start for mark in self._links]

    def inside(self, block: Block) -> list[Mark]:
        """Return the links that start in a block."""
        first = bisect.bisect_left(self._starts, block.start)
        last = bisect.bisect_left(self._starts, block.end)
        return self._links[first:last]

    def fill(self, block: Block) -> bool:
        """Return whether all words of a block are texts of links."""
        links, place = self.inside(block), block.start
        for mark in links:
            if any(map(str.isalnum, self._text[place : mark.start])):
                return False
            place = max(place, mark.end)
        return bool(links) and not any(map(str.isalnum, self._text[place : block.end]))
