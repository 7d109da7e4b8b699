"""Tables by rules and by alignment, and columns of text that are none."""

from __future__ import annotations

from pdf_builders import BOLD, line, words

from graphwright.documents.pdf.layout.aligned_tables import aligned_tables
from graphwright.documents.pdf.layout.reading_order import columns
from graphwright.documents.pdf.layout.ruled_tables import ruled_tables
from graphwright.documents.pdf.layout.tables import Table
from graphwright.documents.pdf.page.objects import Font, Line, Page, Rule, Word

PLAIN = Font("Helvetica")


def across(y: float, x0: float = 70, x1: float = 370) -> Rule:
    return Rule(x0, y, x1, y)


def down(x: float, top: float, bottom: float) -> Rule:
    return Rule(x, top, x, bottom)


def texts(table: Table) -> list[list[str]]:
    return [[cell.text for cell in cells] for cells, _ in table.rows()]


def headers(table: Table) -> list[bool]:
    return [all(cell.header for cell in cells) for cells, _ in table.rows()]


def ruled(rules: list[Rule], own: list[Word]) -> list[Table]:
    return ruled_tables(Page(1, 600, 800, tuple(own), tuple(rules)), own)


def grid(*rows: tuple[str, ...], font: Font = PLAIN) -> list[Word]:
    return [
        word
        for y, row in enumerate(rows)
        for x, text in enumerate(row)
        for word in words(text, 75 + 100 * x, 114 + 20 * y, font=font if y == 0 else PLAIN)
    ]


def test_a_grid() -> None:
    rules = [*map(across, (100, 120, 140, 160)), *(down(x, 100, 160) for x in (70, 170, 270, 370))]
    (table,) = ruled(rules, grid(("Site", "Orders", "Late"), ("Oslo", "12", "1"), ("Rom", "7", "")))
    assert texts(table) == [["Site", "Orders", "Late"], ["Oslo", "12", "1"], ["Rom", "7", ""]]
    assert headers(table) == [True, False, False]


def test_a_missing_rule_joins_cells() -> None:
    rules = [*map(across, (100, 120, 140, 160)), down(70, 100, 160), down(370, 100, 160)]
    rules += [down(170, 120, 160), down(270, 100, 160)]
    own = grid(("Orders of a year", "", "Late"), ("Oslo", "12", "1"), ("Rom", "7", "2"))
    (table,) = ruled(rules, own)
    assert texts(table) == [["Orders of a year", "Late"], ["Oslo", "12", "1"], ["Rom", "7", "2"]]


def test_a_cell_over_two_rows_stands_in_both() -> None:
    rules = [across(100), across(120, 170), across(140), across(160)]
    rules += [down(x, 100, 160) for x in (70, 170, 270, 370)]
    own = grid(("Oslo", "12", "1"), ("", "13", "2"), ("Rom", "7", "3"))
    (table,) = ruled(rules, own)
    assert texts(table) == [["Oslo", "12", "1"], ["Oslo", "13", "2"], ["Rom", "7", "3"]]


def test_horizontal_rules_alone() -> None:
    own = grid(("Site", "Orders", "Late"), ("Oslo", "12", "1"), ("Rom", "7", "0"))
    (table,) = ruled([across(100), across(120), across(160)], own)
    assert texts(table) == [["Site", "Orders", "Late"], ["Oslo", "12", "1"], ["Rom", "7", "0"]]
    assert headers(table) == [True, False, False]


def test_a_frame_around_text_is_no_table() -> None:
    rules = [across(100), across(200), down(70, 100, 200), down(370, 100, 200)]
    own = [w for n in range(5) for w in words("a note that stands in a frame", 75, 120 + 14 * n)]
    assert ruled(rules, own) == []


def test_rules_between_paragraphs_are_no_table() -> None:
    own = [w for n in range(6) for w in words("words of running text go on", 75, 114 + 12 * n)]
    assert ruled([across(100), across(200)], own) == []


def rows_of_lines(*rows: tuple[str, ...], step: float = 130) -> list[Line]:
    return [
        line(text, 70 + step * x, 100 + 14 * y, font=BOLD if y == 0 else PLAIN)
        for y, row in enumerate(rows)
        for x, text in enumerate(row)
        if text
    ]


def test_aligned_cells_are_a_table() -> None:
    lines = rows_of_lines(
        ("Site", "Orders", "Late"), ("Oslo", "12", "1"), ("Rom", "7", ""), ("Bern", "9", "3")
    )
    text = line("A sentence that runs on over all of the columns of the table above.", 70, 180)
    ((table, taken),) = aligned_tables([*lines, text])
    assert texts(table)[0] == ["Site", "Orders", "Late"]
    assert texts(table)[2] == ["Rom", "7", ""]
    assert headers(table) == [True, False, False, False]
    assert text not in taken


def test_terms_with_sentences_beside_them_are_no_table() -> None:
    lines = rows_of_lines(
        ("-a", "shows every order of the year with its supplier"),
        ("-b", "shows every invoice of the year with its order"),
        ("-c", "shows every supplier that has no order at all"),
    )
    assert list(aligned_tables(lines)) == []


def column(word: str, x: float) -> list[Line]:
    return [line(f"{word} {n} fills the column quite well", x, 100 + 12 * n) for n in range(8)]


def order(lines: list[Line]) -> list[str]:
    return [item.text for part in columns(lines) for item in part if isinstance(item, Line)]


def test_columns_are_read_one_by_one_between_what_crosses_them() -> None:
    left, right = column("left", 60), column("right", 320)
    title = line("A title over both of the columns of this page, with its very end", 60, 60)
    foot = line("A caption over both of the columns of this page, with its very end", 60, 260)
    expected = [title, *left, *right, foot]
    shuffled = sorted(expected, key=lambda one: (one.base, -one.x0))
    assert order(shuffled) == [one.text for one in expected]


def test_short_cells_beside_each_other_are_one_column() -> None:
    lines = [
        line(text, x, 100 + 12 * n) for n in range(8) for text, x in ((f"a{n}", 60), (f"b{n}", 320))
    ]
    assert len(columns(lines)) == 1
