"""A title as words: where a name may stand in it, and what is left once a name is cut."""

from __future__ import annotations

import dataclasses
import re

from graphwright.help.function_words import ARTICLES, DETERMINERS, POSSESSIVES, PREPOSITIONS

Words = tuple[str, ...]

_WORD = re.compile(r"[^\W_]+(?:['’.&+/-][^\W_]+)*%?")
_BREAK = re.compile(r"[:|–—?!;,]|\s-\s")
_JOINING = frozenset(("for", "of", "in", "on", "with"))
"""Prepositions that join a name to its topic and say no more; "to" and "from" do."""


@dataclasses.dataclass(frozen=True, slots=True)
class Title:
    """A title's words in small letters, their places, and the gaps that part it."""

    text: str
    words: Words
    places: tuple[tuple[int, int], ...]
    capital: tuple[bool, ...]
    breaks: tuple[bool, ...]
    """Whether a colon, dash or the like stands before each word."""

    def parted(self, start: int, end: int) -> bool:
        """Return whether a colon or the like stands inside a run of words."""
        return any(self.breaks[start + 1 : end])

    def inside(self, start: int, end: int) -> bool:
        """Return whether a run of words stands in a sentence as names do: after "for" or "my"."""
        before = self.words[start - 1] if start and not self.breaks[start] else ""
        return before in PREPOSITIONS | DETERMINERS

    def apart(self, start: int, end: int) -> bool:
        """Return whether a colon or the like parts a run of words from the rest."""
        return (start > 0 and self.breaks[start]) or (end < len(self.words) and self.breaks[end])

    def written(self, start: int, end: int) -> str:
        """Return a run of words as written, with a bracket that closes behind it."""
        first, last = self.places[start][0], self.places[end - 1][1]
        piece = self.text[first:last]
        return piece + ")" if piece.count("(") > piece.count(")") else piece


def read_title(text: str) -> Title:
    """Return the words of a title."""
    found = list(_WORD.finditer(text))
    places = tuple(match.span() for match in found)
    before = (0, *(end for _, end in places))
    return Title(
        text,
        tuple(match.group().lower().replace("’", "'") for match in found),
        places,
        tuple(not match.group()[0].islower() for match in found),
        tuple(
            bool(_BREAK.search(text[last:start]))
            for last, (start, _) in zip(before, places, strict=False)
        ),
    )


def topic_without(title: Title, start: int, end: int, classes: frozenset[str]) -> Words:
    """Return the words that are left without a name, in normal form; empty where none is left.

    Articles go, the preposition that joined the name, and "to your account" where ``classes`` have
    "account": that is the product once more.
    """
    first, last = _joined(title, start, end)
    return _normal([*title.words[:first], "", *title.words[last:]], classes)


def written_without(title: Title, start: int, end: int) -> str:
    """Return what is left of a title without a name, as written."""
    first, last = _joined(title, start, end)
    left = title.text[: title.places[first - 1][1]] if first else ""
    right = title.text[title.places[last][0] :] if last < len(title.words) else ""
    if not right and title.text.endswith("?"):
        left += "?"
    return " ".join(one for one in (left, right) if one)


def _joined(title: Title, start: int, end: int) -> tuple[int, int]:
    """Return the place of a name with the words that join it to the rest."""
    while start and title.words[start - 1] in DETERMINERS:
        start -= 1
    if start and title.words[start - 1] in _JOINING:
        start -= 1
    if not start and end < len(title.words) and title.words[end] in _JOINING:
        end += 1
    return start, end


def _normal(words: list[str], classes: frozenset[str]) -> Words:
    kept: list[str] = []
    for word in words:
        if word in classes and kept[-1:] and kept[-1] in POSSESSIVES and _led(kept):
            del kept[-2:]
        elif word not in ARTICLES:
            kept.append(word)
    return tuple(singular(word) for word in kept if word)


def _led(kept: list[str]) -> bool:
    return len(kept) > 1 and kept[-2] in PREPOSITIONS


def singular(word: str) -> str:
    """Return a word without the s of the plural."""
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word
