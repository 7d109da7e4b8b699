"""A plan finds what a reader of the tickets would, in an order of its own, within bounds."""

from __future__ import annotations

import pytest
from shop_tickets import shop_graph

from graphwright.errors import PlanError
from graphwright.ticket_retrieval.cypher import plan_of_cypher
from graphwright.ticket_retrieval.plan_run import PlanRunner

RUNNER = PlanRunner(shop_graph())


def found(query: str) -> list[tuple[str, ...]]:
    rows = RUNNER.run(plan_of_cypher(query)).rows
    counts = [() if row.count is None else (str(row.count),) for row in rows]
    cells = [tuple("+".join(cell.values) for cell in row.cells) for row in rows]
    return [one + count for one, count in zip(cells, counts, strict=True)]


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        # by key, whatever its capitals; SHOP-9 comes before SHOP-10
        ("MATCH (t {key: 'shop-9'}) RETURN t.status", [("Closed",)]),
        ("MATCH (t) WHERE t.type = 'Bug' RETURN t.key", [("SHOP-9",), ("SHOP-10",), ("SHOP-11",)]),
        ("MATCH (t) WHERE 'Printer' IN t.components RETURN t.key", [("SHOP-9",)]),
        ("MATCH (t) WHERE NOT 'Till' IN t.components RETURN t.key", [("SHOP-11",), ("SHOP-12",)]),
        ("MATCH (t) WHERE t.resolution IS NULL RETURN t.key", [("SHOP-11",)]),
        ("MATCH (t) WHERE t.resolution <> 'Fixed' RETURN t.key", [("SHOP-10",), ("SHOP-12",)]),
        # a time counts as far as it is written
        ("MATCH (t) WHERE t.created > '2014-04' RETURN t.key", [("SHOP-11",)]),
        ("MATCH (t) WHERE t.created <= '2014-04-30' AND t.created >= '2014' RETURN t.key",
         [("SHOP-9",), ("SHOP-10",)]),
        ("MATCH (t) WHERE t.created = '2014-05' RETURN t.key", [("SHOP-11",)]),
        # sections
        ("MATCH (t) WHERE t.fix CONTAINS 'ribbon' RETURN t.fix", [("Shake the ribbon.",)]),
        ("MATCH (t) WHERE toLower(t.summary) STARTS WITH 'lamp' RETURN t.key", [("SHOP-11",)]),
        ("MATCH (t) WHERE t.description IS NULL RETURN t.key", [("SHOP-9",), ("SHOP-12",)]),
        # links: from both ends, to absent tickets, from them; one link is followed once in a path
        ("MATCH (t {key: 'SHOP-9'})<-[:DUPLICATE]-(u) RETURN u.key", [("SHOP-10",)]),
        ("MATCH (t {key: 'SHOP-11'})-[r]-(u) RETURN type(r), u.key",
         [("block", "SHOP-9"), ("relate", "SHOP-12"), ("depend", "OLD-3")]),
        ("MATCH (t {key: 'OLD-3'})<-[:DEPEND]-(u) RETURN u.key", [("SHOP-11",)]),
        ("MATCH (t {key: 'SHOP-10'})--(u)--(v)--(w) RETURN w.key", [("SHOP-12",), ("OLD-3",)]),
        ("MATCH (t)-->(u) WHERE u.status = 'Reopened' RETURN t.key", [("SHOP-9",)]),
        # counts: by each value of a field, what lacks it apart
        ("MATCH (t) RETURN count(*)", [("4",)]),
        ("MATCH (t)--(u) RETURN count(DISTINCT u)", [("5",)]),
        ("MATCH (t) RETURN t.components, count(t) AS n ORDER BY n DESC, t.components",
         [("Lamp", "2"), ("Till", "2"), ("Printer", "1")]),
        ("MATCH (t) RETURN t.resolution, count(t) AS n ORDER BY t.resolution DESC LIMIT 1",
         [("Won't Fix", "1")]),
        # order: what lacks the value is last, either way
        ("MATCH (t) RETURN t.key ORDER BY t.resolved DESC",
         [("SHOP-10",), ("SHOP-9",), ("SHOP-12",), ("SHOP-11",)]),
        ("MATCH (t) RETURN t.priority", [("Critical",), ("Minor",)]),
    ],
)  # fmt: skip
def test_a_plan_finds_its_rows(query, rows):
    assert found(query) == rows


def test_a_limit_tells_how_many_there_are():
    result = RUNNER.run(plan_of_cypher("MATCH (t) RETURN t.key LIMIT 1"))
    assert (len(result.rows), result.total) == (1, 4)


def test_an_unknown_section_names_what_there_is():
    with pytest.raises(PlanError, match=r"no section 'worka'.*'workaround'"):
        found("MATCH (t) RETURN t.worka")


def test_a_path_of_too_many_links_is_given_up():
    runner = PlanRunner(shop_graph(), most_steps=3)
    with pytest.raises(PlanError, match="more than 3 links"):
        runner.run(plan_of_cypher("MATCH (t)--(u)--(v) RETURN v.key"))


def test_a_search_without_one_and_alternatives_across_nodes_are_refused():
    with pytest.raises(PlanError, match="cannot be searched"):
        found("MATCH (t) WHERE search(t, 'lamp') RETURN t")
    with pytest.raises(PlanError, match="different nodes"):
        found("MATCH (t)--(u) WHERE t.key = 'SHOP-9' OR u.key = 'SHOP-9' RETURN u")
