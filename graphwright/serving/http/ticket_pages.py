"""Routes of the pages over tickets: HTML of the answers that ``ticket_api`` gives as JSON."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, FastAPI, Query
from starlette.responses import HTMLResponse

from graphwright.errors import NotFoundError
from graphwright.serving import ticket_functions, ticket_models
from graphwright.serving.http.api import asked
from graphwright.serving.http.front import Caller, CallerOf, FrontOf
from graphwright.serving.http.pages import PageRoute, PartOf
from graphwright.serving.web import render_tickets

router = APIRouter(
    route_class=PageRoute, include_in_schema=False, default_response_class=HTMLResponse
)


@router.get("/tickets")
async def tickets_page(  # parameters come by name
    *,
    caller: CallerOf,
    front: FrontOf,
    question: str = "",
    cypher: str = "",
    hx_request: PartOf = None,
) -> HTMLResponse:
    """The page that asks the tickets, with what a question or a query found."""
    found = None
    if question.strip():
        request = asked(ticket_models.AskTicketsRequest, question=question)
        found = (await front.run(caller, ticket_functions.ask_tickets, request)).answer
    elif cypher.strip():
        query = asked(ticket_models.QueryTicketsRequest, cypher=cypher)
        found = (await front.run(caller, ticket_functions.query_tickets, query)).answer
    page = render_tickets.tickets_page(
        found,
        question=question,
        cypher=cypher,
        count=_count(caller),
        answers=front.settings.answers is not None and bool(question.strip()),
        part=hx_request is not None,
    )
    return HTMLResponse(page)


def _count(caller: Caller) -> int:
    """Return how many tickets are published."""
    try:
        return len(caller.reader.tickets.graph)
    except NotFoundError:
        return 0


@router.get("/tickets/answer")
async def answer_page(
    request: Annotated[ticket_models.AnswerTicketsRequest, Query()],
    caller: CallerOf,
    front: FrontOf,
    hx_request: PartOf = None,
) -> HTMLResponse:
    """The answer in words to a question over tickets."""
    answer = (await front.run(caller, ticket_functions.answer_tickets, request)).answer
    return HTMLResponse(render_tickets.answer_page(answer, part=hx_request is not None))


@router.get("/tickets/ticket")
async def ticket_page(
    request: Annotated[ticket_models.TicketRequest, Query()], caller: CallerOf, front: FrontOf
) -> HTMLResponse:
    """The page of a ticket: its tree, its links, and tickets like it."""
    shown = (await front.run(caller, ticket_functions.ticket, request)).answer
    likeness = ticket_models.SimilarTicketsRequest(text=shown.card.ticket.document_id, k=5)
    similar = (await front.run(caller, ticket_functions.similar_tickets, likeness)).answer
    return HTMLResponse(render_tickets.ticket_page(shown, similar))


@router.get("/tickets/similar")
async def similar_page(
    request: Annotated[ticket_models.SimilarTicketsRequest, Query()],
    caller: CallerOf,
    front: FrontOf,
) -> HTMLResponse:
    """The page of tickets that are like one, or like a text."""
    found = (await front.run(caller, ticket_functions.similar_tickets, request)).answer
    return HTMLResponse(render_tickets.similar_page(found, request))


@router.get("/tickets/times")
async def times_page(
    *,
    caller: CallerOf,
    front: FrontOf,
    by: str = "priority",
    first: str | None = None,
    second: str | None = None,
) -> HTMLResponse:
    """The page of resolution times by a field."""
    given = {"by": by, "first": first or None, "second": second or None}
    request = asked(ticket_models.TicketTimesRequest, **given)
    found = (await front.run(caller, ticket_functions.ticket_times, request)).answer
    return HTMLResponse(render_tickets.times_page(found, request))


def add_ticket_pages(app: FastAPI) -> None:
    """Add the pages to an application."""
    app.include_router(router)
