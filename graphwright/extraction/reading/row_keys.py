"""What tells a row of a table from the others: the column, or the few together, that are unique.

The name of a row is what its facts are about. Where the first column names several rows, the cells
beside it that tell them apart belong to each fact of the row, as its roles.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations, repeat

from graphwright.documents.blocks.table_headers import is_value
from graphwright.extraction.reading.headings import Span
from graphwright.extraction.reading.table_layout import TableLayout, TableRow, is_code
from graphwright.tables.documents import Cell

MAX_NAME_WORDS = 8
_MAX_TASK_WORDS = 12
"""Words of a name that may be a task: "Create role templates for the application"."""
_MAX_LABEL_WORDS = 4
_MAX_LISTED_WORDS = 2
_LOOKED_AT = 8
"""Columns behind the first in which a key is looked for."""


@dataclasses.dataclass(frozen=True, slots=True)
class Role:
    """A cell that a fact of a row holds beside subject and object, and the header above it."""

    span: Span
    column: int
    header: str


@dataclasses.dataclass(frozen=True, slots=True)
class RowKey:
    """What names a row, and what tells it from others of that name.

    ``column`` holds the name, which stands at ``span``; both are None where the first cell of the
    row does as it is read. ``only`` is the one column that states something, where no key tells the
    rows apart: the row is then one fact, and its other cells are roles of it.
    """

    column: int | None = None
    span: Span | None = None
    roles: tuple[Role, ...] = ()
    only: int | None = None


_FIRST_CELL = RowKey()


class RowKeys:
    """The keys of the rows of one table."""

    def __init__(self, layout: TableLayout) -> None:
        self._layout = layout
        self._columns = dict[int, list[str]]()
        self._named = range(layout.first_column, layout.last_named + 1)
        self._is_outline = len(self._named) == 1 and self._fills_either()
        plain = len(self._named) == 1 and not self._is_outline
        self._key = self._unique_columns() if plain else None

    def of(self, row: TableRow) -> RowKey | None:
        """Return the key of a row, or None where nothing in it is a name."""
        key = self._found(row)
        if key.span is None:
            return key
        return key if key.span[1] - key.span[0] and self._is_name(key.span) else None

    def _found(self, row: TableRow) -> RowKey:
        if len(self._named) > 1:
            return self._in_outline(row, [c for c in self._named if c in row.cells])
        if self._is_outline:
            return self._in_outline(row, sorted(row.cells)[:1])
        if self._key is None or tuple(self._text(row.at(c)) for c in self._key) in self._untold:
            return self._whole(row)
        if self._key == (0,):
            return self._in_section(row)
        return self._keyed(row, self._key)

    def _in_outline(self, row: TableRow, filled: list[int]) -> RowKey:
        """Return the deepest name, with those above it as roles: group, node, field."""
        if not filled:
            return _FIRST_CELL
        name = filled[-1]
        above = [(c, cell) for c, cell in sorted(row.above.items()) if c < name]
        above += [(c, row.cells[c]) for c in filled[:-1]]
        if not above and name == 0:
            return _FIRST_CELL
        roles = tuple(self._role(column, cell) for column, cell in above)
        return RowKey(name, self._name(row.cells[name]), roles)

    def _in_section(self, row: TableRow) -> RowKey:
        """Return the first cell as the name, with the section above it where it is needed."""
        if row.section is None or 0 not in row.cells or self._are_unique((0,), sections=False):
            return _FIRST_CELL
        section = Role(self._name(row.section), 0, "")
        return RowKey(0, self._name(row.cells[0]), (section,))

    def _keyed(self, row: TableRow, key: tuple[int, ...]) -> RowKey:
        """Return the cell of the key that names most rows, with the others as roles."""
        subject = max(key, key=lambda column: (len(set(self._words(column))), -column))
        subject = subject if self._holds_names(subject) else key[0]
        cell = row.at(subject)
        if cell is None:
            return _FIRST_CELL
        cells = [(c, row.at(c)) for c in key if c != subject]
        return RowKey(subject, self._name(cell), tuple(self._role(c, at) for c, at in cells if at))

    def _whole(self, row: TableRow) -> RowKey:
        """Return the first cell as the name of a row that is one fact with all of its cells."""
        first = self._layout.first_column
        values = [column for column in sorted(row.cells) if column > first]
        cell = row.at(first)
        if not values or cell is None:
            return _FIRST_CELL
        beside = (c for c in values[1:] if self._is_short(self._text(row.cells[c])))
        roles = tuple(self._role(c, row.cells[c]) for c in beside)
        return RowKey(first, self._name(cell), roles, only=values[0])

    def _unique_columns(self) -> tuple[int, ...] | None:
        """Return the first column, or it with the fewest and leftmost that tell all rows apart.

        Where none do, those that tell most rows; None where they tell less than half.
        """
        first = self._layout.first_column
        if self._are_unique((first,)):
            return (first,)
        columns = sorted({c for row in self._layout.rows for c in row.cells if c > first})
        full = [c for c in columns[:_LOOKED_AT] if all(map(self._is_short, self._words(c)))]
        sets = [(first, *others) for count in (1, 2, 3) for others in combinations(full, count)]
        unique = next((columns for columns in sets if self._are_unique(columns)), None)
        if unique is not None:
            return unique
        told = {columns: len(self._told_by(columns)) for columns in sets if len(columns) < 4}
        best = max(told, key=lambda columns: told[columns], default=None)
        return best if best is not None and told[best] * 2 > len(self._said) else None

    def _told_by(self, columns: Sequence[int]) -> set[tuple[str, ...]]:
        """Return the keys that one row alone has, or several that say the same."""
        said: dict[tuple[str, ...], set[str]] = {}
        for key, row in zip(self._keys_of(columns), self._said, strict=True):
            said.setdefault(key, set()).add(row)
        return {key for key, rows in said.items() if len(rows) == 1}

    def _keys_of(self, columns: Sequence[int]) -> Iterator[tuple[str, ...]]:
        return zip(*(self._words(column) for column in columns), strict=True)

    def _are_unique(self, columns: Sequence[int], *, sections: bool = True) -> bool:
        """Return whether cells of columns tell all rows apart that do not say the same."""
        seen: dict[tuple[str, ...], str] = {}
        places = self._sections if sections else repeat("")
        return all(
            seen.setdefault((*key, place), said) == said
            for key, place, said in zip(self._keys_of(columns), places, self._said, strict=False)
        )

    @cached_property
    def _untold(self) -> set[tuple[str, ...]]:
        """The values of the key that several rows share, where it tells most rows but not all."""
        if self._key is None or len(self._key) == 1 or self._are_unique(self._key):
            return set()
        return set(self._keys_of(self._key)) - self._told_by(self._key)

    @cached_property
    def _sections(self) -> list[str]:
        return [self._text(row.section) for row in self._layout.rows]

    @cached_property
    def _said(self) -> list[str]:
        """What each row says, in one text."""
        text = self._layout.text
        return [
            "|".join(text(row.cells[c]) for c in sorted(row.cells)) for row in self._layout.rows
        ]

    def _fills_either(self) -> bool:
        """Return whether each row fills one of the first two columns: a group, or a part of it."""
        first, rows = self._layout.first_column, self._layout.rows
        below = [row for row in rows if first not in row.cells]
        if not below or not all(first + 1 in row.cells for row in below):
            return False
        return all(first + 1 not in row.cells for row in rows if first in row.cells)

    def _words(self, column: int) -> list[str]:
        """Return what names a row in a column, for each row; empty where nothing does."""
        if column not in self._columns:
            rows = self._layout.rows
            self._columns[column] = [self._text(row.at(column)) for row in rows]
        return self._columns[column]

    def _text(self, cell: Cell | None) -> str:
        return "" if cell is None else self._layout.slice(self._name(cell)).casefold()

    def _holds_names(self, column: int) -> bool:
        """Return whether a column holds words, and no amounts, dates or marks."""
        found = filter(None, self._words(column))
        return all(any(map(str.isalpha, text)) and not is_value(text) for text in found)

    def _is_short(self, text: str) -> bool:
        return 0 < len(text.split()) <= MAX_NAME_WORDS

    def _is_name(self, span: Span) -> bool:
        text = self._layout.slice(span)
        return any(map(str.isalnum, text)) and len(text.split()) <= _MAX_TASK_WORDS

    def _name(self, cell: Cell) -> Span:
        """Return where the name in a cell stands: its first line, or the label before a colon.

        "Importing: IV_NAME" is whole, as its label alone names no row.
        """
        text = self._layout.text(cell)
        name = text.partition(";")[0]
        label, _, behind = name.partition(": ")
        if 0 < len(label.split()) <= _MAX_LABEL_WORDS and not is_code(behind.strip()):
            name = label
        name = name.rstrip(" .:") or text
        return cell.start, cell.start + len(name)

    def _role(self, column: int, cell: Cell) -> Role:
        headers = self._layout.headers
        found = headers.get(column) or headers.get(self._named.start)
        header = "" if found is None else " ".join(self._layout.text(found).split())
        text = self._layout.text(cell)
        span = (cell.start, cell.end) if _is_list(text) else self._name(cell)
        return Role(span, column, header)


def _is_list(text: str) -> bool:
    """Return whether a cell lists short names: all of them belong to what its row says."""
    items = [item.split() for item in text.split(";")]
    short = all(0 < len(item) <= _MAX_LISTED_WORDS for item in items)
    return len(items) > 1 and short and not any(sign in text for sign in ":(.")
