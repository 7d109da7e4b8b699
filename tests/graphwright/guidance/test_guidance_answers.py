"""Answers: steps, what the last page offers, prompts, and steps of a model held to the graph."""

from __future__ import annotations

import itertools
import json

import pytest
from guidance_lake import HOME, HOSTILE

from graphwright.errors import PlanError
from graphwright.guidance.opened_applications import NOT_FOUND, OpenedApplications
from graphwright.pages.terminal.guidance import render_guidance

ASKED = "How do I create a queue?"


def test_steps_lead_to_the_page_and_say_what_commits(desk: OpenedApplications) -> None:
    found = desk.guide(ASKED, f"{HOME}/orders/7")
    assert [step.text for step in found.steps] == [
        'In the menu Admin, choose "Queues".',
        'On "Queues", click the link "Create": "Create a queue" opens.',
    ]
    assert found.then is not None
    assert '"Queue name"' in found.then
    assert '"Create queue" commits here' in found.then
    assert found.goal is not None
    assert [one.request for one in found.goal.commits] == ["POST /admin/queues"]
    assert found.start.how == "nearest"


def test_each_step_begins_where_the_one_before_has_led(desk: OpenedApplications) -> None:
    for text in (ASKED, "Change the delivery date of an order", "new password"):
        for at in (None, "/orders", "/account/password"):
            found = desk.guide(text, at)
            steps = found.steps
            assert [step.number for step in steps] == list(range(1, len(steps) + 1))
            for one, following in itertools.pairwise(steps):
                assert one.target == following.page
            if steps and found.goal:
                assert steps[-1].target == found.goal.state
            for step in steps:
                if step.citation:
                    action = desk.graph.actions[desk.graph.action_row(step.citation.action_id)]
                    assert action.element_key == step.citation.element_key
                    assert action.state_id == step.page.state_id


def test_where_no_way_leads_there_it_begins_at_an_address(desk: OpenedApplications) -> None:
    found = desk.guide("Lost page: nobody links here")
    assert found.steps[0].text == f"Open {HOME}/lost."
    assert any("No way leads" in note for note in found.notes)


@pytest.mark.parametrize("text", ["", "   ", "\n"])
def test_no_question_is_an_error(desk: OpenedApplications, text: str) -> None:
    with pytest.raises(PlanError, match="no question"):
        desk.guide(text)


def test_a_question_that_is_too_long_is_refused_and_the_longest_answered(
    desk: OpenedApplications,
) -> None:
    with pytest.raises(PlanError, match="20,001"):
        desk.guide("x" * 20_001)
    assert desk.guide("queue " * 3_333).question.startswith("queue")


@pytest.mark.parametrize(
    "text",
    [
        "¿Cómo creo una cola?",
        "どうやってキューを作りますか",
        HOSTILE,
        "'; DROP TABLE ui_states; --",
        "\x00\x1b[31m",
        "\ud800",
    ],
)
def test_foreign_and_hostile_questions_are_answered(desk: OpenedApplications, text: str) -> None:
    found = desk.guide(text)
    assert found.found or found.notes[0] == NOT_FOUND
    assert "\x1b" not in render_guidance(found)


def test_what_the_application_does_not_have_is_not_found(desk: OpenedApplications) -> None:
    found = desk.guide("What is the boiling point of ethanol at sea level?", "/orders")
    assert not found.found
    assert found.notes[0] == NOT_FOUND
    assert found.steps == ()
    assert NOT_FOUND in render_guidance(found)


def test_a_name_with_markup_stays_text(desk: OpenedApplications) -> None:
    found = desk.guide("phone of a user", "/admin/users")
    assert found.goal is not None
    assert HOSTILE in found.goal.state.menu_path
    assert any(HOSTILE in step.text for step in found.steps)


def test_a_prompt_holds_states_then_edges_then_the_question(desk: OpenedApplications) -> None:
    prompt = desk.prompt(ASKED, "/orders")
    lines = [json.loads(line) for line in prompt.text.splitlines()]
    kinds = [next(iter(line)) for line in lines]
    assert kinds == sorted(kinds, key=["state", "edge", "question"].index)
    assert lines[-1] == {"question": ASKED}
    assert prompt.left_out == 0
    states = {line["state"]: line["page"] for line in lines if "state" in line}
    edges = [line["source_target_action"] for line in lines if "edge" in line]
    assert any(states.get(target) == "Create a queue" for _, target, _ in edges)
    assert [line["page"] for line in lines if line.get("user_is_here")] == ["Orders"]


@pytest.mark.parametrize("tokens", [50, 100, 300])
def test_a_prompt_stays_within_its_tokens(desk: OpenedApplications, tokens: int) -> None:
    prompt = desk.prompt(ASKED, "/orders", tokens=tokens)
    assert prompt.tokens <= tokens
    assert prompt.left_out > 0
    assert json.loads(prompt.text.splitlines()[-1]) == {"question": ASKED}


def test_orders_in_a_label_stay_inside_a_line_of_the_prompt(desk: OpenedApplications) -> None:
    prompt = desk.prompt("phone of a user", "/admin/users")
    assert HOSTILE in prompt.text
    for line in prompt.text.splitlines():
        assert isinstance(json.loads(line), dict)


def test_steps_of_a_model_are_held_to_the_graph(desk: OpenedApplications) -> None:
    given = desk.given(ASKED, "/orders")
    graph = given.graph
    names = {
        (graph.actions[row].name, graph.targets[row] >= 0): n
        for n, row in enumerate(given.edges, 1)
    }
    queues, create = names["Queues", True], names["Create", True]
    commit = names["Create queue", False]
    steps = given.check(
        "Here is how:\n"
        f"1. Open Queues in the menu Admin [{queues}]\n"
        f"2. Click Create [{create}].\n"
        f"3. Press Create queue [{commit}]\n"
        f"4. Click Create again [{create}]\n"
        "5. Reboot the server [999]\n"
        "6. Ask an administrator\n"
    )
    assert [one.verdict for one in steps] == [
        "edge",
        "edge",
        "last",
        "not_from_here",
        "no_edge",
        "no_edge",
    ]
    (other,) = given.check(f"1. Delete the database [{queues}]")
    assert other.verdict == "other_words"
