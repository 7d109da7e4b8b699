"""Which states of a crawl a hand-written goal names."""

from __future__ import annotations

from pathlib import Path

import pytest
from question_goals import Goal, goal_states, load_questions, names_page, start_states

from graphwright.tables.applications import UiCapture, UiState

DATA = Path(__file__).parents[2] / "benchmarks" / "data" / "applications"


def capture(key: str, *, dialogs: tuple[str, ...] = ()) -> UiCapture:
    return UiCapture(
        capture_id=key,
        application="desk",
        template="/",
        title="",
        headings=(),
        dialogs=dialogs,
        menus=(),
        tabs=(),
        texts=(),
        elements=(),
    )


def state(key: str, template: str, address: str | None = None) -> UiState:
    return UiState(
        state_id=key,
        application="desk",
        label=key,
        menu_path=(),
        template=template,
        address=address,
        replay=(),
        depth=0,
        capture_id=key,
        text="",
    )


@pytest.mark.parametrize(
    ("pattern", "template", "named"),
    [
        ("/Admin/Queues/Modify.html?id", "/Admin/Queues/Modify.html?id", True),
        ("/Admin/Queues/Modify.html?Create", "/Admin/Queues/Modify.html?id", False),
        ("/locations/*/jobs/*", "/locations/shop/jobs/dispatch", True),
        ("/locations/*/jobs/*", "/locations/shop/jobs/dispatch/runs", False),
        ("/runs?!view", "/runs?q%5B%5D", True),
        ("/runs?!view", "/runs?view=backfills", False),
        ("/runs?view=backfills", "/runs?view=backfills", True),
        ("/**", "/any/page?id", True),
        ("/Ticket/Update.html?Action=Comment&id", "/Ticket/Update.html?Action=Comment&id", True),
        ("/Ticket/Update.html?Action=Comment&id", "/Ticket/Update.html?Action=Respond&id", False),
    ],
)
def test_a_page_is_told_by_path_and_names_of_its_query(
    pattern: str, template: str, named: bool
) -> None:
    assert names_page(pattern, template) is named


def test_a_goal_without_a_layer_is_no_dialog_over_the_page() -> None:
    states = [state("page", "/runs"), state("dialog", "/runs")]
    captures = {"page": capture("page"), "dialog": capture("dialog", dialogs=("Tags of a run",))}
    plain = goal_states(Goal(("/runs",)), states, captures)
    layer = goal_states(Goal(("/**",), ("labels", "tags")), states, captures)
    assert [one.state_id for one in plain] == ["page"]
    assert [one.state_id for one in layer] == ["dialog"]


def test_a_start_is_its_address_or_else_its_template() -> None:
    states = [
        state("a", "/ticket/*", "http://127.0.0.1:1/ticket/1"),
        state("b", "/ticket/*", "http://127.0.0.1:1/ticket/2"),
    ]
    assert [one.state_id for one in start_states("/ticket/2", states)] == ["b"]
    assert [one.state_id for one in start_states("/ticket/9", states)] == ["a", "b"]


@pytest.mark.parametrize("name", ["request_tracker", "dagster"])
def test_there_are_60_questions_and_half_start_elsewhere(name: str) -> None:
    questions = load_questions(DATA / f"{name}_questions.yaml")
    assert len({question.id for question in questions}) == 60
    assert sum(question.start != "/" for question in questions) >= 30
