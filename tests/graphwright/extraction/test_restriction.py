from __future__ import annotations

import pytest
from graph_rows import GraphRows
from hypothesis import given
from hypothesis import strategies as st

from graphwright.extraction.resolve import resolve_triples
from graphwright.extraction.restriction import joined_restrictions, restriction_of
from graphwright.tables.triples import Qualifier, Triple

TEXTS = st.lists(st.text(alphabet="abc IfN;", max_size=12), max_size=5)


def stated(**changes: object) -> Triple:
    return GraphRows().fact("clerk", "pay", "rent", text="The clerk pays the rent.", **changes)


def qualifiers(*found: tuple[str, str]) -> tuple[Qualifier, ...]:
    return tuple(Qualifier(kind, text, 0, len(text)) for kind, text in found)


@pytest.mark.parametrize(
    ("found", "restriction"),
    [
        ([("condition", "If it rains"), ("limit", "only")], "if it rains; only"),
        ([("time", "In\n 1990"), ("place", "in Oslo"), ("manner", "slowly")], "in 1990"),
        ([("time", "then"), ("time", "again")], None),
        ([("object", "the rent"), ("condition", "SAP only")], "of the rent; SAP only"),
        ([("condition", "if it rains"), ("condition", "If it rains")], "if it rains"),
        ([], None),
    ],
)
def test_restrictions_are_one_line_in_one_form(found, restriction):
    assert restriction_of(stated(qualifiers=qualifiers(*found))) == restriction


def test_cells_that_tell_rows_apart_restrict_with_the_header_above_them():
    shift = Qualifier("row", "early\n shift", 0, 12, "Shift")
    group = Qualifier("column", "Winter", 20, 26)
    assert restriction_of(stated(qualifiers=(shift, group))) == "Shift: early shift; Winter"


def test_headings_stand_before_what_else_restricts_in_their_order():
    page, part = Qualifier("heading", "Tide\n Gates", 0, 10), Qualifier("heading", "Locks", 20, 25)
    found = (part, *qualifiers(("condition", "If it rains")), page)
    assert restriction_of(stated(qualifiers=found)) == "Tide Gates; Locks; if it rains"


def test_what_is_denied_is_denied_with_the_phrases_behind_it():
    found = qualifiers(("other", "for old editions"), ("manner", "safely"), ("reason", "because"))
    assert restriction_of(stated(qualifiers=found)) is None
    assert restriction_of(stated(qualifiers=found, negated=True)) == "for old editions; safely"


def test_a_condition_that_stands_in_a_qualifier_is_said_once():
    found = qualifiers(("condition", "if it rains and the wind blows"))
    restricted = stated(condition="if it rains", qualifiers=found)
    assert restriction_of(restricted) == "if it rains and the wind blows"


@given(TEXTS)
def test_neither_order_nor_repetition_changes_a_restriction(texts):
    once = joined_restrictions(texts)
    assert joined_restrictions([*reversed(texts), *texts]) == once
    assert once is None or once == " ".join(once.split())


def test_what_is_only_its_own_condition_is_supposed():
    pays = {"predicate_text": "pays", "predicate_start": 10, "predicate_end": 14}
    supposed = stated(**pays, condition="if the clerk pays the rent")
    asked = stated(**pays, condition="if the tenant owes")
    awaited = stated(**pays, condition="if")
    rejections = [t.rejection for t in resolve_triples([supposed, asked, awaited], [], 0.6)]
    assert rejections == ["supposed", None, "supposed"]


def test_a_fact_of_a_sentence_is_restricted_in_every_reading_of_it():
    rows = GraphRows()
    said = {"text": "The clerk pays the rent if it rains."}
    seen = rows.fact("clerk", "pay", "rent", condition="if it rains", **said)
    missed = rows.fact("clerk", "pay", "rent", extractor="llm", rule="llm", **said)
    other = rows.fact("clerk", "pay", "rent", text="The clerk pays the rent.")
    found = resolve_triples([seen, missed, other], [], 0.6)
    assert [triple.restriction for triple in found] == ["if it rains", "if it rains", None]
