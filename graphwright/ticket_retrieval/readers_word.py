"""Noting what readers say of published tickets: "this solved it"."""

from __future__ import annotations

import dataclasses

from graphwright.errors import NotFoundError, SettingsError
from graphwright.graph.ticket_graph import TicketGraph
from graphwright.settings import Settings
from graphwright.tickets.feedback import Solved, add_feedback, read_feedback


@dataclasses.dataclass(frozen=True, slots=True)
class NotedSolution:
    """A line of the file; ``counts`` is whether both tickets are published."""

    ticket: str
    solved_by: str
    counts: bool


def note_solved(settings: Settings, graph: TicketGraph, ticket: str, solved_by: str) -> bool:
    """Add to the file of the settings that a ticket solved another; return whether it is new.

    Raises ``NotFoundError`` for a ticket that there is not, and ``SettingsError`` where no file is
    named, or where both are one ticket.
    """
    path = settings.feedback_path
    if path is None:
        raise SettingsError(
            "No file is named for what readers say of tickets.",
            remedy="Set ticket_feedback in sources.yaml, to a .csv beside it, and build.",
        )
    names = [_name(graph, key) for key in (ticket, solved_by)]
    if names[0] == names[1]:
        raise SettingsError(f"{ticket} and {solved_by} are one ticket.", remedy="Name two.")
    return add_feedback(path, Solved(solved_by=names[1], ticket=names[0]))


def noted_solutions(settings: Settings, graph: TicketGraph) -> list[NotedSolution]:
    """Return what the file of the settings holds. Raises ``SettingsError`` with its line."""
    return [
        NotedSolution(one.ticket, one.solved_by, _is_there(graph, one.ticket, one.solved_by))
        for one in read_feedback(settings.feedback_path)
    ]


def _is_there(graph: TicketGraph, *names: str) -> bool:
    return all(len(graph.rows_of_key(name)) == 1 for name in names)


def _name(graph: TicketGraph, key: str) -> str:
    """Return the name under which a ticket is noted: its collection and key."""
    row = graph.row(key)
    if row is None:
        raise NotFoundError(
            f"There is no ticket {key!r}.", remedy="Name it as its tracker writes it."
        )
    return f"{graph.tickets[row].collection}:{graph.tickets[row].key}"
