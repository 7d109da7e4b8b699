"""Docling's reader of PowerPoint files, told where the placeholders of a slide stand.

A placeholder without a place of its own takes that of its layout or master, which python-pptx looks
up anew each time it is asked, and Docling asks eight times a paragraph: four fifths of the time of
a deck. Here each layout is asked once, and the place is written into the slide.

Imports Docling, so only ``converter`` imports it, where it needs the reader.
"""

from __future__ import annotations

import contextlib
from typing import Any

from docling.backend.mspowerpoint_backend import MsPowerpointDocumentBackend

_EDGES = ("left", "top", "width", "height")
_Edges = tuple[int | None, ...]


class PlacingBackend(MsPowerpointDocumentBackend):  # type: ignore[misc]  # it has no types
    """Reads what its parent reads, with the same places."""

    def convert(self) -> Any:
        """Write the inherited places into the slides, then parse."""
        known: dict[tuple[Any, int], _Edges] = {}
        for slide in self.pptx_obj.slides if self.pptx_obj is not None else ():
            # What is wrong with a damaged slide is for Docling to say.
            with contextlib.suppress(AttributeError, KeyError, ValueError):
                _place(slide, known)
        return super().convert()


def _place(slide: Any, known: dict[tuple[Any, int], _Edges]) -> None:
    """Give each placeholder that has no place of its own the one that it inherits."""
    for shape in slide.placeholders:
        if shape._element.xfrm is not None:  # no public name tells an own place
            continue
        key = (slide.slide_layout.part, shape.placeholder_format.idx)
        if key not in known:
            known[key] = tuple(getattr(shape, edge) for edge in _EDGES)
        if None not in known[key]:
            for edge, value in zip(_EDGES, known[key], strict=True):
                setattr(shape, edge, value)
