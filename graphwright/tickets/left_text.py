"""What the rules leave of a description, and what a language model says of it (LinkedIn, 3.1.2)."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Protocol

from graphwright.tables import ParsedDocument, SectionOrigin, TicketRecord
from graphwright.tickets.lines import lines_of
from graphwright.tickets.pieces import Piece, pieces_of
from graphwright.tickets.template import DESCRIPTION, DETAILS, Template
from graphwright.tickets.text_rules import BESIDE, REST

SAID_CONFIDENCE = 0.7
"""Of a section whose words were found again, but that nothing in the text's form says."""

_WEAKER = 0.5
"""What the weaker of two readings counts: both read the same text."""


class SaidSection(Protocol):
    """A section that a model found: ``rule`` names prompt and model."""

    @property
    def section(self) -> str:
        """The section's name."""

    @property
    def start(self) -> int:
        """Offset of its first character in the canonical text."""

    @property
    def end(self) -> int:
        """Offset after its last character."""

    @property
    def rule(self) -> str:
        """What says so."""


def description_pieces(
    document: ParsedDocument, record: TicketRecord, template: Template
) -> list[Piece]:
    """Return the pieces of a ticket's description by the rules alone; none without one."""
    if record.description_start is None or record.description_end is None:
        return []
    lines = lines_of(document, record.description_start, record.description_end)
    return pieces_of(lines, template, None)


def is_left(piece: Piece) -> bool:
    """Say whether a piece is what no rule took, or what its place alone speaks for."""
    return piece.rule in (REST, BESIDE)


def sections_to_find(template: Template) -> tuple[str, ...]:
    """Return the sections that a description may hold; its plain text is none to be found."""
    return tuple(
        kind.name
        for kind in template.sections.values()
        if kind.parent == DESCRIPTION and kind.name != DETAILS
    )


def with_said(text: str, pieces: Sequence[Piece], said: Sequence[SaidSection]) -> list[Piece]:
    """Return pieces in which what rules left is cut into the sections that a model found in it.

    Where it reads a piece as the rules do, both together are surer than each.
    """
    return [made for piece in pieces for made in _with_said(text, piece, said)]


def _with_said(text: str, piece: Piece, said: Sequence[SaidSection]) -> Iterator[Piece]:
    inside = [one for one in said if one.start < piece.end and piece.start < one.end]
    if not is_left(piece):
        agreed = any(one.section == piece.section for one in inside)
        yield _surer(piece) if agreed and piece.origin is SectionOrigin.RULE else piece
        return
    if not inside:
        yield piece
        return
    at, plain = piece.start, dataclasses.replace(piece, section=DETAILS, rule=REST)
    for one in inside:
        yield from _rest(text, plain, at, one.start)
        yield Piece(one.section, SectionOrigin.LLM, one.rule, SAID_CONFIDENCE, one.start, one.end)
        at = one.end
    yield from _rest(text, plain, at, piece.end)


def _surer(piece: Piece) -> Piece:
    high, low = sorted((piece.confidence, SAID_CONFIDENCE), reverse=True)
    both = 1 - (1 - high) * (1 - _WEAKER * low)
    return dataclasses.replace(piece, confidence=round(both, 4))


def _rest(text: str, piece: Piece, start: int, end: int) -> Iterator[Piece]:
    """Yield what stands between two offsets as a piece of its own, if that is a letter at all."""
    words = text[start:end]
    first = start + len(words) - len(words.lstrip())
    last = start + len(words.rstrip())
    if first < last:
        yield dataclasses.replace(piece, start=first, end=last)
