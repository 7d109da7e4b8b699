from __future__ import annotations

import random

import pytest
from parsed_tickets import a_raw_ticket, parsed

from graphwright.documents.tickets.raw import RawLink, RawTicket
from graphwright.tables import Ticket, TicketEdge, TicketLink
from graphwright.tickets.clusters import ticket_clusters
from graphwright.tickets.edges import ticket_edges
from graphwright.tickets.rows import read_ticket
from graphwright.tickets.template import default_template
from graphwright.tickets.text_links import text_links


@pytest.mark.parametrize(
    ("own", "said", "expected"),
    [
        ("SHOP-1", "A duplicate of SHOP-2.", ("SHOP-2", "duplicate", True)),
        ("SHOP-1", "Not a duplicate of SHOP-2.", ("SHOP-2", "mention", True)),
        ("SHOP-1", "Possible duplicate of SHOP-2", ("SHOP-2", "mention", True)),
        ("SHOP-1", "SHOP-2 is a duplicate of this.", ("SHOP-2", "duplicate", False)),
        ("SHOP-1", "Caused by SHOP-2.", ("SHOP-2", "cause", False)),
        ("SHOP-1", "See https://x.org/browse/SHOP-2?a", ("SHOP-2", "mention", True)),
        ("12", "Blocked by bug 13", ("13", "block", False)),
        ("a/b#1", "Relates to #7.", ("a/b#7", "relate", True)),
        ("a/b#1", "https://github.com/a/b/issues/8", ("a/b#8", "mention", True)),
    ],
)
def test_a_text_says_the_kind_of_a_link(
    own: str, said: str, expected: tuple[str, str, bool]
) -> None:
    (link,) = text_links(own, said)
    assert (link.key, link.kind, link.outward) == expected


def test_neither_itself_nor_a_change_of_code_is_a_link() -> None:
    assert text_links("SHOP-1", "SHOP-1: https://github.com/a/b/pull/8") == []


def read(*tickets: RawTicket) -> tuple[list[Ticket], list[TicketLink]]:
    rows = [
        read_ticket(document, record, default_template(), links)
        for document, record, links in map(parsed, tickets)
    ]
    return [row.ticket for row in rows], [link for row in rows for link in row.links]


def said(edges: list[TicketEdge]) -> set[tuple[str, str, str, str, tuple[str, ...]]]:
    return {(e.source_key, e.kind, e.target_key, e.status, e.stated_by) for e in edges}


ONE = a_raw_ticket(
    "Encoded in UTF-8, see SHOP-9.",
    "Duplicate of SHOP-2.",
    links=(RawLink("duplicates", "outward", "SHOP-2"), RawLink("blocks", "outward", "SHOP-7")),
)
TWO = a_raw_ticket(key="SHOP-2", links=(RawLink("is duplicated by", "inward", "SHOP-1"),))
THREE = a_raw_ticket(
    key="SHOP-3",
    links=(RawLink("duplicates", "outward", "SHOP-2"), RawLink("relates to", "inward", "SHOP-1")),
)


def test_a_pair_and_kind_is_one_edge_whichever_end_states_it() -> None:
    tickets, links = read(ONE, TWO, THREE)
    edges = ticket_edges(tickets, links)
    assert said(edges) == {
        ("SHOP-1", "duplicate", "SHOP-2", "resolved", ("source", "target")),
        ("SHOP-1", "block", "SHOP-7", "absent", ("source",)),
        ("SHOP-1", "mention", "SHOP-9", "absent", ("source",)),
        ("SHOP-3", "duplicate", "SHOP-2", "resolved", ("source",)),
        ("SHOP-1", "relate", "SHOP-3", "resolved", ("target",)),
    }


def test_edges_do_not_depend_on_order_and_an_absent_target_resolves_later() -> None:
    tickets, links = read(ONE, TWO, THREE, a_raw_ticket(key="SHOP-7"))
    edges = ticket_edges(tickets, links)
    assert ("SHOP-1", "block", "SHOP-7", "resolved", ("source",)) in said(edges)
    random.Random(7).shuffle(links)
    assert ticket_edges(tickets[::-1], links) == edges


def test_duplicates_make_a_cluster_with_the_one_that_others_duplicate() -> None:
    tickets, links = read(ONE, TWO, THREE)
    ids = {ticket.key: ticket.document_id for ticket in tickets}
    clusters = ticket_clusters(tickets, ticket_edges(tickets, links))
    assert {row.document_id for row in clusters} == set(ids.values())
    assert {(row.canonical_id, row.size) for row in clusters} == {(ids["SHOP-2"], 3)}


def test_a_circle_of_duplicates_and_a_clone_do_no_harm() -> None:
    circle = [
        a_raw_ticket(key=f"SHOP-{at}", links=(RawLink("duplicates", "outward", f"SHOP-{to}"),))
        for at, to in ((1, 2), (2, 3), (3, 1))
    ]
    clone = a_raw_ticket(key="SHOP-4", links=(RawLink("clones", "outward", "SHOP-1"),))
    tickets, links = read(*circle, clone)
    clusters = ticket_clusters(tickets, ticket_edges(tickets, links))
    assert [row.size for row in clusters] == [3, 3, 3]
    assert {row.canonical_id for row in clusters} == {tickets[0].document_id}
