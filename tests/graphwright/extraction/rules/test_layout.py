from __future__ import annotations

import pytest

TABLE = """Name | Type | Description
timeout | integer | Seconds until the request is cancelled by the gateway in all regions
retries | integer |
"""


def test_table_rows_name_their_columns(extract):
    found = extract(TABLE)
    assert ("timeout", "type", "integer") in found.facts
    assert ("retries", "type", "integer") in found.facts


def test_a_header_is_the_predicate_where_it_stands(extract):
    found = extract(TABLE)
    triple = found.triple("timeout", "type", "integer")
    start, end = triple.predicate_start, triple.predicate_end
    assert found.parsed.text[start:end] == triple.predicate_text == "Type"


def test_a_list_in_a_cell_gives_each_of_its_items(extract):
    cell = "Australia (Sydney); Europe (Frankfurt) EU Access"
    found = extract(f"Service | Region\nEvent Bus | {cell}\n")
    assert found.rule("table_cell") == {
        ("Event Bus", "region", "Australia (Sydney)"),
        ("Event Bus", "region", "Europe (Frankfurt) EU Access"),
    }


def test_a_code_before_a_bracket_is_no_empty_value(extract):
    found = extract(
        "Capability | Recipient\n/SWFPV (for process visibility) | EVENT_PUBL (Process bgRFC)\n"
    )
    assert found.triples
    assert all(triple.object and triple.subject for triple in found.triples)


def test_a_cell_without_a_subject_is_about_its_row(extract):
    cell = "Provides a secure tunnel to the database of the company"
    found = extract(f"Tool | Purpose\nconnector | {cell}\n")
    assert ("connector", "provide", "secure tunnel") in found.rule("term_clause")


def test_cells_are_read_apart(extract):
    found = extract("Tool | Purpose\nProfiler | The profiler finds memory leaks\n")
    assert ("profiler", "find", "memory leaks") in found.facts


@pytest.mark.parametrize(
    "lead_in",
    ["These dates may change based on the following:", "It shows the following tabs and panes:"],
)
def test_items_are_of_no_kind_where_the_lead_in_names_none(extract, lead_in):
    assert extract(f"{lead_in}\n- Kyma\n- Cloud Foundry\n").rule("list_kind") == set()


def test_items_fill_the_place_of_their_lead_in(extract):
    found = extract("The platform supports the following runtimes:\n- Kyma\n- Cloud Foundry\n")
    assert found.rule("list_member") == {
        ("platform", "support", "Kyma"),
        ("platform", "support", "Cloud Foundry"),
    }
    assert ("Kyma", "be", "runtimes") in found.rule("list_kind")


def test_what_a_lead_in_orders_is_told_of_no_item(extract):
    found = extract("In the wizard, select the following mills:\n- Alder\n- Birch\n")
    assert not found.rule("list_member")
    found = extract("In the wizard, you can select the following mills:\n- Alder\n- Birch\n")
    assert found.rule("list_member")


def test_items_continue_an_unfinished_clause(extract):
    found = extract("The connector can:\n- read the certificate from the store\n")
    triple = found.triple("connector", "read", "certificate")
    assert triple.rule == "list_clause"
    assert triple.modality == "can"


def test_items_tell_what_their_lead_in_makes_possible(extract):
    found = extract("The plan enables guests to:\n- open the north gate\n- close the south gate\n")
    assert found.rule("list_clause") == {
        ("plan", "allow to open", "north gate"),
        ("plan", "allow to close", "south gate"),
    }


def test_orders_are_no_steps_that_a_lead_in_names(extract):
    found = extract(
        "To save the lake, perform the following steps:\n- Remove broken gate keys.\n"
        "- Deletion of the mill records.\n"
    )
    members = {subject for subject, _, _ in found.rule("list_kind")}
    assert members == {"Deletion of the mill records"}


def test_what_the_lead_in_says_of_all_items_holds_for_each(extract):
    found = extract("If tracing is enabled, the connector can:\n- read the certificate\n")
    triple = found.triple("connector", "read", "certificate")
    assert triple.condition == "If tracing is enabled"
    assert triple.modality == "can"


def test_a_heading_states_nothing(extract):
    assert not extract("# The gateway routes requests\n").triples


def test_a_sentence_in_a_cell_is_no_value(extract):
    found = extract("Name | Comment\ncount | This is the ID of a job\n")
    assert not found.rule("table_cell")


def test_a_description_without_a_subject_is_about_its_term(extract):
    found = extract("# Modules\n## Binary\nProvides access to binary encodings.\n")
    assert ("Binary", "provide access to", "binary encodings") in found.rule("term_clause")


def test_a_description_with_a_subject_is_about_that(extract):
    found = extract("# Modules\n## Binary\nThe module provides access to encodings.\n")
    assert not found.rule("term_clause")


def test_what_a_term_does_is_about_the_term(extract):
    found = extract("The settings are:\n- last_name: Contains the family name.\n")
    assert ("last_name", "contain", "family name") in found.rule("term_clause")
    assert not extract("- Note: The gateway stores keys.\n").rule("term_clause")


def test_they_behind_a_term_is_the_term(extract):
    found = extract("The plan has two parts:\n- Resources - they contain properties of gates.")
    assert ("Resources", "contain", "properties of gates") in found.facts


@pytest.mark.parametrize(
    ("item", "is_one"),
    [("Read from a berth with a rope", False), ("Read berths of the north", True), ("Alder", True)],
)
def test_what_an_item_tells_to_do_is_of_no_kind(extract, item, is_one):
    found = extract(f"The harbour has the following berths:\n- {item}\n").rule("list_kind")
    assert bool(found) is is_one
