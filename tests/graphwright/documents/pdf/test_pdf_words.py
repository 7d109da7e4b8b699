"""Characters to words, and words to lines."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from pdf_builders import BOLD, PLAIN, line, word, words

from graphwright.documents.pdf.page.fonts import font_style
from graphwright.documents.pdf.page.lines import lines_of, merge, rows_of
from graphwright.documents.pdf.page.objects import Page, Rule
from graphwright.documents.pdf.page.words import (
    Frame,
    Glyph,
    TextRun,
    is_right_to_left,
    with_underscores,
    words_of,
)

FRAME = Frame(0, 0, 600, 800, 0)
RUN = TextRun(100, 700, 10, 0, PLAIN)


def glyphs(text: str, x: float = 100, *, run: TextRun = RUN, step: float = 5) -> list[Glyph]:
    """Characters in a row, each as wide as ``step`` and with no gap between them."""
    ends = [(x + step * n, x + step * (n + 1)) for n in range(len(text))]
    return [
        (letter, left, 698, right, 708, None if letter == " " else run)
        for letter, (left, right) in zip(text, ends, strict=True)
    ]


def texts(found: list[Glyph]) -> list[str]:
    return [word.text for word in words_of(found, FRAME).words]


def test_white_space_and_wide_gaps_end_words() -> None:
    assert texts(glyphs("one two")) == ["one", "two"]
    assert texts(glyphs("one") + glyphs("two", 130)) == ["one", "two"]
    assert texts(glyphs("one") + glyphs("two", 115)) == ["onetwo"]


def test_a_gap_as_wide_as_a_space_ends_a_word_unless_the_letters_are_spaced() -> None:
    assert texts(glyphs("aform")[:1] + glyphs("form", 108)) == ["a", "form"]
    assert texts(glyphs("CONTENTS", step=8)) == ["CONTENTS"]
    spaced = [(c, 100 + 8 * n, 698, 105 + 8 * n, 708, RUN) for n, c in enumerate("TITLE")]
    assert texts(spaced) == ["TITLE"]


def test_a_raised_mark_is_a_word_of_its_own() -> None:
    raised = TextRun(115, 704, 6, 0, PLAIN)
    assert texts(glyphs("one") + glyphs("2", 115, run=raised, step=3)) == ["one", "2"]


def test_ligatures_code_units_and_line_end_hyphens() -> None:
    assert texts(glyphs("\ufb01nal")) == ["final"]
    assert texts(glyphs("a\ud83d\ude00")) == ["a\U0001f600"]
    assert texts(glyphs("ap\x02")) == ["ap-"]


def test_letters_of_one_right_to_left_glyph_are_put_into_order() -> None:
    shared = ("ا", 110, 698, 120, 708, RUN), ("ل", 110, 698, 120, 708, RUN)
    assert texts([("ك", 120, 698, 125, 708, RUN), *shared]) == ["كلا"]
    assert is_right_to_left("كلا")
    assert not is_right_to_left("all 12")


def test_words_drawn_twice_or_off_the_page_are_counted() -> None:
    found = words_of([*glyphs("one "), *glyphs("one ", 100.6), *glyphs("far", 700)], FRAME)
    assert [word.text for word in found.words] == ["one"]
    assert (found.repeated, found.outside) == (1, 1)


def test_a_drawn_underscore_makes_one_word_of_two() -> None:
    own = [word("order", 70, 100), word("id", 99, 100), word("of", 115, 100)]
    bars = [Rule(95.2, 101, 98.8, 101.4), Rule(300, 101, 303, 101.4)]
    assert [one.text for one in with_underscores(own, bars)] == ["order_id", "of"]
    assert with_underscores(own, [Rule(95.2, 95, 98.8, 95.4)]) == own


def test_turned_words_are_kept_aside() -> None:
    up = TextRun(50, 300, 10, 1, PLAIN)
    turned: list[Glyph] = [("a", 42, 300, 52, 305, up), ("b", 42, 305, 52, 310, up)]
    found = words_of([*turned, *glyphs("one")], FRAME)
    assert [w.text for w in found.words] == ["one"]
    assert [w.text for w in found.asides] == ["ab"]


@given(st.integers(0, 3), st.floats(0, 300), st.floats(0, 300))
def test_a_turned_page_gives_its_boxes_back(turns: int, x: float, y: float) -> None:
    shown = Frame(0, 0, 600, 800, 0)
    reading = Frame(0, 0, 600, 800, turns)
    page = Page(1, reading.width, reading.height, (), turns=turns)
    corners = (x, y, x + 20, y + 10)
    expected = shown.box(*corners)
    found = page.shown(reading.box(*corners))
    assert all(abs(one - two) < 1e-6 for one, two in zip(found, expected, strict=True))


def test_fonts_tell_their_style_by_name() -> None:
    assert font_style("ABCDEF+CMBX12", 0).bold
    assert font_style("SFBX1000", 0).bold
    assert font_style("Times-Bold", 0).bold
    assert not font_style("CMR10", 0).bold
    assert not font_style("Courier", 0).bold
    assert font_style("CMTT10", 0).mono
    assert font_style("LiberationMono", 0).mono
    assert font_style("Helvetica-Oblique", 0).italic
    assert font_style("ABCDEF+Some", 1 << 18) == font_style("Some", 1 << 18)


def test_lines_end_at_wide_gaps() -> None:
    found = lines_of(1, [*words("one two", 70, 100), *words("three", 300, 100.5)])
    assert [found_line.text for found_line in found] == ["one two", "three"]
    assert merge(found).text == "one two three"


def test_a_raised_mark_joins_its_line() -> None:
    mark = word("7", 108, 96.5, size=6)
    found = lines_of(1, [*words("the last word", 70, 100)[:2], mark, word("law", 113, 100)])
    assert [found_line.text for found_line in found] == ["the last 7 law"]


def test_a_right_to_left_line_is_read_from_the_right() -> None:
    found = lines_of(
        1, [word("سعر", 200, 100), word("R", 170, 100), word("PO", 180, 100), word("لبن", 152, 100)]
    )
    assert [found_line.text for found_line in found] == ["سعر R PO لبن"]


def test_the_style_of_most_characters_is_that_of_the_line() -> None:
    found = lines_of(1, [word("Note", 70, 100, font=BOLD), *words("that this is plain", 95, 100)])
    assert not found[0].font.bold


@given(st.lists(st.tuples(st.integers(0, 500), st.integers(0, 700)), max_size=30))
def test_no_word_is_lost(places: list[tuple[int, int]]) -> None:
    given_words = [word(f"w{n}", x, y) for n, (x, y) in enumerate(places)]
    found = [w for found_line in lines_of(1, given_words) for w in found_line.words]
    assert sorted(w.text for w in found) == sorted(w.text for w in given_words)


def test_rows_go_from_top_to_bottom_and_left_to_right() -> None:
    found = rows_of([line("b", 300, 100), line("c", 70, 120), line("a", 70, 100.4)])
    assert [[one.text for one in row] for row in found] == [["a", "b"], ["c"]]
