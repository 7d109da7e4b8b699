"""Text that is read part by part, and what its author marks in it: links, emphasis, code.

A reader adds the parts in reading order and opens and closes marks among them; where the marks
stand in the canonical text is found in ``canonical.marks``. A mark is counted in solid characters,
those that are no white space, so its place stays the same however white space is folded later.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterable, Iterator, Sequence

from graphwright.documents.blocks.normalisation import (
    BREAK,
    block_separator,
    collapse_spaces,
    normalise,
)
from graphwright.documents.blocks.raw import RawMark, RawPassage
from graphwright.tables import MarkKind


def solid_characters(text: str) -> str:
    """Return the canonical characters of a text without its white space and line breaks."""
    return "".join(normalise(text.replace(BREAK, " ")).split())


@dataclasses.dataclass(slots=True)
class _Open:
    """A mark that is not closed yet; ``first`` is its first part, if that is still there."""

    kind: MarkKind
    first: int | None


class MarkedText:
    """The parts of one passage, and the marks in it."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._has_text = False
        self._open: list[_Open] = []
        self._closed: list[tuple[MarkKind, int, int, int | None]] = []

    def add(self, text: str) -> None:
        """Append a part."""
        self._parts.append(text)
        self._has_text = self._has_text or (bool(text) and not text.isspace())

    def has_text(self) -> bool:
        """Say whether there is more than white space."""
        return self._has_text

    def open(self, kind: MarkKind) -> None:
        """Open a mark before the next part."""
        self._open.append(_Open(kind, len(self._parts)))

    def words(self) -> str | None:
        """Return the words so far of the mark opened last; ``None`` where a passage ended in it."""
        first = self._open[-1].first
        return None if first is None else "".join(self._parts[first:])

    def close(self, link: int | None = None) -> None:
        """Close the mark opened last, number ``link`` of the links; it lies in one passage."""
        mark = self._open.pop()
        if mark.first is not None:
            self._closed.append((mark.kind, mark.first, len(self._parts), link))

    def take(self) -> RawPassage:
        """Return the passage and begin the next; a mark that is open is none of either."""
        passage = RawPassage("".join(self._parts), tuple(self._marks()))
        self._parts.clear()
        self._has_text = False
        self._closed.clear()
        self._open = [_Open(mark.kind, None) for mark in self._open]
        return passage

    def _marks(self) -> Iterator[RawMark]:
        if not self._closed:
            return
        edges = sorted({edge for _, first, after, _ in self._closed for edge in (first, after)})
        ends = _solid_lengths(self._parts, edges)
        for kind, first, after, link in self._closed:
            if ends and ends[first] < ends[after]:
                yield RawMark(kind, ends[first], ends[after], link)


def _solid_lengths(parts: Sequence[str], edges: Sequence[int]) -> dict[int, int]:
    """Return how many solid characters stand before each edge, a position among the parts.

    Nothing is returned where characters become one across an edge, as a letter and its accent do.
    """
    bounds = [0, *edges, len(parts)]
    pieces = ["".join(parts[a:b]) for a, b in itertools.pairwise(bounds)]
    lengths = list(
        itertools.accumulate((len(solid_characters(piece)) for piece in pieces), initial=0)
    )
    if lengths[-1] != len(solid_characters("".join(pieces))):
        return {}
    return dict(zip(edges, lengths[1:], strict=False))


def split_passage(passage: RawPassage, texts: Iterable[str]) -> Iterator[RawPassage]:
    """Yield the passage as ``texts``, which hold its characters; a mark over two is in neither."""
    marks = sorted(passage.marks, key=lambda mark: mark.start)
    done = taken = 0
    for text in texts:
        after = done + len(solid_characters(text)) if marks else 0
        inside: list[RawMark] = []
        while taken < len(marks) and marks[taken].start < after:
            if marks[taken].end <= after:
                inside.append(marks[taken].moved(-done))
            taken += 1
        yield RawPassage(text, tuple(inside))
        done = after


def join_passages(passages: Iterable[RawPassage]) -> RawPassage:
    """Return the blocks of a table cell as one line, as ``join_blocks`` does, with their marks."""
    found = [
        dataclasses.replace(p, text=text) for p in passages if (text := collapse_spaces(p.text))
    ]
    marked = any(passage.marks for passage in found)
    whole: list[str] = []
    marks: list[RawMark] = []
    before = 0
    for passage in found:
        texts = [block_separator(whole[-1]) if whole else "", passage.text]
        whole += texts
        if marked:
            before += len(texts[0].strip())
            marks += (mark.moved(before) for mark in passage.marks)
            before += len(solid_characters(passage.text))
    return RawPassage("".join(whole), tuple(marks))
