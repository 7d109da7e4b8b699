"""A page as a crawl reads it: its canonical form, and where on the screen each element is.

``Capture`` is what identifies and describes a page and stands in tables; ``Reading`` adds what only
the crawl and pictures need. How a browser gives one is in ``page_reader``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from graphwright.tables.applications import UiElement


@dataclasses.dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in CSS pixels from the top left of the page, at the crawl's fixed viewport."""

    x: int
    y: int
    width: int
    height: int


@dataclasses.dataclass(frozen=True, slots=True)
class CapturedField:
    """A field of a form; ``key`` is unique in its capture."""

    key: str
    form: str | None
    label: str
    type: str
    options: tuple[str, ...]
    required: bool
    help_text: str | None
    region: str


@dataclasses.dataclass(frozen=True, slots=True)
class Capture:
    """A page in canonical form: no free text, times, counts, typed values or rows of lists."""

    template: str
    title: str
    headings: tuple[str, ...]
    dialogs: tuple[str, ...]
    menus: tuple[str, ...]
    tabs: tuple[str, ...]
    texts: tuple[str, ...]
    elements: tuple[UiElement, ...]
    fields: tuple[CapturedField, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class ElementPlace:
    """Where an element is found again: not part of what identifies the page.

    ``selector`` leads to it through frames and shadow roots, ``address`` is the whole target of a
    link, ``row_key`` what tells its row of a list from others.
    """

    selector: str
    address: str | None
    box: Box | None
    row_key: str | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Reading:
    """What one look at a page gave; ``places`` and ``boxes`` are by key of element and field.

    ``busy`` names the signs of loading that the page shows, so that another look may give more.
    """

    capture: Capture
    address: str
    places: Mapping[str, ElementPlace]
    boxes: Mapping[str, Box]
    scripts: tuple[str, ...]
    busy: str = ""
