"""Which cells of a table tell what is so only when something occurs: an error, an exception.

"NO_BERTH | The berth is not found" below "Exception" says what NO_BERTH means, and nothing of
berths.
"""

from __future__ import annotations

import re

from graphwright.entities.plurals import singular
from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.reading.headings import Headings
from graphwright.extraction.reading.table_layout import TableLayout
from graphwright.extraction.reading.tables import Tables
from graphwright.tables.documents import Block, BlockKind, ParsedDocument

_WORD = re.compile(r"[a-z]+")
_LONGEST_LABEL = 60
"""Most characters of a label."""


class EventCells:
    """Finds the cells that tell what an event of their row means, or brings about."""

    def __init__(self, parsed: ParsedDocument, headings: Headings, tables: Tables) -> None:
        self._parsed, self._headings, self._tables = parsed, headings, tables

    def tells(self, row: Block, column: int) -> bool:
        """Return whether a cell of a row is about an event, by what stands above it.

        What helps against one ("Solution") is so in any case.
        """
        layout = self._tables.layout(row)
        head = layout.headers.get(column)
        own = "" if head is None else layout.text(head)
        if _named(own) in words("remedy_heads"):
            return False
        return names_event(own) or any(map(names_event, self._above(layout, row)))

    def _above(self, layout: TableLayout, row: Block) -> list[str]:
        """Return what says what a row is of: the first header, the section, the label, heading."""
        first = layout.headers.get(layout.first_column)
        cells = (first, self._tables.section(row))
        found = [layout.text(cell) for cell in cells if cell is not None]
        table = layout.first
        before = self._parsed.blocks[max(0, table.index - 1)]
        if before.kind == BlockKind.PARAGRAPH:
            found.append(self._parsed.text[before.start : before.end])
        return [*found, self._headings.nearest(table.start)]


def names_event(label: str) -> bool:
    """Return whether a label names an error or the like, or its code: "Error Codes"."""
    if len(label) > _LONGEST_LABEL or label.endswith("."):
        return False
    said = _named(label).split()
    if not said or "for" in said:  # "How to Ask for Help for Database Problems"
        return False
    last = singular(said[-1])
    if last in words("event_nouns"):
        return True
    before = singular(said[-2]) if len(said) > 1 else ""
    coded = last == "code" and before in words("coded_nouns")
    return coded or (last in words("event_parts") and before in words("event_nouns"))


def _named(label: str) -> str:
    """Return the words of a label, in lower case, before its bracket or colon."""
    return " ".join(_WORD.findall(re.split(r"[(\[:]", label.lower())[0]))
