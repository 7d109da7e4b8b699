"""A part of a page while its tree is built."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from graphwright.help.draft import RejectedDraft
from graphwright.help.pieces import Piece
from graphwright.tables import HelpNodeOrigin
from graphwright.tables.help import Span

MAX_DEPTH = 12
"""Nodes above a node at most; what stands deeper belongs to the last one."""


@dataclasses.dataclass(slots=True)
class Part:
    """A problem with what stands under it; what is deeper is in ``parts``.

    ``said`` are sentences or cells that stand beside the problem in its own line. ``end`` is the
    offset after all of it.
    """

    origin: HelpNodeOrigin
    rule: str
    confidence: float
    problem: str
    span: Span | None
    start: int
    end: int
    depth: int
    lead: Span | None = None
    said: list[Span] = dataclasses.field(default_factory=list)
    pieces: list[Piece] = dataclasses.field(default_factory=list)
    parts: list[Part] = dataclasses.field(default_factory=list)

    def walk(self) -> Iterator[Part]:
        """Yield the part and all below it, each after the one above it."""
        waiting = [self]
        while waiting:
            part = waiting.pop()
            yield part
            waiting.extend(reversed(part.parts))


@dataclasses.dataclass(slots=True)
class Page:
    """The root of a page and what went nowhere so far."""

    text: str
    root: Part
    rejected: list[RejectedDraft] = dataclasses.field(default_factory=list)
