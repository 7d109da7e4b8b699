"""A PDF's bytes to raw blocks: every step of this package in turn."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator, Sequence

from graphwright.documents.pdf.aligned import aligned_tables
from graphwright.documents.pdf.blocks import blocks_of
from graphwright.documents.pdf.contents import contents_rows
from graphwright.documents.pdf.furniture import find_furniture
from graphwright.documents.pdf.headings import body_of, mark_headings
from graphwright.documents.pdf.hyphens import vocabulary
from graphwright.documents.pdf.lines import lines_of
from graphwright.documents.pdf.model import Line, Page, Word
from graphwright.documents.pdf.order import Item, columns
from graphwright.documents.pdf.outline import Entry, read_outline
from graphwright.documents.pdf.paragraphs import Setting, leading_of, pieces_of
from graphwright.documents.pdf.pieces import Piece
from graphwright.documents.pdf.reader import open_pdf, read_pages
from graphwright.documents.pdf.roles import mark_captions, mark_footnotes, with_depths
from graphwright.documents.pdf.ruled import ruled_tables
from graphwright.documents.pdf.tables import Table
from graphwright.documents.raw import Box, RawBlock, RawDocument
from graphwright.errors import ParseError
from graphwright.tables import BlockKind, DocumentStatus

_MOSTLY_PICTURE = 0.5
"""Share of a page that a picture covers, at least, where the page's text is in the picture."""
_FEW_WORDS = 5
_FLAT = 4.0


@dataclasses.dataclass(frozen=True, slots=True)
class _Sheet:
    """A page in parts: columns of lines and tables, and rows of a table of contents."""

    page: Page
    columns: list[list[Item]]
    contents: list[tuple[Line, tuple[str, ...]]]
    asides: list[Word]


def read_pdf(data: bytes, *, use_outline: bool = True) -> RawDocument:
    """Return the blocks of a PDF in reading order, each with page and box.

    Raises ``ParseError`` where the file is locked or damaged, or no page has a text layer.
    """
    document = open_pdf(data)
    try:
        outline = read_outline(document) if use_outline else []
        count = len(document)
        results = list(read_pages(document))
    finally:
        document.close()
    pages = [page for page in results if isinstance(page, Page)]
    failed = [problem for problem in results if isinstance(problem, str)]
    scanned = [page.number for page in pages if _is_picture(page)]
    if scanned and not any(page.words or page.asides for page in pages):
        raise _no_text(count)
    blocks, omitted = _blocks(pages, outline)
    warnings = [*failed, *_scanned_note(scanned), *_omitted_notes(omitted)]
    return RawDocument(
        blocks=tuple(blocks),
        pages=count,
        partial=bool(failed or scanned),
        warnings=tuple(warnings),
    )


def _is_picture(page: Page) -> bool:
    """Whether a page is a picture of text: no text layer, or hardly a word over the picture."""
    if len(page.words) >= _FEW_WORDS or not page.images:
        return False
    area = max((x1 - x0) * (bottom - top) for x0, top, x1, bottom in page.images)
    return not page.words or area > _MOSTLY_PICTURE * page.width * page.height


def _no_text(count: int) -> ParseError:
    return ParseError(
        f"The PDF has {count} page(s) and none has a text layer: they are pictures.",
        status=DocumentStatus.EMPTY,
        remedy="Run text recognition (OCR) over the file, or add a text version of it.",
    )


def _scanned_note(pages: Sequence[int]) -> list[str]:
    if not pages:
        return []
    return [f"{len(pages)} page(s) without a text layer left out: {_ranges(pages)}"]


def _ranges(numbers: Sequence[int]) -> str:
    """Return ascending numbers as ranges: 1-3, 7."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)


def _omitted_notes(omitted: Counter[str]) -> list[str]:
    return [f"{n} {what}(s) left out" for what, n in sorted(omitted.items()) if n]


def _blocks(pages: Sequence[Page], outline: Sequence[Entry]) -> tuple[list[RawBlock], Counter[str]]:
    """Return the blocks of all pages, and what was left out."""
    lines = [lines_of(page.number, page.words) for page in pages]
    furniture = find_furniture([(p.height, own) for p, own in zip(pages, lines, strict=True)])
    kept = [[line for line in own if id(line) not in furniture] for own in lines]
    words = vocabulary(line.text for own in kept for line in own)
    sheets = [_sheet(page, own) for page, own in zip(pages, kept, strict=True)]
    leading = leading_of(_plain_columns(sheets))
    body = body_of([line for own in kept for line in own])
    setting = Setting(leading, body.size, code=_mono_share(kept) < 0.5)
    pieces = [piece for sheet in sheets for piece in _pieces(sheet, setting)]
    pieces = mark_headings(mark_captions(pieces, body.size), outline, body)
    marked = with_depths(mark_footnotes(pieces, body.size))
    omitted = Counter(
        {
            "header or footer line": len(furniture),
            "picture": sum(len(page.images) for page in pages),
            "word outside its page": sum(page.outside for page in pages),
            "word drawn twice": sum(page.repeated for page in pages),
        }
    )
    return list(blocks_of(marked, {page.number: page for page in pages}, words)), omitted


def _sheet(page: Page, lines: Sequence[Line]) -> _Sheet:
    contents = contents_rows(lines)
    taken = {id(word) for row, _ in contents for word in row.words}
    words = [word for line in lines for word in line.words if id(word) not in taken]
    figures = _figures(page)
    tables = [
        table
        for table in ruled_tables(page, [*words, *page.asides])
        if not any(_covered(table.box, figure) > 0.5 for figure in figures)
    ]
    for table in tables:
        taken.update(id(w) for cell in table.cells for line in cell.lines for w in line.words)
    free = [line for line in lines if not any(id(word) in taken for word in line.words)]
    cut = [line for line in lines if id(line) not in {id(one) for one in free}]
    rest = [word for line in cut for word in line.words if id(word) not in taken]
    free += lines_of(page.number, rest)
    placed = [_with_aligned(column, figures) for column in columns([*free, *tables])]
    asides = [word for word in page.asides if id(word) not in taken]
    return _Sheet(page, placed, contents, asides)


def _figures(page: Page) -> list[Box]:
    """Return the boxes of the pictures of a page that are no background."""
    limit = _MOSTLY_PICTURE * page.width * page.height
    return [box for box in page.images if (box[2] - box[0]) * (box[3] - box[1]) < limit]


def _covered(one: Box, two: Box) -> float:
    """Return the share of a box that another covers."""
    width = min(one[2], two[2]) - max(one[0], two[0])
    height = min(one[3], two[3]) - max(one[1], two[1])
    area = max((one[2] - one[0]) * (one[3] - one[1]), 1.0)
    return max(width, 0.0) * max(height, 0.0) / area


def _stands_in(piece: Piece, figure: Box) -> bool:
    """Whether a piece is a label in a picture; a picture as flat as a line is its ornament."""
    flat = figure[3] - figure[1] < _FLAT * (piece.box[3] - piece.box[1])
    return not flat and _covered(piece.box, figure) > 0.5


def _with_aligned(column: Sequence[Item], images: Sequence[Box]) -> list[Item]:
    """Return a column with its lines that stand in columns of their own as tables.

    Words around pictures are their labels.
    """
    lines = [item for item in column if isinstance(item, Line)]
    found: list[Table] = []
    taken: set[int] = set()
    for table, own in aligned_tables(lines):
        if any(_covered(table.box, image) > 0 for image in images):
            continue
        found.append(table)
        taken.update(map(id, own))
    return [*(item for item in column if id(item) not in taken), *found]


def _plain_columns(sheets: Sequence[_Sheet]) -> Iterator[list[Line]]:
    for sheet in sheets:
        for column in sheet.columns:
            lines = [item for item in column if isinstance(item, Line)]
            yield sorted(lines, key=lambda line: line.base)


def _mono_share(pages: Sequence[Sequence[Line]]) -> float:
    total = mono = 0
    for lines in pages:
        for line in lines:
            total += len(line.text)
            mono += len(line.text) * line.font.mono
    return mono / total if total else 0.0


def _pieces(sheet: _Sheet, setting: Setting) -> Iterator[Piece]:
    """Yield the pieces of a page: its table of contents where it stands, then the columns."""
    number, figures = sheet.page.number, _figures(sheet.page)
    entries = [
        Piece(BlockKind.INDEX, number, lines=(row,), entry=cells) for row, cells in sheet.contents
    ]
    first = entries[0].box[1] if entries else 0.0
    for column in sheet.columns:
        for piece in pieces_of(column, setting):
            if entries and piece.box[1] > first:
                yield from entries
                entries = []
            pictured = any(_stands_in(piece, figure) for figure in figures)
            yield dataclasses.replace(piece, page=number, pictured=pictured)
    yield from entries
    for word in sheet.asides:
        line = lines_of(number, [word])[0]
        yield Piece(BlockKind.PARAGRAPH, number, lines=(line,), gap=1e3)
