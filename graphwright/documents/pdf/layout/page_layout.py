"""A page in parts: its columns with their tables and lines, then the regions of each column."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from graphwright.documents.blocks.boxes import Box
from graphwright.documents.pdf.layout.aligned_tables import aligned_tables
from graphwright.documents.pdf.layout.paragraphs import Typography, regions_of
from graphwright.documents.pdf.layout.reading_order import Item, columns
from graphwright.documents.pdf.layout.regions import Region
from graphwright.documents.pdf.layout.ruled_tables import ruled_tables
from graphwright.documents.pdf.layout.table_of_contents import contents_rows
from graphwright.documents.pdf.layout.tables import Table
from graphwright.documents.pdf.layout.tagged_tables import tagged_tables
from graphwright.documents.pdf.page.lines import lines_of
from graphwright.documents.pdf.page.objects import Line, Page, Word
from graphwright.tables import BlockKind

MOSTLY_PICTURE = 0.5
"""Share of a page from which on a picture is no figure: a scan or a background."""
_FLAT = 4.0
"""Heights of a label from which on a picture is a figure and not an ornament of the label."""


@dataclasses.dataclass(frozen=True, slots=True)
class PageLayout:
    """A page in parts: columns of lines and tables, and rows of a table of contents."""

    page: Page
    columns: list[list[Item]]
    contents: list[tuple[Line, tuple[str, ...]]]
    asides: list[Word]


def layout_of(page: Page, lines: Sequence[Line]) -> PageLayout:
    """Return a page in parts; ``lines`` are its lines without headers and footers."""
    contents = contents_rows(lines)
    taken = {id(word) for row, _ in contents for word in row.words}
    words = [word for line in lines for word in line.words if id(word) not in taken]
    figures = _figures(page)
    named = tagged_tables(page, words)
    drawn = [
        table
        for table in ruled_tables(page, [*words, *page.asides])
        if sum(_covered(table.box, figure) for figure in figures) < 0.5
        and not any(_covered(table.box, other.box) > 0 for other in named)
    ]
    tables = [*named, *drawn]
    for table in tables:
        taken.update(id(w) for cell in table.cells for line in cell.lines for w in line.words)
    free = [line for line in lines if not any(id(word) in taken for word in line.words)]
    cut = [line for line in lines if id(line) not in {id(one) for one in free}]
    rest = [word for line in cut for word in line.words if id(word) not in taken]
    free += lines_of(page.number, rest)
    placed = [_with_aligned(column, figures) for column in columns([*free, *tables])]
    asides = [word for word in page.asides if id(word) not in taken]
    return PageLayout(page, placed, contents, asides)


def _figures(page: Page) -> list[Box]:
    """Return the boxes of the pictures of a page that are no background."""
    limit = MOSTLY_PICTURE * page.width * page.height
    return [box for box in page.images if (box[2] - box[0]) * (box[3] - box[1]) < limit]


def _covered(one: Box, two: Box) -> float:
    """Return the share of a box that another covers."""
    width = min(one[2], two[2]) - max(one[0], two[0])
    height = min(one[3], two[3]) - max(one[1], two[1])
    area = max((one[2] - one[0]) * (one[3] - one[1]), 1.0)
    return max(width, 0.0) * max(height, 0.0) / area


def _stands_in(region: Region, figure: Box) -> bool:
    """Whether a region is a label in a picture; a picture as flat as a line is its ornament."""
    flat = figure[3] - figure[1] < _FLAT * (region.box[3] - region.box[1])
    return not flat and _covered(region.box, figure) > 0.5


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


def plain_columns(layouts: Sequence[PageLayout]) -> Iterator[list[Line]]:
    """Yield the lines of each column, without tables, from top to bottom."""
    for layout in layouts:
        for column in layout.columns:
            lines = [item for item in column if isinstance(item, Line)]
            yield sorted(lines, key=lambda line: line.base)


def page_regions(layout: PageLayout, typography: Typography) -> Iterator[Region]:
    """Yield the regions of a page: its table of contents where it stands, then the columns."""
    number, figures = layout.page.number, _figures(layout.page)
    entries = [
        Region(BlockKind.INDEX, number, lines=(row,), entry=cells) for row, cells in layout.contents
    ]
    first = entries[0].box[1] if entries else 0.0
    for column in layout.columns:
        for region in regions_of(column, typography):
            if entries and region.box[1] > first:
                yield from entries
                entries = []
            pictured = any(_stands_in(region, figure) for figure in figures)
            yield dataclasses.replace(region, page=number, pictured=pictured)
    yield from entries
    for word in layout.asides:
        line = lines_of(number, [word])[0]
        yield Region(BlockKind.PARAGRAPH, number, lines=(line,), gap=1e3)
