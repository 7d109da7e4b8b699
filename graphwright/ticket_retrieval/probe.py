"""What tickets are compared with: a question as understood, or a ticket that is given as one."""

from __future__ import annotations

import dataclasses
import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from graphwright.graph.ticket_texts import (
    DESCRIPTION,
    SUMMARY,
    Part,
    TicketTexts,
    own_text,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphwright.graph.ticket_graph import TicketGraph
    from graphwright.ticket_retrieval.question import TicketQuestion
    from graphwright.vectors.embedder import Embedder

    Vectors = NDArray[np.float32]

LONG_CHARACTERS = 6000
"""Characters of a long text whose words are searched: what follows is mostly logs."""

_MOST_VECTORS = 4
"""Vectors of a body that are compared: those of its begin."""


@dataclasses.dataclass(frozen=True)
class Probe:
    """What is searched for.

    ``vectors`` has, by section, the vectors ``(n, dimensions)`` of the values of P; ``title`` and
    ``body`` are those that stand for the two parts of a ticket. ``short`` and ``long`` are words:
    the title's, and with them the body's (empty: there is no body). ``own`` is the ticket that is
    given and is itself not found. Only tickets that were opened until ``before`` (ISO 8601) are
    found, and none of ``excluded``; comments where ``hidden`` (one value a section row) is true are
    not looked at.
    """

    vectors: Mapping[str, Vectors]
    title: Vectors
    body: Vectors
    short: str
    long: str
    components: frozenset[str] = frozenset()
    labels: frozenset[str] = frozenset()
    created: str | None = None
    own: int | None = None
    before: str | None = None
    excluded: frozenset[int] = frozenset()
    hidden: NDArray[np.bool_] | None = None


def probe_of_question(
    question: TicketQuestion, embedder: Embedder, *, asked: str | None = None
) -> Probe:
    """Return what a question searches for; a value that two sections share is embedded once.

    ``asked`` (ISO 8601) is when: problems are told of in the same weeks. None: time says nothing.
    """
    texts = {
        one.section: one.value for one in question.values if one.section in (SUMMARY, DESCRIPTION)
    }
    made = {text: embedder.embed_query(text)[np.newaxis] for text in sorted(set(texts.values()))}
    none = np.zeros((0, embedder.dimensions), dtype=np.float32)
    short, long = texts.get(SUMMARY, ""), texts.get(DESCRIPTION, "")
    differ = long and long != short
    chosen = {
        field: frozenset(one.value for one in question.values if one.section == field)
        for field in ("components", "labels")
    }
    return Probe(
        vectors={section: made[text] for section, text in texts.items()},
        title=made.get(short, none),
        body=made[long] if differ else none,
        short=short,
        long=f"{short}\n{long}"[:LONG_CHARACTERS] if differ else "",
        components=chosen["components"],
        labels=chosen["labels"],
        created=asked if texts else None,
    )


def probe_of_ticket(texts: TicketTexts, row: int, *, only_earlier: bool = False) -> Probe:
    """Return what a ticket searches for: its own sections, and tickets like it."""
    graph = texts.graph
    ticket = graph.tickets[row]
    whole = own_text(graph, row, texts.parts)
    has_body = len(whole) > len(ticket.title) + 1
    title, body = (texts.vectors[part].of_ticket(row) for part in (Part.TITLE, Part.BODY))
    described = _mean(graph.vectors.values[_of_section(graph, row, DESCRIPTION)])
    return Probe(
        vectors={
            name: given
            for name, given in ((SUMMARY, title), (DESCRIPTION, described))
            if len(given)
        },
        title=title,
        body=body[:_MOST_VECTORS],
        short=ticket.title,
        long=whole[:LONG_CHARACTERS] if has_body else "",
        components=frozenset(ticket.components),
        labels=frozenset(ticket.labels),
        created=ticket.created,
        own=row,
        before=ticket.created if only_earlier else None,
    )


def _of_section(graph: TicketGraph, row: int, section: str) -> NDArray[np.bool_]:
    """Return which vectors are of a section of a ticket, its own or of the sections in it."""
    of_ticket: NDArray[np.bool_] = graph.vector_tickets == row
    return of_ticket & (graph.vector_nodes(section) >= 0)


def _mean(vectors: Vectors) -> Vectors:
    """Return the direction that vectors share ``(1, d)``, which stands for the whole; or none."""
    whole = vectors.sum(axis=0, keepdims=True)
    length = np.linalg.norm(whole)
    return whole / length if length else vectors[:0]


def eligible(texts: TicketTexts, probe: Probe, days: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which tickets may be found; a ticket without a time is not known to be earlier."""
    found = np.ones(len(texts.graph), dtype=np.bool_)
    if probe.before is not None:
        found = days <= day_of(probe.before)
    left_out = [*probe.excluded, *([] if probe.own is None else [probe.own])]
    found[left_out] = False
    return found


def newest(texts: TicketTexts) -> str | None:
    """Return when the newest ticket was opened, as it says; None where none says."""
    times = (one.created for one in texts.graph.tickets if one.created is not None)
    return max(times, key=day_of, default=None)


def day_of(time: str | None) -> float:
    """Return a time, ISO 8601, in days since 1970; NaN where there is none."""
    if time is None:
        return float("nan")
    moment = datetime.datetime.fromisoformat(time)
    aware = moment if moment.tzinfo else moment.replace(tzinfo=datetime.UTC)
    return aware.timestamp() / 86_400
