"""What a template lacks: headings and fields of tickets that no section takes (LinkedIn, 6)."""

from __future__ import annotations

import dataclasses
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from graphwright.tables import ParsedDocument, TicketRecord
from graphwright.tickets.headings import heading_of
from graphwright.tickets.lines import DocumentLines
from graphwright.tickets.normal_words import normal_words
from graphwright.tickets.regions import RegionKind, regions_of, section_of_field
from graphwright.tickets.template import Template

HEADING, FIELD = "heading", "field"
_EXAMPLES = 3


@dataclasses.dataclass(frozen=True, slots=True)
class TemplateGap:
    """A heading or field that no section takes; ``examples`` are keys of tickets that have it."""

    what: str
    name: str
    tickets: int
    examples: tuple[str, ...]


def template_gaps(
    tickets: Iterable[tuple[ParsedDocument, TicketRecord]], template: Template, least: int = 2
) -> list[TemplateGap]:
    """Return the gaps that ``least`` tickets have or more, the most frequent first.

    Names count together by their normal form; the most frequent writing is shown.
    """
    written: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    holders: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for document, record in tickets:
        found = {
            (what, normal_words(name)): name for what, name in _gaps(document, record, template)
        }
        for place, name in found.items():
            written[place][name] += 1
            holders[place].append(record.key)
    gaps = [
        TemplateGap(
            place[0],
            min(names, key=lambda name: (-names[name], name)),
            len(holders[place]),
            tuple(sorted(holders[place])[:_EXAMPLES]),
        )
        for place, names in written.items()
        if len(holders[place]) >= least and place[1]
    ]
    return sorted(gaps, key=lambda gap: (-gap.tickets, gap.what, gap.name))


def _gaps(
    document: ParsedDocument, record: TicketRecord, template: Template
) -> Iterator[tuple[str, str]]:
    for field in record.fields:
        if section_of_field(field, template) is None:
            yield FIELD, field.name
    lines = DocumentLines(document)
    for region in regions_of(document, record, template):
        if region.kind not in (RegionKind.DESCRIPTION, RegionKind.COMMENT):
            continue
        for line in lines.between(region.start, region.end):
            heading = heading_of(line, template)
            if heading is not None and heading.section is None:
                yield HEADING, heading.words
