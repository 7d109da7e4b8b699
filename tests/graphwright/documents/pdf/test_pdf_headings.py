"""Headings by type, their levels, and paragraphs."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pdf_builders import BOLD, ITALIC, MONO, PLAIN, PROSE, line, region, words

from graphwright.documents.blocks.raw import HYPHEN
from graphwright.documents.pdf.layout.paragraphs import Leading, Typography, regions_of
from graphwright.documents.pdf.layout.regions import Region
from graphwright.documents.pdf.page.hyphens import join_lines, vocabulary
from graphwright.documents.pdf.page.lines import make_line
from graphwright.documents.pdf.page.objects import Font, Line
from graphwright.documents.pdf.structure.bookmarks import Bookmark, bare_key
from graphwright.documents.pdf.structure.headings import Body, body_of, mark_headings
from graphwright.documents.pdf.structure.roles import mark_captions, with_depths
from graphwright.tables import BlockKind

BODY = Body(10, PLAIN)
SETTING = Typography(Leading({}, 1.2), 10, code=True)
LONG = " ".join(PROSE)


def heads(*regions: Region, bookmarks: tuple[Bookmark, ...] = ()) -> list[tuple[int, str]]:
    found = mark_headings(regions, bookmarks, BODY)
    return [(one.level, one.text) for one in found if one.kind == BlockKind.HEADING]


def text(base: float, page: int = 1) -> Region:
    return region(LONG, base, page=page)


def test_larger_and_bolder_pieces_are_headings() -> None:
    found = heads(
        region("Orders", 80, size=20),
        text(100),
        region("Late orders", 140, size=14),
        text(160),
        region("By supplier", 200, font=BOLD),
        text(220),
        region("Lost orders", 240, size=14),
        text(260),
        region("By site", 300, font=BOLD),
        text(320),
    )
    assert found == [
        (1, "Orders"),
        (2, "Late orders"),
        (3, "By supplier"),
        (2, "Lost orders"),
        (3, "By site"),
    ]


@pytest.mark.parametrize(
    ("words", "font"),
    [
        ("This is bold and it is a sentence.", BOLD),
        ("approve(order)", MONO),
        ("* * *", BOLD),
        ("plain words of the text", PLAIN),
    ],
)
def test_what_is_no_heading(words: str, font: Font) -> None:
    assert heads(text(80), region(words, 100, font=font), text(120)) == []


def test_italic_and_capital_lines_that_stand_apart() -> None:
    assert heads(text(80), region("Self-locking nuts", 100, font=ITALIC), text(120)) == [
        (1, "Self-locking nuts")
    ]
    assert heads(text(80), region("ABSTRACT", 100), text(120)) == [(1, "ABSTRACT")]
    assert heads(text(80), region("ABSTRACT", 100, gap=2), text(120)) == []


def test_bold_terms_of_definitions_are_no_headings() -> None:
    regions = [
        one
        for n in range(4)
        for one in (region(f"term {n}", 100 + 40 * n, font=BOLD), region(LONG, 120 + 40 * n, x=100))
    ]
    assert heads(text(60), *regions) == []


def test_labels_at_the_end_of_a_page_are_no_headings() -> None:
    assert heads(text(80), region("Server", 100, font=BOLD), region("Client", 120, font=BOLD)) == []


def test_numbers_give_levels_where_the_style_is_one() -> None:
    found = heads(
        region("1 Orders", 80, size=14),
        text(100),
        region("1.1 Late", 140, size=14),
        text(160),
        region("1.1.1 Very late", 200, size=14),
        text(220),
        region("2 Invoices", 240, size=14),
        text(260),
    )
    levels = [level for level, _ in found]
    assert [level - levels[0] for level in levels] == [0, 1, 2, 0]


def test_the_number_of_a_chapter_joins_its_title() -> None:
    found = heads(region("Chapter 2", 80, size=14), region("Late orders", 110, size=20), text(140))
    assert [words for _, words in found] == ["Chapter 2 Late orders"]


def test_a_title_page_has_one_heading() -> None:
    cover = [
        region("Purchasing handbook", 200, size=28),
        region("Halvorn Group", 240, size=16),
        region("March 2025", 270, size=14),
    ]
    chapters = [region("1 Orders", 80, size=18, page=2), text(100, 2)]
    assert [words for _, words in heads(*cover, *chapters)] == ["Purchasing handbook", "1 Orders"]


def test_short_sections_of_a_first_page_keep_their_headings() -> None:
    page = [
        region("Late orders", 60, size=24),
        region("Import", 100, size=18),
        region("The plant imports nails.", 120),
        region("Export", 160, size=18),
        *(text(180 + 20 * n) for n in range(4)),
    ]
    found = heads(*page, text(100, 2))
    assert [words for _, words in found] == ["Late orders", "Import", "Export"]


def test_the_bookmarks_decide() -> None:
    bookmarks = (Bookmark(2, "Late orders", 1), Bookmark(1, "3. Lost orders", 1))
    plain = [region("Late orders", 80), text(100), region("Lost orders", 140), text(160)]
    assert heads(*plain, bookmarks=bookmarks) == [(2, "Late orders"), (1, "Lost orders")]
    assert bare_key("Chapter 3: Lost orders") == bare_key("Lost orders")


def test_the_body_is_what_most_characters_have() -> None:
    lines = [line("Head", 70, 80, size=20, font=BOLD), *(line(LONG, 70, 100 + n) for n in range(3))]
    assert body_of(lines) == BODY


def grouped(lines: list[Line]) -> list[tuple[str, list[str]]]:
    return [(one.kind.value, one.texts) for one in regions_of(lines, SETTING)]


def test_paragraphs_end_at_gaps_indents_and_short_lines() -> None:
    lines = [
        line(PROSE[0], 72, 100),
        line("and it ends here.", 72, 112),
        line("Another " + PROSE[1], 72, 124),
        line("with a second line.", 72, 136),
        line("Indented " + PROSE[2][:40], 90, 148),
        line(PROSE[0], 72, 160),
        line("After a gap.", 72, 182),
    ]
    assert [texts[0].split()[0] for _, texts in grouped(lines)] == [
        "A",
        "Another",
        "Indented",
        "After",
    ]


def test_list_items_keep_their_lines_and_depth() -> None:
    lines = [
        line(
            "• the first item of a list goes on to the very end of its line, which is long", 72, 100
        ),
        line("and has a second line", 79.5, 112),
        line("• the second", 72, 124),
        line("– inside", 90, 136),
        line("• the third", 72, 148),
    ]
    found = with_depths(regions_of(lines, SETTING))
    assert [(one.level, one.text.split()[0:2]) for one in found] == [
        (1, ["the", "first"]),
        (1, ["the", "second"]),
        (2, ["inside"]),
        (1, ["the", "third"]),
    ]
    assert found[0].text.endswith("and has a second line")


def test_names_of_code_inside_a_paragraph_are_no_code() -> None:
    lines = [
        line(PROSE[1], 72, 100),
        line("order_id, invoice_id, supplier_id, approver_id, cost_centre_id", 72, 112, font=MONO),
        line("and some others, which are listed below:", 72, 124),
        line("order_id = 1", 90, 140, font=MONO),
        line("invoice_id = 2", 90, 152, font=MONO),
    ]
    found = grouped(lines)
    assert [(kind, len(texts)) for kind, texts in found] == [("paragraph", 3), ("code", 2)]


def test_captions() -> None:
    regions = [
        region("Figure 3: Late orders"),
        region("Figure 3 shows late orders"),
        region("Table 2 Limits"),
        region("figure 3. is late"),
    ]
    found = mark_captions(regions, 10)
    assert [one.kind == BlockKind.CAPTION for one in found] == [True, False, True, False]


WORDS = vocabulary(["a well-known approval", "the approval is well known"])


@pytest.mark.parametrize(
    ("lines", "joined"),
    [
        (("second ap-", "proval now"), f"second ap{HYPHEN}proval now"),
        (("a well-", "known one"), "a well-known one"),
        (("the Anglo-", "Saxon one"), "the Anglo-Saxon one"),
        (("from 2024-", "2025 on"), "from 2024-2025 on"),
        (("one", "two"), "one two"),
        (("soft\u00ad", "Hyphen"), f"soft{HYPHEN}Hyphen"),
        (("注文の", "承認"), "注文の承認"),
        (("a dash -", "then"), "a dash - then"),
    ],
)
def test_lines_are_joined(lines: tuple[str, ...], joined: str) -> None:
    assert join_lines(lines, WORDS) == joined


@settings(deadline=None)  # a busy machine is no failure
@given(st.lists(st.from_regex(r"[a-z]{1,6}( [a-z]{1,6}){0,3}-?", fullmatch=True), max_size=6))
def test_what_is_dropped_at_line_ends_can_be_restored(lines: list[str]) -> None:
    joined = join_lines(lines, Counter())
    assert joined.replace(HYPHEN, "-").replace(" ", "") == "".join(lines).replace(" ", "")


def test_the_header_of_a_table_without_rules_is_no_heading() -> None:
    def bold(*parts: tuple[str, float]) -> Region:
        placed = [word for part, x in parts for word in words(part, x, 140, font=BOLD)]
        return Region(BlockKind.PARAGRAPH, 1, (make_line(1, placed),), gap=10, left=72, right=540)

    assert heads(text(100), bold(("Item", 72), ("Price", 200)), text(160)) == []
    assert heads(text(100), bold(("1", 72), ("Prices", 110)), text(160)) == [(1, "1 Prices")]
    assert heads(text(100), bold(("All prices", 72)), text(160)) == [(1, "All prices")]
