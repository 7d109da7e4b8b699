"""Which pieces of text an agent has said, by words, whatever the layout and the markup."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

_WORD = re.compile(r"\w+(?:['’]\w+)?")
SAID = 0.8
"""Share of a piece's pairs of neighbouring words that a text must hold to have said it."""


def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a text, case folded."""
    return tuple(word.casefold().replace("’", "'") for word in _WORD.findall(text))


def _pairs(words: Sequence[str]) -> set[tuple[str, ...]]:
    """Return the pairs of neighbouring words; of a single word that word alone."""
    if len(words) == 1:
        return {(words[0],)}
    return set(pairwise(words))


def is_said(piece: str, text: str) -> bool:
    """Return whether a text says a piece, perhaps in a few other words.

    Every number of the piece must stand beside the same neighbour, since a limit with another
    number is another limit.
    """
    wanted, words = words_of(piece), words_of(text)
    pairs = _pairs(wanted)
    held = pairs & (_pairs(words) if len(wanted) > 1 else {(word,) for word in words})
    if not pairs or any(_holds_number(pair) for pair in pairs - held):
        return False
    return len(held) >= SAID * len(pairs)


def _holds_number(pair: tuple[str, ...]) -> bool:
    return any(word.isdigit() for word in pair)


def is_quoted(piece: str, text: str) -> bool:
    """Return whether a text holds a piece word for word."""
    return f" {' '.join(words_of(piece))} " in f" {' '.join(words_of(text))} "


def share_said(pieces: Sequence[str], text: str) -> float:
    """Return the share of the pieces that a text says, 0 to 1."""
    return sum(is_said(piece, text) for piece in pieces) / len(pieces) if pieces else 0.0
