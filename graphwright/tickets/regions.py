"""The parts of a ticket that its record states: title, fields, description, comments."""

from __future__ import annotations

import bisect
import dataclasses
from collections.abc import Iterator, Sequence
from enum import Enum

from graphwright.tables import BlockKind, ParsedDocument, TicketComment, TicketField, TicketRecord
from graphwright.tickets.normal_words import normal_words
from graphwright.tickets.template import COMMENT, DESCRIPTION, SUMMARY, Template

TEXT = "text"
"""Name of what no field holds."""


class RegionKind(Enum):
    """What a region is: only descriptions and comments have sections inside."""

    FIELD = "field"
    DESCRIPTION = "description"
    COMMENT = "comment"
    TEXT = "text"


@dataclasses.dataclass(frozen=True, slots=True)
class Region:
    """A part of a ticket's text, with the section that it is; ``heading`` stands before it.

    ``section`` is None for a field that no section takes, and for text that no field holds.
    """

    kind: RegionKind
    section: str | None
    name: str
    start: int
    end: int
    heading: tuple[int, int] | None = None
    comment: TicketComment | None = None


def section_of_field(field: TicketField, template: Template) -> str | None:
    """Return the section that a field fills: by its name, else by what it means everywhere."""
    found = template.by_field.get(normal_words(field.name))
    if found is None and field.standard in template.sections:
        return field.standard
    return found


def regions_of(document: ParsedDocument, record: TicketRecord, template: Template) -> list[Region]:
    """Return the regions in order of place; together they hold the whole text."""
    made: list[Region] = []
    starts = [block.start for block in document.blocks]
    at = 0
    for region in sorted(_stated(document, record, template), key=lambda one: (one.start, one.end)):
        if region.start < at:
            continue
        gap = _without_space(document.text, at, region.start)
        if gap is not None and not _leads_in(document, starts, gap, region):
            made.append(Region(RegionKind.TEXT, None, TEXT, *gap))
            gap = None
        made.append(dataclasses.replace(region, heading=gap))
        at = region.end
    gap = _without_space(document.text, at, len(document.text))
    if gap is not None:
        made.append(Region(RegionKind.TEXT, None, TEXT, *gap))
    return made


def _stated(document: ParsedDocument, record: TicketRecord, template: Template) -> Iterator[Region]:
    title = next((b for b in document.blocks if b.kind == BlockKind.TITLE), None)
    if title is not None:
        yield Region(RegionKind.FIELD, SUMMARY, SUMMARY, title.start, title.end)
    for field in record.fields:
        if field.start is not None and field.end is not None:
            section = section_of_field(field, template)
            yield Region(RegionKind.FIELD, section, field.name, field.start, field.end)
    if record.description_start is not None and record.description_end is not None:
        start, end = record.description_start, record.description_end
        yield Region(RegionKind.DESCRIPTION, DESCRIPTION, DESCRIPTION, start, end)
    for comment in record.comments:
        yield Region(
            RegionKind.COMMENT, COMMENT, COMMENT, comment.start, comment.end, None, comment
        )


def _without_space(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return a span without the white space at its ends; None where nothing is left."""
    part = text[start:end]
    first = start + len(part) - len(part.lstrip())
    last = start + len(part.rstrip())
    return (first, last) if first < last else None


def _leads_in(
    document: ParsedDocument, starts: Sequence[int], gap: tuple[int, int], region: Region
) -> bool:
    """Say whether what stands before a region is its heading, or its label in a table.

    ``starts`` are those of the document's blocks.
    """
    first = max(0, bisect.bisect_right(starts, gap[0]) - 1)
    last = bisect.bisect_right(starts, gap[1] - 1)
    return all(
        block.kind in (BlockKind.HEADING, BlockKind.TITLE) or block.end > region.start
        for block in document.blocks[first:last]
    )
