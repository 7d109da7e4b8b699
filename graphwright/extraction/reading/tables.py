"""The tables of one document, each read once: where a row stands in its layout, what its key is."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from itertools import groupby

from graphwright.extraction.reading.row_keys import Role, RowKey, RowKeys
from graphwright.extraction.reading.table_layout import TableLayout, TableRow
from graphwright.tables.documents import Block, BlockKind, Cell, ParsedDocument


@dataclasses.dataclass(frozen=True, slots=True)
class KnownRow:
    """A row as its whole table explains it; ``headers`` are those of the table's columns."""

    key: RowKey
    headers: Mapping[int, tuple[Cell, str]]
    groups: Mapping[int, Role]

    def roles_for(self, column: int) -> Iterator[tuple[str, Role]]:
        """Yield what a fact of a column holds beside subject and object, each with its kind."""
        for role in self.key.roles:
            if role.column != column:
                yield "row", role
        if column in self.groups:
            yield "column", self.groups[column]


class _KnownTable:
    def __init__(self, layout: TableLayout) -> None:
        self._keys = RowKeys(layout)
        self._rows = {row.block.index: row for row in layout.rows}
        self._headers = {c: (cell, layout.text(cell)) for c, cell in layout.headers.items()}
        self._groups = {
            column: Role((cell.start, cell.end), column, "")
            for column, cell in layout.groups.items()
        }

    def row(self, block: Block) -> KnownRow | None:
        row: TableRow | None = self._rows.get(block.index)
        key = None if row is None else self._keys.of(row)
        return None if key is None else KnownRow(key, self._headers, self._groups)


class Tables:
    """Finds what is known of a row from all of its table."""

    def __init__(self, parsed: ParsedDocument) -> None:
        self._parsed = parsed
        self._runs = dict[int, list[Block]]()
        for (kind, _), run in groupby(parsed.blocks, key=lambda block: (block.kind, block.table)):
            blocks = list(run) if kind == BlockKind.TABLE_ROW else []
            self._runs.update((block.index, blocks) for block in blocks)
        self._known = dict[int, _KnownTable]()

    def row(self, block: Block) -> KnownRow | None:
        """Return what is known of a row; None for a header, a section and a row without a name."""
        blocks = self._runs[block.index]
        first = blocks[0].index
        if first not in self._known:
            self._known[first] = _KnownTable(TableLayout(self._parsed, blocks))
        return self._known[first].row(block)
