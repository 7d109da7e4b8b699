"""Sentences of a page by its signs alone, so that a page is read without its parse."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphwright.tables.help import Span

_END = re.compile(r"[.!?…]+[\"'”’)\]]*(?=\s+[\"'“‘(\[]?[A-Z0-9À-Þ])|[。！？]|\n")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|incl|excl|resp|no|nr|fig|inc|ltd|corp|mr|mrs|ms|dr|st)"
    r"|\b[A-Z])\.$",
    re.IGNORECASE,
)
"""What ends in a full stop and ends no sentence."""
_STEP = re.compile(r"\s*\d{1,3}\.")


def sentences(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the sentences between two offsets, without white space at their edges."""
    begin = start
    for sign in _END.finditer(text, start, end):
        last = max(begin, sign.end() - 12)
        abbreviated = sign[0] != "\n" and _ABBREVIATION.search(text, last, sign.end())
        if abbreviated or _STEP.fullmatch(text, begin, sign.end()):
            continue
        yield from _trimmed(text, begin, sign.end())
        begin = sign.end()
    yield from _trimmed(text, begin, end)


def _trimmed(text: str, start: int, end: int) -> Iterator[Span]:
    found = trimmed(text, start, end)
    if found is not None:
        yield found


def trimmed(text: str, start: int, end: int, signs: str = "") -> Span | None:
    """Return a span without white space and ``signs`` at its edges; None where nothing is left."""
    while start < end and (text[start].isspace() or text[start] in signs):
        start += 1
    while start < end and (text[end - 1].isspace() or text[end - 1] in signs):
        end -= 1
    return Span(start, end) if start < end else None
