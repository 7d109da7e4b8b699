"""The piece of a chunk that one call is about: how it is cut and how it is shown to a model."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from graphwright.ids import sha256_text
from graphwright.tables import Chunk, Sentence

_SMALLEST_HALF = 20
"""Characters below which half a passage can hardly state a fact of its own."""


@dataclasses.dataclass(frozen=True, slots=True)
class Passage:
    """A slice of a chunk's text; ``start`` and ``end`` are offsets into the chunk's text."""

    text: str
    start: int
    end: int
    headings: tuple[str, ...]


def whole_chunk(chunk: Chunk) -> Passage:
    """Return the whole chunk; header and name of the row that it continues stand as headings."""
    above = filter(None, (chunk.table_header, chunk.row_name))
    return Passage(chunk.text, 0, len(chunk.text), (*chunk.heading_path, *above))


def halves(passage: Passage, starts: Sequence[int] = ()) -> list[Passage]:
    """Return the passage in two, cut at one of ``starts`` (of its sentences), else at white space
    nearest its middle; an empty list where it is too short to cut.
    """
    cut = _nearest(starts, passage)
    if cut is None:
        cut = _nearest(_word_starts(passage), passage)
    if cut is None:
        return []
    return [_slice(passage, passage.start, cut), _slice(passage, cut, passage.end)]


def _slice(passage: Passage, start: int, end: int) -> Passage:
    text = passage.text[start - passage.start : end - passage.start]
    return Passage(text, start, end, passage.headings)


def sentence_starts(chunk: Chunk, sentences: Sequence[Sentence]) -> list[int]:
    """Return where the sentences start, as offsets into the chunk's text."""
    return [sentence.start - chunk.start for sentence in sentences]


def _word_starts(passage: Passage) -> list[int]:
    text = passage.text
    return [
        passage.start + i
        for i in range(1, len(text))
        if text[i - 1].isspace() and not text[i].isspace()
    ]


def _nearest(places: Sequence[int], passage: Passage) -> int | None:
    low, high = passage.start + _SMALLEST_HALF, passage.end - _SMALLEST_HALF
    middle = (passage.start + passage.end) // 2
    inside = [place for place in places if low <= place <= high]
    return min(inside, key=lambda place: (abs(place - middle), place), default=None)


def render(text: str, headings: Sequence[str] = (), known: Sequence[str] = ()) -> str:
    """Return document text between tags whose names end in a hash of all that stands in them.

    The text cannot close its own tag: it would have to contain a hash of itself. ``known`` are
    lines, one a concept or entity, that are shown above the text between tags of their own.
    """
    above, listed = " > ".join(headings), "\n".join(known)
    code = sha256_text(f"{listed}\x1e{above}\x1f{text}")[:12]
    parts = [
        f"<{name}-{code}>\n{inner}\n</{name}-{code}>"
        for name, inner in (("known", listed), ("headings", above))
        if inner
    ]
    return "\n".join([*parts, f"<passage-{code}>\n{text}\n</passage-{code}>"])
