"""Characters to words.

A word ends at white space, at a gap as wide as a letter, at a step back, and where a raised or
lowered mark begins. Ligatures are spelled out.
"""

from __future__ import annotations

import dataclasses
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from graphwright.documents.blocks.boxes import Box, bounding_box
from graphwright.documents.blocks.raw import HYPHEN, PLACE
from graphwright.documents.pdf.page.objects import Font, Rule, Word

_GAP = 0.5
"""A gap between two characters that ends a word, as a share of the font size."""
_SPACE = 0.17
"""A gap between two letters that is a space, as a share of the font size."""
_FEW_GAPS = 0.34
_SHIFT = 0.15
"""A change of the baseline that ends a word, as a share of the font size."""
_RIGHT_TO_LEFT = frozenset({"R", "AL"})
_SURROGATE = re.compile("[\ud800-\udfff]")
_PLACEHOLDERS = re.compile(f"[{HYPHEN}{PLACE}]")
"""What stands for something else in a block's text, and has no meaning in a document's."""
_SHADOW = 1.5
"""Points by which two drawings of one word differ at most, nearly."""
_MAX_BARS = 500_000
"""Pairs of a word and a short bar that are looked at: more are a drawing."""
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
    mcid: int = -1


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


@dataclasses.dataclass(slots=True)
class PageWords:
    """The words of a page, those that run in another direction, and how many were left out."""

    words: list[Word]
    asides: list[Word]
    outside: int = 0
    repeated: int = 0


def words_of(glyphs: Sequence[Glyph], frame: Frame) -> PageWords:
    """Return the words of a page in pdfium's order."""
    found = PageWords([], [])
    seen: dict[tuple[str, int], list[float]] = {}
    last_turns = -1
    for turns, word in _split(glyphs, frame):
        if not _is_inside(word, frame):
            found.outside += 1
        elif _is_repeated(word, seen):
            found.repeated += 1
        elif turns == frame.turns:
            found.words.append(word)
        elif turns == last_turns and found.asides and _follows(found.asides[-1], word):
            found.asides[-1] = _together(found.asides[-1], word)
        else:
            found.asides.append(word)
        last_turns = turns
    return found


def _is_inside(word: Word, frame: Frame) -> bool:
    """Whether a word lies on the page, with coordinates that a page can have."""
    width, height = frame.width, frame.height
    return (
        -width < word.x0 < width
        and 0 < word.x1 < 2 * width
        and -height < word.top < height
        and 0 < word.bottom < 2 * height
        and -height < word.base < 2 * height
    )


def _is_repeated(word: Word, seen: dict[tuple[str, int], list[float]]) -> bool:
    """Whether a word was drawn at nearly the same place before, as shadows and fake bold are."""
    if len(word.text) < 2:
        return False
    y = int(word.base / _SHADOW)
    for near in (y, y - 1, y + 1):
        for x in seen.get((word.text, near), ()):
            if abs(x - word.x0) <= _SHADOW:
                return True
    seen.setdefault((word.text, y), []).append(word.x0)
    return False


def with_underscores(words: Sequence[Word], bars: Sequence[Rule]) -> list[Word]:
    """Return the words, those with a short bar between them at the baseline as one.

    TeX's older fonts have no underscore and draw one, so that ``order_id`` comes as two words.
    """
    found = list(words)
    for bar in bars if len(bars) * len(words) <= _MAX_BARS else ():
        beside = [
            index
            for index, word in enumerate(found)
            if -0.1 * word.size < bar.top - word.base < 0.35 * word.size
            and 0.25 * word.size < bar.x1 - bar.x0 < 0.75 * word.size
        ]
        left = next((i for i in beside if abs(found[i].x1 - bar.x0) < 0.2 * found[i].size), None)
        right = next((i for i in beside if abs(found[i].x0 - bar.x1) < 0.2 * found[i].size), None)
        if left is not None and right is not None and left != right:
            one, two = found[left], found[right]
            x0, top, x1, bottom = bounding_box((one.box, two.box))
            found[left] = dataclasses.replace(
                one, text=f"{one.text}_{two.text}", x0=x0, top=top, x1=x1, bottom=bottom
            )
            del found[right]
    return found


def _follows(one: Word, two: Word) -> bool:
    """Whether a turned word stands close to the one before it."""
    across = max(two.x0 - one.x1, one.x0 - two.x1)
    along = max(two.top - one.bottom, one.top - two.bottom)
    return max(across, along) < 0.6 * one.size


def _together(one: Word, two: Word) -> Word:
    x0, top, x1, bottom = bounding_box((one.box, two.box))
    return dataclasses.replace(
        one, text=f"{one.text} {two.text}", x0=x0, top=top, x1=x1, bottom=bottom
    )


def _split(glyphs: Iterable[Glyph], frame: Frame) -> Iterator[tuple[int, Word]]:
    """Yield each word with the quarter turns of its text."""
    letters: list[Glyph] = []
    first: TextRun | None = None
    run: TextRun | None = None
    end = start = 0.0
    for glyph in glyphs:
        own = glyph[5]
        if own is None:
            if first is not None:
                yield from _words(letters, first, frame)
                first = None
            continue
        low, high = (glyph[2], glyph[4]) if own.turns % 2 else (glyph[1], glyph[3])
        gap = _GAP * own.size
        if first is not None and (
            low - end > gap or start - high > gap or (own is not run and _parts(first, own))
        ):
            yield from _words(letters, first, frame)
            first = None
        if first is None:
            letters, first = [], own
        letters.append(glyph)
        start, end, run = low, high, own
    if first is not None:
        yield from _words(letters, first, frame)


def _parts(first: TextRun, own: TextRun) -> bool:
    """Whether a run is no part of the word that another began."""
    if first.turns != own.turns:
        return True
    step = abs(first.y - own.y) if first.turns % 2 == 0 else abs(first.x - own.x)
    return step > _SHIFT * max(first.size, own.size)


def _words(letters: Sequence[Glyph], run: TextRun, frame: Frame) -> Iterator[tuple[int, Word]]:
    """Yield what pdfium takes for one word, cut where a few of its gaps are as wide as a space.

    Where many are, the word is set with wide letter spacing.
    """
    start = 0
    if run.turns == 0 and len(letters) > 2:
        space = _SPACE * run.size
        gaps = [
            index
            for index in range(1, len(letters))
            if letters[index][1] - letters[index - 1][3] > space
        ]
        if gaps and len(gaps) <= _FEW_GAPS * len(letters):
            for gap in gaps:
                yield run.turns, _word(letters[start:gap], run, frame)
                start = gap
    rest = letters[start:] if start else letters
    yield run.turns, _word(rest, run, frame)


def _word(letters: Sequence[Glyph], run: TextRun, frame: Frame) -> Word:
    """Return letters as a word in the style of its middle: marks around it may be in another."""
    run = letters[len(letters) // 2][5] or run
    texts, lefts, bottoms, rights, tops, _ = zip(*letters, strict=True)
    x0, top, x1, bottom = frame.box(min(lefts), min(bottoms), max(rights), max(tops))
    base = frame.baseline(run.x, run.y)
    size = run.size
    if run.turns == frame.turns and not 0.5 * size < bottom - top < 2 * size:
        # A font without a usable ascent: its boxes are empty or far too high.
        top, bottom = base - 0.8 * size, base + 0.2 * size
    text = "".join(texts)
    if not text.isascii() or _LINE_END_HYPHEN in text:
        text = _spelled(text, lefts)
    return Word(text, x0, top, x1, bottom, base, size, run.font, run.mcid)


def _spelled(text: str, lefts: Sequence[float]) -> str:
    """Return a word with ligatures spelled out and code units put together."""
    if is_right_to_left(text):
        text = _unreversed(text, lefts)
    text = text.replace(_LINE_END_HYPHEN, "-")
    for ligature in _LIGATURES.keys() & set(text):
        text = text.replace(ligature, _LIGATURES[ligature])
    if not text.isascii():
        text = _PLACEHOLDERS.sub("", text)
    if _SURROGATE.search(text):
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def _unreversed(text: str, lefts: Sequence[float]) -> str:
    """Return right-to-left letters with those of one ligature in order.

    pdfium reverses them with the line, although one glyph's letters come in logical order; they
    have one box.
    """
    ordered: list[str] = []
    start = 0
    for end in range(1, len(text) + 1):
        if end == len(text) or lefts[end] != lefts[start]:
            ordered.append(text[start:end][::-1])
            start = end
    return "".join(ordered)


def is_right_to_left(text: str) -> bool:
    """Say whether most letters of a text are of a right-to-left script."""
    if text.isascii() or max(text) < "\u0590":
        return False
    right = sum(unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT for letter in text)
    return right > sum(map(str.isalpha, text)) - right
