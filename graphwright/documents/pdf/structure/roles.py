"""Regions that are neither text nor headings: captions, footnotes; and how deep list items are."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence

from graphwright.documents.pdf.layout.regions import Region
from graphwright.tables import BlockKind

_CAPTION = re.compile(
    r"[\[(<]?(?:fig(?:ure|\.)?|table|tab\.|listing|algorithm|chart|exhibit|scheme|plate|illustration"
    r"|abb(?:ildung|\.)?|tabelle|tableau|그림|표|図|表|شکل|جدول)\s*"
    r"(?:[A-Z][.-]?)?\d{1,3}(?:[.-]\d{1,3})*(?P<end>[.:)>\]]?)(?:\s+(?P<next>\S)|$)",
    re.IGNORECASE,
)
_NOTE_MARK = re.compile(r"(?:\d{1,3}|[*†‡§¶]{1,2}|\(?\d{1,2}\))$")
_SMALLER = 0.92


def mark_captions(regions: Sequence[Region], body_size: float) -> list[Region]:
    """Return the regions with captions marked."""
    return [
        dataclasses.replace(region, kind=BlockKind.CAPTION)
        if region.kind == BlockKind.PARAGRAPH and _is_caption(region, body_size)
        else region
        for region in regions
    ]


def mark_footnotes(regions: Sequence[Region], body_size: float) -> list[Region]:
    """Return the regions with footnotes marked; their marks stay in the text."""
    notes = _footnotes(regions, body_size)
    return [
        dataclasses.replace(region, kind=BlockKind.FOOTNOTE, markers=0)
        if index in notes
        else region
        for index, region in enumerate(regions)
    ]


def _is_caption(region: Region, body_size: float) -> bool:
    """Whether a region begins as a caption does; "Table 2 shows" at the text's size does not."""
    found = _CAPTION.match(region.text)
    first_letter = region.text.lstrip("[(<")[:1]
    if found is None or (first_letter.isascii() and not first_letter.isupper()):
        return False
    if found["end"] or found["next"] is None or not found["next"].islower():
        return True
    first = region.lines[0].words[0]
    return region.size < _SMALLER * body_size or first.font.bold or first.font.italic


def _footnotes(regions: Sequence[Region], body_size: float) -> set[int]:
    """Return the small regions that begin with a mark at the end of a column, and what follows."""
    notes: set[int] = set()
    by_page: dict[int, list[int]] = {}
    for index, region in enumerate(regions):
        by_page.setdefault(region.page, []).append(index)
    for indexes in by_page.values():
        lowest = max(regions[index].box[3] for index in indexes)
        run: list[int] = []
        for index in reversed(indexes):
            region = regions[index]
            small = bool(region.lines) and _text_size(region) < _SMALLER * body_size
            if not small or region.kind not in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM):
                run = []
                continue
            run.append(index)
            if _has_mark(region) and region.box[1] > 0.45 * lowest:
                notes.update(run)
    return notes


def _text_size(region: Region) -> float:
    return max(line.size for line in region.lines)


def _has_mark(region: Region) -> bool:
    first = region.lines[0].words[0]
    raised = first.base < region.lines[0].base - 0.1 * first.size or region.markers > 0
    return bool(_NOTE_MARK.match(first.text)) and (raised or first.size < _text_size(region))


def with_depths(regions: Sequence[Region]) -> list[Region]:
    """Return the regions with the depth of each list item by how far its marker is indented.

    A paragraph that stands as far in as the text of the item before it belongs to that item.
    """
    indents: list[float] = []
    text_x = 0.0
    placed = []
    for region in regions:
        if region.kind == BlockKind.LIST_ITEM:
            x, near = region.lines[0].x0, 0.6 * region.size
            while indents and indents[-1] > x + near:
                indents.pop()
            if not indents or indents[-1] < x - near:
                indents.append(x)
            text_x = region.lines[0].words[region.markers].x0
            placed.append(dataclasses.replace(region, level=len(indents)))
            continue
        inside = bool(indents) and region.kind == BlockKind.PARAGRAPH and _is_inside(region, text_x)
        if inside:
            placed.append(dataclasses.replace(region, level=len(indents), continues=True))
            continue
        if region.kind in (BlockKind.HEADING, BlockKind.PARAGRAPH):
            indents = []
        placed.append(region)
    return placed


def _is_inside(region: Region, text_x: float) -> bool:
    return (
        abs(region.lines[0].x0 - text_x) < 0.6 * region.size and region.left < text_x - region.size
    )
