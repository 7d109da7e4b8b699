"""Tickets, answers over them and resolution times as plain text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from graphwright.display.grid import Grid, grid
from graphwright.display.printable import one_line, prose, shortened
from graphwright.ticket_retrieval.answer import AnswerPart, Route
from graphwright.ticket_retrieval.readers_word import NotedSolution
from graphwright.ticket_retrieval.ticket_views import (
    FoundTickets,
    ShownLink,
    ShownSection,
    SimilarTickets,
    TicketCard,
    TicketEvaluation,
    TicketName,
    TicketTimes,
)
from graphwright.tickets.template_gaps import TemplateGap

_SECTION_CHARACTERS = 600
_TITLE_CHARACTERS = 100
_ROWS = 40
_AUTHORS = {"reporter": "the reporter", "assignee": "the assignee", "other": "somebody else"}
_ROUTES = {
    Route.GRAPH: "the plan found it in the graph of tickets",
    Route.TEXT: "a search over the texts found it",
    Route.NONE: "nothing was found",
}


def render_found(found: FoundTickets, *, whole: bool = False) -> str:
    """Return an answer: its plan, the rows, and the sections verbatim with their places.

    Long sections are cut unless ``whole``.
    """
    lines = [f"Question: {prose(found.question)}", f"Route: {found.route} ({_ROUTES[found.route]})"]
    lines += ["Plan:", *_indented(found.plan, 2)]
    lines += _read(found)
    lines += [f"Note: {prose(note)}" for note in found.notes]
    if found.count is not None:
        lines += ["", f"Count: {found.count:,}"]
    elif found.rows:
        lines += ["", f"Rows ({found.total:,})", *_rows(found)]
    for number, part in enumerate(found.parts, 1):
        lines += ["", *_part(number, part, whole=whole)]
    return "\n".join(lines) + "\n"


def _read(found: FoundTickets) -> Iterator[str]:
    """Yield how a question that is searched for was understood."""
    if found.read is not None:
        for value in found.read.values:
            told = shortened(prose(value.value), _TITLE_CHARACTERS)
            yield f"About: {value.section} = {told} ({value.reason})"
        for one in found.read.wanted:
            yield f"Wanted: {one.section} ({prose(one.cue)})"


def _rows(found: FoundTickets) -> Iterator[str]:
    for row in found.rows[:_ROWS]:
        told = [shortened(prose(", ".join(cell)), _TITLE_CHARACTERS) or "-" for cell in row.cells]
        told += [] if row.count is None else [f"{row.count:,}"]
        yield f"  {' | '.join(told)}"
    if len(found.rows) > _ROWS:
        yield f"  ... and {found.total - _ROWS:,} more: see --json"


def _part(number: int, part: AnswerPart, *, whole: bool) -> Iterator[str]:
    yield f"{number}. {_title(part.key, part.title)}: {part.section}"
    yield f"   {_state(part.status, part.resolution)}; {prose(part.why)}"
    yield from _text(part.text, 3, whole=whole)
    yield f"   {part.document_id} [{part.start}:{part.end}]"


def render_ticket(card: TicketCard, *, whole: bool = False) -> str:
    """Return a ticket: its state, its tree of sections, and what lies beside it."""
    ticket = card.ticket
    lines = [_title(ticket.key, ticket.title), f"  {_state(ticket.status, ticket.resolution)}"]
    lines += [f"  {prose(card.note)}"] if card.note else []
    lines += ["", "Sections"]
    for section in card.sections:
        lines += _section(section, whole=whole)
    lines += ["", f"Links ({len(card.links)})", *map(_link, card.links)]
    if card.cluster:
        lines += ["", "Duplicates, the first stands for all", *map(_named, card.cluster)]
    if card.near:
        lines += ["", "Near titles"]
        lines += [f"{_named(one.ticket)}  [cosine {one.cosine:.3f}]" for one in card.near]
    return "\n".join(lines) + "\n"


def _section(section: ShownSection, *, whole: bool) -> Iterator[str]:
    margin = 2 + 3 * section.depth
    role = f", {section.comment_role}" if section.comment_role else ""
    role += f", by {_AUTHORS[section.author_role]}" if section.author_role else ""
    said = f"{section.origin}: {one_line(section.rule)}" if section.rule else section.origin
    yield (
        f"{' ' * margin}{section.section}{role}  [{said}, confidence {section.confidence:.2f}, "
        f"{section.start}:{section.end}]"
    )
    yield from _text(section.text, margin + 2, whole=whole)


def _link(link: ShownLink) -> str:
    if link.title is None:
        return f"  {link.words} {one_line(link.key)} (in no collection)"
    return f"  {link.words} {_title(link.key, link.title)} ({_state(link.status, link.resolution)})"


def render_similar(similar: SimilarTickets) -> str:
    """Return tickets that are like one, with what added to each score."""
    asked = f"{similar.key}: " if similar.key else ""
    lines = [f"Tickets like {shortened(prose(asked + similar.text), _TITLE_CHARACTERS)}"]
    for number, one in enumerate(similar.tickets, 1):
        lines.append(f"{number}.{_named(one.ticket)}  [score {one.score:.3f}]")
        why = "; ".join(f"{reason.signal} {reason.added:+.2f}" for reason in one.why[:5])
        lines += [f"    why: {why}"] if why else []
        lines += [f"    {prose(one.ticket.note)}"] if one.ticket.note else []
    return "\n".join(lines if similar.tickets else [*lines, "None was found."]) + "\n"


def times_grids(times: TicketTimes) -> Iterator[Grid]:
    """Yield the times of groups in hours, and how two of them differ."""
    columns = ("value", "resolved", "open", "without times", "mean", "P50", "P90")
    rows = [
        (one.value, one.resolved, one.open, one.undated, *map(_hours, (one.mean, one.p50, one.p90)))
        for one in times.groups
    ]
    yield grid(f"Hours to resolution by {times.field}", columns, rows)
    compared = times.comparison
    if compared is not None:
        named = f"{compared.first.value} takes longer than {compared.second.value}"
        found = [
            (one.measure, _hours(one.hours), f"{_hours(one.low)} to {_hours(one.high)}")
            for one in compared.differences
        ]
        yield grid(f"By how many hours {named}", ("measure", "hours", "95 % interval"), found)


def _hours(hours: float | None) -> str:
    return "" if hours is None else f"{hours:,.1f}"


def evaluation_grids(found: TicketEvaluation) -> Iterator[Grid]:
    """Yield the means of each strategy, and what of a file was not asked."""
    columns = ("strategy", "MRR", *(f"recall@{k}" for k in found.recall_at))
    rows = [
        (one.strategy, *(f"{value:.3f}" for value in (one.mrr, *one.recall)))
        for one in found.scores
    ]
    yield grid(f"{found.questions:,} questions", columns, rows)
    if found.left_out:
        yield grid("Left out of the file", ("what",), [(line,) for line in found.left_out])


def gap_grids(gaps: Mapping[str, Sequence[TemplateGap]]) -> Iterator[Grid]:
    """Yield by collection what its template lacks."""
    for collection, found in gaps.items():
        rows = [(gap.what, gap.name, gap.tickets, ", ".join(gap.examples)) for gap in found]
        title = f"Headings and fields of {collection} that no section takes"
        yield grid(title, ("what", "name", "tickets", "for example"), rows)


def solved_grid(noted: Sequence[NotedSolution]) -> Grid:
    """Return what readers said, and which of it is a link."""
    rows = [(one.solved_by, one.ticket, one.counts) for one in noted]
    return grid("What readers said", ("solved by", "ticket", "both are published"), rows)


def _named(ticket: TicketName) -> str:
    title = _title(ticket.key, ticket.title)
    return f"  {title} ({_state(ticket.status, ticket.resolution)})"


def _title(key: str, title: str) -> str:
    return f"{one_line(key)} {shortened(one_line(title), _TITLE_CHARACTERS)}"


def _state(status: str | None, resolution: str | None) -> str:
    return ", ".join(prose(one) for one in (status or "no status", resolution) if one)


def _text(text: str, margin: int, *, whole: bool) -> list[str]:
    """Return a section's text line by line, set in so that no line stands as one of ours."""
    cut = not whole and len(text) > _SECTION_CHARACTERS
    lines = _indented(text[:_SECTION_CHARACTERS] if cut else text, margin)
    more = f"{' ' * margin}... {len(text):,} characters: see --whole"
    return [*lines, more] if cut else lines


def _indented(text: str, margin: int) -> list[str]:
    return [f"{' ' * margin}{line}" for line in text.splitlines()]
