"""A page of a PDF as a picture, with a block's box drawn and the words of a quote marked.

pdfium draws the page; the quote's words are found among those that the reader finds inside the
block's box, by their letters alone, so that broken words and cells do not matter.
"""

from __future__ import annotations

import dataclasses
import io
import unicodedata
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from graphwright.documents.blocks.boxes import Box, bounding_box
from graphwright.documents.pdf.page.lines import lines_of
from graphwright.documents.pdf.page.objects import Page, Word
from graphwright.documents.pdf.page.pdfium import load_page, open_pdf, read_page
from graphwright.errors import ParseError
from graphwright.tables import DocumentStatus

if TYPE_CHECKING:
    from PIL.Image import Image

_SCALE = 2.0
"""Pixels a point: 144 dots an inch, at which small print can be read."""
_MAX_PIXELS = 4_000
"""Longest side of a picture; a larger page is drawn smaller."""
_MARGIN = 1.5
"""Points by which a word may stand out of the box of its block."""
_FEWEST = 8
"""Letters that the part of a quote on one page must have to be marked."""
_YELLOW, _RED = (255, 214, 0, 96), (200, 30, 30, 255)


@dataclasses.dataclass(frozen=True, slots=True)
class QuoteOnPage:
    """What to draw: the page from 1, the boxes of a block on it, and the quote to be marked."""

    page: int
    boxes: tuple[Box, ...]
    quote: str


def draw_quote(data: bytes, passage: QuoteOnPage) -> bytes:
    """Return the page as PNG.

    Raises ``ParseError`` where the file cannot be opened or has no such page.
    """
    document = open_pdf(data)
    try:
        if not 1 <= passage.page <= len(document):
            raise ParseError(
                f"The PDF has {len(document)} page(s), but page {passage.page} was asked for.",
                status=DocumentStatus.FAILED,
                remedy="Build again: the file is another than the one that was read.",
            )
        shown, _ = load_page(document, passage.page - 1)
        read = read_page(shown, passage.page, {})
        longest = max(*shown.get_size(), 1.0)
        scale = min(_SCALE, _MAX_PIXELS / longest)
        picture = shown.render(scale=scale).to_pil().convert("RGB")
    finally:
        document.close()
    marked = quote_boxes(read, passage.boxes, passage.quote)
    return _png(_drawn(picture, passage.boxes, marked, scale))


def quote_boxes(page: Page, boxes: Sequence[Box], quote: str) -> list[Box]:
    """Return a box for each line of the quote inside the boxes, as the page is shown.

    Empty where its letters do not stand there in the order of lines, as in a wrapped cell.
    """
    words = [
        word
        for box in boxes
        for line in lines_of(page.number, [w for w in page.words if _inside(page, w, box)])
        for word in line.words
    ]
    first, last = _found([_letters(word.text) for word in words], _letters(quote))
    return [page.shown(bounding_box(w.box for w in row)) for row in _rows(words[first:last])]


def _inside(page: Page, word: Word, box: Box) -> bool:
    left, top, right, bottom = page.shown(word.box)
    x, y = (left + right) / 2, (top + bottom) / 2
    return box[0] - _MARGIN <= x <= box[2] + _MARGIN and box[1] - _MARGIN <= y <= box[3] + _MARGIN


def _letters(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(filter(str.isalnum, folded))


def _found(words: Sequence[str], quote: str) -> tuple[int, int]:
    """Return the words that hold the quote, or that part of it which ends or starts there."""
    text = "".join(words)
    start, size = text.find(quote), len(quote)
    if start < 0:
        match = SequenceMatcher(None, text, quote, autojunk=False).find_longest_match()
        start, size = match.a, match.size
        parted = match.b == 0 or match.b + match.size == len(quote)
        if size < _FEWEST or not parted:
            return 0, 0
    if not size:
        return 0, 0
    owners = [number for number, word in enumerate(words) for _ in word]
    return owners[start], owners[start + size - 1] + 1


def _rows(words: Sequence[Word]) -> Iterator[list[Word]]:
    """Yield words by line."""
    row: list[Word] = []
    for word in words:
        if row and (abs(word.base - row[-1].base) > 0.3 * word.size):
            yield row
            row = []
        row.append(word)
    if row:
        yield row


def _drawn(picture: Image, boxes: Sequence[Box], marked: Sequence[Box], scale: float) -> Image:
    import PIL.Image  # noqa: PLC0415  # only who shows a page needs it
    import PIL.ImageDraw  # noqa: PLC0415

    layer = PIL.Image.new("RGBA", picture.size, (0, 0, 0, 0))
    pencil = PIL.ImageDraw.Draw(layer)
    for box in marked:
        pencil.rectangle(_pixels(box, scale, 1), fill=_YELLOW)
    for box in boxes:
        pencil.rectangle(_pixels(box, scale, 4), outline=_RED, width=2)
    return PIL.Image.alpha_composite(picture.convert("RGBA"), layer).convert("RGB")


def _pixels(box: Box, scale: float, wider: float) -> tuple[float, ...]:
    left, top, right, bottom = (edge * scale for edge in box)
    return left - wider, top - wider, right + wider, bottom + wider


def _png(picture: Any) -> bytes:
    target = io.BytesIO()
    picture.save(target, format="PNG", optimize=False)
    return target.getvalue()
