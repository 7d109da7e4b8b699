"""Finding a model's words again in the text they were copied from.

Letter case, white space and typographic forms (curly quotes, long dashes, ligatures, composed
accents, soft hyphens) do not count; everything else does. What is found is a span of the text.
"""

from __future__ import annotations

import dataclasses
import unicodedata

Span = tuple[int, int]

_MOST_SPANS = 20
"""Places of one phrase that are looked at: a chunk that repeats a word more often than this has
no better place further on."""

_INVISIBLE = frozenset("\u00ad\u200b\u200c\u200d\u2060\ufeff")
_PLAIN = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201a\u201b\u2032`", "'")
    | dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"')
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-")
)


@dataclasses.dataclass(frozen=True, slots=True)
class FoldedText:
    """A text as it is compared, and for each compared character the offset that it came from."""

    characters: str
    offsets: tuple[int, ...]

    def spans_of(self, phrase: str, within: Span) -> list[Span]:
        """Return the first spans inside ``within`` where the phrase stands as whole words."""
        needle = fold(phrase.strip()).characters.strip()
        found: list[Span] = []
        at = self.characters.find(needle) if needle else -1
        while at >= 0 and len(found) < _MOST_SPANS:
            span = self._span(at, at + len(needle))
            inside = within[0] <= span[0] and span[1] <= within[1]
            if inside and self._is_whole(at, at + len(needle)):
                found.append(span)
            at = self.characters.find(needle, at + 1)
        return found

    def _span(self, low: int, high: int) -> Span:
        return self.offsets[low], self.offsets[high - 1] + 1

    def _is_whole(self, low: int, high: int) -> bool:
        return self._is_edge(low) and self._is_edge(high)

    def _is_edge(self, place: int) -> bool:
        if place in (0, len(self.characters)):
            return True
        if self.offsets[place - 1] == self.offsets[place]:
            return False  # inside one character of the text, such as the ligature of f and i
        before, after = self.characters[place - 1], self.characters[place]
        return not (_is_word(before) and (_is_word(after) or unicodedata.combining(after)))


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_" or unicodedata.combining(character) > 0


def fold(text: str) -> FoldedText:
    """Return the text as it is compared, each run of white space as one blank."""
    characters: list[str] = []
    offsets: list[int] = []
    for offset, original in enumerate(text):
        for character in _fold_character(original):
            if character == " " and characters and characters[-1] == " ":
                continue
            characters.append(character)
            offsets.append(offset)
    return FoldedText("".join(characters), tuple(offsets))


def _fold_character(original: str) -> str:
    if original in _INVISIBLE:
        return ""
    if original.isspace():
        return " "
    plain = original.translate(_PLAIN)
    folded = unicodedata.normalize("NFKD", plain).casefold()
    # Some spacing accents decompose to a blank and a mark: keep one form of a blank only.
    return "".join(" " if character.isspace() else character for character in folded)
