"""Licences and copyright notices, told by their form: they say nothing of a document's subject.

Signs are a line that begins with a copyright and its year, the words that grant or withhold rights,
and a disclaimer in capitals. A section whose heading names a licence and that has one of these is
a licence; without a heading, what stands between two different signs of one section is.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Sequence

from graphwright.tables import Block, BlockKind

_HEADINGS = frozenset({BlockKind.TITLE.value, BlockKind.HEADING.value})
_READ = frozenset(
    {
        BlockKind.PARAGRAPH.value,
        BlockKind.LIST_ITEM.value,
        BlockKind.FOOTNOTE.value,
        BlockKind.CAPTION.value,
    }
)
_NAMES = re.compile(
    r"\b(?:licen[cs]e|copyright|legal\s+notice|disclaimer|imprint)\b", re.IGNORECASE
)
_SIGNS_BEFORE = re.compile(r"\W*")
_COPYRIGHT = re.compile(
    r"(?:copyright\b|©|\(c\)\s).{0,80}?(?:\b\d{4}\b|\byyyy\b)", re.IGNORECASE | re.DOTALL
)
_GRANT = re.compile(
    r"\bhereby\s+(?:grants?|granted|disclaims?)\b|\bpermission\b.{0,40}\bgranted\b"
    r"|\bredistributions?\s+(?:and\s+use\s+)?(?:in|of)\s+(?:source|binary)\b"
    r"|\ball\s+rights\s+reserved\b|\bwithout\s+(?:any\s+)?(?:express|implied)?\s*warrant(?:y|ies)\b",
    re.IGNORECASE | re.DOTALL,
)
_SHOUTED_WORDS = 12
_SHOUTED = 0.7


def licences_marked(text: str, blocks: Sequence[Block]) -> tuple[Block, ...]:
    """Return the blocks of a document, those of licences with the kind LICENCE.

    Headings keep their kind; offsets and all else stay as they are.
    """
    signs = {block.index: _signs(text, block) for block in blocks if block.kind in _READ}
    found = {*_under_headings(text, blocks, signs), *_between_signs(blocks, signs)}
    return tuple(
        dataclasses.replace(block, kind=BlockKind.LICENCE.value, level=0, parent=None)
        if block.index in found and block.kind in _READ
        else block
        for block in blocks
    )


_Signs = dict[int, frozenset[str]]


def _under_headings(text: str, blocks: Sequence[Block], signs: _Signs) -> Iterator[int]:
    """Yield the blocks under headings that name a licence, where they have a sign of one.

    Headings of one path are one, since nothing else says which of them a block is under.
    """
    under: dict[tuple[str, ...], list[int]] = {}
    for block in blocks:
        path = block.heading_path
        for size in range(1, len(path) + 1) if under else ():
            inside = under.get(path[:size])
            if inside is not None:
                inside.append(block.index)
        if block.kind in _HEADINGS and _NAMES.search(text[block.start : block.end]):
            under.setdefault((*path, text[block.start : block.end]), [])
    for inside in under.values():
        if any(signs.get(index) for index in inside):
            yield from inside


def _between_signs(blocks: Sequence[Block], signs: _Signs) -> Iterator[int]:
    """Yield the blocks from the first to the last sign of a section that has two kinds of them."""
    by_section: dict[tuple[str, ...], list[int]] = {}
    for block in blocks:
        if signs.get(block.index):
            by_section.setdefault(block.heading_path, []).append(block.index)
    for section, indexes in by_section.items():
        kinds = frozenset[str]().union(*(signs[index] for index in indexes))
        if len(kinds) > 1:
            between = blocks[indexes[0] : indexes[-1] + 1]
            yield from (block.index for block in between if block.heading_path == section)


def _begins_with_notice(said: str) -> bool:
    """Say whether a text begins with a copyright, behind nothing but signs.

    Of several signs of it the last counts: it stands nearest to the year.
    """
    before = _SIGNS_BEFORE.match(said)
    end = before.end() if before else 0
    places = {said.rfind("©", 0, end), said.rfind("(", 0, end), end}
    return any(at >= 0 and _COPYRIGHT.match(said, at) for at in places)


def _signs(text: str, block: Block) -> frozenset[str]:
    said = text[block.start : block.end]
    words = re.findall(r"[^\W\d_]{2,}", said)
    shouted = sum(word.isupper() for word in words)
    found = {
        "copyright": _begins_with_notice(said),
        "grant": _GRANT.search(said) is not None,
        "disclaimer": len(words) >= _SHOUTED_WORDS and shouted >= _SHOUTED * len(words),
    }
    return frozenset(sign for sign, there in found.items() if there)
