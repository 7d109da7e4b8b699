"""Clusters of duplicates, each with the ticket that stands for it; clones make no cluster."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from graphwright.tables import TicketCluster, TicketEdge, TicketLinkKind
from graphwright.tickets.named import Named


def ticket_clusters(tickets: Iterable[Named], edges: Iterable[TicketEdge]) -> list[TicketCluster]:
    """Return the tickets of all clusters of two or more, ordered by id; circles do no harm."""
    known = {ticket.document_id: ticket for ticket in tickets}
    pairs = [
        (edge.source_id, edge.target_id)
        for edge in edges
        if edge.kind == TicketLinkKind.DUPLICATE and edge.source_id and edge.target_id
    ]
    duplicated = Counter(target for _, target in pairs)
    duplicates = {source for source, _ in pairs}
    rows = []
    for members in _joined(pairs):
        canonical = min(
            members,
            key=lambda one: (
                one in duplicates and not duplicated[one],
                -duplicated[one],
                known[one].created or "9999",
                known[one].key,
                one,
            ),
        )
        rows += [TicketCluster(member, canonical, len(members)) for member in members]
    return sorted(rows, key=lambda row: row.document_id)


def _joined(pairs: Iterable[tuple[str, str]]) -> list[list[str]]:
    """Return the groups of ids that pairs join, each in order."""
    above: dict[str, str] = {}

    def root(one: str) -> str:
        above.setdefault(one, one)
        while above[one] != one:
            above[one] = above[above[one]]
            one = above[one]
        return one

    for first, second in pairs:
        low, high = sorted((root(first), root(second)))
        above[high] = low
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for member in sorted(above):
        groups[root(member)].append(member)
    return [groups[key] for key in sorted(groups)]
