"""Pieces that the terminal's pages share."""

from __future__ import annotations

from collections.abc import Iterable

from rich.markdown import Markdown
from rich.table import Table as RichTable

from graphwright.display.grid import Grid
from graphwright.display.markdown import grid_markdown


def markdown_of(grids: Iterable[Grid]) -> Markdown:
    """Return grids as one piece of Markdown."""
    return Markdown("\n".join(map(grid_markdown, grids)))


def two_columns(left: str, right: str, rows: list[tuple[str, str]]) -> RichTable:
    """Return a table of names and numbers."""
    table = RichTable(left, box=None, pad_edge=False)
    table.add_column(right, justify="right")
    for row in rows:
        table.add_row(*row)
    return table
