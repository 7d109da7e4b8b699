"""Lines of code that no markup sets off: what looks like none by itself stands within brackets.

A line with the signs of code that opens a bracket holds all lines until the bracket is closed; and
lines of few words between two lines of code, such as ``width: 100,``, are code as they are.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

_OPENER = re.compile(r"[\"']|//")
_INSIDE = {quote: re.compile(rf"(?:\\.|[^{quote}\\])*+") for quote in "\"'"}
_FARTHEST = 80
"""Lines after one that opens a bracket, at most, to the one that closes it."""
_PROPERTY = re.compile(r"[\w.$'\"\[\]-]+\s*[:=]\s*\S|\S+$|<[!/?\w]|[)\]}]")
_BETWEEN = 12
"""Lines without signs of their own, at most, between two lines of code."""


def code_between(texts: Sequence[str], is_code: Sequence[bool]) -> list[bool]:
    """Return which lines are code, those that stand among code included."""
    made = list(is_code)
    for at, end in _closed(texts, is_code):
        made[at:end] = [True] * (end - at)
    for first, last in _gaps(made):
        if all(_PROPERTY.match(text) for text in texts[first:last]):
            made[first:last] = [True] * (last - first)
    return made


def _closed(texts: Sequence[str], is_code: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Yield each line of code that opens a bracket, and the place after the line that closes it.

    The lines whose brackets are open wait in a stack, so each line is read once.
    """
    if not any(is_code):
        return
    waiting: list[tuple[int, int]] = []  # (brackets open before the line, its place)
    before = 0
    for place, text in enumerate(texts):
        after = before + _depth(text)
        while waiting and waiting[-1][0] >= after:
            _, at = waiting.pop()
            if place - at <= _FARTHEST:
                yield at, place + 1
        if is_code[place] and after > before:
            waiting.append((before, place))
        before = after


def _depth(text: str) -> int:
    """Return how many brackets a line leaves open, below 0: closes."""
    signs = _without_strings(text)
    return sum(map(signs.count, "({[")) - sum(map(signs.count, ")}]"))


def _without_strings(text: str) -> str:
    """Return a line, or a block, without its strings, and without a remark at its end.

    A quote that nothing closes is a sign like any other, and so are those up to where it ends: of
    each kind those are passed over, which keeps a text of nothing but quotes linear.
    """
    last_line = text.rfind("\n") + 1
    unclosed = dict.fromkeys(_INSIDE, 0)
    kept: list[str] = []
    done = 0
    for opener in _OPENER.finditer(text):
        at, sign = opener.start(), opener[0]
        if at < done:
            continue
        if sign == "//":
            if at < last_line:
                continue
            end = len(text)
        elif at < unclosed[sign]:
            continue
        else:
            inside = _INSIDE[sign].match(text, at + 1)
            end = inside.end() + 1 if inside else at + 1
            if text[end - 1 : end] != sign:
                unclosed[sign] = end - 1
                continue
        kept.append(text[done:at])
        done = end
    return "".join((*kept, text[done:]))


def _gaps(is_code: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Yield the short runs of other lines that stand between two lines of code."""
    places = [at for at, code in enumerate(is_code) if code]
    for before, after in itertools.pairwise(places):
        if 1 < after - before <= _BETWEEN + 1:
            yield before + 1, after
