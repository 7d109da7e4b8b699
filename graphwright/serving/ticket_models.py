"""Requests and answers over tickets; what they show is typed in ``ticket_retrieval``."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from graphwright.serving.models import (
    MAX_PASSAGES,
    MAX_QUESTION,
    Answer,
    Request,
    Source,
    Statement,
)
from graphwright.ticket_retrieval.opened_tickets import DEFAULT_STRATEGY
from graphwright.ticket_retrieval.ticket_views import (
    FoundTickets,
    SimilarTickets,
    TicketCard,
    TicketTimes,
)
from graphwright.tickets.resolution_times import GROUPED_BY

Value = Annotated[str | None, Field(max_length=200)]
GroupField = Literal[GROUPED_BY]  # type: ignore[valid-type]  # its members are names of fields


class AskTicketsRequest(Request):
    """A question to the tickets."""

    question: str = Field(max_length=MAX_QUESTION, description="A question in plain English.")


class AnswerTicketsRequest(AskTicketsRequest):
    """A question to the tickets that is to be answered in words."""


class QueryTicketsRequest(Request):
    """A query over tickets in a part of Cypher that only reads."""

    cypher: str = Field(
        max_length=MAX_QUESTION,
        description="MATCH over at most three links, WHERE, RETURN, ORDER BY, LIMIT.",
    )


class TicketRequest(Request):
    """A ticket by its key."""

    key: str = Field(
        min_length=1, max_length=1_000, description="Key, collection:key, or id of its document."
    )


class SimilarTicketsRequest(Request):
    """A ticket or a text that others are compared with."""

    text: str = Field(max_length=MAX_QUESTION, description="A key, or a description of a problem.")
    k: int = Field(10, ge=1, le=MAX_PASSAGES, description="Tickets at most.")
    strategy: str = Field(DEFAULT_STRATEGY, max_length=40, description="How to rank tickets.")


class TicketTimesRequest(Request):
    """A field by which resolution times are told, and two values of it to compare."""

    by: GroupField = Field(description="The field.")
    first: Value = None
    second: Value = None


class FoundTicketsAnswer(Answer):
    """What a question or a query over tickets found."""

    found: FoundTickets


class AnswerTicketsAnswer(Answer):
    """An answer in words over sections of tickets, each sentence checked against what it cites.

    ``stated`` says whether the sections hold an answer, ``verified`` whether the check passed for
    each sentence. Where no model answered, ``problem`` says why.
    """

    found: FoundTickets
    stated: bool
    text: str
    statements: tuple[Statement, ...]
    sources: tuple[Source, ...]
    verified: bool = False
    model: str = ""
    template: str = ""
    problem: str | None = None

    @property
    def quoted(self) -> bool:
        """Whether the sentences are the tickets' own; a model words these."""
        return False

    @property
    def lasting(self) -> bool:
        """Whether the model answered, or was not to be asked."""
        return self.problem is None


class TicketAnswer(Answer):
    """A ticket with its tree of sections, its links, and tickets of a near title."""

    card: TicketCard


class SimilarTicketsAnswer(Answer):
    """Tickets that are like one, or like a text, each with the reasons."""

    similar: SimilarTickets


class TicketTimesAnswer(Answer):
    """Times from creation to resolution, in hours, by the values of a field."""

    times: TicketTimes
