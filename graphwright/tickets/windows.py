"""What is embedded of sections: a long one is split inside itself, and its first windows count."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from graphwright.ids import content_id
from graphwright.tables import SectionPiece, TicketSection
from graphwright.tickets.template import COMMENT

WINDOW_CHARACTERS = 1000
"""Characters of a window at most: what a small model reads whole."""

MOST_WINDOWS = 3
"""Windows of a section: what follows is mostly logs, whose words are still searched."""

_SPACE = re.compile(r"\s")
_WORD = re.compile(r"\w")


def windows_of(sections: Iterable[TicketSection], rich: Collection[str]) -> Iterator[SectionPiece]:
    """Yield the windows of the sections whose names are ``rich``, in order of place.

    A section that holds rich ones is embedded by them: no text is embedded twice. What stands in a
    comment is embedded where comments are.
    """
    said = COMMENT in rich
    chosen = [one for one in sections if one.section in rich and (one.author_role is None or said)]
    holders = {one.parent_id for one in chosen}
    for section in chosen:
        if section.section_id not in holders:
            for index, (start, end) in enumerate(_windows(section.text)):
                yield SectionPiece(
                    piece_id=content_id("section_piece", section.section_id, index),
                    section_id=section.section_id,
                    document_id=section.document_id,
                    section=section.section,
                    index=index,
                    start=section.start + start,
                    end=section.start + end,
                    text=section.text[start:end],
                )


def _windows(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of the first windows that hold a word, cut between words."""
    start, made = 0, 0
    while start < len(text) and made < MOST_WINDOWS:
        end = _end(text, start)
        if _WORD.search(text, start, end):
            yield start, end
            made += 1
        start = end


def _end(text: str, start: int) -> int:
    """Return where a window ends: after the last space that fits, if it has one in its half."""
    end = min(start + WINDOW_CHARACTERS, len(text))
    if end == len(text):
        return end
    middle = start + WINDOW_CHARACTERS // 2
    spaces = [one.end() for one in _SPACE.finditer(text, middle, end)]
    return spaces[-1] if spaces else end
