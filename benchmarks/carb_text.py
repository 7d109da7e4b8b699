"""CaRB's tokenised sentences as ordinary text, and spans of that text as CaRB's own tokens.

The sentences are stored as tokens of the Penn Treebank with spaces between ("take - it - or -
leave it ''"). No document is written so; the parser is given the text as a person would write it.
"""

from __future__ import annotations

import bisect
import dataclasses
import re

_WRITTEN = {"``": '"', "''": '"', "-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]"}
_CLOSES_UP = re.compile(r"[.,;:?!%)\]]|''|'|n't|'(?:s|S|m|d|re|ve|ll)|-RRB-|-RSB-")
_OPENS = frozenset({"(", "[", "$", "#", "``", "`", "-LRB-", "-LSB-"})
_JOINS = frozenset({"-", "/"})


@dataclasses.dataclass(frozen=True)
class PlainSentence:
    """A sentence as ordinary text, with the character at which each of its tokens starts."""

    text: str
    tokens: tuple[str, ...]
    starts: tuple[int, ...]

    def words(self, start: int, end: int) -> str:
        """Return the tokens that lie in a span of the text, with spaces between."""
        first = max(0, bisect.bisect_right(self.starts, start) - 1)
        return " ".join(self.tokens[first : bisect.bisect_left(self.starts, end)])


def plain(sentence: str) -> PlainSentence:
    """Return the sentence without the spaces that only the tokens have."""
    tokens = sentence.split()
    text, starts, open_quotes = "", [], 0
    for position, token in enumerate(tokens):
        quote = token == '"'
        closing = _CLOSES_UP.fullmatch(token) is not None or (quote and open_quotes % 2 == 1)
        if text and not closing and not _glued(tokens, position, open_quotes):
            text += " "
        starts.append(len(text))
        text += _WRITTEN.get(token, token)
        open_quotes += quote
    return PlainSentence(text, tuple(tokens), tuple(starts))


def _glued(tokens: list[str], position: int, open_quotes: int) -> bool:
    """Return whether a token stands close to the one before it."""
    before, token = tokens[position - 1], tokens[position]
    if before in _OPENS or (before == '"' and open_quotes % 2 == 1):
        return True
    inner = position + 1 < len(tokens)
    return (token in _JOINS and inner) or (before in _JOINS and position > 1)
