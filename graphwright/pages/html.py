"""The pieces of our HTML pages: text is escaped here and in ``marks``, and written nowhere else.

Text of documents is not to be trusted. The page therefore holds no script and no address, and its
policy forbids the browser to run or to fetch anything, whatever the text says.
"""

from __future__ import annotations

import importlib.resources
import re
from collections.abc import Iterable, Sequence
from html import escape

from graphwright.display.grid import Grid
from graphwright.display.markdown import data_uri

_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
_NUMBER = re.compile(r"-?[\d,]+(\.\d+)?([eE][-+]?\d+)?( ?[%sB])?")


def page(title: str, sections: Iterable[tuple[str, str]]) -> str:
    """Return a whole page of (title, HTML) sections, with a list of them at the top."""
    named = [(f"s{number}", name, body) for number, (name, body) in enumerate(sections)]
    links = "".join(f'<a href="#{anchor}">{escape(name)}</a>' for anchor, name, _ in named)
    bodies = "".join(
        f'<section id="{anchor}"><h2>{escape(name)}</h2>{body}</section>'
        for anchor, name, body in named
    )
    style = importlib.resources.files(__package__).joinpath("report.css").read_text("utf-8")
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style></head>"
        f"<body><h1>{escape(title)}</h1><nav>{links}</nav>{bodies}</body></html>\n"
    )


def paragraph(text: str) -> str:
    """Return a paragraph."""
    return f"<p>{escape(text)}</p>"


def table(grid: Grid, *, titled: bool = True) -> str:
    """Return a grid as a table; cells that are numbers stand at the right."""
    title = f"<h3>{escape(grid.title)}</h3>" if titled else ""
    return f"{title}{_rows(grid.columns, [[_cell(text) for text in row] for row in grid.rows])}"


def trend_table(rows: Iterable[tuple[str, Sequence[int]]]) -> str:
    """Return a table of names, their last number and a small line of all their numbers."""
    cells = [
        [_cell(name), _cell(f"{numbers[-1]:,}"), f"<td>{_sparkline(numbers)}</td>"]
        for name, numbers in rows
    ]
    return _rows(["what", "now", "over the publications"], cells)


def picture(png: bytes, title: str) -> str:
    """Return a PNG that stands in the page itself."""
    return (
        f'<figure><img src="{data_uri(png)}" alt="{escape(title)}">'
        f"<figcaption>{escape(title)}</figcaption></figure>"
    )


def folded(title: str, *parts: str) -> str:
    """Return parts that are shown when the reader opens them."""
    return f"<details><summary>{escape(title)}</summary>{''.join(parts)}</details>"


def preformatted(text: str) -> str:
    """Return text with its line breaks."""
    return f"<pre>{escape(text)}</pre>"


def _rows(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="wide">{table}</div>'


def _cell(text: str) -> str:
    number = ' class="number"' if _NUMBER.fullmatch(text) else ""
    return f"<td{number}>{escape(text)}</td>"


def _sparkline(numbers: Sequence[int]) -> str:
    """Return a line from the first number to the last, 140 by 24 pixels; none for one number."""
    if len(numbers) < 2:
        return ""
    low, high = min(numbers), max(numbers)
    step, scale = 136 / (len(numbers) - 1), 20 / ((high - low) or 1)
    points = [f"{2 + step * i:.1f},{22 - scale * (n - low):.1f}" for i, n in enumerate(numbers)]
    said = f"from {numbers[0]:,} to {numbers[-1]:,}"
    return (
        f'<svg width="140" height="24" role="img" aria-label="{said}">'
        f'<polyline points="{" ".join(points)}"/></svg>'
    )
