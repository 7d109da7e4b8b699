"""A PDF read without models, by geometry and typography: every step of this package in turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from graphwright.documents.blocks.raw import RawBlock, RawDocument, RawLink
from graphwright.documents.pdf.layout.headers_footers import find_headers_footers
from graphwright.documents.pdf.layout.page_layout import (
    MOSTLY_PICTURE,
    layout_of,
    page_regions,
    plain_columns,
)
from graphwright.documents.pdf.layout.paragraphs import Typography, leading_of
from graphwright.documents.pdf.layout.tagged_tables import lines_in_tables
from graphwright.documents.pdf.page.hyphens import vocabulary
from graphwright.documents.pdf.page.lines import lines_of
from graphwright.documents.pdf.page.links import links_of
from graphwright.documents.pdf.page.objects import Line, Page
from graphwright.documents.pdf.page.ocr import Recogniser
from graphwright.documents.pdf.page.pdfium import open_pdf, read_pages
from graphwright.documents.pdf.structure.blocks import blocks_of
from graphwright.documents.pdf.structure.bookmarks import Bookmark, read_bookmarks
from graphwright.documents.pdf.structure.headings import body_of, mark_headings
from graphwright.documents.pdf.structure.roles import mark_captions, mark_footnotes, with_depths
from graphwright.errors import ParseError
from graphwright.tables import DocumentStatus

_FEW_WORDS = 5


def read_with_heuristics(
    data: bytes,
    *,
    use_bookmarks: bool = True,
    keep_headers_footers: bool = False,
    recognise: Recogniser | None = None,
) -> RawDocument:
    """Return the blocks of a PDF in reading order, each with page and box.

    ``keep_headers_footers`` leaves headers, footers and page numbers in the text; ``recognise``
    reads pages that are pictures, which else are named in a warning.

    Raises ``ParseError`` where the file is locked or damaged, or no page has a text layer.
    """
    document = open_pdf(data)
    try:
        bookmarks = read_bookmarks(document) if use_bookmarks else []
        results = list(read_pages(document))
        pictures = _pictures(results)
        if recognise is not None:
            for number in pictures:
                results[number - 1] = _recognised(document, results[number - 1], recognise)
        attached = max(document.count_attachments(), 0)
    finally:
        document.close()
    pages = [page for page in results if isinstance(page, Page)]
    failed = [problem for problem in results if isinstance(problem, str)]
    seen = [page for page in pages if page.number in pictures]
    read = [page.number for page in seen if recognise is not None and page.words]
    scanned = [page.number for page in seen if page.number not in read]
    if scanned and not any(page.words or page.asides for page in pages):
        raise no_text(len(results))
    unread = [page.number for page in pages if page.unread]
    blocks, links, omitted = _blocks(pages, bookmarks, keep_headers_footers=keep_headers_footers)
    omitted["attached file"] = attached
    return RawDocument(
        blocks=tuple(blocks),
        links=tuple(links),
        pages=len(results),
        partial=bool(failed or scanned or unread),
        warnings=(
            *failed,
            *scanned_note(scanned),
            *_recognised_note(read),
            *_unread_note(unread),
        ),
        left_out=tuple((what, n) for what, n in sorted(omitted.items()) if n),
    )


def scanned_pages(data: bytes) -> list[int]:
    """Return the pages that are pictures of text; raise ``ParseError`` as for blocks."""
    document = open_pdf(data)
    try:
        return _pictures(list(read_pages(document)))
    finally:
        document.close()


def _pictures(results: Sequence[Page | str]) -> list[int]:
    return [page.number for page in results if isinstance(page, Page) and _is_picture(page)]


def _recognised(document: Any, page: Page | str, recognise: Recogniser) -> Page | str:
    """Return a page that is a picture with its words, or why it could not be recognised."""
    if isinstance(page, str):
        return page
    shown = document[page.number - 1]
    try:
        return recognise(shown, page)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001  # whatever it raises belongs to its page
        return f"page {page.number} could not be recognised: {type(error).__name__}: {error}"
    finally:
        shown.close()


def _is_picture(page: Page) -> bool:
    """Whether a page is a picture of text: no text layer, or hardly a word over the picture."""
    if len(page.words) >= _FEW_WORDS or not page.images:
        return False
    area = max((x1 - x0) * (bottom - top) for x0, top, x1, bottom in page.images)
    return not page.words or area > MOSTLY_PICTURE * page.width * page.height


def no_text(count: int) -> ParseError:
    """Return the error of a file none of whose pages has text."""
    return ParseError(
        f"The PDF has {count} page(s) and none has a text layer: they are pictures.",
        status=DocumentStatus.EMPTY,
        remedy="Install graphwright[ocr] to recognise their text (OCR), or add a text version.",
    )


def _recognised_note(pages: Sequence[int]) -> list[str]:
    if not pages:
        return []
    return [f"{len(pages)} page(s) are pictures whose text was recognised: {_ranges(pages)}"]


def scanned_note(pages: Sequence[int]) -> list[str]:
    """Return what is to be said about pages that are pictures and were not read."""
    if not pages:
        return []
    return [f"{len(pages)} page(s) have no text layer: {_ranges(pages)}"]


def _unread_note(pages: Sequence[int]) -> list[str]:
    if not pages:
        return []
    return [f"{len(pages)} page(s) hold more characters than are read of one: {_ranges(pages)}"]


def _ranges(numbers: Sequence[int]) -> str:
    """Return ascending numbers as ranges: 1-3, 7."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)


def _blocks(
    pages: Sequence[Page], bookmarks: Sequence[Bookmark], *, keep_headers_footers: bool
) -> tuple[list[RawBlock], list[RawLink], Counter[str]]:
    """Return the blocks of all pages, their links, and what was left out."""
    lines = [lines_of(page.number, page.words) for page in pages]
    heights = [page.height for page in pages]
    found = [] if keep_headers_footers else zip(heights, lines, strict=True)
    left_out = find_headers_footers(list(found))
    for page, own in zip(pages, lines, strict=True):
        left_out -= {id(line) for line in lines_in_tables(page, own)}
    kept = [[line for line in own if id(line) not in left_out] for own in lines]
    words = vocabulary(line.text for own in kept for line in own)
    layouts = [layout_of(page, own) for page, own in zip(pages, kept, strict=True)]
    leading = leading_of(plain_columns(layouts))
    body = body_of([line for own in kept for line in own])
    typography = Typography(leading, body.size, code=_mono_share(kept) < 0.5)
    regions = [region for layout in layouts for region in page_regions(layout, typography)]
    tags = {page.number: page.tags.headings for page in pages}
    regions = mark_headings(mark_captions(regions, body.size), bookmarks, body, tags)
    marked = with_depths(mark_footnotes(regions, body.size))
    omitted = Counter(
        {
            "header or footer line": len(left_out),
            "image": sum(len(page.images) for page in pages),
            "word outside its page": sum(page.outside for page in pages),
            "word drawn twice": sum(page.repeated for page in pages),
            "character without a letter": sum(page.nameless for page in pages),
            "character past a page's limit": sum(page.unread for page in pages),
        }
    )
    blocks = list(blocks_of(marked, {page.number: page for page in pages}, words))
    return blocks, list(links_of(pages, kept, blocks, words)), omitted


def _mono_share(pages: Sequence[Sequence[Line]]) -> float:
    total = mono = 0
    for lines in pages:
        for line in lines:
            total += len(line.text)
            mono += len(line.text) * line.font.mono
    return mono / total if total else 0.0
