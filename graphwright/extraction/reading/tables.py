"""The tables of one document, each read once: where a row stands in its layout, what its key is."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from itertools import groupby

from graphwright.extraction.reading.headings import Headings, Span
from graphwright.extraction.reading.row_keys import Role, RowKey, RowKeys
from graphwright.extraction.reading.table_layout import Form, Header, TableLayout, TableRow
from graphwright.tables.documents import Block, BlockKind, Cell, ParsedDocument


@dataclasses.dataclass(frozen=True, slots=True)
class KnownRow:
    """A row as its whole table explains it.

    ``headers`` are what stands above its cells, by column, or before its one value; ``groups`` are
    headers over several columns. In a row that ``defines``, the second cell says what the first is.
    ``topics`` are the headings that say what the table is of.
    """

    key: RowKey
    headers: Mapping[int, Header]
    groups: Mapping[int, Role]
    defines: bool = False
    topics: tuple[Role, ...] = ()

    def roles_for(self, column: int) -> Iterator[tuple[str, Role]]:
        """Yield what a fact of a column holds beside subject and object, each with its kind."""
        for role in self.key.roles:
            if role.column != column:
                yield "row", role
        if column in self.groups:
            yield "column", self.groups[column]
        for role in self.topics:
            yield "table", role


class _KnownTable:
    def __init__(self, layout: TableLayout, topics: tuple[Span, ...]) -> None:
        self.layout, self._topic = layout, topics[0] if topics else None
        self._topics = tuple(Role(span, -1, "") for span in topics)
        self._keys = RowKeys(layout)
        self._rows = {row.block.index: row for row in layout.rows}
        names = range(layout.first_column, layout.last_named + 1)
        self._headers = {
            column: (cell, layout.text(cell))
            for column, cell in layout.headers.items()
            if len(names) == 1 or column not in names
        }
        self._groups = {
            column: Role((cell.start, cell.end), column, "")
            for column, cell in layout.groups.items()
        }

    def row(self, block: Block) -> KnownRow | None:
        row, form = self._rows.get(block.index), self.layout.form
        if row is None or form == Form.UNKNOWN:
            return None
        if form == Form.PAIRS:
            return self._pair(row)
        key = self._keys.of(row)
        defines = form == Form.TERMS
        if key is None:
            return None
        return KnownRow(key, self._headers, self._groups, defines, self._topics)

    def section(self, block: Block) -> Cell | None:
        row = self._rows.get(block.index)
        return None if row is None else row.section

    def _pair(self, row: TableRow) -> KnownRow | None:
        """Return a row whose second cell is a value of what the section is about."""
        if self._topic is None:
            return None
        label = row.cells[0]
        return KnownRow(RowKey(0, self._topic), {1: (label, self.layout.text(label))}, {})


class Tables:
    """Finds what is known of a row from all of its table."""

    def __init__(self, parsed: ParsedDocument, headings: Headings) -> None:
        self._parsed, self._headings = parsed, headings
        self._runs = dict[int, list[Block]]()
        for (kind, _), run in groupby(parsed.blocks, key=lambda block: (block.kind, block.table)):
            blocks = list(run) if kind == BlockKind.TABLE_ROW else []
            self._runs.update((block.index, blocks) for block in blocks)
        self._known = dict[int, _KnownTable]()

    def row(self, block: Block) -> KnownRow | None:
        """Return what is known of a row; None for a header, a section and a row without a name."""
        return self._table(block).row(block)

    def layout(self, block: Block) -> TableLayout:
        """Return the layout of the table in which a row stands."""
        return self._table(block).layout

    def section(self, block: Block) -> Cell | None:
        """Return the cell of the section in which a row stands, if the table has sections."""
        return self._table(block).section(block)

    def _table(self, block: Block) -> _KnownTable:
        blocks = self._runs[block.index]
        first = blocks[0]
        if first.index not in self._known:
            topics = self._headings.topics(first.start)
            self._known[first.index] = _KnownTable(TableLayout(self._parsed, blocks), topics)
        return self._known[first.index]
