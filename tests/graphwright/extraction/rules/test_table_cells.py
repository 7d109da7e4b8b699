from __future__ import annotations

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


def test_a_sentence_in_a_cell_is_no_value(extract):
    found = extract("Name | Comment\ncount | This is the ID of a job\n")
    assert not found.rule("table_cell")
