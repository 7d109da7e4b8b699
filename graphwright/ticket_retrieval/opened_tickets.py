"""The published tickets, opened for questions: what command line, service and pages ask."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from graphwright.errors import NotFoundError, PlanError, SettingsError
from graphwright.graph.ticket_graph import TicketGraph, TicketHop
from graphwright.graph.ticket_texts import TicketTexts
from graphwright.tables.tickets import Ticket, TicketLinkKind, TicketSection
from graphwright.ticket_retrieval.answer import (
    QuestionReading,
    Reread,
    TicketAnswer,
    TicketAnswerer,
)
from graphwright.ticket_retrieval.near_enough import least_cosine
from graphwright.ticket_retrieval.plan_rules import SEARCHED, PlanRules
from graphwright.ticket_retrieval.plan_run import PlanResult, PlanRow, PlanRunner
from graphwright.ticket_retrieval.probe import Probe, newest, probe_of_question, probe_of_ticket
from graphwright.ticket_retrieval.question import TicketQuestion
from graphwright.ticket_retrieval.question_reading import RuleReader
from graphwright.ticket_retrieval.ticket_eval import (
    DEPTH,
    RECALL_AT,
    EvalQuestion,
    questions_of_file,
    questions_of_links,
    scores_of,
)
from graphwright.ticket_retrieval.ticket_state import state_note
from graphwright.ticket_retrieval.ticket_strategies import (
    TICKET_STRATEGIES,
    FoundTicket,
    TicketStrategy,
    TicketStrategyParts,
)
from graphwright.ticket_retrieval.ticket_views import (
    LINK_WORDS,
    FoundRow,
    FoundTickets,
    NearTitle,
    ShownLink,
    ShownSection,
    Similarity,
    SimilarTicket,
    SimilarTickets,
    TicketCard,
    TicketEvaluation,
    TicketName,
    TicketTimes,
)
from graphwright.tickets.resolution_times import compare_resolution_times, resolution_times
from graphwright.tickets.template import asked_sections

if TYPE_CHECKING:
    from pathlib import Path

    from graphwright.graph.snapshot import Snapshot
    from graphwright.settings import Settings
    from graphwright.vectors.embedder import Embedder

DEFAULT_STRATEGY = "tickets"
"""The strategy that ranks tickets where none is named."""

LONGEST_TEXT = 20_000
"""Characters of a text that tickets like it are searched for."""


def open_tickets(
    snapshot: Snapshot, settings: Settings, open_embedder: Callable[[], Embedder]
) -> OpenedTickets:
    """Return the tickets of a snapshot; raises ``NotFoundError`` where it holds none."""
    texts = TicketTexts.open(snapshot)
    least = least_cosine(settings.embedding.model)
    return OpenedTickets(texts, asked_sections(settings), open_embedder, least_cosine=least)


class AskedSection(Protocol):
    """What a question needs of a section of the template."""

    @property
    def name(self) -> str:
        """The section's name."""

    @property
    def cues(self) -> tuple[str, ...]:
        """Words of a question that want it."""

    @property
    def value(self) -> str:
        """What its value is: choice, text, code, person or time."""


class OpenedTickets:
    """The tickets of one snapshot, for many questions at once.

    The embedder is opened when the first text is searched for.
    """

    def __init__(
        self,
        texts: TicketTexts,
        sections: Sequence[AskedSection],
        open_embedder: Callable[[], Embedder],
        *,
        least_cosine: float | None = None,
    ) -> None:
        """Take opened texts, the sections of the templates, and what opens the embedder."""
        self.texts, self.graph = texts, texts.graph
        self._sections, self._open_embedder = sections, open_embedder
        self._least_cosine = least_cosine

    def ask(self, question: str, reread: Reread | None = None) -> FoundTickets:
        """Return the sections that answer a question; raises ``PlanError``.

        ``reread`` is a model that reads a question again that has no plan.
        """
        return found_tickets(self.graph, self.answer(question, reread))

    def query(self, cypher: str) -> FoundTickets:
        """Return what a typed query finds; raises ``PlanError`` with line and column."""
        return found_tickets(self.graph, self._answerer.query(cypher))

    def answer(self, question: str, reread: Reread | None = None) -> TicketAnswer:
        """Return the answer as words over it need it; raises ``PlanError``."""
        return self._answerer.ask(question, reread)

    @property
    def section_names(self) -> tuple[str, ...]:
        """Return the names of the sections that questions may want."""
        return tuple(one.name for one in self._sections)

    def show(self, key: str) -> TicketCard:
        """Return a ticket with its tree and neighbours; raises ``NotFoundError``."""
        row = self._row(key)
        ticket, beside = self.graph.tickets[row], self.graph.cluster(row)
        return TicketCard(
            ticket=ticket,
            note=state_note(ticket),
            sections=shown_sections(self.graph.sections(row)),
            links=tuple(self._link(hop) for hop in self.graph.edges(row)),
            cluster=tuple(map(self._name, beside)) if len(beside) > 1 else (),
            near=tuple(
                NearTitle(ticket=self._name(one.row), cosine=one.cosine)
                for one in self.graph.implicit(row)
            ),
        )

    def similar(
        self, key_or_text: str, k: int = 10, strategy: str = DEFAULT_STRATEGY
    ) -> SimilarTickets:
        """Return the tickets that are like one, or like a text, with the reasons.

        Raises ``PlanError`` for no text at all or one that is too long, ``SettingsError`` for an
        unknown strategy.
        """
        chosen = self._strategy(strategy)
        row = self.graph.row(key_or_text)
        probe = self._probe(key_or_text) if row is None else probe_of_ticket(self.texts, row)
        return SimilarTickets(
            key=None if row is None else self.graph.tickets[row].key,
            text=key_or_text if row is None else self.graph.tickets[row].title,
            strategy=strategy,
            tickets=tuple(map(self._similar, chosen.rank(probe, k))),
        )

    def evaluate(self, path: Path | None = None) -> TicketEvaluation:
        """Return how well each strategy finds what a file names, or what tickets duplicate.

        Raises ``NotFoundError`` where nothing can be asked, ``SettingsError`` for a file that is
        no table of questions.
        """
        graph, left_out = self.graph, list[str]()
        if path is None:
            asked = questions_of_links(graph)
        else:
            asked, left_out = questions_of_file(path, graph)
        if not asked:
            nothing = "No ticket states an earlier duplicate or clone."
            raise NotFoundError(
                nothing if path is None else f"No question of {path} names a ticket that is here.",
                remedy="Give a CSV with the columns question and tickets.",
            )
        probes = [self._probe_of(one) for one in asked]
        scores = [
            scores_of(name, [[at.row for at in one.rank(probe, DEPTH)] for probe in probes], asked)
            for name, one in self._strategies.items()
        ]
        return TicketEvaluation(
            questions=len(asked),
            recall_at=RECALL_AT,
            scores=tuple(scores),
            left_out=tuple(left_out),
        )

    def _probe_of(self, asked: EvalQuestion) -> Probe:
        row = self.graph.row(asked.asks)
        if row is None:
            return self._probe(asked.asks)
        return probe_of_ticket(self.texts, row, only_earlier=asked.earlier)

    def times(self, field: str, values: Sequence[str] = ()) -> TicketTimes:
        """Return resolution times by a field; of two values, also how they differ.

        Raises ``SettingsError`` for an unknown field and a number of values that is neither none
        nor two, ``NotFoundError`` for a value that no ticket has.
        """
        if len(values) not in (0, 2):
            raise SettingsError(
                f"{len(values)} values of {field!r} are compared.", remedy="Name two of them."
            )
        tickets = self.graph.tickets
        if not values:
            return TicketTimes(field=field, groups=resolution_times(tickets, field))
        compared = compare_resolution_times(tickets, field, *values)
        both = (compared.first, compared.second)
        return TicketTimes(field=field, groups=both, comparison=compared)

    @cached_property
    def _parts(self) -> TicketStrategyParts:
        return TicketStrategyParts(self.texts)

    @cached_property
    def _strategies(self) -> dict[str, TicketStrategy]:
        return {name: make(self._parts) for name, make in TICKET_STRATEGIES}

    @cached_property
    def _reader(self) -> RuleReader:
        return RuleReader(self.graph, self._sections)

    @cached_property
    def _newest(self) -> str | None:
        """Return when the newest ticket was opened: questions in words are asked then."""
        return newest(self.texts)

    @cached_property
    def _answerer(self) -> TicketAnswerer:
        runner = PlanRunner(self.graph, sections=self.section_names, search=self._search)
        rules = PlanRules(self.graph, self._sections)
        reading = QuestionReading(self._reader, self._search_read)
        return TicketAnswerer(runner, rules, reading, least_cosine=self._least_cosine)

    def _strategy(self, name: str) -> TicketStrategy:
        TICKET_STRATEGIES.get(name)  # says which there are
        return self._strategies[name]

    def _search(self, text: str) -> Sequence[FoundTicket]:
        return self._strategy(DEFAULT_STRATEGY).rank(self._probe(text), SEARCHED)

    def _search_read(self, question: TicketQuestion) -> Sequence[FoundTicket]:
        probe = probe_of_question(question, self._open_embedder(), asked=self._newest)
        return self._strategy(DEFAULT_STRATEGY).rank(probe, SEARCHED)

    def _probe(self, text: str) -> Probe:
        if not text.strip():
            raise PlanError("There is no text to search for.", remedy="Describe the problem.")
        if len(text) > LONGEST_TEXT:
            raise PlanError(
                f"The text has {len(text):,} characters; {LONGEST_TEXT:,} are read.",
                remedy="Give its first part.",
            )
        return probe_of_question(self._reader(text), self._open_embedder(), asked=self._newest)

    def _row(self, key: str) -> int:
        row = self.graph.row(key)
        if row is None:
            raise NotFoundError(f"There is no ticket {key!r}.", remedy=_near_key(self.graph, key))
        return row

    def _name(self, row: int) -> TicketName:
        return name_of(self.graph.tickets[row])

    def _link(self, hop: TicketHop) -> ShownLink:
        other = None if hop.row is None else self.graph.tickets[hop.row]
        words = LINK_WORDS[TicketLinkKind(hop.kind)]
        return ShownLink(
            kind=hop.kind,
            outward=hop.outward,
            words=words[0] if hop.outward else words[1],
            key=hop.key,
            document_id=other and other.document_id,
            title=other and other.title,
            status=other and other.status,
            resolution=other and other.resolution,
        )

    def _similar(self, found: FoundTicket) -> SimilarTicket:
        why = []
        for reason in found.why:
            at = reason.section_row
            section = None if at is None else self.graph.section(at)
            why.append(
                Similarity(
                    signal=reason.signal,
                    added=reason.added,
                    section=section and section.section,
                    text=section and section.text,
                )
            )
        return SimilarTicket(ticket=self._name(found.row), score=found.score, why=tuple(why))


def name_of(ticket: Ticket) -> TicketName:
    """Return a ticket as it is named beside others."""
    return TicketName(
        document_id=ticket.document_id,
        collection=ticket.collection,
        key=ticket.key,
        title=ticket.title,
        status=ticket.status,
        resolution=ticket.resolution,
        note=state_note(ticket),
    )


def shown_sections(sections: Sequence[TicketSection]) -> tuple[ShownSection, ...]:
    """Return the sections of a ticket with their depth in its tree."""
    depths: dict[str | None, int] = {None: -1}
    shown = []
    for one in sections:
        depths[one.section_id] = depth = depths.get(one.parent_id, -1) + 1
        shown.append(
            ShownSection(
                section_id=one.section_id,
                section=one.section,
                depth=depth,
                parent_id=one.parent_id,
                start=one.start,
                end=one.end,
                text=one.text,
                origin=one.origin,
                rule=one.rule,
                confidence=one.confidence,
                author_role=one.author_role,
                comment_role=one.comment_role,
            )
        )
    return tuple(shown)


def found_tickets(graph: TicketGraph, answer: TicketAnswer) -> FoundTickets:
    """Return an answer as it is shown."""
    result = answer.result
    return FoundTickets(
        question=answer.question,
        route=answer.route,
        plan=answer.plan,
        read=answer.read,
        parts=answer.parts,
        columns=() if result is None else _columns(result),
        rows=() if result is None else tuple(_row(graph, row) for row in result.rows),
        total=0 if result is None else result.total,
        count=None if result is None else result.count,
        notes=answer.notes,
    )


def _columns(result: PlanResult) -> tuple[str, ...]:
    """Return the names of a result's columns; of a path, with the place of each node."""
    nodes = {one.node for one in result.plan.returns}
    return tuple(
        f"{one.name} of ticket {one.node + 1}" if len(nodes) > 1 else one.name
        for one in result.plan.returns
    )


def _row(graph: TicketGraph, row: PlanRow) -> FoundRow:
    keys = [one if isinstance(one, str) else graph.tickets[one].key for one in row.path]
    cells = tuple(cell.values for cell in row.cells)
    return FoundRow(keys=tuple(keys), cells=cells, count=row.count)


def _near_key(graph: TicketGraph, key: str) -> str:
    """Return what to do about a key that is none: one that is linked to is outside."""
    for row in range(len(graph)):
        for hop in graph.edges(row):
            if hop.row is None and hop.key.casefold() == key.strip().casefold():
                return f"It is linked to {graph.tickets[row].key}, and in no collection."
    return "Name it as its tracker writes it, or ask with words."
