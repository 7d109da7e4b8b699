"""Rows of tables that are longer than a chunk: every piece says what the row says, of the row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from table_texts import SMALL, document_of, read_document

from graphwright.language.sentences import MAX_COLUMNS
from graphwright.settings import ChunkSettings
from graphwright.tables import DependencyTriple, ParsedDocument, Sentence

if TYPE_CHECKING:
    from spacy.language import Language

Fact = tuple[str, str, str]
Read = Callable[..., tuple[ParsedDocument, list[Sentence], list[DependencyTriple]]]


@pytest.fixture(scope="module")
def read(nlp: Language) -> Read:
    """Take a table through chunks, parses and rules, as the steps do."""

    def reader(
        rows: Sequence[Sequence[str]], limits: ChunkSettings = SMALL
    ) -> tuple[ParsedDocument, list[Sentence], list[DependencyTriple]]:
        parsed = document_of(rows)
        said, triples = read_document(nlp, parsed, limits)
        return parsed, said, triples

    return reader


def facts(triples: Sequence[DependencyTriple], *rules: str) -> list[Fact]:
    wanted = rules or ("table_cell", "term_clause")
    return [(t.subject, t.predicate, t.object) for t in triples if t.rule in wanted]


def test_every_piece_of_a_row_is_about_the_row(read: Read) -> None:
    header = ["Machine", *(f"Property {n}" for n in range(1, 40))]
    rows = [[f"Press {r}", *(f"Supplier {r}{n:02}" for n in range(1, 40))] for r in (1, 2)]
    _, sentences, triples = read([header, *rows])
    assert len(sentences) > 8
    assert facts(triples) == [
        (f"Press {r}", f"property {n}", f"Supplier {r}{n:02}") for r in (1, 2) for n in range(1, 40)
    ]
    assert all(triple.confidence >= 0.9 for triple in triples if triple.rule == "table_cell")


def test_a_subject_in_another_chunk_is_verbatim_and_the_sentence_holds_the_object(
    read: Read,
) -> None:
    rows = [["Machine", *"ABCDEFGH"], ["Press 1", *(f"Supplier {n} of Oslo" * 2 for n in range(8))]]
    parsed, sentences, triples = read(rows)
    spans = {s.sentence_id: (s.start, s.end) for s in sentences}
    outside = 0
    for t in triples:
        assert parsed.text[t.subject_start : t.subject_end] == t.subject
        assert parsed.text[t.object_start : t.object_end] == t.object
        assert parsed.text[t.predicate_start : t.predicate_end] == t.predicate_text
        start, end = spans[t.sentence_id]
        assert start <= t.object_start
        assert t.object_end <= end
        outside += t.subject_start < start
    assert outside


def test_what_stands_behind_a_long_text_belongs_to_its_ticket(read: Read) -> None:
    text = " ".join(f"The clerk approves order {n} in the portal." for n in range(12))
    rows = [[f"Ticket {n}", "Leak", text, f"Owner {n}", f"2026-03-0{n}"] for n in (1, 2)]
    _, _, triples = read([["Ticket", "Title", "Description", "Owner", "Due"], *rows])
    found = set(facts(triples))
    for n in (1, 2):
        assert (f"Ticket {n}", "owner", f"Owner {n}") in found
        assert (f"Ticket {n}", "due", f"2026-03-0{n}") in found
    assert {subject for subject, _, _ in found} == {"Ticket 1", "Ticket 2"}
    assert [p for _, p, _ in facts(triples)].count("description") <= 2  # only where it starts
    assert ("clerk", "approve", "order 9") in {(t.subject, t.predicate, t.object) for t in triples}


def test_a_list_of_several_chunks_gives_all_its_items(read: Read) -> None:
    items = [f"Spare part {n:03}" for n in range(60)]
    _, _, triples = read([["Machine", "Part", "Owner"], ["Press 1", "; ".join(items), "Ann Lee"]])
    expected = [("Press 1", "part", item) for item in items]
    assert facts(triples) == [*expected, ("Press 1", "owner", "Ann Lee")]


def test_a_verb_in_a_later_piece_is_about_the_row(read: Read) -> None:
    rows = [["Tool", "Notes", "Purpose"], ["Profiler", "word " * 60, "Finds memory leaks"]]
    _, _, triples = read(rows)
    assert ("Profiler", "find", "memory leaks") in facts(triples, "term_clause")


@pytest.mark.parametrize(
    "first",
    [
        "The clerk who checks the long list of all orders writes it. " * 8,  # a text, no name
        "n" * 700,  # one word, cut in three
        "Reserve compressor of the northern production hall beside the old boiler house in Oslo",
    ],
)
def test_where_nothing_can_name_a_row_no_piece_of_it_is_named_wrongly(
    read: Read, first: str
) -> None:
    rows = [["Machine", *"ABCDEFGH"], [first, *(f"Supplier {n} of Oslo" * 2 for n in range(8))]]
    _, _, triples = read(rows)
    assert facts(triples) == []


def test_a_name_may_stand_in_the_second_column_or_behind_signs(read: Read) -> None:
    values = [f"Supplier {n:02} of Oslo" for n in range(12)]
    for first in ("", "–"):
        header = ["Hall", "Machine", *(f"P{n}" for n in range(12))]
        _, _, triples = read([header, [first, "Press", *values]])
        assert facts(triples) == [("Press", f"p{n}", value) for n, value in enumerate(values)]


def test_a_name_without_a_header_above_it_names_all_pieces(read: Read) -> None:
    values = [f"Supplier {n:02} of Oslo" * 8 for n in range(3)]
    _, _, triples = read([["", "A", "B", "C", "Owner"], ["Press 1", *values, "Ann Lee"]])
    assert ("Press 1", "owner", "Ann Lee") in facts(triples)
    assert {subject for subject, _, _ in facts(triples)} == {"Press 1"}


def test_a_name_behind_more_empty_cells_than_a_chunk_holds_is_the_name(read: Read) -> None:
    header = [f"P{n}" for n in range(123)]
    _, _, triples = read([header, [*[""] * 120, "Press", "Supplier 7", "Ann Lee"]])
    assert facts(triples) == [("Press", "p121", "Supplier 7"), ("Press", "p122", "Ann Lee")]


def test_a_cell_that_is_cut_inside_a_sentence_gives_no_fact_of_the_cut_words(read: Read) -> None:
    endless = "The plant keeps " + ", ".join(f"valve {n:03} beside tank {n:03}" for n in range(40))
    _, sentences, triples = read([["Machine", "Text", "Owner"], ["Press 1", endless, "Ann Lee"]])
    ends = {s.end for s in sentences} | {s.start for s in sentences}
    assert ("Press 1", "owner", "Ann Lee") in facts(triples)
    assert not any(t.object_end in ends for t in triples if t.object != "Ann Lee")


def test_columns_behind_the_last_that_is_read_say_so(read: Read) -> None:
    columns = MAX_COLUMNS + 60
    header = ["Machine", *(f"P{n}" for n in range(1, columns))]
    row = ["Press 1", *(f"Supplier {n}" for n in range(1, columns))]
    _, sentences, triples = read([header, row], ChunkSettings())
    assert facts(triples) == [("Press 1", f"p{n}", f"Supplier {n}") for n in range(1, MAX_COLUMNS)]
    left_out = " ".join(s.text for s in sentences if s.filter == "wide_table")
    assert all(f"Supplier {n}" in left_out for n in range(MAX_COLUMNS, columns))
    kept = " ".join(s.text for s in sentences if s.filter is None)
    assert f"Supplier {MAX_COLUMNS - 1}" in kept
    assert f"Supplier {MAX_COLUMNS} " not in kept


def test_a_table_of_exactly_as_many_columns_is_read_whole(read: Read) -> None:
    header = ["Machine", *(f"P{n}" for n in range(1, MAX_COLUMNS))]
    row = ["Press 1", *(f"Supplier {n}" for n in range(1, MAX_COLUMNS))]
    _, sentences, triples = read([header, row])
    assert {s.filter for s in sentences} == {None}
    assert len(facts(triples)) == MAX_COLUMNS - 1


CELLS = st.one_of(
    st.sampled_from(["", "–", "yes", "Supplier 7", "Stores the key", "Oslo; Rome; Bern", "2026"]),
    st.integers(1, 40).map(lambda n: "; ".join(f"part {k}" for k in range(n))),
    st.integers(1, 12).map(lambda n: "The clerk checked the pump before it failed. " * n),
    st.integers(1, 90).map(lambda n: "word " * n),
    st.integers(1, 500).map(lambda n: "x" * n),
)


@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.lists(CELLS, min_size=8, max_size=8), min_size=1, max_size=3))
def test_no_fact_of_a_cell_has_another_subject_than_its_row(
    read: Read, rows: list[list[str]]
) -> None:
    named = [[f"Press {n}", *cells] for n, cells in enumerate(rows)]
    parsed, _, triples = read([["Machine", *"ABCDEFGH"], *named])
    for triple in triples:
        if triple.rule in ("table_cell", "term_clause"):
            (row,) = [b for b in parsed.blocks if b.start <= triple.object_start < b.end]
            assert triple.subject == f"Press {row.index - 1}"
