"""PDF: the lines that Docling's native pipeline reports, joined to paragraphs.

The native pipeline knows no headings, tables or columns; a paragraph is a run of lines of one
height, one below the other without a gap. Each keeps its page and the box around its lines.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator

from graphwright.documents.checks import reject_encrypted
from graphwright.documents.raw import Box, RawBlock, RawDocument
from graphwright.errors import ParseError
from graphwright.tables import BlockKind, DocumentStatus

_MAX_GAP = 0.9
"""Space between two lines of a paragraph, at most, as a share of the line's height."""
_MAX_HEIGHT_RATIO = 1.3
_ITEM = re.compile(r"(?:[^\w\s\"'“‘(\[{<$€£#@+=~/\\|.…-]|[-–—]|\d{1,2}[.)])\s+(?=\S)")
"""A bullet or number at the start of a line."""
_HYPHENATED = re.compile(r"(?<=[a-zà-ÿ]{2})[-\u2010\u00ad]$")


def check_pdf(data: bytes) -> None:
    """Raise ``ParseError`` where a PDF needs a password or cannot be opened."""
    import pypdfium2  # noqa: PLC0415  # only a worker that parses needs it
    import pypdfium2.raw as pdfium  # noqa: PLC0415

    try:
        pypdfium2.PdfDocument(data).close()
    except pypdfium2.PdfiumError as error:
        if error.err_code == pdfium.FPDF_ERR_PASSWORD:
            reject_encrypted()
        raise ParseError(
            f"The PDF cannot be opened: {error}.",
            status=DocumentStatus.FAILED,
            remedy="Open the file in a viewer and save it again.",
        ) from error


def join_lines(raw: RawDocument) -> RawDocument:
    """Return the document with its lines joined to paragraphs."""
    return dataclasses.replace(raw, blocks=tuple(_paragraphs(raw.blocks)))


def _paragraphs(lines: Iterable[RawBlock]) -> Iterator[RawBlock]:
    current: RawBlock | None = None
    last: RawBlock | None = None
    for line in lines:
        if not line.text.strip():
            continue
        marker = _ITEM.match(line.text)
        if current is not None and last is not None and not marker and _goes_on(last, line):
            current = _join(current, line)
        else:
            if current is not None:
                yield current
            current = line if marker is None else _item(line, marker.end())
        last = line
    if current is not None:
        yield current


def _item(line: RawBlock, start: int) -> RawBlock:
    return dataclasses.replace(line, kind=BlockKind.LIST_ITEM, level=1, text=line.text[start:])


def _goes_on(above: RawBlock, below: RawBlock) -> bool:
    """Say whether the second line belongs to the first one's paragraph."""
    if above.kind != BlockKind.PARAGRAPH or below.kind != BlockKind.PARAGRAPH:
        return False
    if above.page != below.page or above.box is None or below.box is None:
        return False
    heights = sorted((above.box[3] - above.box[1], below.box[3] - below.box[1]))
    if heights[0] <= 0 or heights[1] > heights[0] * _MAX_HEIGHT_RATIO:
        return False
    if _overlap(above.box[1], above.box[3], below.box[1], below.box[3]) > heights[0] / 2:
        return above.box[2] - below.box[0] < heights[1] * 2  # further on in the same line
    gap = below.box[1] - above.box[3]
    beside = _overlap(above.box[0], above.box[2], below.box[0], below.box[2]) <= 0
    return -heights[0] < gap < heights[0] * _MAX_GAP and not beside


def _overlap(start: float, end: float, other_start: float, other_end: float) -> float:
    return min(end, other_end) - max(start, other_start)


def _join(paragraph: RawBlock, line: RawBlock) -> RawBlock:
    text, following = paragraph.text.rstrip(), line.text.strip()
    if _HYPHENATED.search(text) and following[:1].islower():
        text = text[:-1] + following
    else:
        text = f"{text} {following}"
    return dataclasses.replace(paragraph, text=text, box=_around(paragraph.box, line.box))


def _around(one: Box | None, other: Box | None) -> Box | None:
    if one is None or other is None:
        return one or other
    return (
        min(one[0], other[0]),
        min(one[1], other[1]),
        max(one[2], other[2]),
        max(one[3], other[3]),
    )
