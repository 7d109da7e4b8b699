"""The outline (bookmarks) that a PDF may carry: its headings by the author's own word."""

from __future__ import annotations

import dataclasses
import re
import unicodedata
from typing import Any

_MAX_ENTRIES = 20_000
_NUMBER = re.compile(
    r"^(?:(?:chapter|appendix|section|part)\s+)?(?:[\dA-Z]{1,3}(?:\.\d+)*[.:)]?)\s+", re.I
)
_NOT_LETTERS = re.compile(r"[\W_]+")


@dataclasses.dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry: level from 1, title, and the page from 1 that it leads to where that is known."""

    level: int
    title: str
    page: int | None


def read_bookmarks(document: Any) -> list[Bookmark]:
    """Return the outline of a pypdfium2 document, empty where it has none or a broken one."""
    import pypdfium2  # noqa: PLC0415  # only a worker that parses needs it

    entries: list[Bookmark] = []
    try:
        for bookmark in document.get_toc(max_depth=10):
            title = " ".join(bookmark.get_title().split())
            target = bookmark.get_dest()
            index = target.get_index() if target is not None else None
            if title:
                entries.append(
                    Bookmark(bookmark.level + 1, title, None if index is None else index + 1)
                )
            if len(entries) >= _MAX_ENTRIES:
                break
    except pypdfium2.PdfiumError:
        return entries
    return entries


def title_key(text: str) -> str:
    """Return a title for comparison: letters and digits only, folded."""
    return _NOT_LETTERS.sub("", unicodedata.normalize("NFKC", text).casefold())


def bare_key(text: str) -> str:
    """Return a title for comparison without the number before it."""
    return title_key(_NUMBER.sub("", text))
