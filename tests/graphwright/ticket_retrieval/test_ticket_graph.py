"""The graph of tickets: found by key, walked from both ends, the same from rows in any order."""

from __future__ import annotations

import random

import numpy as np
import pytest
from ticket_rows import a_ticket, an_edge, its_sections

from graphwright.errors import SnapshotError
from graphwright.graph.ticket_graph import AmbiguousKeyError, TicketGraph, TicketHop
from graphwright.tables import TicketCluster
from graphwright.tables.vectors import ImplicitTicketLink

TILL = a_ticket("SHOP-1", "Till prints nothing")
LAMP = a_ticket("SHOP-2", "Lamp is dark")
TWIN = a_ticket("SHOP-2", "Another lamp", collection="annex")
SECTIONS = [
    *its_sections(TILL, summary="Till prints nothing", comment="Ink?", comment_2="Yes, ink."),
    *its_sections(LAMP, summary="Lamp is dark", fix="A new bulb."),
]
EDGES = [an_edge(TILL, "block", LAMP), an_edge(LAMP, "relate", "OLD-9")]
CLUSTERS = [TicketCluster(one.document_id, TILL.document_id, 2) for one in (LAMP, TILL)]
NEAR = [ImplicitTicketLink(LAMP.document_id, TILL.document_id, 0.9, 1, 0.8, "model")]
VECTORS = {
    SECTIONS[4].section_id: np.array([[0, 1], [1, 0]], dtype=np.float32),
    SECTIONS[0].section_id: np.array([[1, 0]], dtype=np.float32),
    "gone": np.array([[0, 1]], dtype=np.float32),
}


def graph_of(shuffled: int | None = None) -> TicketGraph:
    parts = [[TILL, LAMP, TWIN], SECTIONS, EDGES, CLUSTERS, NEAR]
    if shuffled is not None:
        parts = [random.Random(shuffled).sample(rows, len(rows)) for rows in parts]
    tickets, sections, edges, clusters, near = parts
    return TicketGraph.of(
        tickets, sections, edges=edges, clusters=clusters, implicit=near, vectors=VECTORS
    )


def test_a_ticket_is_found_by_key_and_by_document():
    graph = graph_of()
    till = graph.row("shop-1")
    assert till is not None
    assert graph.tickets[till] == TILL
    assert graph.row(TILL.document_id) == graph.row("SHOP:SHOP-1") == till
    assert graph.row("SHOP-3") is None


def test_a_key_of_two_collections_names_both():
    graph = graph_of()
    with pytest.raises(AmbiguousKeyError, match=r"'annex', 'shop'.*annex:SHOP-2"):
        graph.row("SHOP-2")
    lamp = graph.row("shop:SHOP-2")
    assert lamp is not None
    assert graph.tickets[lamp] == LAMP


def test_links_are_seen_from_both_ends_and_absent_ones_keep_their_key():
    graph = graph_of()
    till, lamp = graph.row(TILL.document_id), graph.row(LAMP.document_id)
    assert graph.edges(till) == (TicketHop("block", True, lamp, "SHOP-2"),)
    assert graph.edges(lamp) == (
        TicketHop("block", False, till, "SHOP-1"),
        TicketHop("relate", True, None, "OLD-9"),
    )
    assert graph.cluster(lamp) == graph.cluster(till) == (till, lamp)
    assert [near.row for near in graph.implicit(till)] == [lamp]
    twin = graph.row(TWIN.document_id)
    assert (graph.edges(twin), graph.cluster(twin), graph.sections(twin)) == ((), (twin,), [])


@pytest.mark.parametrize("seed", range(4))
def test_rows_in_any_order_give_the_same_graph(seed):
    one, other = graph_of(), graph_of(seed)
    assert one.tickets == other.tickets
    for row in range(len(one)):
        assert one.sections(row) == other.sections(row)
        assert one.edges(row) == other.edges(row)
    assert one.vectors.rows.tolist() == other.vectors.rows.tolist()
    assert np.array_equal(one.vectors.values, other.vectors.values)


def test_each_vector_knows_its_section():
    graph = graph_of()
    keys = [graph.tickets[ticket].key for ticket in graph.vector_tickets]
    assert keys == ["SHOP-1", "SHOP-2", "SHOP-2"]
    own = graph.vectors.rows.tolist()
    assert graph.vector_nodes("summary").tolist() == [own[0], -1, -1]
    assert graph.vector_nodes("fix").tolist() == [-1, *own[1:]]
    assert graph.vector_nodes("unknown").tolist() == [-1, -1, -1]
    assert [graph.section(row).text for row in graph.vectors.rows] == [
        "Till prints nothing",
        "A new bulb.",
        "A new bulb.",
    ]


def test_a_section_without_its_ticket_is_an_error():
    with pytest.raises(SnapshotError, match="no ticket"):
        TicketGraph.of([LAMP], SECTIONS)
