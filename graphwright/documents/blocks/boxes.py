"""Boxes: rectangles of a page, a slide or a sheet."""

from __future__ import annotations

from collections.abc import Iterable

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in the unit that the block says."""


def bounding_box(boxes: Iterable[Box]) -> Box:
    """Return the smallest box that holds all of them; there must be one."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)
