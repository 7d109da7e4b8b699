"""Characters to words.

A word ends at white space, at a gap as wide as a letter, at a step back, and where a raised or
lowered mark begins. Ligatures are spelled out.
"""

from __future__ import annotations

import dataclasses
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from graphwright.documents.pdf.model import Font, Word
from graphwright.documents.raw import Box

_GAP = 0.5
"""A gap between two characters that ends a word, as a share of the font size."""
_SHIFT = 0.15
"""A change of the baseline that ends a word, as a share of the font size."""
_LINE_END_HYPHEN = "\x02"
_LIGATURES = {chr(code): unicodedata.normalize("NFKC", chr(code)) for code in range(0xFB00, 0xFB07)}


@dataclasses.dataclass(frozen=True, slots=True)
class TextRun:
    """What the characters of one text object share; the origin is in the page's user space."""

    x: float
    y: float
    size: float
    turns: int
    font: Font


Glyph = tuple[str, float, float, float, float, TextRun | None]
"""Character, left, bottom, right, top in user space, and its run; white space has no run."""


@dataclasses.dataclass(frozen=True, slots=True)
class Frame:
    """The reading frame: the visible part of user space, turned by quarters clockwise."""

    left: float
    bottom: float
    right: float
    top: float
    turns: int

    @property
    def width(self) -> float:
        """Width of the frame."""
        return self.top - self.bottom if self.turns % 2 else self.right - self.left

    @property
    def height(self) -> float:
        """Height of the frame."""
        return self.right - self.left if self.turns % 2 else self.top - self.bottom

    def box(self, left: float, bottom: float, right: float, top: float) -> Box:
        """Return a rectangle of user space as left, top, right, bottom of the frame."""
        if self.turns == 1:
            return bottom - self.bottom, left - self.left, top - self.bottom, right - self.left
        if self.turns == 2:
            return self.right - right, bottom - self.bottom, self.right - left, top - self.bottom
        if self.turns == 3:
            return self.top - top, self.right - right, self.top - bottom, self.right - left
        return left - self.left, self.top - top, right - self.left, self.top - bottom

    def baseline(self, x: float, y: float) -> float:
        """Return the frame's y of a point of user space."""
        return self.box(x, y, x, y)[1]


def words_of(
    glyphs: Sequence[Glyph], frame: Frame
) -> tuple[list[Word], list[Word], int]:
    """Return the words, those that run in another direction, and how many lie off the page."""
    words: list[Word] = []
    asides: list[Word] = []
    outside = 0
    for turns, word in _split(glyphs, frame):
        inside = (
            word.x1 > 0 and word.x0 < frame.width and word.bottom > 0 and word.top < frame.height
        )
        if not inside:
            outside += 1
        elif turns == frame.turns:
            words.append(word)
        else:
            asides.append(word)
    return words, asides, outside


def _split(glyphs: Iterable[Glyph], frame: Frame) -> Iterator[tuple[int, Word]]:
    """Yield each word with the quarter turns of its text."""
    letters: list[str] = []
    boxes: list[Box] = []
    first: TextRun | None = None
    run: TextRun | None = None
    for letter, left, bottom, right, top, own in glyphs:
        if own is None:
            if first is not None:
                yield first.turns, _word(letters, boxes, first, frame)
                first = None
            continue
        box = frame.box(left, bottom, right, top)
        if first is None or (own is not run and _parts(first, own)) or _jumps(boxes[-1], box, own):
            if first is not None:
                yield first.turns, _word(letters, boxes, first, frame)
            letters, boxes, first = [], [], own
        letters.append(letter)
        boxes.append(box)
        run = own
    if first is not None:
        yield first.turns, _word(letters, boxes, first, frame)


def _parts(first: TextRun, own: TextRun) -> bool:
    """Whether a run is no part of the word that another began."""
    if first.turns != own.turns:
        return True
    step = abs(first.y - own.y) if first.turns % 2 == 0 else abs(first.x - own.x)
    return step > _SHIFT * max(first.size, own.size)


def _jumps(last: Box, box: Box, run: TextRun) -> bool:
    return box[0] - last[2] > _GAP * run.size or last[0] - box[2] > _GAP * run.size


def _word(letters: list[str], boxes: list[Box], run: TextRun, frame: Frame) -> Word:
    text = "".join(letters).replace(_LINE_END_HYPHEN, "-")
    for ligature in _LIGATURES.keys() & set(text):
        text = text.replace(ligature, _LIGATURES[ligature])
    base = frame.baseline(run.x, run.y)
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    top, bottom = min(tops), max(bottoms)
    size = run.size
    if run.turns == frame.turns and not 0.5 * size < bottom - top < 2 * size:
        # A font without a usable ascent: its boxes are empty or far too high.
        top, bottom = base - 0.8 * size, base + 0.2 * size
    return Word(text, min(lefts), top, max(rights), bottom, base, size, run.font)
