"""How deep HTML nests and how long its tags are, counted without building a tree.

The tree is what depth exhausts: parsers drop what lies too deep, and who walks it runs out of
stack. The count is a bound from above; unclosed elements that HTML closes by itself do not count.
"""

from __future__ import annotations

import re

from graphwright.documents.blocks.file_checks import reject
from graphwright.documents.html.elements import name_set
from graphwright.tables import DocumentStatus

MAX_DEPTH = 500
MAX_ATTRIBUTES = 2_000

_TAG = re.compile(r"<(/?)([a-z][^\s/><]*)([^<>]*)|<(!--)", re.IGNORECASE)
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_LONG_TAG = 10_000
_CLOSED_BY_ITSELF = name_set(
    "area base body br caption col colgroup dd dt embed head hr html img input keygen li link meta"
    " optgroup option p param rb rp rt rtc source tbody td tfoot th thead tr track wbr"
)
"""Elements without an end tag, and those whose end tag may be left out: they do not nest."""
_RAW = name_set("script style textarea title xmp iframe noembed noframes noscript plaintext")
"""Elements whose content is no markup."""


def check_nesting(source: str) -> None:
    """Raise ``ParseError`` where HTML elements nest deeper than any page needs."""
    problem = nesting_problem(source)
    if problem is not None:
        reject(
            DocumentStatus.FAILED,
            problem,
            "Repair the page: elements are probably never closed.",
        )


def nesting_problem(source: str) -> str | None:
    """Return what is wrong with the page's nesting or tags; ``None`` where nothing is."""
    depth = 0
    place = 0
    while (tag := _TAG.search(source, place)) is not None:
        place = tag.end()
        if tag[4]:
            place = _after(source, "-->", place)
            continue
        name = tag[2].lower()
        if len(tag[3]) > _LONG_TAG and len(_QUOTED.sub("", tag[3]).split()) > MAX_ATTRIBUTES:
            return f"An element has more than {MAX_ATTRIBUTES:,} attributes."
        if name in _CLOSED_BY_ITSELF or tag[3].endswith("/"):
            continue
        depth = max(0, depth - 1) if tag[1] else depth + 1
        if depth > MAX_DEPTH:
            return f"HTML elements nest deeper than {MAX_DEPTH}."
        if name in _RAW and not tag[1]:
            place = _after(source, f"</{name}", place) - len(name) - 2
    return None


def _after(source: str, end: str, place: int) -> int:
    """Return the place after the next ``end``, or past the end of the page."""
    found = re.compile(re.escape(end), re.IGNORECASE).search(source, place)
    return found.end() if found is not None else len(source) + len(end)
