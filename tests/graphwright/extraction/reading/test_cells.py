from __future__ import annotations

import pytest

CELLS = [
    (
        "Maximum number of orders that a client may keep in the list",
        "Maximum number of orders that a client may keep in the list",
    ),
    (
        "Seconds until the first request is cancelled; zero switches the limit off",
        "Seconds until the first request is cancelled",
    ),
    (
        "Number of log items that were deleted. It is never a negative number.",
        "Number of log items that were deleted",
    ),
    ("(Optional) The name of the item. It is long and unique.", "name of the item"),
    (
        "Detach the policy from the application. It is deleted then.",
        "Detach the policy from the application",
    ),
]


@pytest.mark.parametrize(("cell", "value"), CELLS)
def test_a_long_cell_is_named_by_its_first_sentence(extract, cell, value):
    found = extract(f"Name | Meaning\ntimeout | {cell}\n")
    assert found.rule("table_cell") == {("timeout", "meaning", value)}


@pytest.mark.parametrize(
    "cell",
    [
        "The limit is checked by the server. The client does not know it at all.",
        "MODE = FULL; the deletion of an entry is documented in one item of the log",
    ],
)
def test_a_sentence_or_an_equation_is_no_value(extract, cell):
    found = extract(f"Name | Meaning\ntimeout | {cell}\n")
    assert found.rule("table_cell") == set()


def test_a_phrase_that_goes_on_for_long_is_cut_and_marked(extract):
    cell = "Number of the orders of a company that a client may keep in the list of the server"
    found = extract(f"Name | Meaning\ntimeout | {cell}\n")
    (triple,) = [t for t in found.triples if t.rule == "table_cell"]
    assert triple.object.startswith("Number")
    assert len(triple.object.split()) < 8


def test_the_first_line_of_a_cell_names_its_row(extract):
    row = "Cluster Name; CLI parameter: name; type: string"
    found = extract(f"Parameter | Operation\n{row} | Provisioning\n")
    assert found.rule("table_cell") == {("Cluster Name", "operation", "Provisioning")}


def test_a_date_in_the_first_line_names_no_row(extract):
    row = "(29 May 2024); Version 1.53.0; A new function for the services is introduced"
    found = extract(f"Release 1 | Release 2\n{row} | Minor changes\n")
    assert found.rule("table_cell") == set()


def test_a_verb_without_a_subject_is_read_once(extract):
    found = extract("Name | Meaning\ntimeout | Provides the waiting time. It is a number.\n")
    assert found.rule("term_clause") == {("timeout", "provide", "waiting time")}
    assert found.rule("table_cell") == set()


def test_a_task_of_several_words_names_its_row(extract):
    row = "Get details about a service binding of the current account"
    found = extract(f"Task | Command\n{row} | binding-get\n")
    assert found.rule("table_cell") == {(row, "command", "binding-get")}


def test_a_sentence_names_no_row(extract):
    row = "You are using the platform of another company in the cloud."
    found = extract(f"Case | Command\n{row} | binding-get\n")
    assert found.rule("table_cell") == set()


def test_under_an_empty_cell_the_next_one_names_the_row(extract):
    rows = "Group | Field | Meaning\nInput | MODE | kind of order\n | LEVEL | number of the step\n"
    found = extract(rows)
    assert ("LEVEL", "meaning", "number of the step") in found.rule("table_cell")


@pytest.mark.parametrize(
    ("cell", "values"),
    [
        ("Level of the log; Values: 0 (off); 1 (low)", {"Level of the log"}),
        ("Sydney; Seoul", {"Sydney", "Seoul"}),
        ("Doors: two; Lamps: four", {"Doors: two", "Lamps: four"}),
    ],
)
def test_items_behind_a_heading_inside_a_cell_are_not_those_of_the_row(extract, cell, values):
    found = extract(f"Name | Meaning\nDEPTH | {cell}\n")
    assert {object_ for _, _, object_ in found.rule("table_cell")} == values
