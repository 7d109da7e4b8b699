"""A text of a ticket cut into pieces: each is a section, or a heading that opens none."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator, Sequence

from graphwright.tables import SectionOrigin, TicketPartRejection
from graphwright.tickets.heading_parts import CODE_RULE, heading_part, section_of_part
from graphwright.tickets.headings import BOLD, Heading, Nearest, heading_of
from graphwright.tickets.lines import Line
from graphwright.tickets.template import Template, ValueKind
from graphwright.tickets.text_rules import DETAILS, read_lines

MOST_LINES = 100_000
"""Lines of a text that are read: what stands behind them in one text is output of a program."""
NOT_READ = "not_read"
"""The rule of what stands behind the lines that are read."""
_OF_MARKUP, _OF_LABEL = 0.95, 0.9


@dataclasses.dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text: ``section`` is None for a heading that opens none, with the reason."""

    section: str | None
    origin: SectionOrigin
    rule: str
    confidence: float
    start: int
    end: int
    heading: tuple[int, int] | None = None
    reason: TicketPartRejection = TicketPartRejection.UNKNOWN_HEADING


@dataclasses.dataclass(frozen=True, slots=True)
class _Run:
    """Lines from a heading, or from the beginning, to the next one that ends them."""

    heading: Heading | None
    lines: tuple[Line, ...]


def pieces_of(lines: Sequence[Line], template: Template, nearest: Nearest | None) -> list[Piece]:
    """Return the pieces of a text in order; together they hold all its letters."""
    read, rest = lines[:MOST_LINES], lines[MOST_LINES:]
    pieces = [piece for run in _runs(read, template, nearest) for piece in _run_pieces(run)]
    if rest:
        pieces.append(
            Piece(DETAILS, SectionOrigin.RULE, NOT_READ, 0.0, rest[0].start, rest[-1].end)
        )
    return pieces


def _runs(lines: Sequence[Line], template: Template, nearest: Nearest | None) -> Iterator[_Run]:
    """Yield the runs: a known heading begins one, an unknown one of the same level ends one.

    A label in an item of a list names that item alone.
    """
    heading: Heading | None = None
    held: list[Line] = []
    of_item = False
    for line in lines:
        found = heading_of(line, template, nearest)
        if found is not None and _begins_run(found, line, heading, template):
            if heading is not None or held:
                yield _Run(heading, tuple(held))
            heading, held, of_item = found, [], line.is_item and found.end < line.end
            if found.end < line.end:
                held.append(_after(line, found.end))
        elif of_item and line.is_item:
            yield _Run(heading, tuple(held))
            heading, held, of_item = None, [line], False
        else:
            held.append(line)
    if heading is not None or held:
        yield _Run(heading, tuple(held))


def _begins_run(found: Heading, line: Line, above: Heading | None, template: Template) -> bool:
    if found.section is None:
        return line.is_heading and (above is None or found.level <= above.level)
    inline = found.end < line.end
    if inline and line.is_item and above is not None and above.section == found.section:
        return False
    return not (inline and template.sections[found.section].value is ValueKind.CODE)


def _after(line: Line, start: int) -> Line:
    return dataclasses.replace(line, start=start, text=line.text[start - line.start :], bold=0)


def _run_pieces(run: _Run) -> Iterator[Piece]:
    heading = run.heading
    if heading is None:
        yield from _unheaded(run.lines)
        return
    place = (heading.start, heading.end)
    section = heading.section
    if section is None or not run.lines:
        known = section is not None
        reason = TicketPartRejection.EMPTY if known else TicketPartRejection.UNKNOWN_HEADING
        yield Piece(None, SectionOrigin.HEADING, heading.words, 0.0, *place, reason=reason)
        yield from _unheaded(run.lines)
        return
    confidence = _OF_MARKUP if heading.level <= BOLD else _OF_LABEL
    own, after = heading_part(section, run.lines)
    yield Piece(
        section_of_part(section, own),
        SectionOrigin.HEADING,
        heading.words,
        confidence,
        own[0].start,
        own[-1].end,
        place,
    )
    for part, lines in after:
        if part is None:
            yield from _unheaded(lines)
        else:
            yield Piece(
                part, SectionOrigin.RULE, CODE_RULE, confidence, lines[0].start, lines[-1].end
            )


def _unheaded(lines: Sequence[Line]) -> Iterator[Piece]:
    """Yield runs of lines that the rules take for the same section."""
    read = zip(lines, read_lines(lines), strict=True)
    for section, group in itertools.groupby(read, key=lambda entry: entry[1].section):
        members = list(group)
        best = max((reading for _, reading in members), key=lambda one: (one.confidence, one.rule))
        start, end = members[0][0].start, members[-1][0].end
        yield Piece(section, SectionOrigin.RULE, best.rule, best.confidence, start, end)
