"""What links and clusters need of a ticket: few of its columns, since all tickets are read."""

from __future__ import annotations

from typing import NamedTuple, Protocol


class Named(Protocol):
    """A ticket as links name it; each row of ``tickets`` is one."""

    @property
    def document_id(self) -> str:
        """The ticket's document."""

    @property
    def collection(self) -> str:
        """Name of the collection."""

    @property
    def key(self) -> str:
        """Key of the ticket as its tracker writes it."""

    @property
    def created(self) -> str | None:
        """When it was opened, ISO 8601 in UTC."""


class NamedTicket(NamedTuple):
    """A ticket with these columns alone."""

    document_id: str
    collection: str
    key: str
    created: str | None
