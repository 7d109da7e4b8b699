"""The graph of applications in memory: actions of states, and shortest directed ways."""

from __future__ import annotations

import random

import networkx as nx
import pytest
from application_rows import SHOP, observation

from graphwright.applications.rows import application_row, application_rows
from graphwright.errors import NotFoundError
from graphwright.graph.application_graph import ApplicationGraph
from graphwright.tables import UiAction, UiState


def state(number: int, application: str = "shop") -> UiState:
    return UiState(
        f"s{number:05}", application, f"State {number}", (), "/", None, (), 0, "c", f"{number}"
    )


def action(number: int, source: int, target: int | None, application: str = "shop") -> UiAction:
    to = None if target is None else f"s{target:05}"
    shown = ("link", f"Action {number}", "main", (), "open", "done")
    return UiAction(
        f"a{number:05}", application, f"s{source:05}", f"k{number}", *shown, to, None, None, ""
    )


def random_graph(seed: int, states: int, actions: int) -> ApplicationGraph:
    chance = random.Random(seed)
    edges = [
        action(n, chance.randrange(states), chance.choice([None, chance.randrange(states)]))
        for n in range(actions)
    ]
    return ApplicationGraph((), [state(n) for n in range(states)], edges)


@pytest.fixture(scope="module")
def shop() -> ApplicationGraph:
    rows = application_rows(observation(), ())
    listed = [application_row("shop", "http://h/", ("everybody",), rows)]
    by_id = sorted(rows.states, key=lambda one: one.state_id)
    actions = sorted(rows.actions, key=lambda one: one.action_id)
    return ApplicationGraph(listed, by_id, actions, rows.fields)


def row_of(graph: ApplicationGraph, label: str) -> int:
    return next(row for row, one in enumerate(graph.states) if one.label == label)


def test_a_way_follows_the_direction_of_actions(shop: ApplicationGraph) -> None:
    start, order = row_of(shop, "Start"), row_of(shop, "Order")
    there, back = shop.way(start, order), shop.way(order, start)
    assert there is not None
    assert back is not None
    assert [shop.actions[row].name for row in there] == ["Orders", "Open"]
    assert [shop.actions[row].name for row in back] == ["Start"]
    assert shop.way(start, start) == ()


def test_what_leads_nowhere_is_no_edge(shop: ApplicationGraph) -> None:
    order = row_of(shop, "Order")
    names = {shop.actions[row].name: shop.targets[row] for row in shop.outgoing[order]}
    assert names == {"Save": -1, "Start": row_of(shop, "Start")}
    assert {shop.actions[row].name for row in shop.incoming[order]} == {"Open"}


def test_fields_homes_and_templates_are_found(shop: ApplicationGraph) -> None:
    order = shop.states[row_of(shop, "Order")]
    assert [field.label for field in shop.fields[order.state_id]] == ["Customer", "Note"]
    assert shop.homes == {"shop": row_of(shop, "Start")}
    assert shop.by_template["shop", SHOP["order"].template] == (row_of(shop, "Order"),)


def test_an_unknown_id_says_where_ids_are(shop: ApplicationGraph) -> None:
    with pytest.raises(NotFoundError, match="no state 'x'"):
        shop.row("x")
    with pytest.raises(NotFoundError, match="no action 'x'"):
        shop.action_row("x")


@pytest.mark.parametrize("seed", range(20))
def test_ways_are_shortest_and_joined(seed: int) -> None:
    graph = random_graph(seed, 14, 30)
    plain = nx.MultiDiGraph()
    plain.add_nodes_from(range(14))
    pairs = zip(graph.sources, graph.targets, strict=True)
    plain.add_edges_from((source, target) for source, target in pairs if target >= 0)
    for start in range(14):
        lengths = nx.single_source_shortest_path_length(plain, start)
        assert list(graph.ways_from(start).steps) == [lengths.get(n, -1) for n in range(14)]
        for target in range(14):
            way = graph.way(start, target)
            assert (way is None) == (target not in lengths)
            ends = [start, *(graph.targets[row] for row in way or ())]
            assert [graph.sources[row] for row in way or ()] == ends[:-1]
            assert way is None or ends[-1] == target


def test_a_part_is_the_graph_of_one_application() -> None:
    states = [state(0), state(1, "desk"), state(2)]
    graph = ApplicationGraph((), states, [action(0, 0, 2), action(1, 1, 1, "desk")])
    part = ApplicationGraph.of(graph, "shop")
    assert [one.state_id for one in part.states] == ["s00000", "s00002"]
    assert part.way(0, 1) == (0,)
