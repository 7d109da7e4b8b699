"""Lines of code that no markup sets off: what looks like none by itself stands within brackets.

A line with the signs of code that opens a bracket holds all lines until the bracket is closed; and
lines of few words between two lines of code, such as ``width: 100,``, are code as they are.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

_STRING = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|//.*$")
_FARTHEST = 80
"""Lines after one that opens a bracket, at most, to the one that closes it."""
_PROPERTY = re.compile(r"[\w.$'\"\[\]-]+\s*[:=]\s*\S|\S+$|<[!/?\w]|[)\]}]")
_BETWEEN = 12
"""Lines without signs of their own, at most, between two lines of code."""


def code_between(texts: Sequence[str], is_code: Sequence[bool]) -> list[bool]:
    """Return which lines are code, those that stand among code included."""
    made = list(is_code)
    for at, text in enumerate(texts):
        if is_code[at] and (end := _closed_by(texts, at, _depth(text))) is not None:
            made[at:end] = [True] * (end - at)
    for first, last in _gaps(made):
        if all(_PROPERTY.match(text) for text in texts[first:last]):
            made[first:last] = [True] * (last - first)
    return made


def _closed_by(texts: Sequence[str], at: int, depth: int) -> int | None:
    """Return the place after the line that closes what a line opens; None where none does."""
    if depth <= 0:
        return None
    for place in range(at + 1, min(len(texts), at + 1 + _FARTHEST)):
        depth += _depth(texts[place])
        if depth <= 0:
            return place + 1
    return None


def _depth(text: str) -> int:
    """Return how many brackets a line leaves open, below 0: closes."""
    signs = _STRING.sub("", text)
    return sum(map(signs.count, "({[")) - sum(map(signs.count, ")}]"))


def _gaps(is_code: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Yield the short runs of other lines that stand between two lines of code."""
    places = [at for at, code in enumerate(is_code) if code]
    for before, after in itertools.pairwise(places):
        if 1 < after - before <= _BETWEEN + 1:
            yield before + 1, after
