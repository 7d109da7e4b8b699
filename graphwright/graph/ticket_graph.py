"""The published tickets as questions have them: trees of sections, and the graph between tickets.

Tickets stand in the order of their keys, so that rows in order are tickets in the order of keys,
which decides between equal scores. Sections stay Arrow columns: 30,000 tickets have some 300,000.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from graphwright.errors import NotFoundError, SnapshotError
from graphwright.tables import (
    ImplicitTicketLink,
    Ticket,
    TicketCluster,
    TicketEdge,
    TicketSection,
    rows_of,
    table_of,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphwright.graph.snapshot import Snapshot
    from graphwright.graph.ticket_files import TicketFiles

    Numbers = NDArray[np.int64]


class AmbiguousKeyError(NotFoundError):
    """A key that tickets of several collections have."""

    def __init__(self, key: str, collections: Sequence[str]) -> None:
        self.key, self.collections = key, tuple(collections)
        named = ", ".join(map(repr, collections))
        super().__init__(
            f"{len(collections)} tickets have the key {key!r}, in the collections {named}.",
            remedy=f"Name the collection before the key: {collections[0]}:{key}.",
        )


@dataclasses.dataclass(frozen=True, slots=True)
class TicketHop:
    """A link of a ticket, seen from it: ``outward`` where the ticket is the subject.

    ``row`` is the other ticket's, None where that one is in no collection.
    """

    kind: str
    outward: bool
    row: int | None
    key: str


@dataclasses.dataclass(frozen=True, slots=True)
class NearTicket:
    """A ticket whose title is near that of another, with the cosine of both."""

    row: int
    cosine: float


@dataclasses.dataclass(frozen=True)
class SectionVectors:
    """Vectors of text-rich sections: ``values[i]`` is one of the section in row ``rows[i]``.

    Rows ascend; a long section has several vectors, one for each piece. ``values`` is float32
    ``(n, dimensions)``, of unit length.
    """

    rows: Numbers
    values: NDArray[np.float32]

    @classmethod
    def none(cls, dimensions: int = 0) -> SectionVectors:
        """Return the vectors of no section."""
        return cls(np.zeros(0, dtype=np.int64), np.zeros((0, dimensions), dtype=np.float32))


@dataclasses.dataclass(frozen=True)
class TicketNeighbours:
    """What lies beside each ticket, by row: its links, its cluster, tickets of a near title."""

    hops: Mapping[int, tuple[TicketHop, ...]]
    clusters: Mapping[int, tuple[int, ...]]
    near: Mapping[int, tuple[NearTicket, ...]]

    @classmethod
    def of(
        cls,
        tickets: Sequence[Ticket],
        edges: Iterable[TicketEdge],
        clusters: Iterable[TicketCluster],
        implicit: Iterable[ImplicitTicketLink],
    ) -> TicketNeighbours:
        """Return what the rows of the tables say of tickets in their order."""
        by_id = {ticket.document_id: row for row, ticket in enumerate(tickets)}
        return cls(_hops(edges, by_id), _clusters(clusters, by_id), _near(implicit, by_id))


class TicketGraph:
    """All tickets with their sections and links, read only; a ticket is named by its row.

    ``section_table`` has the columns of ``TicketSection`` in the order of tickets, then of their
    index; a row of it is a *section row*. ``section_tickets`` and ``section_codes`` are the ticket
    and the name (its place in ``section_names``) of each.
    """

    def __init__(
        self,
        tickets: Sequence[Ticket],
        section_table: pa.Table,
        neighbours: TicketNeighbours | None = None,
        vectors: SectionVectors | None = None,
    ) -> None:
        """Take what ``of`` makes: tickets in the order of keys, sections in that of tickets."""
        self.tickets, self.section_table = tickets, section_table
        self.vectors = vectors or SectionVectors.none()
        self._beside = neighbours or TicketNeighbours({}, {}, {})
        self._by_id = {ticket.document_id: row for row, ticket in enumerate(tickets)}
        self._by_key = _rows_by_key(tickets)
        self.section_tickets = _rows_of_ids(section_table["document_id"], tickets)
        counts = np.bincount(self.section_tickets, minlength=len(tickets))
        self._starts = np.concatenate([[0], np.cumsum(counts)])
        self.section_names, self.section_codes = _codes(section_table["section"])

    @classmethod
    def of(
        cls,
        tickets: Iterable[Ticket],
        sections: Iterable[TicketSection] | pa.Table,
        *,
        edges: Iterable[TicketEdge] = (),
        clusters: Iterable[TicketCluster] = (),
        implicit: Iterable[ImplicitTicketLink] = (),
        vectors: Mapping[str, NDArray[np.float32]] | None = None,
    ) -> TicketGraph:
        """Return the graph of the tables' rows, in whatever order they are.

        ``sections`` may be the table itself. ``vectors`` has, by section id, the vectors of its
        pieces ``(pieces, dimensions)``; ids of no section are left out. Raises ``SnapshotError``
        where a section or link belongs to no ticket.
        """
        given = list(tickets)
        ordered = [given[row] for row in order_of_tickets(given)]
        declared = table_of(TicketSection)
        table = sections if isinstance(sections, pa.Table) else declared.from_rows(list(sections))
        table = table.take(pa.array(order_of_sections(table, ordered)))
        beside = TicketNeighbours.of(ordered, edges, clusters, implicit)
        return cls(ordered, table, beside, _vectors(table, vectors or {}))

    @classmethod
    def open(cls, snapshot: Snapshot) -> TicketGraph:
        """Return the graph of a snapshot's tickets; sections and vectors stay mapped.

        Raises ``NotFoundError`` where it has none.
        """
        files = snapshot.tickets
        if files is None:
            raise NotFoundError(
                "The published graph holds no tickets.",
                remedy="Name a collection with 'kind: tickets' in sources.yaml, and build.",
            )
        return cls.of_files(files)

    @classmethod
    def of_files(cls, files: TicketFiles) -> TicketGraph:
        """Return the graph of the files that ``publish`` wrote, whose rows stand in its order."""
        tickets = rows_of(Ticket, files.tables["tickets"])
        beside = TicketNeighbours.of(
            tickets,
            rows_of(TicketEdge, files.tables["ticket_edges"]),
            rows_of(TicketCluster, files.tables["ticket_clusters"]),
            rows_of(ImplicitTicketLink, files.tables["implicit_ticket_links"]),
        )
        vectors = SectionVectors(files.vector_rows, files.vectors)
        return cls(tickets, files.tables["ticket_sections"], beside, vectors)

    def __len__(self) -> int:
        """Return the number of tickets."""
        return len(self.tickets)

    def row(self, key_or_document_id: str) -> int | None:
        """Return the row of a ticket by its key, "collection:key" or document; None: there is none.

        Capitals do not matter in a key. Raises ``AmbiguousKeyError`` where several collections have
        the key.
        """
        if key_or_document_id in self._by_id:
            return self._by_id[key_or_document_id]
        rows = self.rows_of_key(key_or_document_id)
        if len(rows) > 1:
            named = [self.tickets[row].collection for row in rows]
            raise AmbiguousKeyError(key_or_document_id, named)
        return rows[0] if rows else None

    def rows_of_key(self, key: str) -> tuple[int, ...]:
        """Return the rows of all tickets that have a key, or "collection:key", in order."""
        return self._by_key.get(key.strip().casefold(), ())

    def sections(self, row: int) -> Sequence[TicketSection]:
        """Return the sections of a ticket, in the order of its text."""
        first, last = self.section_rows(row)
        return rows_of(TicketSection, self.section_table.slice(first, last - first))

    def section_rows(self, row: int) -> tuple[int, int]:
        """Return the section rows of a ticket: the first, and the one after the last."""
        return int(self._starts[row]), int(self._starts[row + 1])

    def section(self, section_row: int) -> TicketSection:
        """Return the section of a section row."""
        return rows_of(TicketSection, self.section_table.slice(section_row, 1))[0]

    def edges(self, row: int) -> Sequence[TicketHop]:
        """Return the links of a ticket in both directions, by kind, direction and key."""
        return self._beside.hops.get(row, ())

    def cluster(self, row: int) -> Sequence[int]:
        """Return the rows of a ticket's cluster of duplicates, the canonical one first.

        A ticket of no cluster is one by itself.
        """
        return self._beside.clusters.get(row, (row,))

    def implicit(self, row: int) -> Sequence[NearTicket]:
        """Return the tickets whose titles are near, the nearest first."""
        return self._beside.near.get(row, ())

    @cached_property
    def vector_tickets(self) -> Numbers:
        """The ticket of each row of the vectors."""
        tickets: Numbers = self.section_tickets[self.vectors.rows]
        return tickets

    def vector_nodes(self, section: str) -> Numbers:
        """Return the node of a section's name that each row of the vectors is of, -1 for none.

        That is the vector's own section row, or that of the section which holds it.
        """
        code = self.section_names.index(section) if section in self.section_names else -1
        own, above = self.vectors.rows, self._vector_parents
        held = (above >= 0) & (self.section_codes[above] == code)
        nodes: Numbers = np.where(self.section_codes[own] == code, own, np.where(held, above, -1))
        return nodes

    @cached_property
    def _vector_parents(self) -> Numbers:
        """The section row above each row of the vectors, -1 for none."""
        above = self.section_table["parent_id"].take(pa.array(self.vectors.rows))
        places = pc.index_in(above, value_set=self.section_table["section_id"], skip_nulls=True)
        rows: Numbers = pc.fill_null(places, -1).to_numpy().astype(np.int64)
        return rows


def _rows_by_key(tickets: Sequence[Ticket]) -> dict[str, tuple[int, ...]]:
    """Return the rows of each key, plain and with its collection, without capitals."""
    found: defaultdict[str, tuple[int, ...]] = defaultdict(tuple)
    for row, ticket in enumerate(tickets):
        for name in (ticket.key, f"{ticket.collection}:{ticket.key}"):
            found[name.casefold()] += (row,)
    return dict(found)


def _rows_of_ids(ids: pa.ChunkedArray, tickets: Sequence[Ticket]) -> Numbers:
    """Return the row of the ticket of each document id."""
    there = pa.array([ticket.document_id for ticket in tickets], pa.string())
    places = pc.fill_null(pc.index_in(ids, value_set=there), -1)
    rows: Numbers = places.to_numpy().astype(np.int64)
    if len(rows) and rows.min() < 0:
        unknown = ids[int(np.argmin(rows))].as_py()
        raise SnapshotError(
            f"A section belongs to the document {unknown!r}, which is no ticket.",
            remedy="Build the lake again.",
        )
    return rows


def order_of_tickets(tickets: Sequence[Ticket]) -> list[int]:
    """Return the places of tickets in the order of keys, then of collections."""

    def key(row: int) -> tuple[str, str, str]:
        one = tickets[row]
        return one.key, one.collection, one.document_id

    return sorted(range(len(tickets)), key=key)


def order_of_sections(sections: pa.Table, tickets: Sequence[Ticket]) -> Numbers:
    """Return the places of sections in the order of tickets, then of their index.

    Raises ``SnapshotError`` where a section belongs to no ticket.
    """
    rows = _rows_of_ids(sections["document_id"], tickets)
    order: Numbers = np.lexsort((sections["index"].to_numpy(), rows))
    return order


def _codes(names: pa.ChunkedArray) -> tuple[tuple[str, ...], Numbers]:
    """Return the names in alphabetic order, and the place of each row's name among them."""
    distinct = sorted(pc.unique(names).to_pylist())
    places = pc.index_in(names, value_set=pa.array(distinct, pa.string()))
    return tuple(distinct), places.to_numpy().astype(np.int64)


def _hops(
    edges: Iterable[TicketEdge], by_id: Mapping[str, int]
) -> dict[int, tuple[TicketHop, ...]]:
    """Return the links of each ticket from both ends."""
    found: defaultdict[int, list[TicketHop]] = defaultdict(list)
    for edge in edges:
        source, target = by_id.get(edge.source_id or ""), by_id.get(edge.target_id or "")
        if source is not None:
            found[source].append(TicketHop(edge.kind, True, target, edge.target_key))
        if target is not None:
            found[target].append(TicketHop(edge.kind, False, source, edge.source_key))
    return {row: tuple(sorted(hops, key=_order_of_hop)) for row, hops in sorted(found.items())}


def _order_of_hop(hop: TicketHop) -> tuple[str, bool, str]:
    return hop.kind, not hop.outward, hop.key


def _clusters(
    clusters: Iterable[TicketCluster], by_id: Mapping[str, int]
) -> dict[int, tuple[int, ...]]:
    """Return the cluster of each ticket of one, the canonical ticket first."""
    members: defaultdict[str, list[int]] = defaultdict(list)
    for cluster in clusters:
        if cluster.document_id in by_id:
            members[cluster.canonical_id].append(by_id[cluster.document_id])
    found: dict[int, tuple[int, ...]] = {}
    for canonical, rows in sorted(members.items()):
        whole = tuple(sorted(rows, key=lambda row: (row != by_id.get(canonical), row)))
        found.update(dict.fromkeys(whole, whole))
    return found


def _near(
    links: Iterable[ImplicitTicketLink], by_id: Mapping[str, int]
) -> dict[int, tuple[NearTicket, ...]]:
    """Return the near tickets of each, from both ends."""
    found: defaultdict[int, list[NearTicket]] = defaultdict(list)
    for link in links:
        one, other = by_id.get(link.source_id), by_id.get(link.target_id)
        if one is not None and other is not None:
            found[one].append(NearTicket(other, link.cosine))
            found[other].append(NearTicket(one, link.cosine))
    return {
        row: tuple(sorted(near, key=lambda one: (-one.cosine, one.row)))
        for row, near in sorted(found.items())
    }


def _vectors(sections: pa.Table, vectors: Mapping[str, NDArray[np.float32]]) -> SectionVectors:
    """Return the vectors of sections in the order of section rows."""
    ids = sections["section_id"].to_pylist() if vectors else []
    found = [(row, vectors[one]) for row, one in enumerate(ids) if one in vectors]
    if not found:
        return SectionVectors.none()
    rows = np.repeat([row for row, _ in found], [len(pieces) for _, pieces in found])
    return SectionVectors(rows, np.concatenate([pieces for _, pieces in found]))
