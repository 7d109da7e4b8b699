"""Who wrote a comment, and which comment is the last before the ticket was resolved."""

from __future__ import annotations

from collections.abc import Mapping

from graphwright.tables import TicketRecord
from graphwright.tickets.comment_roles import ASSIGNEE, OTHER, REPORTER, Surroundings


def surroundings_of(record: TicketRecord) -> Mapping[int, Surroundings]:
    """Return what is known of each comment, by its index."""
    persons = {field.standard: field.values for field in record.fields}
    resolved = next(iter(persons.get("resolved", ())), None)
    last = max(
        (c.index for c in record.comments if resolved and c.created and c.created <= resolved),
        default=None,
    )
    return {
        comment.index: Surroundings(_role(comment.author, persons), comment.index == last)
        for comment in record.comments
    }


def _role(author: str | None, persons: Mapping[str | None, tuple[str, ...]]) -> str | None:
    """Return who an author is in the ticket; the assignee where one person is both."""
    if author is None:
        return None
    if author in persons.get("assignee", ()):
        return ASSIGNEE
    return REPORTER if author in persons.get("reporter", ()) else OTHER
