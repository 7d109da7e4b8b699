"""What the chunks of one document share when they are read."""

from __future__ import annotations

from graphwright.documents.blocks.links import Links
from graphwright.extraction.reading.headings import Headings
from graphwright.extraction.reading.row_names import RowNames
from graphwright.extraction.reading.source_kinds import source_kind_of
from graphwright.extraction.reading.tables import Tables
from graphwright.extraction.reading.whole_names import whole_names
from graphwright.tables.documents import ParsedDocument


class DocumentReading:
    """A document with its headings, tables, links, and the names of rows in several chunks.

    The chunks of a document are to be read with one of these, in their order: else nothing says
    what a piece of a table row is about, and no rule of tables reads it.
    """

    def __init__(self, parsed: ParsedDocument) -> None:
        self.parsed = parsed
        self.headings = Headings(parsed)
        self.tables = Tables(parsed, self.headings)
        self.row_names = RowNames()
        self.links = Links(parsed.text, parsed.marks)
        self.marks = sorted([*parsed.marks, *whole_names(parsed)], key=lambda m: (m.start, -m.end))
        """The author's marks, and the names that the text tells to be one."""
        self.source_kind = source_kind_of(parsed)
