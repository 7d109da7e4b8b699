"""Strategies: parts of the graph, their budgets, and what always holds of them."""

from __future__ import annotations

import numpy as np
import pytest

from graphwright.errors import SettingsError
from graphwright.guidance.asked import FoundPart
from graphwright.guidance.goal_strategy import BUDGET
from graphwright.guidance.opened_applications import OpenedApplications
from graphwright.guidance.paper_strategy import PaperStrategy
from graphwright.guidance.strategies import GUIDANCE_STRATEGIES
from graphwright.guidance.ways import edges_within, way_within

QUESTIONS = (
    ("How do I create a queue?", "Create a queue"),
    ("Where do I change my password?", "Change password"),
    ("I want to place a new order", "New order"),
)


def find(desk: OpenedApplications, name: str, text: str, at: str | None = "Start") -> FoundPart:
    place = desk.locator.place(at)
    return desk.strategy(name).find(desk.question(text, place))


def test_the_names() -> None:
    assert GUIDANCE_STRATEGIES.names == (
        "bm25",
        "dense_pages",
        "dense_states",
        "guide",
        "paper",
        "states_ways",
    )


@pytest.mark.parametrize("name", GUIDANCE_STRATEGIES.names)
def test_each_finds_the_same_part_again(desk: OpenedApplications, name: str) -> None:
    for text, _ in QUESTIONS:
        part = find(desk, name, text)
        assert part == find(desk, name, text)
        assert list(part.states) == sorted(set(part.states))
        assert {goal.row for goal in part.goals} <= set(part.states)
        for action in part.actions:
            assert {desk.graph.sources[action], desk.graph.targets[action]} <= set(part.states)


@pytest.mark.parametrize(("text", "goal"), QUESTIONS)
def test_guide_leads_from_where_the_user_is(desk: OpenedApplications, text: str, goal: str) -> None:
    start = desk.locator.place("Start").row
    part = find(desk, "guide", text)
    assert start is not None
    assert start in part.states
    assert len(part.states) <= BUDGET.states
    best = part.goals[0].row
    assert desk.graph.states[best].label == goal
    assert way_within(desk.graph, part.actions, start, best) is not None


def test_what_no_way_leads_to_stands_alone(desk: OpenedApplications) -> None:
    part = find(desk, "guide", "Lost page: nobody links here")
    lost = part.goals[0].row
    assert desk.graph.states[lost].label == "Lost page"
    assert not any(desk.graph.targets[action] == lost for action in part.actions)


def test_who_asks_from_within_an_order_means_that_order(desk: OpenedApplications) -> None:
    """The tab is one action from the order, and the question does not name it."""
    text = "Who brings it?"
    near = find(desk, "guide", text, "Order")
    labels = [desk.graph.states[goal.row].label for goal in near.goals]
    assert any("Delivery" in label for label in labels[:3])


def test_paper_pins_the_user_and_gives_prizes_by_rank(desk: OpenedApplications) -> None:
    strategy = desk.strategy("paper")
    assert isinstance(strategy, PaperStrategy)
    place = desk.locator.place("Start")
    question = desk.question("How do I create a queue?", place)
    goals, prizes, edges = strategy.prizes(question)
    assert goals[0].row == place.row
    assert sorted(prizes.values()) == [1.0, 2.0, 3.0]
    assert sorted(edges.values()) == [1.0, 2.0, 3.0]
    part = strategy.find(question)
    assert any(desk.graph.states[row].label == "Create a queue" for row in part.states)


def test_nothing_is_found_where_nothing_may_be(desk: OpenedApplications) -> None:
    place = desk.locator.place(None)
    for name in GUIDANCE_STRATEGIES.names:
        question = desk.question("How do I create a queue?", place)
        question.among = np.zeros(len(desk.graph.states), dtype=np.bool_)
        assert desk.strategy(name).find(question).goals == ()


def test_edges_within_join_only_the_states(desk: OpenedApplications) -> None:
    every = range(len(desk.graph.states))
    for action in edges_within(desk.graph, every):
        assert desk.graph.sources[action] != desk.graph.targets[action]
    assert edges_within(desk.graph, [0]) == ()


def test_an_unknown_strategy_is_refused_with_those_there_are(desk: OpenedApplications) -> None:
    with pytest.raises(SettingsError, match="'guide'"):
        desk.guide("How do I create a queue?", strategy="best")
