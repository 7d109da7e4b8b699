"""A PDF file read by pdfium into pages of words, rules and pictures.

pdfium says which characters belong to a word; nothing here decides what a line or block is.
pdfium was chosen over docling-parse since it reads a page some forty times faster, knows font
size and weight, and puts right-to-left text into logical order.
"""

from __future__ import annotations

import ctypes
import functools
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from graphwright.documents.blocks.file_checks import reject_encrypted
from graphwright.documents.pdf.page.fonts import font_style
from graphwright.documents.pdf.page.links import page_links
from graphwright.documents.pdf.page.objects import Font, Link, Page
from graphwright.documents.pdf.page.shapes import page_shapes
from graphwright.documents.pdf.page.tags import page_tags
from graphwright.documents.pdf.page.words import Frame, Glyph, TextRun, with_underscores, words_of
from graphwright.errors import ParseError
from graphwright.tables import DocumentStatus

MAX_PAGES = 20_000
"""Pages of a file that is read; a file with more names the same page again and again, or is a
collection of files."""
MAX_GLYPHS = 200_000
"""Characters of a page that are read; what comes after them is counted and left out."""
MAX_ANNOTATIONS = 5_000
"""Annotations of a page that are looked at."""


def load_pdfium() -> None:
    """Load pdfium, so that no document's time pays for it."""
    import pypdfium2  # noqa: F401, PLC0415  # only a worker that parses needs it


def open_pdf(data: bytes) -> Any:
    """Return the pypdfium2 document; raise ``ParseError`` where it cannot or must not be read."""
    document = _opened(data)
    count = len(document)
    if count > MAX_PAGES:
        document.close()
        raise ParseError(
            f"The PDF has {count:,} pages, but at most {MAX_PAGES:,} were expected.",
            status=DocumentStatus.TOO_LARGE,
            remedy="Split the file.",
        )
    return document


def _opened(data: bytes) -> Any:
    import pypdfium2  # noqa: PLC0415  # only a worker that parses needs it
    from pypdfium2 import raw as pdfium  # noqa: PLC0415

    try:
        return pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        # What pdfium calls its last error may be that of an earlier document: where this one can
        # be loaded, it only has no pages.
        loaded = pdfium.FPDF_LoadMemDocument64(data, len(data), None)
        if loaded:
            pdfium.FPDF_CloseDocument(loaded)
            raise ParseError(
                "The PDF has no pages.",
                status=DocumentStatus.EMPTY,
                remedy="Save the file again with the program that made it, or exclude it.",
            ) from error
        if pdfium.FPDF_GetLastError() == pdfium.FPDF_ERR_PASSWORD:
            reject_encrypted()
        raise ParseError(
            f"The PDF cannot be opened: {str(error).rstrip('.')}.",
            status=DocumentStatus.FAILED,
            remedy="Open the file in a viewer and save it again.",
        ) from error


def read_pages(document: Any) -> Iterator[Page | str]:
    """Yield each page, or why it cannot be read."""
    import pypdfium2  # noqa: PLC0415

    fonts: dict[int, Font] = {}
    for index in range(len(document)):
        try:
            page, links = load_page(document, index)
        except pypdfium2.PdfiumError as error:
            yield f"page {index + 1} cannot be read: {error}"
            continue
        try:
            yield read_page(page, index + 1, fonts, links)
        except pypdfium2.PdfiumError as error:
            yield f"page {index + 1} cannot be read: {error}"
        finally:
            page.close()


def load_page(document: Any, index: int) -> tuple[Any, list[Link]]:
    """Return a pypdfium2 page by its number from 0, and its links as they are stored.

    What is written into its form fields and notes is part of the page then. Raises ``PdfiumError``
    where pdfium cannot load it.
    """
    from pypdfium2 import raw as pdfium  # noqa: PLC0415

    page = document[index]
    links = page_links(document.raw, page.raw)  # before they become part of the page too
    if not _has_written(page.raw, pdfium):
        return page, links
    pdfium.FPDFPage_Flatten(page.raw, pdfium.FLAT_NORMALDISPLAY)
    page.close()
    return document[index], links


def _has_written(page: Any, pdfium: Any) -> bool:
    """Say whether a page has form fields or notes that stand on it as text."""
    for index in range(min(max(pdfium.FPDFPage_GetAnnotCount(page), 0), MAX_ANNOTATIONS)):
        annotation = pdfium.FPDFPage_GetAnnot(page, index)
        if annotation:
            kind = pdfium.FPDFAnnot_GetSubtype(annotation)
            pdfium.FPDFPage_CloseAnnot(annotation)
            if kind in (pdfium.FPDF_ANNOT_WIDGET, pdfium.FPDF_ANNOT_FREETEXT):
                return True
    return False


def read_page(page: Any, number: int, fonts: dict[int, Font], links: Sequence[Link] = ()) -> Page:
    """Return a page of ``load_page`` as it was read; ``fonts`` is kept over those of a document.

    Raises ``PdfiumError`` where pdfium cannot read its text.
    """
    textpage = page.get_textpage()
    try:
        return _Reader(page, textpage.raw, fonts).read(number, links)
    finally:
        textpage.close()


_SMALLEST, _LARGEST = 0.5, 5_000.0
"""Font sizes in points that are believed; a size that is none is taken for the smallest."""
_SPACE: Glyph = (" ", 0.0, 0.0, 0.0, 0.0, None)


class _Reader:
    """Reads one page; ``fonts`` is kept over the pages of a document."""

    def __init__(self, page: Any, textpage: Any, fonts: dict[int, Font]) -> None:
        from pypdfium2 import raw as pdfium  # noqa: PLC0415

        self._pdfium = pdfium
        self._page = page.raw
        self._text = textpage
        self._fonts = fonts

    def read(self, number: int, links: Sequence[Link]) -> Page:
        """Return the page."""
        glyphs, nameless, unread = self._glyphs()
        bounds = self._bounds()
        shown = self._pdfium.FPDFPage_GetRotation(self._page) % 4
        turns = _main_direction(glyphs, shown)
        frame = Frame(*bounds, turns)
        found = words_of(glyphs, frame)
        shapes = page_shapes(self._page, frame)
        return Page(
            number,
            frame.width,
            frame.height,
            tuple(with_underscores(found.words, shapes.bars)),
            tuple(shapes.rules),
            tuple(shapes.images),
            tuple(found.asides),
            (turns - shown) % 4,
            found.outside,
            found.repeated,
            tuple(Link(link.href, frame.box(*link.box)) for link in links),
            page_tags(self._page),
            nameless,
            unread,
        )

    def _bounds(self) -> tuple[float, float, float, float]:
        """Return the visible part of the page: left, bottom, right, top."""
        rect = self._pdfium.FS_RECTF()
        self._pdfium.FPDF_GetPageBoundingBox(self._page, ctypes.byref(rect))
        return rect.left, rect.bottom, rect.right, rect.top

    def _glyphs(self) -> tuple[list[Glyph], int, int]:
        """Return the characters of the page in pdfium's order, with what is not among them.

        That is how many have no letter that the font would name, and how many are too many.
        """
        text, unicode = self._text, self._pdfium.FPDFText_GetUnicode
        loose, owner = self._pdfium.FPDFText_GetLooseCharBox, _address_of_owner(self._pdfium)
        rect = self._pdfium.FS_RECTF()
        reference = ctypes.byref(rect)
        runs: dict[int | None, TextRun] = {}
        glyphs: list[Glyph] = []
        last: int | None = -1
        run: TextRun | None = None
        nameless = 0
        count = max(self._pdfium.FPDFText_CountChars(text), 0)
        for index in range(min(count, MAX_GLYPHS)):
            code = unicode(text, index)
            if code <= 32 and code != 2:
                nameless += not code
                glyphs.append(_SPACE)
                continue
            address = owner(text, index)
            if address != last:
                last, run = address, runs.get(address)
                if run is None:
                    run = runs[address] = self._run(index)
            loose(text, index, reference)
            glyphs.append((chr(code), rect.left, rect.bottom, rect.right, rect.top, run))
        return glyphs, nameless, max(count - MAX_GLYPHS, 0)

    def _run(self, index: int) -> TextRun:
        """Return what the characters of one text object share, by its first character."""
        pdfium = self._pdfium
        matrix = pdfium.FS_MATRIX()
        pdfium.FPDFText_GetMatrix(self._text, index, ctypes.byref(matrix))
        x, y = ctypes.c_double(), ctypes.c_double()
        pdfium.FPDFText_GetCharOrigin(self._text, index, ctypes.byref(x), ctypes.byref(y))
        size = pdfium.FPDFText_GetFontSize(self._text, index)
        size *= math.hypot(matrix.c, matrix.d)
        size = size if _SMALLEST < size < _LARGEST else _SMALLEST
        turns = round(math.atan2(matrix.b, matrix.a) / (math.pi / 2)) % 4
        found = pdfium.FPDFText_GetTextObject(self._text, index)
        font = self._font(found) if found else Font("")
        mcid = pdfium.FPDFPageObj_GetMarkedContentID(found) if found else -1
        return TextRun(x.value, y.value, size, turns, font, mcid)

    def _font(self, text_object: Any) -> Font:
        pdfium = self._pdfium
        handle = pdfium.FPDFTextObj_GetFont(text_object)
        if not handle:
            return Font("")
        address = ctypes.cast(handle, ctypes.c_void_p).value or 0
        font = self._fonts.get(address)
        if font is None:
            name = ctypes.create_string_buffer(256)
            pdfium.FPDFFont_GetBaseFontName(handle, name, len(name))
            flags = max(pdfium.FPDFFont_GetFlags(handle), 0)
            font = font_style(name.value.decode("utf-8", "replace"), flags)
            self._fonts[address] = font
        return font


@functools.cache
def _address_of_owner(pdfium: Any) -> Callable[[Any, int], int | None]:
    """Return ``FPDFText_GetTextObject`` with a plain address as its result, which is cheap."""
    function = ctypes.cast(pdfium.FPDFText_GetTextObject, ctypes.c_void_p).value
    return ctypes.CFUNCTYPE(ctypes.c_void_p, pdfium.FPDF_TEXTPAGE, ctypes.c_int)(function or 0)


def _main_direction(glyphs: list[Glyph], shown: int) -> int:
    """Return the quarter turns of most of the text; of a page without text those it is shown by."""
    counts = Counter(glyph[5].turns for glyph in glyphs if glyph[5] is not None)
    return max(counts, key=lambda turns: (counts[turns], turns == shown)) if counts else shown
