"""Edges between tickets: what either end states, once for a pair and kind (LinkedIn, 3.1.1)."""

from __future__ import annotations

import dataclasses
import functools
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from graphwright.ids import content_id
from graphwright.tables import TicketEdge, TicketLink, TicketLinkKind, TicketLinkOrigin
from graphwright.tickets.feedback import Solved
from graphwright.tickets.link_names import SYMMETRIC
from graphwright.tickets.named import Named

RESOLVED, ABSENT = "resolved", "absent"
SOURCE, TARGET = "source", "target"


@dataclasses.dataclass(frozen=True, slots=True, order=True)
class _End:
    """An end of an edge: a ticket, or a key that no ticket has (its id is empty then)."""

    key: str
    document_id: str
    collection: str


class _Keys:
    """Tickets by key: those of the own collection first, else the only other one."""

    def __init__(self, tickets: Iterable[Named]) -> None:
        self._own: dict[tuple[str, str], Named] = {}
        self._all: defaultdict[str, set[str]] = defaultdict(set)
        self.by_id: dict[str, Named] = {}
        for ticket in sorted(tickets, key=lambda one: one.document_id):
            self._own.setdefault((ticket.collection, ticket.key), ticket)
            self._all[ticket.key].add(ticket.collection)
            self.by_id[ticket.document_id] = ticket
        self._series = {(t.collection, _series(t.key)) for t in self.by_id.values()}

    @functools.cached_property
    def _names(self) -> Mapping[str, set[str]]:
        """The tickets of each name that a reader may use."""
        names: defaultdict[str, set[str]] = defaultdict(set)
        for ticket in self.by_id.values():
            for name in (ticket.key, f"{ticket.collection}:{ticket.key}"):
                names[name].add(ticket.document_id)
        return names

    def end(self, key: str, stated_in: str) -> _End:
        """Return the end that a key means in a collection."""
        others = self._all.get(key, set())
        collection = stated_in if stated_in in others or len(others) != 1 else min(others)
        found = self._own.get((collection, key))
        if found is None:
            return _End(key, "", stated_in)
        return _End(key, found.document_id, collection)

    def named(self, name: str) -> _End | None:
        """Return the one ticket of a key, or of a collection and key; None: there is none."""
        found = self._names.get(name, set())
        if len(found) != 1:
            return None
        ticket = self.by_id[min(found)]
        return _End(ticket.key, ticket.document_id, ticket.collection)

    def has_series(self, key: str, collection: str) -> bool:
        """Say whether a ticket of the collection has a key of the same series: ABC-."""
        return (collection, _series(key)) in self._series


def _series(key: str) -> str:
    return key.rstrip("0123456789")


def ticket_edges(
    tickets: Sequence[Named], links: Iterable[TicketLink], feedback: Iterable[Solved] = ()
) -> list[TicketEdge]:
    """Return the edges that the links say, and readers, ordered by id.

    A key in a text that is no ticket counts only where its series is one: UTF-8 is none. What
    readers said counts while both tickets are there.
    """
    keys = _Keys(tickets)
    known = list(links)
    stated = {
        (keys.by_id[link.document_id].collection, _series(link.target_key))
        for link in known
        if link.origin == TicketLinkOrigin.FIELD and link.document_id in keys.by_id
    }
    found: dict[tuple[str, _End, _End], list[tuple[str, str]]] = defaultdict(list)
    for link in known:
        ticket = keys.by_id.get(link.document_id)
        if ticket is None:
            continue
        own = _End(ticket.key, ticket.document_id, ticket.collection)
        other = keys.end(link.target_key, ticket.collection)
        if other.document_id == own.document_id or not _counts(link, other, keys, stated):
            continue
        source, target, by = _directed(link, own, other)
        found[link.kind, source, target].append((by, link.origin))
    for said in feedback:
        ends = keys.named(said.solved_by), keys.named(said.ticket)
        if ends[0] is not None and ends[1] is not None and ends[0] != ends[1]:
            origin = ("", TicketLinkOrigin.FEEDBACK)
            found[TicketLinkKind.SOLVE, ends[0], ends[1]].append(origin)
    edges = [_edge(*place, said) for place, said in _without_repeated(found).items()]
    return sorted(edges, key=lambda edge: edge.edge_id)


def _counts(link: TicketLink, other: _End, keys: _Keys, stated: set[tuple[str, str]]) -> bool:
    """Say whether a link leads to a ticket, or to a key that looks like one of the tracker's."""
    if link.origin != TicketLinkOrigin.TEXT or other.document_id:
        return True
    series = (other.collection, _series(other.key))
    return series in stated or keys.has_series(other.key, other.collection)


def _directed(link: TicketLink, own: _End, other: _End) -> tuple[_End, _End, str]:
    if TicketLinkKind(link.kind) in SYMMETRIC:
        source, target = sorted((own, other))
        return source, target, SOURCE if source == own else TARGET
    return (own, other, SOURCE) if link.outward else (other, own, TARGET)


def _without_repeated(
    found: Mapping[tuple[str, _End, _End], list[tuple[str, str]]],
) -> dict[tuple[str, _End, _End], list[tuple[str, str]]]:
    """Return the edges without mentions of two tickets that a link of a kind joins already."""
    joined = {
        frozenset((source, target))
        for kind, source, target in found
        if kind != TicketLinkKind.MENTION
    }
    return {
        place: said
        for place, said in found.items()
        if place[0] != TicketLinkKind.MENTION or frozenset(place[1:]) not in joined
    }


def _edge(kind: str, source: _End, target: _End, said: Sequence[tuple[str, str]]) -> TicketEdge:
    ends = [end.document_id or f"{end.collection}:{end.key}" for end in (source, target)]
    both = bool(source.document_id and target.document_id)
    return TicketEdge(
        edge_id=content_id("ticket_edge", kind, *ends),
        source_id=source.document_id or None,
        target_id=target.document_id or None,
        source_key=source.key,
        target_key=target.key,
        kind=kind,
        stated_by=tuple(sorted({by for by, _ in said if by})),
        origins=tuple(sorted({origin for _, origin in said})),
        status=RESOLVED if both else ABSENT,
    )
