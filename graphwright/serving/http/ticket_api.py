"""Routes over tickets that answer with JSON: below /api/v1/tickets, and beside the pages."""

from __future__ import annotations

import functools
from typing import Annotated

from fastapi import APIRouter, FastAPI, Query
from starlette.responses import Response

from graphwright.serving import ticket_functions, ticket_models
from graphwright.serving.http.api import PREFIX, StrictRoute, answer_response, answers_on
from graphwright.serving.http.front import CallerOf, FrontOf

_TICKETS = f"{PREFIX}/tickets"

router = APIRouter(route_class=StrictRoute, tags=["tickets"])
_answers = functools.partial(answers_on, router)


@_answers(ticket_models.FoundTicketsAnswer, f"{_TICKETS}/ask", "/tickets/ask.json")
async def ask_tickets(
    request: Annotated[ticket_models.AskTicketsRequest, Query()], caller: CallerOf, front: FrontOf
) -> Response:
    """Return the sections of tickets that answer a question, with the plan as Cypher."""
    return answer_response(await front.run(caller, ticket_functions.ask_tickets, request))


@_answers(ticket_models.FoundTicketsAnswer, f"{_TICKETS}/ask", method="POST")
async def ask_tickets_long(
    request: ticket_models.AskTicketsRequest, caller: CallerOf, front: FrontOf
) -> Response:
    """The same for a question that is too long for an address."""
    return answer_response(await front.run(caller, ticket_functions.ask_tickets, request))


@_answers(ticket_models.AnswerTicketsAnswer, f"{_TICKETS}/answer", "/tickets/answer.json")
async def answer_tickets(
    request: Annotated[ticket_models.AnswerTicketsRequest, Query()],
    caller: CallerOf,
    front: FrontOf,
) -> Response:
    """Return an answer in words over sections of tickets, where a language model is set."""
    return answer_response(await front.run(caller, ticket_functions.answer_tickets, request))


@_answers(ticket_models.FoundTicketsAnswer, f"{_TICKETS}/query", "/tickets/query.json")
async def query_tickets(
    request: Annotated[ticket_models.QueryTicketsRequest, Query()],
    caller: CallerOf,
    front: FrontOf,
) -> Response:
    """Return what a query in Cypher finds among tickets."""
    return answer_response(await front.run(caller, ticket_functions.query_tickets, request))


@_answers(ticket_models.TicketAnswer, f"{_TICKETS}/ticket", "/tickets/ticket.json")
async def ticket(
    request: Annotated[ticket_models.TicketRequest, Query()], caller: CallerOf, front: FrontOf
) -> Response:
    """Return a ticket with its tree of sections and what lies beside it."""
    return answer_response(await front.run(caller, ticket_functions.ticket, request))


@_answers(ticket_models.SimilarTicketsAnswer, f"{_TICKETS}/similar", "/tickets/similar.json")
async def similar_tickets(
    request: Annotated[ticket_models.SimilarTicketsRequest, Query()],
    caller: CallerOf,
    front: FrontOf,
) -> Response:
    """Return the tickets that are like one, or like a text."""
    return answer_response(await front.run(caller, ticket_functions.similar_tickets, request))


@_answers(ticket_models.SimilarTicketsAnswer, f"{_TICKETS}/similar", method="POST")
async def similar_tickets_long(
    request: ticket_models.SimilarTicketsRequest, caller: CallerOf, front: FrontOf
) -> Response:
    """The same for a text that is too long for an address."""
    return answer_response(await front.run(caller, ticket_functions.similar_tickets, request))


@_answers(ticket_models.TicketTimesAnswer, f"{_TICKETS}/times", "/tickets/times.json")
async def ticket_times(
    request: Annotated[ticket_models.TicketTimesRequest, Query()], caller: CallerOf, front: FrontOf
) -> Response:
    """Return how long tickets took to be resolved, by a field."""
    return answer_response(await front.run(caller, ticket_functions.ticket_times, request))


def add_ticket_api(app: FastAPI) -> None:
    """Add the routes to an application."""
    app.include_router(router)
