"""What can be asked of published tickets: like ``functions``, from a reader and a request.

They raise ``NotFoundError`` for what the tickets do not hold, or where there are none,
``PlanError`` for a question or query that cannot be run, and ``SettingsError`` for a strategy that
there is not.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from graphwright.serving import ticket_models as models
from graphwright.serving.answerer import FAILURES, NO_MODEL, problem_of
from graphwright.serving.ticket_answers import written
from graphwright.serving.ticket_questions import read_by_model
from graphwright.ticket_retrieval.opened_tickets import found_tickets

if TYPE_CHECKING:
    from graphwright.serving.reader import Reader
    from graphwright.ticket_retrieval.answer import TicketAnswer
    from graphwright.ticket_retrieval.question import TicketQuestion


def ask_tickets(reader: Reader, request: models.AskTicketsRequest) -> models.FoundTicketsAnswer:
    """Return the sections of tickets that answer a question, with the plan as Cypher."""
    found = found_tickets(reader.tickets.graph, _answer(reader, request.question))
    return models.FoundTicketsAnswer(snapshot=reader.snapshot.id, found=found)


def _answer(reader: Reader, question: str) -> TicketAnswer:
    """Return an answer; a model reads the question where the settings say so, and it answers."""
    tickets, answerer = reader.tickets, reader.answerer
    if answerer is None or not answerer.settings.ticket_questions:
        return tickets.answer(question)

    def reread(by_rules: TicketQuestion) -> TicketQuestion:
        return read_by_model(
            by_rules,
            tickets.section_names,
            lambda messages: answerer.write(messages, "ticket_questions"),
        )

    try:
        return tickets.answer(question, reread)
    except FAILURES as error:
        answer = tickets.answer(question)
        note = f"The rules alone read the question: {problem_of(error)}"
        return dataclasses.replace(answer, notes=(*answer.notes, note))


def answer_tickets(
    reader: Reader, request: models.AnswerTicketsRequest
) -> models.AnswerTicketsAnswer:
    """Return an answer in words over sections of tickets, where a language model is set.

    Every sentence is checked against the sections that it cites.
    """
    answer, answerer = _answer(reader, request.question), reader.answerer
    made = models.AnswerTicketsAnswer(
        snapshot=reader.snapshot.id,
        found=found_tickets(reader.tickets.graph, answer),
        stated=False,
        text="",
        statements=(),
        sources=(),
        problem=NO_MODEL,
    )
    if answerer is None:
        return made
    made = made.model_copy(update={"model": answerer.settings.llm.model})
    write = answerer.write
    try:
        words = written(answer, lambda messages: write(messages, "tickets"))
    except FAILURES as error:
        return made.model_copy(update={"problem": problem_of(error)})
    told = {name: getattr(words, name) for name in ("text", "stated", "statements", "sources")}
    told |= {"verified": words.verified, "template": words.template, "problem": None}
    return made.model_copy(update=told)


def query_tickets(reader: Reader, request: models.QueryTicketsRequest) -> models.FoundTicketsAnswer:
    """Return what a query in Cypher finds among tickets; it can read and do nothing else."""
    found = reader.tickets.query(request.cypher)
    return models.FoundTicketsAnswer(snapshot=reader.snapshot.id, found=found)


def ticket(reader: Reader, request: models.TicketRequest) -> models.TicketAnswer:
    """Return a ticket: its fields, its sections as a tree, its links, and tickets like it."""
    card = reader.tickets.show(request.key)
    return models.TicketAnswer(snapshot=reader.snapshot.id, card=card)


def similar_tickets(
    reader: Reader, request: models.SimilarTicketsRequest
) -> models.SimilarTicketsAnswer:
    """Return the tickets that are like one (by its key) or like a text, each with the reasons."""
    found = reader.tickets.similar(request.text, request.k, request.strategy)
    return models.SimilarTicketsAnswer(snapshot=reader.snapshot.id, similar=found)


def ticket_times(reader: Reader, request: models.TicketTimesRequest) -> models.TicketTimesAnswer:
    """Return how long tickets took to be resolved, by a field; of two values, how they differ."""
    values = [one for one in (request.first, request.second) if one]
    found = reader.tickets.times(request.by, values)
    return models.TicketTimesAnswer(snapshot=reader.snapshot.id, times=found)
