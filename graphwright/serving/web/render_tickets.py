"""Answers over tickets as HTML, like ``render``."""

from __future__ import annotations

from graphwright.serving import ticket_models as models
from graphwright.serving.web.render import address, rendered
from graphwright.tickets.resolution_times import GROUPED_BY

HERE = "/tickets"
_SHOWN_ROWS = 100
_FIELDS = (
    *("collection", "project", "type", "status", "resolution", "priority", "components"),
    *("labels", "versions", "fix_versions", "created", "updated", "resolved"),
)


def tickets_page(
    found: models.FoundTicketsAnswer | None,
    *,
    question: str,
    cypher: str,
    count: int,
    answers: bool,
    part: bool,
) -> str:
    """Return the page that asks tickets with what was found, or the latter alone (``part``)."""
    own = (
        address("/tickets/ask.json", question=question)
        if question.strip()
        else address("/tickets/query.json", cypher=cypher)
    )
    return rendered(
        "ticket_results.html.j2" if part else "tickets.html.j2",
        title=question or cypher or "Ask the tickets",
        here=HERE,
        question=question,
        cypher=cypher,
        count=count,
        found=found and found.found,
        most=_SHOWN_ROWS,
        answers=answers,
        answer_address=address("/tickets/answer", question=question),
        snapshot=found.snapshot if found else None,
        json=own if found else None,
    )


def answer_page(answer: models.AnswerTicketsAnswer, *, part: bool) -> str:
    """Return an answer in words over tickets as a page, or as a part of the page that asks."""
    return rendered(
        "answer.html.j2" if part else "ticket_answer_page.html.j2",
        title=answer.found.question,
        here=HERE,
        answer=answer,
        cited={number for statement in answer.statements for number in statement.citations},
        evidence=address("/tickets", question=answer.found.question),
        snapshot=answer.snapshot,
        json=address("/tickets/answer.json", question=answer.found.question),
    )


def ticket_page(shown: models.TicketAnswer, similar: models.SimilarTicketsAnswer) -> str:
    """Return the page of a ticket."""
    card = shown.card
    fields = [(name.replace("_", " "), _told(getattr(card.ticket, name))) for name in _FIELDS]
    return rendered(
        "ticket.html.j2",
        title=f"{card.ticket.key}: {card.ticket.title}",
        here=HERE,
        card=card,
        fields=[field for field in fields if field[1]],
        similar=similar.similar,
        snapshot=shown.snapshot,
        json=address("/tickets/ticket.json", key=card.ticket.document_id),
    )


def _told(value: str | tuple[str, ...] | None) -> str:
    return ", ".join(value) if isinstance(value, tuple) else value or ""


def similar_page(found: models.SimilarTicketsAnswer, request: models.SimilarTicketsRequest) -> str:
    """Return the page of tickets that are like one, or like a text."""
    return rendered(
        "similar_tickets.html.j2",
        title="Tickets like it",
        here=HERE,
        text=request.text,
        similar=found.similar,
        snapshot=found.snapshot,
        json=address(
            "/tickets/similar.json", text=request.text, k=request.k, strategy=request.strategy
        ),
    )


def times_page(found: models.TicketTimesAnswer, request: models.TicketTimesRequest) -> str:
    """Return the page of resolution times by a field."""
    return rendered(
        "ticket_times.html.j2",
        title="Resolution times",
        here=HERE,
        times=found.times,
        fields=GROUPED_BY,
        first=request.first or "",
        second=request.second or "",
        snapshot=found.snapshot,
        json=address(
            "/tickets/times.json", by=request.by, first=request.first, second=request.second
        ),
    )
