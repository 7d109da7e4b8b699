"""A titled table of a few rows as a person reads it: values shortened, on one line, no markup.

How it is written is in ``markdown`` (Dagster's page, the terminal) and in ``pages`` (the report).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence

from graphwright.display.printable import prose, shortened

MAX_CELL = 160
"""Characters of a value that are shown."""

_MAX_ITEMS = 8
_LOOKED_AT = 8 * MAX_CELL


@dataclasses.dataclass(frozen=True, slots=True)
class Grid:
    """A title, the names of the columns, and a line of texts for each row."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


def grid(title: str, columns: Iterable[str], rows: Iterable[Sequence[object]]) -> Grid:
    """Return values as a grid of texts."""
    return Grid(title, list(columns), [[shown(value) for value in row] for row in rows])


def shown(value: object) -> str:
    """Return one value as a person reads it: on one line, printable, shortened."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, bytes):
        return f"{len(value):,} bytes"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:.6g}"
    return shortened(_single_line(_plain(value)), MAX_CELL)


def _plain(value: object) -> str:
    if isinstance(value, dict):
        filled = {name: item for name, item in value.items() if item not in (None, [])}
        return ", ".join(f"{name}={_plain(item)}" for name, item in filled.items())
    if isinstance(value, (list, tuple)):
        # Only so many items as can be seen: a document has thousands of blocks.
        items = [_plain(item) for item in value[:_MAX_ITEMS]]
        more = f"... {len(value)} in all" if len(value) > len(items) else ""
        return " / ".join([*items, more] if more else items)
    return str(value)


def _single_line(text: str) -> str:
    # Only so much is looked at as can be seen: a document has a million characters.
    return prose(text[:_LOOKED_AT]) + ("..." if len(text) > _LOOKED_AT else "")
