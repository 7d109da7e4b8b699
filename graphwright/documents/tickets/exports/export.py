"""What an export holds: tickets, records that are none, and what is wrong with the whole."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from graphwright.documents.tickets.raw import RawTicket


@dataclasses.dataclass(frozen=True, slots=True)
class BrokenRecord:
    """A record of an export that is no ticket: which one, its key if it says one, and why."""

    place: str
    reason: str
    key: str | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class ReadTicket:
    """A ticket that was read before: where its record is kept, and what its row takes from it."""

    key: str
    updated: str | None
    url: str | None
    size: int
    sha256: str


class LineReader:
    """Knows the tickets of lines that were read before; this one knows none."""

    def known(self, line: str) -> ReadTicket | None:
        """Return the ticket of a line, by the line's hash."""


@dataclasses.dataclass(slots=True)
class Export:
    """An export as it was read; ``problem`` is one of the whole, such as that it breaks off."""

    tickets: list[RawTicket | ReadTicket] = dataclasses.field(default_factory=list)
    broken: list[BrokenRecord] = dataclasses.field(default_factory=list)
    problem: str | None = None

    def once(self) -> Iterator[RawTicket | ReadTicket]:
        """Yield each key once: the record changed last, of equal ones the last.

        The others become broken records.
        """
        last: dict[str, tuple[tuple[str, int], RawTicket | ReadTicket]] = {}
        older = 0
        for number, ticket in enumerate(self.tickets):
            age = (ticket.updated or "", number)
            if ticket.key not in last or age > last[ticket.key][0]:
                older += ticket.key in last
                last[ticket.key] = (age, ticket)
            else:
                older += 1
        if older:
            self._note_repeated({number for (_, number), _ in last.values()})
        for _, ticket in last.values():
            yield ticket

    def _note_repeated(self, kept: set[int]) -> None:
        for number, ticket in enumerate(self.tickets):
            if number not in kept:
                reason = f"has the key {ticket.key}, which a later record of the export has too"
                self.broken.append(BrokenRecord(f"record {number + 1}", reason, ticket.key))
