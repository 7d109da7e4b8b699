"""The levels of headings: by the bookmarks, by their numbers, else by the rank of their styles."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Sequence

from graphwright.documents.pdf.layout.regions import Region

NUMBERED = re.compile(
    r"(?:(?:chapter|appendix|section|part|annex)\s+)?"
    r"(?P<number>\d{1,3}(?:\.\d{1,3})*|[A-Z](?:\.\d{1,3})+|[A-Z]|[IVX]{1,5}|\(\d{1,2}\))"
    r"[.:)]?\s+\S",
    re.IGNORECASE,
)
"""A heading with its number; a lone capital or Roman number counts as one."""


@dataclasses.dataclass(frozen=True, slots=True, order=True)
class Style:
    """The style of a heading, as far as headings are told apart by it."""

    size: float
    bold: bool
    italic: bool
    capitals: bool
    mono: bool = False


def style_of(region: Region) -> Style:
    """Return the style of a region."""
    text = region.text
    capitals = text.isupper() and sum(map(str.isalpha, text)) > 3
    return Style(
        round(region.size * 2) / 2,
        region.is_all("bold"),
        region.is_all("italic"),
        capitals,
        region.is_all("mono"),
    )


def heading_levels(
    regions: Sequence[Region], found: Sequence[int], listed: dict[int, int]
) -> dict[int, int]:
    """Return a level from 1 for each heading: by its number, else by the rank of its style."""
    title = _title(regions, found, listed)
    styles: dict[Style, list[int]] = {}
    for index in found:
        if index != title:
            styles.setdefault(style_of(regions[index]), []).append(index)
    ranks = _ranks(regions, styles)
    offset = 0 if title is None else 1
    levels = {} if title is None else {title: 1}
    learned = _learned(regions, listed)
    for style, members in styles.items():
        for index in members:
            level = listed.get(index) or learned.get(style)
            if level is None:
                level = _own_level(regions, index, members, ranks[style])
            levels[index] = level + offset
    return levels


def _title(regions: Sequence[Region], found: Sequence[int], listed: dict[int, int]) -> int | None:
    """Return the heading of the first page that is larger than all others, the title."""
    sizes = sorted((round(regions[index].size, 1) for index in found), reverse=True)
    for index in found:
        region = regions[index]
        if region.page == 1 and index not in listed and round(region.size, 1) == sizes[0]:
            alone = len(sizes) == 1 or sizes[1] < sizes[0]
            return index if alone and _depth(region) is None else None
    return None


def _learned(regions: Sequence[Region], listed: dict[int, int]) -> dict[Style, int]:
    """Return the level that bookmarks give most headings of a style."""
    seen: dict[Style, Counter[int]] = {}
    for index, level in listed.items():
        seen.setdefault(style_of(regions[index]), Counter())[level] += 1
    return {style: counts.most_common(1)[0][0] for style, counts in seen.items()}


def _depth(region: Region) -> int | None:
    """Return how many parts the number of a heading has; ``None`` without a number."""
    match = NUMBERED.match(" ".join(line.text for line in region.lines))
    return match["number"].count(".") + 1 if match else None


def _usual_depth(regions: Sequence[Region], members: Sequence[int]) -> int | None:
    depths = Counter(_depth(regions[index]) for index in members)
    best = max(depths, key=lambda depth: (depths[depth], -(depth or 0)))
    return best


def _ranks(regions: Sequence[Region], styles: dict[Style, list[int]]) -> dict[Style, int]:
    """Return a level for each style: larger first; styles of one number depth share theirs."""
    order = sorted(styles, key=lambda s: (-s.size, not s.bold, not s.capitals, s.italic))
    total = sum(map(len, styles.values()))
    ranks: dict[Style, int] = {}
    by_depth: dict[int, int] = {}
    level = 0
    for style in order:
        depth = _usual_depth(regions, styles[style])
        if depth is not None and depth in by_depth:
            ranks[style] = by_depth[depth]
            continue
        rare = len(styles[style]) < max(2, 0.02 * total)
        ranks[style] = level + 1
        if not rare or depth is not None:
            level += 1
        if depth is not None:
            by_depth[depth] = ranks[style]
    return ranks


def _own_level(regions: Sequence[Region], index: int, members: Sequence[int], rank: int) -> int:
    """Return the level of a heading whose number may be deeper than is usual for its style."""
    depth, usual = _depth(regions[index]), _usual_depth(regions, members)
    if depth is None or usual is None:
        return rank
    return max(1, rank + depth - usual)
