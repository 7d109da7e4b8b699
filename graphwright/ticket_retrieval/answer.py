"""An answer over tickets: sections verbatim, each with its place, and the way that led to it.

What a plan finds is the answer (``graph``). Where a question names nothing, or the plan finds
nothing, the tickets that a search ranks first answer (``text``), and the answer says so. Where
they hold nothing either, it says that (``none``). No language model is asked here.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from enum import StrEnum

from graphwright.graph.ticket_graph import TicketHop
from graphwright.tables.tickets import TicketLinkKind, TicketSection
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
from graphwright.ticket_retrieval.ticket_properties import FIELDS
from graphwright.ticket_retrieval.ticket_state import state_note

NOT_HERE = "That is not in these tickets."
"""What an answer says where neither the graph nor a search holds one."""

TICKETS_TRIED = 3
"""Tickets of a search that are looked through for a wanted section, the best first."""

SECTIONS_SHOWN = ("description", "cause", "workaround", "fix")
"""Sections that answer a question that wants none by name."""


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


class TicketAnswerer:
    """Answers questions and typed queries on one graph.

    ``least_score`` is the score below which a search found nothing: it depends on the strategy that
    searches, and is to be chosen on data.
    """

    def __init__(
        self, runner: PlanRunner, rules: PlanRules, *, least_score: float = float("-inf")
    ) -> None:
        """Take what runs plans, with its search, and what makes them."""
        self._runner, self._rules, self._least_score = runner, rules, least_score
        self._graph = runner.graph

    def ask(self, question: str) -> TicketAnswer:
        """Return the answer; raises ``PlanError`` for a question that cannot be read."""
        planned = self._rules(question)
        notes = _notes_of(planned)
        if planned.plan.search:
            return self._searched(planned, notes)
        result = self._runner.run(planned.plan)
        parts = tuple(self._parts(result))
        wanted = planned.plan.sections()
        if result.rows and (parts or not wanted):
            return _answer(planned, Route.GRAPH, result, parts, (*notes, *_without(result, parts)))
        if planned.absent_keys or not wanted or not result.rows:
            return _answer(planned, Route.NONE, result, (), (*notes, NOT_HERE))
        missing = f"No ticket of the plan has {_listed(wanted)}: a search answers in its place."
        return self._searched(planned, (*notes, missing))

    def query(self, cypher: str) -> TicketAnswer:
        """Return what a typed query finds; raises ``PlanError`` with line and column."""
        plan = plan_of_cypher(cypher)
        result = self._runner.run(plan)
        planned = PlannedQuestion(text=cypher, plan=plan, source="typed")
        parts = tuple(self._parts(result, follow=False))
        route = Route.GRAPH if result.rows else Route.NONE
        return _answer(planned, route, result, parts, () if result.rows else (NOT_HERE,))

    def _parts(self, result: PlanResult, *, follow: bool = True) -> Iterator[AnswerPart]:
        """Yield the sections of a result's rows, once each.

        Where ``follow``, a ticket without a wanted one is answered by its duplicates and clones.
        """
        seen: set[str] = set()
        for row in result.rows:
            for one, cell in zip(result.plan.returns, row.cells, strict=True):
                ticket = row.path[one.node] if row.path else ""
                if one.name in FIELDS or not isinstance(ticket, int):
                    continue
                found = [(ticket, self._way(row, one.node), section) for section in cell.sections]
                if not found and follow:
                    found = list(self._of_copies(ticket, one.name))
                for owner, why, section in found:
                    if section.section_id not in seen:
                        seen.add(section.section_id)
                        yield self._part(owner, section, why)

    def _of_copies(self, ticket: int, name: str) -> Iterator[tuple[int, str, TicketSection]]:
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

    def _part(self, row: int, section: TicketSection, why: str) -> AnswerPart:
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

    def _searched(self, planned: PlannedQuestion, notes: tuple[str, ...]) -> TicketAnswer:
        """Return what the first tickets of a search say."""
        search = self._runner.search
        found = search(planned.text) if search is not None else ()
        good = [one for one in found if one.score >= self._least_score]
        wanted = planned.plan.sections()
        parts = tuple(self._first_with(good, wanted)) if wanted else self._shown(good)
        if not parts:
            return _answer(planned, Route.NONE, None, (), (*notes, NOT_HERE))
        return _answer(planned, Route.TEXT, None, parts, notes)

    def _first_with(
        self, found: Sequence[RankedTicket], wanted: Sequence[str]
    ) -> Iterator[AnswerPart]:
        """Yield each wanted section of the first ticket that has it, itself or by its copies."""
        for name in wanted:
            for rank, one in enumerate(found[:TICKETS_TRIED], 1):
                own = sections_named(self._graph, one.row, name)
                why = f"rank {rank} of the search, score {one.score:.3f}"
                parts = [(one.row, why, section) for section in own]
                parts = parts or list(self._of_copies(one.row, name))
                if parts:
                    yield from (self._part(row, section, why) for row, why, section in parts)
                    break

    def _shown(self, found: Sequence[RankedTicket]) -> tuple[AnswerPart, ...]:
        """Return what the best ticket says of its problem and of what helped."""
        return tuple(
            self._part(one.row, section, f"rank 1 of the search, score {one.score:.3f}")
            for one in found[:1]
            for name in SECTIONS_SHOWN
            for section in sections_named(self._graph, one.row, name)
        )


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
