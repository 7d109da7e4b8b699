"""Canonical text: blocks, spans, headings, lead-ins and tables."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.documents.blocks.normalisation import (
    join_blocks,
    normalise,
    normalise_code,
    normalise_lines,
)
from graphwright.documents.blocks.raw import RawBlock, RawCell
from graphwright.documents.canonical.text import CanonicalText, canonical_text, introduces
from graphwright.tables import BlockKind

ANY_TEXT = st.text(max_size=60)
CELLS = st.lists(st.builds(RawCell, ANY_TEXT, st.integers(0, 9), st.booleans()), max_size=5)
RAW = st.builds(
    RawBlock,
    kind=st.sampled_from([kind for kind in BlockKind if kind != BlockKind.TABLE_ROW]),
    text=ANY_TEXT,
    level=st.integers(1, 6),
    continues=st.booleans(),
    resets=st.booleans(),
)
ROWS = st.builds(
    lambda cells, table: RawBlock(BlockKind.TABLE_ROW, table=table, cells=tuple(cells)),
    CELLS,
    st.integers(0, 2),
)


def p(text: str, **fields: int | bool) -> RawBlock:
    return RawBlock(BlockKind.PARAGRAPH, text, **fields)  # type: ignore[arg-type]


def li(text: str, level: int = 1) -> RawBlock:
    return RawBlock(BlockKind.LIST_ITEM, text, level=level)


def h(text: str, level: int) -> RawBlock:
    return RawBlock(BlockKind.HEADING, text, level=level)


def row(*cells: str, header: bool = False, table: int = 0) -> RawBlock:
    raw = tuple(RawCell(text, column, header) for column, text in enumerate(cells))
    return RawBlock(BlockKind.TABLE_ROW, table=table, cells=raw)


def lead_ins(canonical: CanonicalText) -> dict[str, str | None]:
    """Each list item's text with that of the block that leads it in."""
    texts = [canonical.text[b.start : b.end] for b in canonical.blocks]
    return {
        texts[b.index]: None if b.parent is None else texts[b.parent]
        for b in canonical.blocks
        if b.kind == BlockKind.LIST_ITEM
    }


@settings(max_examples=200, deadline=None)
@given(st.lists(st.one_of(RAW, ROWS), max_size=12))
def test_every_span_is_exact(raw: list[RawBlock]) -> None:
    canonical = canonical_text(raw)
    text, end = canonical.text, 0
    canonical.text.encode("utf-8")
    for position, block in enumerate(canonical.blocks):
        own = text[block.start : block.end]
        assert block.index == position
        assert own == own.strip() != ""
        assert text[end : block.start] in ("", "\n", "\n\n")
        assert unicodedata.is_normalized("NFC", own)
        assert block.parent is None or block.parent < block.index
        end, reached = block.end, block.start
        for cell in block.cells:
            assert reached <= cell.start < cell.end <= block.end
            assert text[cell.start : cell.end] == normalise(text[cell.start : cell.end])
            reached = cell.end
    assert end == len(text)


@given(st.text())
def test_cleaning_twice_changes_nothing(text: str) -> None:
    for function in (normalise, normalise_lines, normalise_code):
        assert function(function(text)) == function(text)


@given(st.text(st.sampled_from("ab.,!~ \t\u00a0\u2011\u00ad")))
def test_what_is_clean_at_a_glance_is_cleaned_alike(text: str) -> None:
    assert normalise(text) == normalise(f" {text}")


def test_text_is_cleaned() -> None:
    soft = "co\u00adoper\u200bate\u00a0 with  Ame\u0301lie\ufeff\n and  \x00others"
    assert normalise(soft) == "cooperate with Amélie and others"
    assert normalise("Click . See [x] , then e\u2011mail ... 5 .NET") == (
        "Click. See [x], then e-mail ... 5 .NET"
    )
    assert normalise_lines("one \r\n\r\n two\u2028three") == "one\ntwo\nthree"
    assert normalise_code("if a:\n\tb()\n\n\n\nend  \n") == "if a:\n    b()\n\nend"


def test_blocks_are_parted_by_an_empty_line_and_rows_by_a_line_break() -> None:
    canonical = canonical_text(
        [h("T", 1), row("A", "B", header=True), row("1", "2"), p("x"), row("3", table=1)]
    )
    assert canonical.text == "T\n\nA | B\n1 | 2\n\nx\n\n3"
    assert [b.kind for b in canonical.blocks][:2] == [BlockKind.TITLE, BlockKind.TABLE_ROW]


def test_headings_form_a_path() -> None:
    raw = [h("One", 1), h("Two", 2), p("a"), h("Deep", 4), p("b"), h("Three", 2), p("c")]
    canonical = canonical_text(raw)
    assert canonical.title == "One"
    assert [b.heading_path for b in canonical.blocks] == [
        (),
        ("One",),
        ("One", "Two"),
        ("One", "Two"),
        ("One", "Two", "Deep"),
        ("One",),
        ("One", "Three"),
    ]


def test_a_new_slide_ends_the_headings() -> None:
    raw = [h("Slide", 1), p("a"), RawBlock(BlockKind.HEADING, "", resets=True), p("b")]
    assert canonical_text(raw).blocks[-1].heading_path == ()


def test_only_the_first_heading_of_the_top_level_is_the_title() -> None:
    assert [b.kind for b in canonical_text([h("A", 1), h("B", 1)]).blocks] == ["title", "heading"]
    assert [b.kind for b in canonical_text([h("A", 2), h("B", 1)]).blocks] == ["heading"] * 2


def test_a_list_is_led_in_by_the_paragraph_before_it() -> None:
    raw = [p("You need:"), li("a key"), li("a lock"), p("That is all."), li("more")]
    assert lead_ins(canonical_text(raw)) == {
        "a key": "You need:",
        "a lock": "You need:",
        "more": None,
    }


def test_a_nested_item_is_led_in_by_its_item() -> None:
    raw = [p("Steps:"), li("first"), li("detail", 3), li("other", 3), li("second")]
    canonical = canonical_text(raw)
    assert lead_ins(canonical) == {
        "first": "Steps:",
        "detail": "first",
        "other": "first",
        "second": "Steps:",
    }
    assert [b.level for b in canonical.blocks] == [0, 1, 2, 2, 1]


def test_a_paragraph_inside_an_item_does_not_end_the_list() -> None:
    inside = p("Choose one of these:", continues=True, level=1)
    raw = [p("Do this:"), li("one"), inside, li("a", 2), li("b", 2), li("two")]
    assert lead_ins(canonical_text(raw)) == {
        "one": "Do this:",
        "a": "Choose one of these:",
        "b": "Choose one of these:",
        "two": "Do this:",
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("You need:", True),
        ("Prerequisites", True),
        ("The following roles exist.", True),
        ("It has roles. See the list below.", True),
        ("Follow the following link. It is long.", False),
        ("This ends here.", False),
    ],
)
def test_what_introduces_a_list(text: str, *, expected: bool) -> None:
    assert introduces(text) is expected


def test_a_row_knows_its_header_row() -> None:
    rows = [row("A", "B", header=True), row("C", "D", header=True), row("1", "2"), row("3", "4")]
    parents = [b.parent for b in canonical_text(rows).blocks]
    assert parents == [None, None, 1, 1]


def test_empty_cells_leave_their_place() -> None:
    canonical = canonical_text([row("", "b", "", "d | e", "")])
    assert canonical.text == "| b | | d | e"
    (block,) = canonical.blocks
    assert [(canonical.text[c.start : c.end], c.column) for c in block.cells] == [
        ("b", 1),
        ("d | e", 3),
    ]
    assert canonical_text([row("", "")]).blocks == ()


def test_blocks_of_a_cell_are_closed() -> None:
    assert join_blocks(["One.", "two", "three:", "", "four"]) == "One. two; three: four"


def test_characters_that_the_parser_marks_with_stand_for_nothing_in_a_document() -> None:
    canonical = canonical_text([p("a\ufdd0b \ufdd1c"), row("x\ufdd1", "y\ufdd0")])
    assert canonical.text == "ab c\n\nx | y"
    assert [block.hyphens for block in canonical.blocks] == [(), ()]
