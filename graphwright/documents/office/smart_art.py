"""Diagrams of slides (SmartArt) as lists: Docling does not read them.

A diagram is a tree of points in a part of its own, beside the picture of it; only the tree is read.
"""

from __future__ import annotations

import zipfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from graphwright.documents.blocks.raw import RawBlock
from graphwright.documents.office.package import (
    main_part,
    part_elements,
    related_parts,
    relationship_id,
    relationship_targets,
    xml_tree,
)
from graphwright.documents.office.package_checks import open_package
from graphwright.tables import BlockKind

_POINTS = "{*}ptLst/{*}pt"
_CONNECTIONS = "{*}cxnLst/{*}cxn"


def with_diagrams(data: bytes, blocks: Sequence[RawBlock]) -> tuple[RawBlock, ...]:
    """Return the blocks of a presentation with the points of its diagrams, each behind its slide.

    Raises ``ParseError`` where the archive is damaged.
    """
    with open_package(data) as archive:
        found = {number: points for number, points in _diagrams(archive) if points}
    placed = list(blocks)
    for number, points in sorted(found.items(), reverse=True):
        places = (n for n, block in enumerate(placed) if block.page and block.page <= number)
        alone = not any(block.page == number for block in placed)
        first = 1 + max(places, default=-1)
        placed[first:first] = [
            RawBlock(BlockKind.LIST_ITEM, text, level, resets=alone and not index, page=number)
            for index, (level, text) in enumerate(points)
        ]
    return tuple(placed)


def _diagrams(archive: zipfile.ZipFile) -> Iterator[tuple[int, list[tuple[int, str]]]]:
    """Yield the number of each shown slide with the points of its diagrams."""
    show = main_part(archive, "ppt/presentation.xml")
    targets = relationship_targets(archive, show)
    listed = (attributes for tag, attributes in part_elements(archive, show) if tag == "sldId")
    for number, attributes in enumerate(listed, start=1):
        slide = targets.get(relationship_id(attributes), "")
        parts = related_parts(archive, slide, "diagramData") if slide else []
        if parts and part_elements(archive, slide)[0][1].get("show") not in ("0", "false"):
            trees = (xml_tree(archive.read(part)) for part in parts)
            yield number, [point for tree in trees if tree is not None for point in _points(tree)]


def _points(tree: Any) -> Iterator[tuple[int, str]]:
    """Yield depth, from 1, and text of the points of a diagram in the order of its tree."""
    texts = {point.get("modelId"): _point_text(point) for point in tree.iterfind(_POINTS)}
    below: defaultdict[str | None, list[tuple[int, str]]] = defaultdict(list)
    for connection in tree.iterfind(_CONNECTIONS):
        if connection.get("type", "parOf") == "parOf":
            order = connection.get("srcOrd", "0")
            place = int(order) if order.isdecimal() and len(order) < 9 else 0
            below[connection.get("srcId")].append((place, connection.get("destId", "")))
    inside = {child for children in below.values() for _, child in children}
    stack = [(name, 0) for name in reversed(texts) if name not in inside]
    while stack:
        name, depth = stack.pop()
        text = texts.pop(name, "")
        if text:
            yield max(depth, 1), text
        children = sorted(below.pop(name, ()), reverse=True)
        stack.extend((child, depth + 1) for _, child in children)


def _point_text(point: Any) -> str:
    paragraphs = point.iterfind("{*}t/{*}p")
    return "\n".join("".join(t.text or "" for t in p.iter("{*}t")) for p in paragraphs).strip()
