"""An answer over tickets: sections verbatim, each with its place, and the way that led to it.

What a plan finds is the answer (``graph``). Where a question names nothing, or the plan finds
nothing, the tickets that a search ranks first answer (``text``), and the answer says so. Where
they hold nothing either, it says that (``none``). No language model is asked here.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum

from graphwright.graph.ticket_graph import TicketHop
from graphwright.tables.tickets import TicketLinkKind, TicketSection
from graphwright.ticket_retrieval.brought_in import brought_in
from graphwright.ticket_retrieval.cypher import plan_of_cypher
from graphwright.ticket_retrieval.cypher_text import cypher_of
from graphwright.ticket_retrieval.plan_rules import PlannedQuestion, PlanRules
from graphwright.ticket_retrieval.plan_run import (
    PlanResult,
    PlanRow,
    PlanRunner,
    RankedTicket,
    sections_named,
)
from graphwright.ticket_retrieval.question import QuestionReader, Reason, TicketQuestion
from graphwright.ticket_retrieval.ticket_properties import FIELDS
from graphwright.ticket_retrieval.ticket_state import state_note

NOT_HERE = "That is not in these tickets."
"""What an answer says where neither the graph nor a search holds one."""

TICKETS_TRIED = 5
"""Tickets of a search that are looked through for a wanted section, the best first."""

NEAR_SECTION = 4.0
"""What a cosine of 1 of the wanted section adds to a ticket's score.

From 4 to 10 the same answers were right of half of Titanium's questions (``benchmarks/tickets.py
--answers``), and the other half gained too.
"""

DESCRIPTION = "description"

DESCRIBED = "No ticket that was found has {}: the whole description is shown as text."
"""What an answer says where no wanted section was found, and the description stands for it."""

SECTIONS_SHOWN = (DESCRIPTION, "cause", "workaround", "fix")
"""Sections that answer a question that wants none by name."""


BROUGHT_IN = "belongs to {} before it"
"""Why code or a log is shown beside a section."""


_Found = tuple[int, str]
"""A ticket's row, and how it was found."""

_Told = tuple[int, str, TicketSection]
"""A section with its ticket's row, and how that was found."""


class Route(StrEnum):
    """How an answer was found."""

    GRAPH = "graph"
    TEXT = "text"
    NONE = "none"


@dataclasses.dataclass(frozen=True, slots=True)
class AnswerPart:
    """A section, verbatim: ``text`` is the document's canonical text from ``start`` to ``end``.

    ``why`` says how the ticket was found, ``note`` what to know of its state; empty: nothing.
    """

    document_id: str
    key: str
    title: str
    status: str | None
    resolution: str | None
    section: str
    text: str
    start: int
    end: int
    why: str
    note: str


@dataclasses.dataclass(frozen=True, slots=True)
class TicketAnswer:
    """An answer: what the plan found, the sections that answer, and what to know of both.

    ``plan`` is Cypher. ``result`` is null where a search answered. ``notes`` say what was not
    found, not read, or done in place of it.
    """

    question: str
    route: Route
    plan: str
    result: PlanResult | None
    parts: tuple[AnswerPart, ...]
    notes: tuple[str, ...]
    read: TicketQuestion | None = None


Reread = Callable[[TicketQuestion], TicketQuestion]
"""What reads a question again that the rules have read: a language model."""


@dataclasses.dataclass(frozen=True, slots=True)
class QuestionReading:
    """How questions without a plan are read by rules, and what is searched for then."""

    read: QuestionReader
    search: Callable[[TicketQuestion], Sequence[RankedTicket]]


class TicketAnswerer:
    """Answers questions and typed queries on one graph.

    A ticket of a search whose cosine is below ``least_cosine`` (``near_enough``) says nothing of
    what was asked; None: each does.
    """

    def __init__(
        self,
        runner: PlanRunner,
        rules: PlanRules,
        reading: QuestionReading | None = None,
        *,
        least_cosine: float | None = None,
    ) -> None:
        """Take what runs plans, with its search, what makes them, and what reads the rest."""
        self._runner, self._rules, self._least_cosine = runner, rules, least_cosine
        self._graph, self._reading = runner.graph, reading

    def ask(self, question: str, reread: Reread | None = None) -> TicketAnswer:
        """Return the answer; raises ``PlanError`` for a question that cannot be read.

        ``reread`` reads a question that names nothing after the rules; what it raises is raised.
        """
        planned = self._rules(question)
        notes = _notes_of(planned)
        if planned.plan.search:
            return self._read_and_searched(planned, notes, reread)
        result = self._runner.run(planned.plan)
        parts = self._parts(result)
        wanted = planned.plan.sections()
        if result.rows and (parts or not wanted):
            return _answer(planned, Route.GRAPH, result, parts, (*notes, *_without(result, parts)))
        if planned.absent_keys or not wanted or not result.rows:
            return _answer(planned, Route.NONE, result, (), (*notes, NOT_HERE))
        missing = f"No ticket of the plan has {_listed(wanted)}: a search answers in its place."
        return self._searched(planned, (*notes, missing), tuple(self._tickets_of(result)))

    def query(self, cypher: str) -> TicketAnswer:
        """Return what a typed query finds; raises ``PlanError`` with line and column."""
        plan = plan_of_cypher(cypher)
        result = self._runner.run(plan)
        planned = PlannedQuestion(text=cypher, plan=plan, source="typed")
        parts = self._parts(result, follow=False)
        route = Route.GRAPH if result.rows else Route.NONE
        return _answer(planned, route, result, parts, () if result.rows else (NOT_HERE,))

    def _parts(self, result: PlanResult, *, follow: bool = True) -> tuple[AnswerPart, ...]:
        """Return the sections of a result's rows, once each.

        Where ``follow``, a ticket without a wanted one is answered by its duplicates and clones,
        and a section shows what it brings in.
        """
        return self._told(self._of_result(result, follow=follow), whole=follow)

    def _of_result(self, result: PlanResult, *, follow: bool) -> Iterator[_Told]:
        for row in result.rows:
            for one, cell in zip(result.plan.returns, row.cells, strict=True):
                ticket = row.path[one.node] if row.path else ""
                if one.name in FIELDS or not isinstance(ticket, int):
                    continue
                found = [(ticket, self._way(row, one.node), section) for section in cell.sections]
                if not found and follow:
                    found = list(self._of_copies(ticket, one.name))
                yield from found

    def _told(self, found: Iterable[_Told], *, whole: bool = True) -> tuple[AnswerPart, ...]:
        """Return sections as parts of an answer, once each; ``whole``: with what they bring in."""
        parts: dict[str, AnswerPart] = {}
        for owner, why, section in found:
            parts.setdefault(section.section_id, self._part(owner, why, section))
            for one in brought_in(self._graph, owner, section) if whole else ():
                stands = BROUGHT_IN.format(section.section)
                parts.setdefault(one.section_id, self._part(owner, stands, one))
        return tuple(parts.values())

    def _of_copies(self, ticket: int, name: str) -> Iterator[_Told]:
        """Yield a section of the first duplicate, clone or solution that has it."""
        key = self._graph.tickets[ticket].key
        for row in self._copies(ticket):
            sections = sections_named(self._graph, row, name)
            if sections:
                why = f"{self._beside(row, ticket)} {key}, which has no {name}"
                yield from ((row, why, section) for section in sections)
                return

    def _copies(self, ticket: int) -> list[int]:
        """Return the duplicates of a ticket, the canonical one first, clones, what solved it."""
        near = dict.fromkeys(self._graph.cluster(ticket))
        hops = self._graph.edges(ticket)
        for kind in (TicketLinkKind.DUPLICATE, TicketLinkKind.CLONE):
            near |= {hop.row: None for hop in hops if hop.kind == kind and hop.row is not None}
        near |= {hop.row: None for hop in hops if _solved(hop) and hop.row is not None}
        return [row for row in near if row != ticket]

    def _beside(self, row: int, ticket: int) -> str:
        """Return what a ticket is to the one whose section it has."""
        kinds = {hop.kind for hop in self._graph.edges(ticket) if hop.row == row}
        solved = kinds == {TicketLinkKind.SOLVE} and row not in self._graph.cluster(ticket)
        return "readers said that it solved" if solved else "duplicate or clone of"

    def _way(self, row: PlanRow, node: int) -> str:
        """Return how a row's ticket was reached: from the named one over links."""
        keys = [one if isinstance(one, str) else self._graph.tickets[one].key for one in row.path]
        if node == 0:
            return "fits the question"
        steps = zip(row.kinds[:node], keys[1 : node + 1], strict=True)
        return f"{keys[0]}" + "".join(f" - {kind} - {key}" for kind, key in steps)

    def _part(self, row: int, why: str, section: TicketSection) -> AnswerPart:
        ticket = self._graph.tickets[row]
        return AnswerPart(
            document_id=ticket.document_id,
            key=ticket.key,
            title=ticket.title,
            status=ticket.status,
            resolution=ticket.resolution,
            section=section.section,
            text=section.text,
            start=section.start,
            end=section.end,
            why=why,
            note=state_note(ticket),
        )

    def _read_and_searched(
        self, planned: PlannedQuestion, notes: tuple[str, ...], reread: Reread | None
    ) -> TicketAnswer:
        """Return what a search says to a question as it was read, and how that was."""
        if self._reading is None:
            return self._searched(planned, notes)
        read = self._reading.read(planned.text)
        if reread is not None:
            read = reread(read)
        found = self._reading.search(read)
        answer = self._answered(planned, notes, found, _wanted(read) or planned.plan.sections())
        return dataclasses.replace(answer, read=read)

    def _searched(
        self, planned: PlannedQuestion, notes: tuple[str, ...], of_plan: Sequence[_Found] = ()
    ) -> TicketAnswer:
        """Return what the first tickets of a search for the whole question say."""
        search = self._runner.search
        found = search(planned.text) if search is not None else ()
        return self._answered(planned, notes, found, planned.plan.sections(), of_plan)

    def _answered(
        self,
        planned: PlannedQuestion,
        notes: tuple[str, ...],
        found: Sequence[RankedTicket],
        wanted: Sequence[str],
        of_plan: Sequence[_Found] = (),
    ) -> TicketAnswer:
        """Return what the first tickets that were found say.

        Where none has a wanted section, the description tells: that of the plan's tickets, or else
        that of the best one.
        """
        tried = enumerate(found[:TICKETS_TRIED], 1)
        near = [(rank, one) for rank, one in tried if self._near_enough(one)]
        good = [(one.row, _rank(rank, one)) for rank, one in near]
        parts = self._told(self._wanted_of(near, wanted)) if wanted else self._shown(good)
        if wanted and not parts:
            parts = tuple(self._described(of_plan[:TICKETS_TRIED] or good[:1]))
            notes = (*notes, DESCRIBED.format(_listed(wanted))) if parts else notes
        if not parts:
            return _answer(planned, Route.NONE, None, (), (*notes, NOT_HERE))
        return _answer(planned, Route.TEXT, None, parts, notes)

    def _near_enough(self, one: RankedTicket) -> bool:
        """Return whether a ticket of a search says anything of what was asked."""
        least = self._least_cosine
        return least is None or one.cosine is None or one.cosine >= least

    def _wanted_of(
        self, found: Sequence[tuple[int, RankedTicket]], wanted: Sequence[str]
    ) -> Iterator[_Told]:
        """Yield each wanted section of the best ticket that has it, itself or by its copies."""
        for name in wanted:
            having = []
            for rank, one in found:
                why = _rank(rank, one)
                own = sections_named(self._graph, one.row, name)
                parts = [(one.row, why, section) for section in own]
                parts = parts or list(self._of_copies(one.row, name))
                if parts:
                    having.append((one, parts))
            if having:
                yield from having[_best(name, having)][1]

    def _tickets_of(self, result: PlanResult) -> Iterator[_Found]:
        """Yield the tickets of which a plan wants sections, once each."""
        nodes = dict.fromkeys(one.node for one in result.plan.returns if one.name not in FIELDS)
        ways = {
            ticket: self._way(row, node)
            for row in reversed(result.rows)
            for node in nodes
            if row.path and isinstance(ticket := row.path[node], int)
        }
        yield from reversed(ways.items())

    def _described(self, tickets: Sequence[_Found]) -> Iterator[AnswerPart]:
        """Yield the descriptions of tickets."""
        for row, why in tickets:
            for section in sections_named(self._graph, row, DESCRIPTION):
                yield self._part(row, why, section)

    def _shown(self, found: Sequence[_Found]) -> tuple[AnswerPart, ...]:
        """Return what the best ticket says of its problem and of what helped."""
        return tuple(
            self._part(ticket, why, section)
            for ticket, why in found[:1]
            for name in SECTIONS_SHOWN
            for section in sections_named(self._graph, ticket, name)
        )


def _wanted(read: TicketQuestion) -> tuple[str, ...]:
    """Return the sections that a question asks for: those that a model read, or else all.

    Words of what it asks about, which the plan may take for sections, are none of them.
    """
    of_model = [one for one in read.wanted if one.cue == Reason.MODEL]
    names = (one.section for one in of_model or read.wanted)
    return tuple(name for name in names if name not in FIELDS)


def _best(name: str, having: Sequence[tuple[RankedTicket, object]]) -> int:
    """Return which of the tickets with a section answers by it, the first of equal ones.

    A section without vectors is as near as the others are on the average.
    """
    known = [one.sections[name] for one, _ in having if name in one.sections]
    usual = sum(known) / len(known) if known else 0.0
    worth = [one.score + NEAR_SECTION * one.sections.get(name, usual) for one, _ in having]
    return worth.index(max(worth))


def _rank(rank: int, one: RankedTicket) -> str:
    """Return how a search found a ticket."""
    return f"rank {rank} of the search, score {one.score:.3f}"


def _solved(hop: TicketHop) -> bool:
    """Return whether the other ticket of a link is what solved this one."""
    return hop.kind == TicketLinkKind.SOLVE and not hop.outward


def _answer(
    planned: PlannedQuestion,
    route: Route,
    result: PlanResult | None,
    parts: tuple[AnswerPart, ...],
    notes: tuple[str, ...],
) -> TicketAnswer:
    told = dict.fromkeys((*notes, *(part.note for part in parts if part.note)))
    return TicketAnswer(planned.text, route, cypher_of(planned.plan), result, parts, tuple(told))


def _notes_of(planned: PlannedQuestion) -> tuple[str, ...]:
    """Return what of a question names nothing, or was not read."""
    notes = [f"There is no ticket {key}." for key in planned.absent_keys]
    if planned.unread:
        notes.append(f"Not taken into account: {' '.join(planned.unread[:20])}.")
    if planned.plan.search:
        notes.append("The question names no ticket or field alone: a search answers.")
    return tuple(notes)


def _without(result: PlanResult, parts: Sequence[AnswerPart]) -> Iterator[str]:
    """Yield that some tickets of a result have none of the wanted sections."""
    wanted = result.plan.sections()
    empty = sum(not any(cell.sections for cell in row.cells) for row in result.rows)
    if wanted and empty and parts:
        yield f"{empty} of {len(result.rows)} tickets have no {_listed(wanted)} of their own."
    if result.plan.limit is None and result.total > len(result.rows):
        yield f"{len(result.rows)} of {result.total} rows are shown."


def _listed(names: Sequence[str]) -> str:
    return " or ".join(names)
