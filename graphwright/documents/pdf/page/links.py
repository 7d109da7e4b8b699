"""Links of a PDF: rectangles that lead to an address or to another file, and their words.

Links inside the document are left: they lead to no other. Which row a link becomes is decided in
``canonical.links``.
"""

from __future__ import annotations

import ctypes
import dataclasses
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from graphwright.documents.blocks.boxes import Box, bounding_box
from graphwright.documents.blocks.raw import HYPHEN, RawBlock, RawLink
from graphwright.documents.pdf.page.hyphens import join_two
from graphwright.documents.pdf.page.objects import Line, Link, Page

MAX_LINKS = 2_000
"""Links of a page that are read."""
_LONGEST = 8_192
_NOWHERE = (1 << 30, 0)


def page_links(document: Any, page: Any) -> list[Link]:
    """Return where the links of a page lead; their boxes are left, bottom, right, top as stored."""
    from pypdfium2 import raw as pdfium  # noqa: PLC0415

    links = []
    place, link, rect = ctypes.c_int(0), pdfium.FPDF_LINK(), pdfium.FS_RECTF()
    for _ in range(MAX_LINKS):
        if not pdfium.FPDFLink_Enumerate(page, ctypes.byref(place), ctypes.byref(link)):
            break
        href = _target(document, pdfium.FPDFLink_GetAction(link), pdfium)
        if href and pdfium.FPDFLink_GetAnnotRect(link, ctypes.byref(rect)):
            links.append(Link(href, (rect.left, rect.bottom, rect.right, rect.top)))
    return links


def _target(document: Any, action: Any, pdfium: Any) -> str:
    """Return the address or file of an action; empty where it has none."""
    if not action:
        return ""
    kind = pdfium.FPDFAction_GetType(action)
    if kind == pdfium.PDFACTION_URI:
        return _string(lambda *space: pdfium.FPDFAction_GetURIPath(document, action, *space))
    if kind in (pdfium.PDFACTION_REMOTEGOTO, pdfium.PDFACTION_LAUNCH):
        return _string(lambda *space: pdfium.FPDFAction_GetFilePath(action, *space))
    return ""


def _string(read: Any) -> str:
    """Return what a function of pdfium writes into a buffer; empty where it is too long."""
    size = read(None, 0)
    if not 0 < size <= _LONGEST:
        return ""
    buffer = ctypes.create_string_buffer(size)
    read(buffer, size)
    return buffer.value.decode("utf-8", "replace").strip()


@dataclasses.dataclass(frozen=True, slots=True)
class _Part:
    """The words of a link in one line, and where they stand in reading order."""

    order: tuple[int, int]
    base: float
    left: float
    href: str
    before: str
    anchor: str


def links_of(
    pages: Sequence[Page],
    lines: Sequence[Sequence[Line]],
    blocks: Sequence[RawBlock],
    words: Counter[str],
) -> Iterator[RawLink]:
    """Yield the links in reading order; one that a line's end parts is one link.

    ``lines`` are those of each page, ``words`` the document's vocabulary.
    """
    boxes = _block_boxes(blocks)
    parts = [
        part
        for page, own in zip(pages, lines, strict=True)
        for link in page.links
        for part in _parts(page, own, link, boxes)
    ]
    parts.sort(key=lambda part: (part.order, part.base, part.left))
    link: RawLink | None = None
    order = _NOWHERE
    for part in parts:
        if link is not None and (part.href, part.order[0]) == (link.href, order[0]):
            joined = join_two(link.anchor, part.anchor, words).replace(HYPHEN, "")
            link = dataclasses.replace(link, anchor=joined)
        else:
            if link is not None:
                yield link
            link = RawLink(part.href, part.anchor, part.before)
        order = part.order
    if link is not None:
        yield link


def _parts(
    page: Page, lines: Sequence[Line], link: Link, boxes: dict[int, list[tuple[Box, int, int]]]
) -> Iterator[_Part]:
    """Yield what a link covers of each line; a link over no word is one part without words."""
    covered = False
    for line in lines:
        places = [n for n, word in enumerate(line.words) if _inside(word.box, link.box)]
        if not places:
            continue
        covered = True
        first, last = places[0], places[-1] + 1
        box = bounding_box(word.box for word in line.words[first:last])
        before, anchor = (
            " ".join(word.text for word in line.words[a:b]) for a, b in ((0, first), (first, last))
        )
        order = _order(boxes.get(page.number, []), page.shown(box))
        yield _Part(order, line.base, box[0], link.href, before and f"{before} ", anchor)
    if not covered:
        order = _order(boxes.get(page.number, []), page.shown(link.box))
        yield _Part(order, link.box[3], link.box[0], link.href, "", "")


def _block_boxes(blocks: Sequence[RawBlock]) -> dict[int, list[tuple[Box, int, int]]]:
    """Return the boxes on each page, each with its block's number and that of the block's part."""
    boxes: dict[int, list[tuple[Box, int, int]]] = {}
    for number, block in enumerate(blocks):
        if block.page is not None and block.box is not None:
            boxes.setdefault(block.page, []).append((block.box, number, 0))
        for part, (page, box) in enumerate(block.places, start=1):
            boxes.setdefault(page, []).append((box, number, part))
    return boxes


def _order(boxes: Sequence[tuple[Box, int, int]], box: Box) -> tuple[int, int]:
    """Return number and part of the block that a box stands in."""
    return next(((number, part) for outer, number, part in boxes if _inside(box, outer)), _NOWHERE)


def _inside(one: Box, two: Box) -> bool:
    """Whether the middle of a box lies in another."""
    x, y = (one[0] + one[2]) / 2, (one[1] + one[3]) / 2
    return two[0] <= x <= two[2] and two[1] <= y <= two[3]
