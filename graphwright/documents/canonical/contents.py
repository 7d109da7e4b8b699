"""Tables of contents, menus and indexes, told by their form: they point at texts and state nothing.

An entry is a line that is nothing but links, a line that repeats a heading of its document, or one
that ends with its page. Three or more that follow one another are such a list; a bar of three
links is one by itself. A list behind a colon is an enumeration, and titles under "See also" are
references: both are left as they are.
"""

from __future__ import annotations

import bisect
import dataclasses
import itertools
import re
from collections.abc import Callable, Iterator, Sequence

from graphwright.documents.blocks.labels import OTHER_TEXTS
from graphwright.documents.blocks.links import Links
from graphwright.documents.canonical.text import ANNOUNCES
from graphwright.tables import Block, BlockKind, Mark

_LEAST = 3
_LONGEST = 160
_MOST_OTHERS = 10
"""Entries for each item of their list that is none."""
_LABEL_WORDS = 3
"""Words of a label: "In this chapter:"."""
_LISTED = frozenset({BlockKind.PARAGRAPH.value, BlockKind.LIST_ITEM.value})
_HEADINGS = frozenset({BlockKind.TITLE.value, BlockKind.HEADING.value})
_NUMBER = re.compile(r"^(?:\d+(?:\.\d+)*|[A-Z]\.)[.):]?\s+")
_PAGES = r"\d{1,4}(?:\s*[-–]\s*\d{1,4})?"
_LED = re.compile(rf"(?P<name>\W*\w.*?)(?:\s*(?:\.\s?){{3,}}|\s*…+|\t+)\s*(?P<page>{_PAGES})")
_NUMBERED = re.compile(rf"(?P<name>\d+(?:\.\d+)*[.)]?\s+\D.*?)\s+(?P<page>{_PAGES})")
_TERM = re.compile(rf"(?P<name>[^\W\d][^,:;]*?),\s*(?P<page>{_PAGES}(?:\s*,\s*{_PAGES})*)")


def contents_marked(text: str, blocks: Sequence[Block], marks: Sequence[Mark]) -> tuple[Block, ...]:
    """Return the blocks of a document, those of contents, menus and indexes with the kind INDEX.

    Offsets and all else stay as they are.
    """
    form = _Form(text, blocks, marks)
    found = {block.index for test in form.tests for run in form.runs(test) for block in run}
    found |= {block.index for block in blocks if form.is_bar(block)}
    return tuple(
        dataclasses.replace(block, kind=BlockKind.INDEX.value, level=0, parent=None)
        if block.index in found
        else block
        for block in blocks
    )


class _Form:
    """What the blocks of a document look like: links, pages, and which headings they repeat."""

    def __init__(self, text: str, blocks: Sequence[Block], marks: Sequence[Mark]) -> None:
        self._text, self._blocks = text, blocks
        self._links = Links(text, marks)
        self._others = [block.index for block in blocks if not self._links.fill(block)]
        self._announcing: dict[int, bool] = {}
        self._headings = {self._plain(block) for block in blocks if block.kind in _HEADINGS}
        self.tests: tuple[Callable[[Block], bool], ...] = (
            self._links.fill,
            self._repeats_heading,
            self._has_pages,
        )

    def runs(self, test: Callable[[Block], bool]) -> Iterator[list[Block]]:
        """Yield the lists of entries of one form that state nothing."""
        entries = [self._is_entry(block, test) for block in self._blocks]
        lists = _Lists(self._blocks, entries)
        for passed, group in itertools.groupby(self._blocks, lambda block: entries[block.index]):
            run = list(group)
            if not passed or sum(map(self._lines, run)) < _LEAST:
                continue
            if test == self._has_pages:
                states_nothing = self._in_order(run)
            else:
                states_nothing = not self._is_led_in(run[0]) and lists.is_whole(run)
            if states_nothing:
                yield run

    def is_bar(self, block: Block) -> bool:
        """Return whether a block is a bar of links: "Home | Products | Contact"."""
        if block.kind not in _LISTED or not self._links.fill(block):
            return False
        return len(self._links.inside(block)) >= _LEAST and not self._under_label(block)

    def _is_entry(self, block: Block, test: Callable[[Block], bool]) -> bool:
        long = block.end - block.start > _LONGEST * self._lines(block)
        return block.kind in _LISTED and not long and test(block)

    def _is_led_in(self, block: Block) -> bool:
        """Return whether something says what a list is of: references, or an enumeration."""
        if self._under_label(block):
            return True
        for lead_in in self._lead_ins(block):  # which may lead in many runs
            if lead_in.index not in self._announcing:
                self._announcing[lead_in.index] = self._announces(lead_in)
            if self._announcing[lead_in.index]:
                return True
        return False

    def _lead_ins(self, block: Block) -> Iterator[Block]:
        if block.index:
            yield self._blocks[block.index - 1]
        if block.parent is not None:
            yield self._blocks[block.parent]

    def _announces(self, block: Block) -> bool:
        """Return whether a block leads an enumeration in: open at its end, and no mere label."""
        said = self._written(block)
        is_open = block.kind in _LISTED and not said.endswith((".", "!"))
        is_label = len(said.split()) <= _LABEL_WORDS and not ANNOUNCES.search(said)
        return is_open and not is_label

    def _under_label(self, block: Block) -> bool:
        before = bisect.bisect_left(self._others, block.index)
        above = self._blocks[self._others[before - 1]] if before else None
        return (
            above is not None
            and above.end - above.start <= _LONGEST
            and self._plain(above) in OTHER_TEXTS
        )

    def _repeats_heading(self, block: Block) -> bool:
        return self._plain(block) in self._headings

    def _has_pages(self, block: Block) -> bool:
        return all(map(_page_of, self._written(block).splitlines()))

    def _in_order(self, run: Sequence[Block]) -> bool:
        """Return whether pages only grow, as in contents, or terms, as in an index."""
        lines = [line for block in run for line in self._written(block).splitlines()]
        found = [entry for entry in map(_page_of, lines) if entry is not None]
        names, pages = [name for name, _, _ in found], [page for _, page, _ in found]
        if all(indexed for _, _, indexed in found):
            return names == sorted(names)
        return pages == sorted(pages)

    def _lines(self, block: Block) -> int:
        return self._text.count("\n", block.start, block.end) + 1

    def _written(self, block: Block) -> str:
        return self._text[block.start : block.end].strip()

    def _plain(self, block: Block) -> str:
        return _NUMBER.sub("", self._written(block)).strip(" :").casefold()


class _Lists:
    """The lists of a document, asked for each run of entries what else they hold."""

    def __init__(self, blocks: Sequence[Block], entries: Sequence[bool]) -> None:
        """``entries`` says of each block whether it is an entry."""
        self._count = len(blocks)
        self._breaks = [b.index for b in blocks if b.kind != BlockKind.LIST_ITEM]
        self._others: dict[int, list[int]] = {}
        for block in blocks:
            if block.kind == BlockKind.LIST_ITEM and not entries[block.index]:
                self._others.setdefault(block.level, []).append(block.index)

    def is_whole(self, run: Sequence[Block]) -> bool:
        """Return whether a list has hardly any item beside the entries: steps may be links too."""
        if run[0].kind != BlockKind.LIST_ITEM:
            return True
        first, last = run[0].index, run[-1].index
        before = bisect.bisect_left(self._breaks, first)
        after = bisect.bisect_right(self._breaks, last)
        begin = self._breaks[before - 1] + 1 if before else 0
        end = self._breaks[after] if after < len(self._breaks) else self._count
        level = min(block.level for block in run)
        others = sum(
            _count_between(places, begin, first) + _count_between(places, last + 1, end)
            for depth, places in self._others.items()
            if depth >= level
        )
        return others * _MOST_OTHERS <= len(run)


def _count_between(places: Sequence[int], start: int, end: int) -> int:
    return bisect.bisect_left(places, end) - bisect.bisect_left(places, start)


def _page_of(line: str) -> tuple[str, int, bool] | None:
    """Return the name of an entry, its first page, and whether an index writes it so."""
    line = line.strip()
    if len(line) > _LONGEST or not line[-1:].isdecimal():
        return None
    for pattern in (_LED, _NUMBERED, _TERM):
        found = pattern.fullmatch(line)
        if found is not None:
            first = re.match(r"\d+", found["page"])
            page = int(first[0]) if first else 0
            return found["name"].strip().casefold(), page, pattern is _TERM
    return None
