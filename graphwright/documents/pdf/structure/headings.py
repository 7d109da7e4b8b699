"""Which regions are headings, by their type and by what stands around them.

A heading is larger or bolder than the text of the document, short, and stands alone. Then each
style is judged as a whole: one that mostly marks something else (terms of a definition list,
labels in figures) marks no headings. The bookmarks, where there are any, have the last word;
where a file names its headings in tags, these are its headings.
"""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from graphwright.documents.pdf.layout.regions import Region
from graphwright.documents.pdf.page.objects import Font, Line
from graphwright.documents.pdf.structure.bookmarks import Bookmark, bare_key, title_key
from graphwright.documents.pdf.structure.heading_levels import (
    NUMBERED,
    Style,
    heading_levels,
    style_of,
)
from graphwright.tables import BlockKind

_MAX_LINES = 4
_MAX_CHARACTERS = 200
_LARGER = 1.14
_HEADED = 200
"""Characters that follow a heading of a first page at least."""
_MOST_HEADED = 0.5
"""Share of the text that headings can be: tags that name more of it mean something else."""
_SMALLEST = 0.88
_WIDE = 2.0
"""A gap between words, as a share of the font size, that no heading has but after its number."""
_SPELLED = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen"
    "|sixteen|seventeen|eighteen|nineteen|twenty"
)
_ONLY_NUMBER = re.compile(
    r"(?:(?:chapter|appendix|section|part|annex|kapitel|anhang|teil|chapitre)\s*)?"
    rf"(?:\d{{1,3}}|[A-Z]|[IVXLC]{{1,6}}|{_SPELLED})[.:)]?",
    re.IGNORECASE,
)
_PROMPT = re.compile(r"[$#>%]\s|\W*$")
_FEW_CODE = 0.3
"""Share of code, at most, among or after what is set in a style that marks headings."""
_CAN_BE = (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.CODE)
_SECTION = re.compile(r"\d{1,3}\.\d{1,3}")
"""What code begins with that is a heading, such as the name of a function."""
_WORDY = re.compile(r"[^\W\d_]{2}|[\u3040-\u9fff\uac00-\ud7af]")
_SENTENCE_END = re.compile(r"[^\W\d_]{2}[.;,!][\"”’)]*$|[:,;]$")
_CODE_LIKE = re.compile(r"[{};=<>|\\]|^[$#>%]|\(\)|--\w")


PageTags = Mapping[int, Mapping[int, int]]
"""The levels of the marked content that is tagged as headings, by page."""


@dataclasses.dataclass(frozen=True, slots=True)
class Body:
    """The style of a document's text."""

    size: float
    font: Font


def body_of(lines: Sequence[Line]) -> Body:
    """Return the size and font that most characters have, code aside where there is other text."""
    styles: Counter[tuple[float, Font]] = Counter()
    plain = [line for line in lines if not line.font.mono]
    for line in plain or lines:
        styles[round(line.size, 1), line.font] += len(line.text)
    if not styles:
        return Body(10.0, Font(""))
    return Body(*_plainest(styles))


def _plainest(styles: Counter[tuple[float, Font]]) -> tuple[float, Font]:
    """Return the most common style; a bold one only where hardly any text is not bold."""
    found = styles.most_common()
    plain = next((style for style, n in found if not style[1].bold and n > 0.3 * found[0][1]), None)
    return plain or found[0][0]


def mark_headings(
    regions: Sequence[Region],
    bookmarks: Sequence[Bookmark],
    body: Body,
    tags: PageTags | None = None,
) -> list[Region]:
    """Return the regions with headings marked and their levels set.

    Where the file's tags name several, and no bookmark does, these are all of its headings: one
    alone may be a title over headings that are only set in bold.
    """
    listed = match_bookmarks(regions, bookmarks)
    named = {} if listed else match_tags(regions, tags or {})
    listed = listed or named
    found: set[int] = set()
    if len(named) < 2:
        found = {index for index, region in enumerate(regions) if _may_be(region, body)}
        found = _vetted(regions, found, body)
        found -= _cover(regions, found) | _last(regions, found, body)
    regions, found, listed = _with_numbers(regions, found, listed)
    levels = heading_levels(regions, sorted(found | listed.keys()), listed)
    return [
        dataclasses.replace(region, kind=BlockKind.HEADING, level=levels[index], markers=0)
        if index in levels
        else region
        for index, region in enumerate(regions)
    ]


def match_bookmarks(regions: Sequence[Region], bookmarks: Sequence[Bookmark]) -> dict[int, int]:
    """Return the level of each region that a bookmark names on the page it leads to."""
    by_key: dict[tuple[int, str], list[int]] = {}
    for index, region in enumerate(regions):
        if region.lines and len(region.lines) <= _MAX_LINES and not region.entry:
            text = " ".join(line.text for line in region.lines)
            for key in {title_key(text), bare_key(text)} - {""}:
                by_key.setdefault((region.page, key), []).append(index)
    levels: dict[int, int] = {}
    for bookmark in bookmarks:
        for key in (title_key(bookmark.title), bare_key(bookmark.title)):
            named = by_key.get((bookmark.page or 0, key), [])
            free = [index for index in named if index not in levels]
            if free:
                levels[free[0]] = bookmark.level
                break
    return levels


def match_tags(regions: Sequence[Region], tags: PageTags) -> dict[int, int]:
    """Return the level of each region that is tagged as a heading; none where most text is."""
    levels: dict[int, int] = {}
    for index, region in enumerate(regions):
        own = tags.get(region.page, {})
        mcids = {word.mcid for line in region.lines for word in line.words} if own else set()
        if mcids and mcids <= own.keys() and not region.entry:
            levels[index] = min(own[mcid] for mcid in mcids)
    headed = sum(regions[index].characters for index in levels)
    total = sum(region.characters for region in regions)
    return levels if headed <= _MOST_HEADED * total else {}


def _may_be(region: Region, body: Body) -> bool:
    """Whether a region alone looks like a heading."""
    if region.kind not in _CAN_BE or region.entry or region.pictured:
        return False
    text = " ".join(line.text for line in region.lines)
    if len(region.lines) > _MAX_LINES or len(text) > _MAX_CHARACTERS or not _WORDY.search(text):
        return False
    numbered = NUMBERED.match(text) is not None
    if region.kind == BlockKind.LIST_ITEM and not numbered:
        return False
    if region.is_all("mono") or region.kind == BlockKind.CODE:
        return _names_code(region, text, body)
    if _CODE_LIKE.search(text) and not numbered:
        return False
    return _stands_out(region, text, body, numbered=numbered)


def _names_code(region: Region, text: str, body: Body) -> bool:
    """Whether text in a fixed-width font looks like a heading, such as a function's name."""
    larger = region.size >= _LARGER * body.size
    if body.font.mono or not (larger or region.is_all("bold")) or _PROMPT.match(text):
        return False
    alone = len(region.lines) == 1 and region.gap > 0.5 * region.size and len(text.split()) <= 8
    return _SECTION.match(text) is not None or (alone and region.size >= 0.95 * body.size)


def _has_columns(lines: Sequence[Line]) -> bool:
    """Whether wide gaps part the words of a line: it is the header of a table without rules."""
    return any(
        after.x0 - word.x1 > _WIDE * word.size and not _ONLY_NUMBER.fullmatch(word.text)
        for line in lines
        for word, after in itertools.pairwise(line.words)
    )


def _stands_out(region: Region, text: str, body: Body, *, numbered: bool) -> bool:
    larger = region.size >= _LARGER * body.size
    if larger:
        return len(text) <= 120 or not _SENTENCE_END.search(text)
    if _SENTENCE_END.search(text) or region.size < _SMALLEST * body.size:
        return False
    if region.is_all("bold") and not body.font.bold:
        return len(text.split()) <= 20 and (numbered or not _has_columns(region.lines))
    apart = region.gap > 0.5 * region.size and len(region.lines) <= 2
    other = region.lines[0].font != body.font and not region.lines[0].font.mono
    if (
        numbered
        and apart
        and "." in text.split(maxsplit=1)[0]
        and (other or region.size > body.size * 1.04)
    ):
        return True
    if not apart or len(region.lines) > 1 or len(text.split()) > 8:
        return False
    return style_of(region).capitals or (region.is_all("italic") and text[0].isupper())


def _vetted(regions: Sequence[Region], found: set[int], body: Body) -> set[int]:
    """Return the candidates without those of styles that mark something else."""
    styles: dict[Style, list[int]] = {}
    others: Counter[Style] = Counter()
    for index, region in enumerate(regions):
        if index in found:
            styles.setdefault(style_of(region), []).append(index)
        elif region.lines and not region.entry:
            others[style_of(region)] += 1
    margin = _margin(regions)
    kept: set[int] = set()
    for style, members in styles.items():
        strong = style.size >= _LARGER * body.size
        if strong or not _marks_else(regions, members, found, others[style], margin):
            kept.update(members)
    return kept


def _marks_else(
    regions: Sequence[Region], members: list[int], found: set[int], others: int, margin: float
) -> bool:
    """Whether a style at the size of the text marks terms, labels or whole paragraphs."""
    mono = style_of(regions[members[0]]).mono
    if others > len(members) * (_FEW_CODE if mono else 1):
        return True
    terms = stacked = code = 0
    for index in members:
        region = regions[index]
        following = regions[index + 1] if index + 1 < len(regions) else None
        if following is None or following.page != region.page or not following.lines:
            continue
        indented = following.lines[0].x0 > region.lines[0].x0 + 0.8 * region.size
        terms += indented and region.lines[0].x0 > margin - 3
        stacked += index + 1 in found and style_of(following) == style_of(region)
        code += mono and following.kind == BlockKind.CODE
    if len(members) < 3:
        return mono
    return max(terms, stacked) > 0.5 * len(members) or code > _FEW_CODE * len(members)


def _margin(regions: Sequence[Region]) -> float:
    """Return the x at which most lines of text begin."""
    starts: Counter[int] = Counter()
    for region in regions:
        if region.kind == BlockKind.PARAGRAPH:
            starts.update(round(line.x0 / 2) for line in region.lines[1:])
    return starts.most_common(1)[0][0] * 2.0 if starts else 0.0


def _last(regions: Sequence[Region], found: set[int], body: Body) -> set[int]:
    """Return the candidates at the size of the text that nothing on their page follows.

    A heading is kept with what it heads; at the end of a page stand labels.
    """
    dropped: set[int] = set()
    followed: set[int] = set()
    for index in range(len(regions) - 1, -1, -1):
        region = regions[index]
        weak = index in found and region.size < _LARGER * body.size
        if weak and region.page not in followed:
            dropped.add(index)
        elif region.page > 0:
            followed.add(region.page)
    return dropped


def _with_numbers(
    regions: Sequence[Region], found: set[int], listed: dict[int, int]
) -> tuple[list[Region], set[int], dict[int, int]]:
    """Join headings that are only a number ("Chapter 1") to the heading below them."""
    joined: list[Region] = []
    kept: set[int] = set()
    levels: dict[int, int] = {}
    number: Region | None = None
    for index, region in enumerate(regions):
        following = regions[index + 1] if index + 1 < len(regions) else None
        above = {index, index + 1} <= found and following and following.page == region.page
        if above and number is None and _ONLY_NUMBER.fullmatch(region.text):
            number = region
            continue
        if index in found or index in listed:
            kept.add(len(joined))
        if index in listed:
            levels[len(joined)] = listed[index]
        if number is not None:
            region = _joined(number, region)  # noqa: PLW2901
            number = None
        joined.append(region)
    return joined, kept, levels


def _joined(number: Region, region: Region) -> Region:
    """Return a heading with its number's line before its own; its style is the larger one's."""
    lines = tuple(sorted(region.lines, key=lambda line: line.base))
    return dataclasses.replace(region, lines=(*number.lines, *lines), gap=number.gap)


def _cover(regions: Sequence[Region], found: set[int]) -> set[int]:
    """Return the candidates of a title page, or above a paper's text, that are not its title.

    Authors, dates and logos are set in styles that only this page has, with hardly a word between;
    a style that heads text or a table once is none of these.
    """
    last = max((region.page for region in regions), default=1)
    first = sorted(index for index in found if regions[index].page == 1)
    if len(first) < 2 or last < 2:
        return set()
    usual = {style_of(regions[index]) for index in found if regions[index].page > 1}
    largest = max(regions[index].size for index in first)
    bare = set()
    for index, following in zip(first, [*first[1:], len(regions)], strict=True):
        own = [p for p in regions[index + 1 : following] if p.page == 1]
        table = any(p.table is not None for p in own)
        if not table and sum(p.characters for p in own) < _HEADED:
            bare.add(index)
        else:
            usual.add(style_of(regions[index]))
    small = (index for index in bare if index and regions[index].size < 0.95 * largest)
    return {index for index in small if style_of(regions[index]) not in usual}
