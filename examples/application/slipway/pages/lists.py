"""What long lists have: filters, sorting, pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import urlencode

from slipway.data import Row
from slipway.html import esc, link


def filters(address: str, fields: Iterable[str]) -> str:
    """Return the form that filters a list."""
    button = '<button type="submit">Filter</button>'
    return f'<form action="{esc(address)}" aria-label="Filter">{"".join(fields)}{button}</form>'


def sort_link(address: str, name: str) -> str:
    """Return the head of a column that sorts by it."""
    return link(name.title(), f"{address}?sort={name}")


def page_of(query: Mapping[str, str]) -> int:
    """Return the page that is asked for, from 1."""
    said = query.get("page", "1")
    return max(1, int(said)) if said.isdecimal() and len(said) < 6 else 1


def paged(rows: Sequence[Row], query: Mapping[str, str], size: int) -> Sequence[Row]:
    """Return the rows of the page that is asked for."""
    first = (page_of(query) - 1) * size
    return rows[first : first + size]


def pager(address: str, query: Mapping[str, str], total: int, size: int) -> str:
    """Return the links to the pages of a list; both stand on each page."""
    kept = {name: value for name, value in query.items() if name != "page"}
    last, now = max(1, -(-total // size)), page_of(query)
    around = (("Previous page", max(1, now - 1)), ("Next page", min(last, now + 1)))
    pages = " ".join(
        link(name, f"{address}?{urlencode({**kept, 'page': at})}") for name, at in around
    )
    return f'<nav aria-label="Pages">{total} rows, page {now} of {last} {pages}</nav>'
