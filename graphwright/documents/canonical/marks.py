"""Where the marks of a document stand in its canonical text.

The passages that a reader had and the blocks and cells of the canonical text are walked side by
side. A mark gets a place only where a passage and a block (or cell) have the same characters but
for white space, so its span holds exactly its words, inside one block.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence

from graphwright.documents.blocks.marked_text import solid_characters
from graphwright.documents.blocks.raw import RawMark, RawPassage
from graphwright.tables import Block, Cell, Mark

_REACH = 200
"""How many blocks or cells a passage is looked for in: those between were repeated or added."""


@dataclasses.dataclass(frozen=True, slots=True)
class PlacedMarks:
    """The marks of a document in order of start, the longer first, and the spans of its links."""

    marks: tuple[Mark, ...]
    links: Mapping[int, Mark]


def place_marks(passages: Sequence[RawPassage], text: str, blocks: Iterable[Block]) -> PlacedMarks:
    """Place the marks of the passages; what says nothing, or is not found exactly, is left out."""
    placed: set[Mark] = set()
    links: dict[int, Mark] = {}
    for marks, unit in _beside(passages, text, blocks):
        for raw, mark in _in_unit(marks, text, unit):
            placed.add(mark)
            if raw.link is not None:
                links[raw.link] = mark
    kept = (mark for mark in placed if any(map(str.isalnum, text[mark.start : mark.end])))
    return PlacedMarks(tuple(sorted(kept, key=_reading_order)), links)


def _reading_order(mark: Mark) -> tuple[int, int, str]:
    return mark.start, -mark.end, mark.kind


def _beside(
    passages: Sequence[RawPassage], text: str, blocks: Iterable[Block]
) -> Iterator[tuple[tuple[RawMark, ...], Block | Cell]]:
    """Yield the marks of each passage that has some with the block or cell that it became."""
    if not passages:
        return
    units = [unit for block in blocks for unit in (block.cells or (block,))]
    keys = ["".join(text[unit.start : unit.end].split()) for unit in units]
    next_unit = 0
    for passage in passages:
        key = solid_characters(passage.text)
        if not key:
            continue
        try:
            found = keys.index(key, next_unit, next_unit + _REACH)
        except ValueError:
            continue
        next_unit = found + 1
        if passage.marks:
            yield passage.marks, units[found]


def _in_unit(
    marks: Iterable[RawMark], text: str, unit: Block | Cell
) -> Iterator[tuple[RawMark, Mark]]:
    places = [n for n in range(unit.start, unit.end) if not text[n].isspace()]
    for raw in marks:
        yield raw, Mark(raw.kind, places[raw.start], places[raw.end - 1] + 1)
