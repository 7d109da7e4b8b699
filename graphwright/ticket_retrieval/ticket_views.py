"""What is shown of tickets, typed once for command line, service, assistants and pages."""

from __future__ import annotations

import pydantic
from pydantic import Field

from graphwright.tables.tickets import Ticket, TicketLinkKind
from graphwright.ticket_retrieval.answer import AnswerPart, Route
from graphwright.ticket_retrieval.question import TicketQuestion
from graphwright.ticket_retrieval.ticket_eval import StrategyScores
from graphwright.tickets.resolution_times import Comparison, ResolutionTimes

LINK_WORDS = {
    TicketLinkKind.DUPLICATE: ("duplicates", "is duplicated by"),
    TicketLinkKind.CLONE: ("clones", "is cloned by"),
    TicketLinkKind.CAUSE: ("causes", "is caused by"),
    TicketLinkKind.BLOCK: ("blocks", "is blocked by"),
    TicketLinkKind.DEPEND: ("depends on", "is needed by"),
    TicketLinkKind.RELATE: ("relates to", "relates to"),
    TicketLinkKind.PARENT: ("is the parent of", "is a part of"),
    TicketLinkKind.SPLIT: ("was split into", "was split from"),
    TicketLinkKind.MENTION: ("mentions", "is mentioned by"),
    TicketLinkKind.SOLVE: ("solved", "was solved by"),
}
"""What a link says of its subject, and of the other ticket."""


class _View(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(frozen=True, extra="forbid")


class TicketName(_View):
    """A ticket as it is named beside others; ``note`` says what to know of its state."""

    document_id: str
    collection: str
    key: str
    title: str
    status: str | None
    resolution: str | None
    note: str


class ShownSection(_View):
    """A section of a ticket: its text, verbatim, and what says that it is one.

    ``start`` and ``end`` are characters of the document's canonical text; ``depth`` is how many
    sections stand above it.
    """

    section_id: str
    section: str
    depth: int
    parent_id: str | None
    start: int
    end: int
    text: str
    origin: str = Field(description="What says that it is one: field, heading, rule or llm.")
    rule: str = Field(description="The field, heading or rule that says so.")
    confidence: float = Field(description="From 0 to 1.")
    author_role: str | None
    comment_role: str | None


class ShownLink(_View):
    """A link seen from a ticket; ``words`` say it; ``title`` is null where the other is absent."""

    kind: str
    outward: bool
    words: str
    key: str
    document_id: str | None
    title: str | None
    status: str | None
    resolution: str | None


class NearTitle(_View):
    """A ticket whose title is near, with the cosine of both titles."""

    ticket: TicketName
    cosine: float


class TicketCard(_View):
    """A ticket with its tree of sections in the order of its text, and what lies beside it.

    ``cluster`` are all tickets of its cluster of duplicates, the one that stands for it first;
    empty where it has no duplicate.
    """

    ticket: Ticket
    note: str
    sections: tuple[ShownSection, ...]
    links: tuple[ShownLink, ...]
    cluster: tuple[TicketName, ...]
    near: tuple[NearTitle, ...]


class Similarity(_View):
    """What a signal adds to a score, and the section of the ticket that it comes from, if any."""

    signal: str
    added: float
    section: str | None
    text: str | None


class SimilarTicket(_View):
    """A ticket that is like what was given; scores compare within one answer only."""

    ticket: TicketName
    score: float
    why: tuple[Similarity, ...]


class SimilarTickets(_View):
    """Tickets that are like a ticket (``key``) or a text, best first."""

    key: str | None
    text: str
    strategy: str
    tickets: tuple[SimilarTicket, ...]


class FoundRow(_View):
    """A row that a plan found: the values of each column, the keys of its path, and a count."""

    keys: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    count: int | None


class FoundTickets(_View):
    """An answer over tickets: sections verbatim, the rows that the plan found, and the way.

    ``plan`` is Cypher. ``read`` is how a question was understood that is searched for: values by
    section, and wanted sections, each with what says so. ``route`` is ``graph`` where the plan
    found the answer, ``text`` where a search did, else ``none``. ``total`` counts all rows, also
    those that are not shown.
    """

    question: str
    route: Route
    plan: str
    read: TicketQuestion | None = None
    parts: tuple[AnswerPart, ...]
    columns: tuple[str, ...]
    rows: tuple[FoundRow, ...]
    total: int
    count: int | None = Field(description="The number that was asked for, where one was.")
    notes: tuple[str, ...]


class TicketEvaluation(_View):
    """How well each strategy finds the tickets that it should: means over ``questions`` questions.

    ``left_out`` says what of a file was not asked, and why.
    """

    questions: int
    recall_at: tuple[int, ...]
    scores: tuple[StrategyScores, ...]
    left_out: tuple[str, ...]


class TicketTimes(_View):
    """Times from creation to resolution by the values of a field, in hours.

    ``comparison`` is of two values, where two were asked for.
    """

    field: str
    groups: tuple[ResolutionTimes, ...]
    comparison: Comparison | None = None
