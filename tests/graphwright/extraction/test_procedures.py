"""Instructions as the steps of a task: order, nesting, conditions, results."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from extraction_texts import Extracted

Extract = Callable[[str], Extracted]

FILTER = """\
# Replace the Filter
Replace the filter of the pump once a year.
- Close the inlet valve.
- If the pump runs hot, wait ten minutes. The lamp goes out.
- Prepare the housing:
  - Remove the cover and clean the seat.
  - (Optional) Log in to the panel.
- Insert the new filter.
The cover is locked automatically.
For more information, see Filters.
"""


def numbered(found: Extracted) -> list[tuple[str, str]]:
    return [(step.number, step.text) for step in found.steps]


def test_list_items_are_the_steps_as_the_author_numbered_them(extract: Extract) -> None:
    found = extract(FILTER)
    assert numbered(found) == [
        ("1", "Close the inlet valve."),
        ("2", "If the pump runs hot, wait ten minutes. The lamp goes out."),
        ("3", "Prepare the housing:"),
        ("3.1", "Remove the cover and clean the seat."),
        ("3.2", "(Optional) Log in to the panel."),
        ("4", "Insert the new filter."),
    ]
    assert {step.task for step in found.steps} == {"Replace the Filter"}
    assert [step.position for step in found.steps] == [1, 2, 3, 4, 5, 6]
    ids = {step.number: step.step_id for step in found.steps}
    assert [step.parent_id for step in found.steps] == [
        None, None, None, ids["3"], ids["3"], None,
    ]  # fmt: skip


def test_a_step_has_its_actions_condition_and_result(extract: Extract) -> None:
    steps = {step.number: step for step in extract(FILTER).steps}
    acts = {n: [(a.predicate, a.object) for a in step.actions] for n, step in steps.items()}
    assert acts["1"] == [("close", "inlet valve")]
    assert acts["2"] == [("wait", None)]
    assert acts["3.1"] == [("remove", "cover"), ("clean", "seat")]
    assert acts["3.2"] == [("log in", None)]
    assert steps["2"].condition == "If the pump runs hot"
    assert steps["3.2"].condition == "optional"
    assert steps["2"].result == "The lamp goes out."
    assert steps["4"].result == "The cover is locked automatically."
    assert steps["1"].result is None


def test_every_span_is_the_text_that_it_names(extract: Extract) -> None:
    found = extract(FILTER)
    text = found.parsed.text
    for step in found.steps:
        assert text[step.start : step.end] == step.text
        assert text[step.task_start : step.task_end] == step.task
        if step.result is not None:
            assert text[step.result_start : step.result_end] == step.result
        for action in step.actions:
            assert action.object in (None, text[action.start : action.end])


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        (
            "# Bake Bread\nMix the flour with water. You can add salt. Bake it at 220 degrees.",
            [("1", "Mix the flour with water."), ("2", "Bake it at 220 degrees.")],
        ),
        ("# Report\n## Prerequisites\nOpen the ledger.", []),
        (
            "# Report\nOpen the ledger.\nRelated Information\nClose the Year",
            [("1", "Open the ledger.")],
        ),
        ("# Report\nThe clerk opens the ledger. Do not close it. See Ledgers.", []),
        ("# Post an Invoice\nPost an invoice to the ledger.", []),
        ("# Report\nWe recommend you lock it.", [("1", "We recommend you lock it.")]),
        ("# Report\nThe key must be created first.", [("1", "The key must be created first.")]),
        ("Open the ledger.", []),
    ],
)  # fmt: skip
def test_what_is_a_step_and_what_is_none(
    extract: Extract, marked: str, expected: list[tuple[str, str]]
) -> None:
    assert numbered(extract(marked)) == expected


def test_a_sentence_between_items_is_a_part_of_the_one_before_it(extract: Extract) -> None:
    found = extract(
        "# Ship\n- Load the crane.\nFasten the rope.\n- Close the hatch.\nLock the door."
    )
    assert numbered(found) == [
        ("1", "Load the crane."),
        ("1.1", "Fasten the rope."),
        ("2", "Close the hatch."),
        ("2.1", "Lock the door."),
    ]


def test_what_is_asked_behind_if_is_no_condition(extract: Extract) -> None:
    found = extract("# Start the Pump\n- Check if the pumps are running.\n- Open the valve.")
    assert [step.condition for step in found.steps if step.actions] == [None] * len(found.steps)


@pytest.mark.parametrize(
    ("lead", "condition"),
    [("To test if the tank is full", None), ("If the tank is full", "If the tank is full")],
)
def test_what_a_lead_in_tests_is_no_condition(
    extract: Extract, lead: str, condition: str | None
) -> None:
    found = extract(f"# Start the Pump\n{lead}, do the following:\n- Open the valve.")
    assert found.steps[-1].condition == condition


def test_a_step_has_the_conditions_that_headings_and_lead_ins_set(extract: Extract) -> None:
    found = extract(
        "# Start the Pump\n## If You Use Linux\nIf the tank is full, do the following:\n"
        "- Open the valve.\n- If the lamp glows, close the hatch."
    )
    assert [(step.task, step.condition) for step in found.steps] == [
        ("Start the Pump", "If You Use Linux; If the tank is full"),
        ("Start the Pump", "If You Use Linux; If the tank is full; If the lamp glows"),
    ]
    (step,) = extract("# Start the Pump (Linux only)\nOpen the valve.").steps
    assert (step.task, step.condition) == ("Start the Pump (Linux only)", None)
