"""What the header of a column says: a label, or a statement that "Yes" and "No" answer."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphwright.entities.plurals import singular
from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.reading.headings import Span
from graphwright.extraction.reading.table_layout import Header

_STATEMENT = re.compile(
    r"\s*((?:\w{2,}ed|\w{3,}[ai]ble)\s+(?:as|at|by|for|from|in|on|to|via|with|within))\s+(\S.*?)[\s?:]*"
)
"""A participle or an adjective of what can be done, a preposition, and a noun."""
_BRACKET = re.compile(r"([(\[][^()\[\]]*[)\]])")
_LONGEST_CASE = 8
_TELLING_WHAT = frozenset({"what", "how", "where", "why", "do", "to", "note"})
_ANSWERS = {"yes": True, "no": False, "✔": True, "✓": True, "✘": False, "✗": False}


def header_words(text: str) -> str:
    """Return a header as a predicate: in lower case but for what stands in brackets, as a unit."""
    parts = _BRACKET.split(" ".join(text.split()))
    return "".join(part if n % 2 else part.lower() for n, part in enumerate(parts))


def is_description(text: str) -> bool:
    """Return whether a header says that its cells tell what a row's name is: "Description"."""
    return " ".join(text.lower().split()).strip(" :") in words("description_heads")


def tells_case(text: str) -> bool:
    """Return whether a header tells of which thing its cells are: "Used Component", "Terminal B".

    "Comments", "Value / Behavior" and "What to Enter" do not.
    """
    said = re.findall(r"\w+", text.lower())
    if (
        not 0 < len(said) <= _LONGEST_CASE
        or said[0] in _TELLING_WHAT
        or is_description(text)
        or points(text)
    ):
        return False
    return singular(said[-1]) not in words("general_heads")


def points(text: str) -> bool:
    """Return whether a header says that its cells name where more is told: "See"."""
    return " ".join(text.lower().split()).strip(" :.") in words("pointing_heads")


def answer_of(tokens: Sequence[str]) -> bool | None:
    """Return whether a cell says yes, or None where it says neither yes nor no."""
    said = [word for word in tokens if word not in (".", "*")]
    return _ANSWERS.get(said[0].lower()) if len(said) == 1 else None


def statement_of(header: Header) -> tuple[str, Span, Span] | None:
    """Return predicate, its span and that of the object of "Available as Trial"; None for a label.

    Spans are offsets into the canonical text.
    """
    cell, text = header
    found = _STATEMENT.fullmatch(text)
    if found is None:
        return None
    (start, end), (first, last) = found.span(1), found.span(2)
    predicate = f"be {' '.join(found[1].split()).lower()}"
    offset = cell.start
    return predicate, (offset + start, offset + end), (offset + first, offset + last)
