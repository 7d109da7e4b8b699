"""What tells the rows of a table apart: the key of a row, over its whole table."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from table_texts import SMALL, Rows, document_of, read_document

from graphwright.extraction.resolve import resolve_triples
from graphwright.settings import ChunkSettings
from graphwright.tables import DependencyTriple

if TYPE_CHECKING:
    from spacy.language import Language

Told = tuple[str, str, str, str]
"""Subject, predicate, object, and the roles beside them: "Header: cell; ..."."""
Tell = Callable[..., set[Told]]
RULES = ("table_cell", "term_clause", "table_statement")


def told(triple: DependencyTriple) -> Told:
    roles = (f"{q.role}: {q.text}" for q in triple.qualifiers if q.kind in ("row", "column"))
    said = ("not " if triple.negated else "") + triple.predicate
    return triple.subject, said, triple.object, "; ".join(roles)


@pytest.fixture(scope="module")
def tell(nlp: Language) -> Tell:
    def teller(
        rows: Rows, heads: int = 1, heading: str = "", limits: ChunkSettings = SMALL
    ) -> set[Told]:
        _, triples = read_document(nlp, document_of(rows, heads, heading), limits)
        return {told(triple) for triple in triples if triple.rule in RULES}

    return teller


def test_a_unique_first_column_names_the_row_alone(tell: Tell) -> None:
    rows = [["Depot", "City"], ["Depot North", "Bergen"], ["Depot South", "Bergen"]]
    assert tell(rows) == {
        ("Depot North", "city", "Bergen", ""), ("Depot South", "city", "Bergen", ""),
    }  # fmt: skip


def test_where_the_first_column_repeats_a_unique_one_names_the_row(tell: Tell) -> None:
    rows = [
        ["Country", "Depot", "Manager"],
        ["Norway", "Depot North", "Ann Lee"],
        ["Norway", "Depot South", "Bo Berg"],
    ]
    assert tell(rows) == {
        ("Depot North", "country", "Norway", ""),
        ("Depot North", "manager", "Ann Lee", "Country: Norway"),
        ("Depot South", "country", "Norway", ""),
        ("Depot South", "manager", "Bo Berg", "Country: Norway"),
    }


def test_few_columns_together_are_a_key(tell: Tell) -> None:
    rows = [
        ["Depot", "Shift", "Leader"],
        ["Depot North", "early shift", "Ann Lee"],
        ["Depot North", "late shift", "Bo Berg"],
        ["Depot South", "early shift", "Ann Lee"],
        ["Depot South", "late shift", "Ann Lee"],
        ["Depot West", "late shift", "Cy Dahl"],
    ]
    found = tell(rows)
    assert ("Depot North", "leader", "Ann Lee", "Shift: early shift") in found
    assert ("Depot North", "leader", "Bo Berg", "Shift: late shift") in found
    assert all(roles for _, said, _, roles in found if said == "leader")


def test_facts_of_rows_that_share_their_name_are_not_one_relation(nlp: Language) -> None:
    rows = [
        ["Depot", "Shift", "Leader"],
        ["Depot North", "early shift", "Ann Lee"],
        ["Depot North", "late shift", "Ann Lee"],
        ["Depot South", "late shift", "Bo Berg"],
    ]
    _, triples = read_document(nlp, document_of(rows, 1, ""), SMALL)
    led = [t for t in resolve_triples(triples, [], 0.0) if t.predicate == "leader"]
    north = {t.restriction for t in led if t.subject == "Depot North"}
    assert north == {"Shift: early shift", "Shift: late shift"}


def test_amounts_tell_rows_apart_but_name_none(tell: Tell) -> None:
    rows = [
        ["Pump", "Hall", "Supplier"],
        ["Pump A", "11", "Halvorn works"],
        ["Pump A", "12", "Northwind works"],
    ]
    found = tell(rows)
    assert ("Pump A", "supplier", "Halvorn works", "Hall: 11") in found
    assert {subject for subject, *_ in found} == {"Pump A"}


def test_rows_that_nothing_tells_apart_are_one_fact_each(tell: Tell) -> None:
    rows = [
        ["Pump", "Part", "State"],
        ["Pump A", "valve", "worn seal"],
        ["Pump A", "valve", "worn ring"],
        ["Pump B", "valve", "worn seal"],
        ["Pump B", "valve", "worn seal"],
        ["Pump A", "valve of the long pipe between the old hall and the new one", "worn seal"],
        ["Pump A", "valve of the long pipe between the old hall and the new one", "worn ring"],
    ]
    found = tell([[*row[:2], "the same state of all", row[2]] for row in rows])
    assert {said for _, said, *_ in found} == {"part"}
    assert (
        "Pump A",
        "part",
        "valve",
        "the same state of all: the same state of all; State: worn seal",
    ) in found


def test_a_key_is_sought_in_all_of_a_table_that_many_chunks_hold(tell: Tell) -> None:
    rows = [["Depot", "Gate", "Keeper"]]
    rows += [[f"Depot {n % 7}", f"Gate {n}", f"Keeper {n} of Oslo"] for n in range(40)]
    found = tell(rows)
    for n in range(40):
        role = f"Depot: Depot {n % 7}"
        assert (f"Gate {n}", "keeper", f"Keeper {n} of Oslo", role) in found
    assert tell(rows, limits=ChunkSettings()) == found


def test_equal_rows_do_not_make_a_name_ambiguous(tell: Tell) -> None:
    rows = [["Depot", "City"], ["Depot North", "Bergen"], ["Depot North", "Bergen"]]
    assert tell(rows) == {("Depot North", "city", "Bergen", "")}


def test_an_empty_place_goes_on_with_the_cell_above(tell: Tell) -> None:
    rows = [
        ["Order", "Field", "Meaning"],
        ["ORDER_HEAD", "", "head of an order"],
        ["", "BUYER", "name of the buyer"],
        ["ORDER_ITEM", "", "item of an order"],
        ["", "BUYER", "buyer of one item"],
    ]
    assert tell(rows) == {
        ("ORDER_HEAD", "meaning", "head of an order", ""),
        ("BUYER", "meaning", "name of the buyer", "Order: ORDER_HEAD"),
        ("ORDER_ITEM", "meaning", "item of an order", ""),
        ("BUYER", "meaning", "buyer of one item", "Order: ORDER_ITEM"),
    }


def test_a_row_of_one_cell_is_a_section_and_says_nothing(tell: Tell) -> None:
    rows = [
        ["Name", "Meaning"],
        ["Input", ""],
        ["BUYER", "name of the buyer"],
        ["Output", ""],
        ["BUYER", "name of the agent"],
    ]
    assert tell(rows) == {
        ("BUYER", "meaning", "name of the buyer", ": Input"),
        ("BUYER", "meaning", "name of the agent", ": Output"),
    }


def test_columns_under_one_header_name_a_row_from_the_group_down(tell: Tell) -> None:
    rows = [
        ["Node or field", None, None, "Length"],
        ["Buyer", "Address", "Street", "60 signs"],
        ["Buyer", "Address", "Town", "40 signs"],
        ["Buyer", "Code", "", "12 signs"],
    ]
    assert tell(rows) == {
        ("Street", "length", "60 signs", "Node or field: Buyer; Node or field: Address"),
        ("Town", "length", "40 signs", "Node or field: Buyer; Node or field: Address"),
        ("Code", "length", "12 signs", "Node or field: Buyer"),
    }


@pytest.mark.parametrize("heads", [1, 2])
def test_a_header_over_several_columns_belongs_to_their_facts(tell: Tell, heads: int) -> None:
    rows = [
        ["", "Winter season", None, "Summer season", None],
        ["", "Opening day", "Closing day", "Opening day", "Closing day"],
        ["Hall North", "late autumn", "early spring", "early summer", "late summer"],
    ]
    assert tell(rows, heads) == {
        ("Hall North", "opening day", "late autumn", ": Winter season"),
        ("Hall North", "closing day", "early spring", ": Winter season"),
        ("Hall North", "opening day", "early summer", ": Summer season"),
        ("Hall North", "closing day", "late summer", ": Summer season"),
    }


def test_a_column_that_counts_the_rows_names_none(tell: Tell) -> None:
    rows = [
        ["Step", "Task", "Tool"],
        ["1", "Clean the filter", "soft brush"],
        ["2", "Close the valve", "hex key"],
    ]
    assert ("Clean the filter", "tool", "soft brush", "") in tell(rows)
    assert ("Close the valve", "tool", "hex key", "") in tell(rows)
    assert "1" not in {subject for subject, *_ in tell(rows)}


@pytest.mark.parametrize(
    ("header", "answer", "fact"),
    [
        ("Available as Trial", "Yes", ("be available as", "Trial")),
        ("Available as Trial", "No", ("not be available as", "Trial")),
        ("Supported in Harbour Mode?", "no", ("not be supported in", "Harbour Mode")),
        ("Delivered with Ship", "✔", ("be delivered with", "Ship")),
    ],
)
def test_yes_and_no_answer_a_header_that_is_a_statement(
    tell: Tell, header: str, answer: str, fact: tuple[str, str]
) -> None:
    assert tell([["Winch", header], ["Winch A", answer]]) == {("Winch A", *fact, "")}


@pytest.mark.parametrize("cell", ["n/a", "-", "–", "maybe", "Yes for new ships"])
def test_other_cells_answer_nothing(tell: Tell, cell: str) -> None:
    found = tell([["Winch", "Available as Trial"], ["Winch A", cell]])
    assert not any(said.endswith("be available as") for _, said, *_ in found)


def test_a_unit_in_a_header_keeps_its_case(tell: Tell) -> None:
    found = tell([["Disk", "Size (MB)"], ["Disk A", "4096"]])
    assert found == {("Disk A", "size (MB)", "4096", "")}


def test_pairs_without_a_header_are_about_the_topic_above(tell: Tell) -> None:
    rows = [["View Name", "V_ORDER_2"], ["Data Category", "Fact"]]
    assert tell(rows, 0, "Order View") == {
        ("Order View", "view name", "V_ORDER_2", ""),
        ("Order View", "data category", "Fact", ""),
    }
    assert tell(rows, 0) == set()


def test_a_list_of_terms_without_a_header_says_what_each_is(tell: Tell) -> None:
    rows = [["Kiln", "An oven that bakes bricks"], ["Glaze", "A layer of glass on clay"]]
    assert tell(rows, 0) == {
        ("Kiln", "be", "oven that bakes bricks", ""),
        ("Kiln", "bake", "bricks", ""),
        ("Glaze", "be", "layer of glass on clay", ""),
    }


def test_a_header_that_is_not_marked_is_no_fact(tell: Tell) -> None:
    rows = [["Reason", "Solution"], ["Wrong name", "Check the name"], ["No key", "Create a key"]]
    assert tell(rows, 0, "Errors") == set()


@pytest.mark.parametrize("heads", [0, 1])
def test_a_table_of_one_row_says_nothing(tell: Tell, heads: int) -> None:
    assert tell([["Name", "Meaning"]], heads, "Errors") == set()


WORDS = st.sampled_from(["Oslo hall", "Rome hall", "Bern hall", "Kyiv hall"])


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.tuples(WORDS, WORDS, WORDS), min_size=2, max_size=6), st.integers(0, 99))
def test_facts_tell_rows_apart_and_do_not_depend_on_their_order(
    tell: Tell, rows: list[tuple[str, str, str]], seed: int
) -> None:
    """Every fact with its roles is a part of a row, and one row only where a key exists."""
    marked = [(a, f"gate {b}", f"key {c}") for a, b, c in rows]
    found = tell([["Hall", "Gate", "Key"], *marked])
    for subject, said, object_, roles in found:
        cells = {subject, object_, *(role.partition(": ")[2] for role in roles.split("; ") if role)}
        assert any(cells <= set(row) for row in marked), (subject, said, object_, roles)
    shuffled = random.Random(seed).sample(marked, len(marked))
    assert tell([["Hall", "Gate", "Key"], *shuffled]) == found


def test_what_a_description_says_of_its_first_noun_is_said_of_the_name(tell: Tell) -> None:
    rows = [
        ["Term", "Description"],
        ["Gate pass", "A card that opens the gates. It contains a chip."],
        ["Porter", "The person who carries the bags"],
    ]
    found = {(subject, said, object_) for subject, said, object_, _ in tell(rows)}
    assert {
        ("Gate pass", "open", "gates"), ("Gate pass", "contain", "chip"),
        ("Porter", "carry", "bags"),
    } <= found  # fmt: skip


def test_what_another_column_says_is_not_said_of_the_name(tell: Tell) -> None:
    rows = [
        ["Task", "Needed"],
        ["Opening", "A card that opens the gates"],
        ["Sorting", "The person who carries the bags"],
    ]
    found = {(subject, said) for subject, said, *_ in tell(rows)}
    assert ("Opening", "open") not in found
    assert ("Sorting", "carry") not in found


def test_a_header_of_one_cell_over_labels_is_a_title(tell: Tell) -> None:
    rows = [
        ["Gate service"],
        ["Method", "Parameter", "Description"],
        ["OPEN_GATE", "Importing: IV_GATE", "Name of the gate"],
        ["OPEN_GATE", "Importing: IV_PASS", "Number of the pass"],
        ["SHUT_GATE", "Exporting: EV_STATE", "State of the gate"],
    ]
    found = tell(rows)
    assert (
        "Importing: IV_GATE", "description", "Name of the gate", "Method: OPEN_GATE",
    ) in found  # fmt: skip
    assert not any("Method" in (subject, object_) for subject, _, object_, _ in found)


def test_a_label_of_a_list_is_no_value(tell: Tell) -> None:
    rows = [
        ["Group", "Further facts"],
        ["Guards", 'Gate groups: "north.gate"; "south.gate"; "east.gate"; "west.gate"'],
        ["Porters", "Two per gate"],
    ]
    assert not any(object_ == "Gate groups" for _, _, object_, _ in tell(rows))


def test_a_role_holds_all_names_that_its_cell_lists(tell: Tell) -> None:
    rows = [
        ["Carrier", "Plan", "Price"],
        ["Northsea", "small; large", "90 coins"],
        ["Northsea", "tiny", "20 coins"],
        ["Southsea", "small; large", "90 coins"],
        ["Southsea", "tiny", "20 coins"],
    ]
    roles = {role for *_, role in tell(rows)}
    assert any("Plan: small; large" in role for role in roles)
    assert not any(role.endswith("Plan: small") for role in roles)


def test_a_column_that_points_at_texts_tells_nothing_of_the_things(nlp: Language) -> None:
    rows = [
        ["Gate", "Height", "See"],
        ["North", "3 m", "Northern gates"],
        ["South", "4 m", "Mills"],
    ]
    _, triples = read_document(nlp, document_of(rows))
    layers = {(t.predicate, t.layer) for t in triples if t.rule == "table_cell"}
    assert layers == {("height", "knowledge"), ("see", "navigation")}


def test_a_description_of_one_word_ends_its_text(tell: Tell) -> None:
    rows = [["Gate", "Description"], ["North", "The service offering name"], ["South", "Gate"]]
    assert {(subject, said) for subject, said, *_ in tell(rows)} == {
        ("North", "description"), ("South", "description"),
    }  # fmt: skip


def test_values_behind_a_label_are_not_the_things_of_the_row(tell: Tell) -> None:
    rows = [
        ["Gate", "Meaning"],
        [
            "GATE_LEVEL",
            "Level ranging from low to high; Values (integer): 0 (off); 1 (on); 2 (wide)",
        ],
        ["GATE_NAME", "Name of the gate"],
    ]
    said = {object_ for subject, _, object_, _ in tell(rows) if subject == "GATE_LEVEL"}
    assert not said & {"1 (on)", "2 (wide)", "0 (off)"}


def test_what_a_reader_does_does_nothing_itself(tell: Tell) -> None:
    rows = [
        ["Means", "Description"],
        ["Call a clerk", "Opens the gate of the yard."],
        ["Yard pass", "Opens the gate of the yard."],
    ]
    stated = {triple for triple in tell(rows) if triple[1] == "open"}
    assert stated == {("Yard pass", "open", "gate of the yard", "")}


def test_what_each_of_several_values_means_is_one_fact(tell: Tell) -> None:
    rows = [
        ["Field", "Description"],
        ["AccessLevel", "R: Read; W: Write; F: Value help"],
        ["Harbours", "Bergen; Oslo"],
    ]
    said = {(subject, object_) for subject, _, object_, _ in tell(rows)}
    assert ("AccessLevel", "R: Read; W: Write; F: Value help") in said
    assert {("Harbours", "Bergen"), ("Harbours", "Oslo")} <= said


def test_a_yes_no_field_is_not_what_its_name_asks(tell: Tell) -> None:
    rows = [
        ["Field", "Description"],
        ["IsNightGuard", "Is a Night Guard"],
        ["IsOnLeave", "Is on leave until the next tide"],
        ["GuardName", "Name of the guard"],
    ]
    assert not {triple for triple in tell(rows) if triple[1].startswith("be")}


def test_a_wildcard_of_a_path_stays_in_the_name_of_a_row(tell: Tell) -> None:
    rows = [
        ["Value", "Description"],
        ["north-harbour/*", "Every berth of the harbour"],
        ["CARGO*", "Freight on board"],
    ]
    assert {subject for subject, *_ in tell(rows)} == {"north-harbour/*", "CARGO"}


def test_who_is_a_fields_value_is_not_the_field(extract):
    rows = "locked_by | Guard who locked the gate\nWarden | Guard who locks the gate\n"
    found = extract(f"Name | Description\n{rows}")
    assert {s for s, _, _ in found.rule("term_clause")} == {"Warden"}


def test_rows_below_an_example_are_context(extract):
    table = "Step | Input\nLogon | Tide key\n"
    layers = {}
    for heading in ("Example", "Booking Example 2", "Example Tides", "Steps"):
        found = extract(f"# Harbour\n## {heading}\n{table}")
        layers[heading] = {t.layer for t in found.triples if t.rule == "table_cell"}
    assert layers == {
        "Example": {"context"}, "Booking Example 2": {"context"}, "Example Tides": {"knowledge"},
        "Steps": {"knowledge"},
    }  # fmt: skip


def test_steps_that_may_be_needed_set_no_condition_for_what_is_so(extract):
    text = "Take these steps if required:\n- By default, all old gates are locked.\n"
    locked = [t for t in extract(text).triples if t.object == "locked"]
    assert locked
    assert not any("required" in q.text for t in locked for q in t.qualifiers)
