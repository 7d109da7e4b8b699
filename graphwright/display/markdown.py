"""Markdown from grids and pictures, for Dagster's page and the terminal. Reads no file."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence

from graphwright.display.grid import Grid, shown


def markdown_table(
    columns: Sequence[str], rows: Iterable[Sequence[object]], *, links: bool = False
) -> str:
    """Return a Markdown table of values, each as ``grid.shown`` writes it.

    ``links`` are for values of ours: what comes from a document must not be one.
    """
    lines = [_line(columns), _line(["---"] * len(columns))]
    lines += [_line([cell(value, links=links) for value in row]) for row in rows]
    return "\n".join(lines) + "\n"


def grid_markdown(grid: Grid) -> str:
    """Return a grid as a Markdown heading and table."""
    return f"### {_escape(grid.title)}\n\n{markdown_table(grid.columns, grid.rows)}"


def cell(value: object, *, links: bool = False) -> str:
    """Return one value as the text of a table cell: escaped, as ``grid.shown`` writes it."""
    return _escape(shown(value), links=links)


def data_uri(png: bytes) -> str:
    """Return a PNG as an address that holds the picture itself."""
    return f"data:image/png;base64,{base64.b64encode(png).decode('ascii')}"


def _escape(text: str, *, links: bool = False) -> str:
    escaped = text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")
    # A document's text must be no link and no picture, which the page would fetch.
    return escaped if links else escaped.replace("](", "]\\(")


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"
