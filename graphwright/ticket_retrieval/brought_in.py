"""The code and logs that a section of a ticket brings in, without which it is not whole.

A tree parts steps from the code that they run and from the error that they end with. Who asks for
the steps needs them too: "1. Run the code below", "It prints this:".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from graphwright.graph.ticket_graph import TicketGraph

if TYPE_CHECKING:
    from graphwright.tables.tickets import TicketSection

SHOWN = frozenset({"code", "logs"})
"""Sections that others bring in."""

_POINTS = re.compile(r"\b(?:below|following)\b", re.IGNORECASE)
"""Words that point to what stands behind the text that has them."""


def brought_in(graph: TicketGraph, row: int, section: TicketSection) -> Iterator[TicketSection]:
    """Yield the code and logs that directly follow a section and belong to it.

    Such a one stands under the same heading, or behind a colon, or the section's words point to it.
    """
    sections = graph.sections(row)
    whole = next((one for one in sections if one.section_id == section.parent_id), None)
    points, before = bool(_POINTS.search(section.text)), section
    for one in sections:
        if one.index <= section.index:
            continue
        if one.section not in SHOWN or one.parent_id != section.parent_id:
            return
        headed = section.heading_start is not None and _adjoins(before, one, whole)
        if not (points or headed or before.text.rstrip().endswith(":")):
            return
        yield one
        before = one


def _adjoins(before: TicketSection, one: TicketSection, whole: TicketSection | None) -> bool:
    """Say whether nothing stands between two sections of a text, not even a heading."""
    if whole is None:
        return False
    return not whole.text[before.end - whole.start : one.start - whole.start].strip()
