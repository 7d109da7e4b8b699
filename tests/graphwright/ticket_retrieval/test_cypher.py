"""Typed Cypher: each plan is read back from its text, and whatever is not a query is refused."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from graphwright.errors import PlanError
from graphwright.tables.tickets import TicketLinkKind
from graphwright.ticket_retrieval.cypher import plan_of_cypher
from graphwright.ticket_retrieval.cypher_text import cypher_of
from graphwright.ticket_retrieval.plan import (
    LINK_KIND,
    Condition,
    Direction,
    Hop,
    Operator,
    Order,
    Plan,
    Returned,
)
from graphwright.ticket_retrieval.ticket_properties import FIELDS, TIMES

_TEXTS = st.text(max_size=12)
_NAMES = st.sampled_from([*FIELDS, "steps_to_reproduce", "own section", "match", "in"])
_HOPS = st.builds(
    Hop,
    kinds=st.lists(st.sampled_from(list(TicketLinkKind)), max_size=3, unique=True).map(tuple),
    direction=st.sampled_from(list(Direction)),
)


@st.composite
def _conditions(draw: st.DrawFn, last: int) -> Condition:
    node, name = draw(st.integers(0, last)), draw(_NAMES)
    operator = draw(st.sampled_from(list(Operator)))
    comparisons = (Operator.BEFORE, Operator.UNTIL, Operator.AFTER, Operator.SINCE)
    name = draw(st.sampled_from(TIMES)) if operator in comparisons else name
    values: st.SearchStrategy[str] = _TEXTS
    if name in TIMES and operator not in (Operator.CONTAINS, Operator.STARTS_WITH):
        values = st.sampled_from(["2014", "2014-05", "2014-05-31", "2014-05-31T10:00"])
    count = {Operator.ABSENT: 0, Operator.PRESENT: 0, Operator.IN: draw(st.integers(1, 3))}
    size = count.get(operator, 1)
    return Condition(
        node=node,
        name=name,
        operator=operator,
        values=tuple(draw(st.lists(values, min_size=size, max_size=size))),
        folded=draw(st.booleans()) if size else False,
    )


@st.composite
def _plans(draw: st.DrawFn) -> Plan:
    path = tuple(draw(st.lists(_HOPS, max_size=3)))
    nodes = st.integers(0, len(path))
    plain = st.builds(Returned, node=nodes, name=_NAMES)
    returns = draw(st.lists(plain, min_size=1, max_size=3, unique=True))
    if path and draw(st.booleans()):
        returns.append(Returned(node=1, name=LINK_KIND))
    count = draw(st.none() | nodes)
    orders = [Order(node=r.node, name=r.name, descending=draw(st.booleans())) for r in returns]
    orders += [Order(descending=True)] if count is not None else []
    groups = st.lists(_conditions(len(path)), min_size=1, max_size=3).map(tuple)
    return Plan(
        search=draw(_TEXTS.filter(lambda text: not text or text.strip())),
        path=path,
        where=tuple(draw(st.lists(groups, max_size=3))),
        returns=tuple(returns),
        count=count,
        order=tuple(draw(st.permutations(orders))[: draw(st.integers(0, 2))]),
        limit=draw(st.none() | st.integers(1, 1000)),
    )


@settings(max_examples=150, deadline=None)
@given(_plans())
def test_a_plan_is_read_back_from_its_text(plan):
    assert plan_of_cypher(cypher_of(plan)) == plan


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="MATCHRETUN ()[]-<>{}.:'\"\\tkey=*/\n1", max_size=40))
def test_any_text_is_a_plan_or_one_clear_error(text):
    with contextlib.suppress(PlanError):  # anything else that is raised fails the test
        plan = plan_of_cypher(text)
        assert plan_of_cypher(cypher_of(plan)) == plan


def test_names_quotes_maps_and_remarks_are_read():
    plan = plan_of_cypher(
        """MATCH (a:Ticket {key: "A-1"})<-[link:DUPLICATE|CLONE]-(b) // its copies
        where toLower(b.title) contains 'o\\'clock' AND ('x' IN b.labels OR b.status = "Open")
        return b, type(link) as kind order by kind desc limit 7;"""
    )
    assert cypher_of(plan) == (
        "MATCH (t0:Ticket)<-[r1:DUPLICATE|CLONE]-(t1:Ticket)\n"
        "WHERE t0.key = 'A-1'\n"
        "  AND toLower(t1.title) CONTAINS 'o\\'clock'\n"
        "  AND ('x' IN t1.labels OR t1.status = 'Open')\n"
        "RETURN DISTINCT t1.key, t1.title, t1.status, t1.resolution, type(r1)\n"
        "ORDER BY type(r1) DESC\n"
        "LIMIT 7"
    )


@pytest.mark.parametrize(
    ("query", "place", "said"),
    [
        ("CREATE (t:Ticket) RETURN t", (1, 1), "CREATE is not allowed"),
        ("MATCH (t)\nDETACH DELETE t", (2, 1), "DETACH is not allowed"),
        ("MATCH (t) SET t.key = 'x' RETURN t", (1, 11), "SET is not allowed"),
        ("MERGE (t) RETURN t", (1, 1), "MERGE is not allowed"),
        ("MATCH (t) CALL apoc.load.json('/etc/passwd') RETURN t", (1, 11), "CALL is not"),
        ("LOAD CSV FROM 'file:///etc/passwd' AS x RETURN x", (1, 1), "LOAD is not allowed"),
        ("COPY x TO '/tmp/x'", (1, 1), "COPY is not allowed"),
        ("UNWIND ['a'] AS x RETURN x", (1, 1), "UNWIND is not allowed"),
        ("MATCH (t)-[*1..9]->(u) RETURN u", (1, 12), "any length"),
        ("MATCH (t)-->()-->()-->()-->(u) RETURN u", (1, 25), "at most 3 links"),
        ("MATCH (t)--(t) RETURN t", (1, 13), "named twice"),
        ("MATCH (t) RETURN t.key; MATCH (u) RETURN u.key", (1, 25), "MATCH is not allowed"),
        ("MATCH (t) WHERE t.key = 'a RETURN t", (1, 25), "does not end"),
        ("MATCH (t) WHERE t.a='x' AND t.b='y' OR t.c='z' RETURN t", (1, 37), "parentheses"),
        ("MATCH (t:User) RETURN t", (1, 10), "'User'"),
        ("MATCH (t)-[:EATS]->(u) RETURN u", (1, 13), "DUPLICATE, CLONE"),
        ("MATCH (t) WHERE t.status > 'x' RETURN t", (1, 17), "only times"),
        ("MATCH (t) WHERE t.created > 'today' RETURN t", (1, 17), "no time"),
        ("MATCH (t) RETURN u", (1, 18), "'u'"),
        ("MATCH (t)--(u) RETURN count(*)", (1, 29), "count(DISTINCT t)"),
        ("MATCH (t) RETURN t LIMIT 0", (1, 26), "between 1 and 1000"),
        ("MATCH (t)\nRETURN", (2, 7), "ends too early"),
    ],
)
def test_what_is_no_query_is_refused_with_its_place(query, place, said):
    with pytest.raises(PlanError) as refused:
        plan_of_cypher(query)
    assert said in str(refused.value)
    assert (refused.value.line, refused.value.column) == place


def test_an_empty_and_an_endless_query_are_refused():
    for query in ("", " \n", "MATCH (t) RETURN t.key //" + "x" * 20_000):
        with pytest.raises(PlanError):
            plan_of_cypher(query)


def test_a_plan_has_a_schema_and_refuses_what_is_off_its_path():
    assert Plan.model_json_schema()["additionalProperties"] is False
    with pytest.raises(ValidationError, match="not on a path"):
        Plan(returns=(Returned(node=1, name="key"),))
    with pytest.raises(ValidationError, match="nothing is returned"):
        Plan()
