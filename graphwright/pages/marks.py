"""Stretches of a document's text that are marked: cutting a text where a mark begins or ends.

A mark is given by offsets into the canonical text, and so is each text: what they share is marked.
Marks may overlap. How a piece looks is in ``marked.html.j2``.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Sequence


@dataclasses.dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of the canonical text; ``kind`` is quote, subject or object."""

    start: int
    end: int
    kind: str


@dataclasses.dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text, and the kinds of the marks that cover it."""

    text: str
    kinds: tuple[str, ...]


def marked_pieces(text: str, start: int, marks: Sequence[Mark]) -> list[Piece]:
    """Return a text that begins at offset ``start`` in pieces that a mark covers whole or not."""
    end = start + len(text)
    edges = {edge for mark in marks for edge in (mark.start, mark.end) if start < edge < end}
    return [
        Piece(text[one - start : two - start], _kinds(marks, one, two))
        for one, two in itertools.pairwise([start, *sorted(edges), end])
    ]


def _kinds(marks: Sequence[Mark], start: int, end: int) -> tuple[str, ...]:
    return tuple(mark.kind for mark in marks if mark.start <= start and end <= mark.end)
