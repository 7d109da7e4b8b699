"""Pieces of a page's text that stand under one heading: lines, items, rows, code."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping

from graphwright.help.sentences import sentences, trimmed
from graphwright.tables import Block, BlockKind, MarkKind, ParsedDocument
from graphwright.tables.help import Span

LABEL_WORDS = 8
"""Words of the longest label, "Confirming a restricted account:"."""
_PLAIN_LABEL = re.compile(r"[^\W_][^:.!?\n]*:(?=\s|$)")
_SIGNS = " \t:*_–—-"


@dataclasses.dataclass(frozen=True, slots=True)
class Piece:
    """A line of a block, or a whole one where it is an item, a row or code.

    ``label`` is where the words end that name the piece, its start where none do: stressed words
    at its start, or few words before a colon. ``stressed`` says that they are stressed.
    """

    start: int
    end: int
    text: str
    block: Block
    label: int
    stressed: bool

    @property
    def kind(self) -> str:
        """Return the kind of its block."""
        return self.block.kind

    @property
    def is_item(self) -> bool:
        """Say whether it is an item of a list."""
        return self.block.kind == BlockKind.LIST_ITEM

    @property
    def is_line(self) -> bool:
        """Say whether it is a line of a paragraph."""
        return self.block.kind in (BlockKind.PARAGRAPH, BlockKind.CAPTION)

    @property
    def is_label(self) -> bool:
        """Say whether all of it is a label."""
        return self.label >= self.end

    @property
    def words(self) -> int:
        """Return how many words it has."""
        return len(self.text.split())


def emphasis_of(document: ParsedDocument) -> dict[int, int]:
    """Return the end of the emphasis that begins at each offset; of several the last."""
    ends: dict[int, int] = {}
    for mark in document.marks:
        if mark.kind == MarkKind.EMPHASIS:
            ends[mark.start] = max(mark.end, ends.get(mark.start, 0))
    return ends


def pieces_of(text: str, block: Block, emphasis: Mapping[int, int]) -> Iterator[Piece]:
    """Yield the pieces of a block, in order."""
    whole = block.kind not in (BlockKind.PARAGRAPH, BlockKind.CAPTION)
    at = block.start
    for part in (
        [text[block.start : block.end]] if whole else text[block.start : block.end].split("\n")
    ):
        span = trimmed(text, at, at + len(part))
        if span is not None:
            yield _piece(text, span, block, emphasis)
        at += len(part) + 1


def _piece(text: str, span: Span, block: Block, emphasis: Mapping[int, int]) -> Piece:
    words = text[span.start : span.end]
    label, stressed = span.start, False
    if block.kind in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.CAPTION):
        label, stressed = _label(text, span, words, emphasis)
    return Piece(span.start, span.end, words, block, label, stressed)


def _label(text: str, span: Span, words: str, emphasis: Mapping[int, int]) -> tuple[int, bool]:
    end = min(emphasis.get(span.start, span.start), span.end)
    if end > span.start:
        after = text[end : span.end]
        signs = len(after) - len(after.lstrip(" :"))
        closed = text[end - 1] in ":?" or ":" in after[:signs] or after[signs:][:1] in ("–", "—")
        if closed or end + signs >= span.end:
            return end + signs, True
        return span.start, False
    plain = _PLAIN_LABEL.match(words)
    if plain and len(plain[0].split()) <= LABEL_WORDS:
        return span.start + plain.end(), False
    return span.start, False


def label_span(text: str, piece: Piece) -> Span | None:
    """Return where the words of a label stand, without its signs."""
    return trimmed(text, piece.start, piece.label, _SIGNS)


def after_label(text: str, piece: Piece) -> Span | None:
    """Return what a piece says after its label; None where that is all."""
    return trimmed(text, piece.label, piece.end, _SIGNS)


def spans_of(text: str, piece: Piece) -> Iterator[Span]:
    """Yield the sentences of a line; an item, a row or code is one span."""
    if piece.is_line:
        yield from sentences(text, piece.start, piece.end)
    else:
        yield Span(piece.start, piece.end)
