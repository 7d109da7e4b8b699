"""Markdown from grids and pictures, for Dagster's page and the terminal. Reads no file."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Sequence

from graphwright.display.grid import Grid, shown
from graphwright.display.printable import prose

_MARKUP = re.compile(r"[\\|`*~\[\]!]|(?<!\w)[_#]|_(?!\w)")
"""What Markdown reads as more than text, outside of words."""
_ADDRESS = re.compile(r"://|www\.|@|\]\s*[(\[]|(mailto|xmpp|javascript|data):", re.IGNORECASE)
"""What may become a link or a picture; a page makes links of bare addresses, too."""
_BAR = "\\|"


def markdown_table(
    columns: Sequence[str], rows: Iterable[Sequence[object]], *, marked_up: bool = False
) -> str:
    """Return a Markdown table of values, each as ``grid.shown`` writes it.

    ``marked_up`` says that texts are Markdown of ours, which is shown whole: what comes from a
    document is text.
    """
    head = [cell(name, marked_up=marked_up) for name in columns]
    lines = [_line(head), _line(["---"] * len(columns))]
    lines += [_line([cell(value, marked_up=marked_up) for value in row]) for row in rows]
    return "\n".join(lines) + "\n"


def grid_markdown(grid: Grid) -> str:
    """Return a grid as a Markdown heading and table."""
    return f"### {_escape(grid.title)}\n\n{markdown_table(grid.columns, grid.rows)}"


def cell(value: object, *, marked_up: bool = False) -> str:
    """Return one value as the text of a table cell: escaped, as ``grid.shown`` writes it."""
    ours = marked_up and isinstance(value, str)
    return _escape(prose(str(value)) if ours else shown(value), marked_up=marked_up)


def plain_line(text: str) -> str:
    """Return a text of any length as one line of Markdown that is no markup."""
    return _escape(prose(text))


def data_uri(png: bytes) -> str:
    """Return a PNG as an address that holds the picture itself."""
    return f"data:image/png;base64,{base64.b64encode(png).decode('ascii')}"


def _escape(text: str, *, marked_up: bool = False) -> str:
    if marked_up:
        return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")
    if _ADDRESS.search(text):
        return _code(text)
    return _MARKUP.sub(r"\\\g<0>", text.replace("&", "&amp;").replace("<", "&lt;"))


def _code(text: str) -> str:
    """Return text as code, in which Dagster's page makes no link of an address."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    space = " " if text.startswith("`") or text.endswith("`") else ""
    apart = text.replace("\\|", "\\ |")  # else the row would end at the bar
    return f"{fence}{space}{apart.replace('|', _BAR)}{space}{fence}"


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"
