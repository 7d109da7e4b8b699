"""Regions to raw blocks: text with broken words made whole, code with its indentation, tables.

A paragraph that a column or page ends in mid-sentence goes on with the next one and keeps the
place of each part.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from graphwright.documents.blocks.boxes import Box
from graphwright.documents.blocks.raw import PLACE, RawBlock, RawCell
from graphwright.documents.pdf.layout.regions import Region
from graphwright.documents.pdf.page.hyphens import join_lines, join_two
from graphwright.documents.pdf.page.objects import Line, Page
from graphwright.tables import BlockKind

_OPEN = re.compile(r"(?:[^\W_]|[,\-\u2010\u00ad–—(])$")
_UNIT = "pt"
_NEAR = 2.0
"""Points by which the edges of a table's parts on two pages differ at most."""


def blocks_of(
    regions: Sequence[Region], pages: Mapping[int, Page], words: Counter[str]
) -> Iterator[RawBlock]:
    """Yield the raw blocks of the regions; ``words`` is the document's vocabulary."""
    tables = 0
    following = _continuations(regions)
    done: set[int] = set()
    inside_index = False
    for index, region in enumerate(regions):
        if index in done:
            continue
        if region.table is not None:
            tables += not (index and _same_table(regions[index - 1], region))
            yield from _table_rows(region, tables - 1, pages)
        elif region.entry:
            tables += not inside_index
            yield _index_row(region, tables - 1, pages)
        else:
            parts = [region]
            while (after := following.get(index)) is not None:
                done.add(after)
                parts.append(regions[after])
                index = after  # noqa: PLW2901  # the chain goes on from here
            yield _text_block(parts, pages, words)
        inside_index = bool(region.entry)


def _same_table(region: Region, after: Region) -> bool:
    """Whether a table is the rest of the one at the end of the page before."""
    one, two = region.table, after.table
    if one is None or two is None or after.page != region.page + 1:
        return False
    edges = zip(one.box[::2], two.box[::2], strict=True)
    alike = one.columns == two.columns and all(abs(a - b) <= _NEAR for a, b in edges)
    return alike if two.continues is None else two.continues


def _continuations(regions: Sequence[Region]) -> dict[int, int]:
    """Return for each region that another column or page goes on with, the region that does."""
    found: dict[int, int] = {}
    last: int | None = None
    for index, region in enumerate(regions):
        if region.kind in (BlockKind.CAPTION, BlockKind.FOOTNOTE, BlockKind.TABLE_ROW):
            continue
        starts_column = region.gap >= 1e3
        if last is not None and starts_column and _goes_on(regions[last], region):
            found[last] = index
        last = index
    return found


def _goes_on(region: Region, after: Region) -> bool:
    if region.kind not in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM):
        return False
    if after.kind != BlockKind.PARAGRAPH or abs(region.size - after.size) > 0.5:
        return False
    if after.page - region.page > 1:
        return False
    last = region.lines[-1]
    full = last.x1 > region.right - 0.25 * (region.right - region.left)
    return full and bool(_OPEN.search(last.text)) and after.text[:1].islower()


def _text_block(
    parts: Sequence[Region], pages: Mapping[int, Page], words: Counter[str]
) -> RawBlock:
    first = parts[0]
    code = first.kind == BlockKind.CODE
    text = _code(first.lines) if code else join_lines(first.texts, words)
    places: list[tuple[int, Box]] = []
    for part in parts[1:]:
        text = _go_on(text, join_lines(part.texts, words), words)
        places.append((part.page, pages[part.page].shown(part.box)))
    return RawBlock(
        first.kind,
        text,
        level=first.level,
        continues=first.continues,
        page=first.page,
        box=pages[first.page].shown(first.box),
        box_unit=_UNIT,
        places=tuple(places),
    )


def _go_on(text: str, following: str, words: Counter[str]) -> str:
    """Return two parts as one text with ``PLACE`` where the second begins."""
    joined = join_two(text, following, words)
    start = len(joined) - len(following)
    return joined[:start] + PLACE + joined[start:]


def _code(lines: Sequence[Line]) -> str:
    """Return lines of code with the indentation that they are shown with."""
    left = min(line.x0 for line in lines)
    widths = sorted(
        (word.x1 - word.x0) / len(word.text) for line in lines for word in line.words if word.text
    )
    width = widths[len(widths) // 2] or 1.0
    rows: list[str] = []
    last: Line | None = None
    for line in lines:
        if last is not None and line.base - last.base > 1.7 * line.size:
            rows.append("")
        rows.append(_spaced(line, left, width))
        last = line
    return "\n".join(rows)


def _spaced(line: Line, left: float, width: float) -> str:
    text = ""
    for word in line.words:
        column = round((word.x0 - left) / width)
        text += " " * max(column - len(text), 1 if text else 0) + word.text
    return text


def _table_rows(region: Region, number: int, pages: Mapping[int, Page]) -> Iterator[RawBlock]:
    assert region.table is not None
    for cells, row in region.table.rows():
        box = pages[region.page].shown(row)
        yield RawBlock(
            BlockKind.TABLE_ROW,
            table=number,
            cells=cells,
            page=region.page,
            box=box,
            box_unit=_UNIT,
        )


def _index_row(region: Region, number: int, pages: Mapping[int, Page]) -> RawBlock:
    cells = tuple(RawCell(text, column) for column, text in enumerate(region.entry))
    box = pages[region.page].shown(region.box)
    return RawBlock(
        BlockKind.INDEX, table=number, cells=cells, page=region.page, box=box, box_unit=_UNIT
    )
