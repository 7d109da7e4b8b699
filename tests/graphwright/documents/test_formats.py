"""What each format gives: its headings, lists, tables and runs as canonical text."""

from __future__ import annotations

import io
from datetime import date, datetime, time, timedelta

import docx
import openpyxl
import pptx
import pytest
from document_builders import book, cells, parse, renamed, saved, shape
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.utils.datetime import MAC_EPOCH

from graphwright.documents.office import xlsx
from graphwright.documents.text import delimited
from graphwright.errors import ParseError
from graphwright.tables import LeftOut


def test_markdown() -> None:
    parsed = parse(
        "guide.md",
        "# Guide\n\nUse `SAP_COM_0465` with **care**.\n\n## Steps\n\nDo this:\n\n1. *Open* it.\n"
        "\n   > ### Note:\n   > Slowly.\n\n2. Close it.\n   - Lock it.\n\n"
        "| K | V |\n|-|-|\n| a | b |\n",
    )
    assert parsed.title == "Guide"
    assert shape(parsed) == [
        ("title", 1, "Guide"),
        ("paragraph", 0, "Use SAP_COM_0465 with care."),
        ("heading", 2, "Steps"),
        ("paragraph", 0, "Do this:"),
        ("list_item", 1, "Open it."),
        ("paragraph", 0, "Note:"),
        ("paragraph", 0, "Slowly."),
        ("list_item", 1, "Close it."),
        ("list_item", 2, "Lock it."),
        ("table_row", 0, "K | V"),
        ("table_row", 0, "a | b"),
    ]
    assert [b.parent for b in parsed.blocks] == [*[None] * 4, 3, None, None, 3, 7, None, 9]
    assert parsed.blocks[-1].heading_path == ("Guide", "Steps")
    assert cells(parsed, parsed.blocks[-2]) == [("K", 0, True), ("V", 1, True)]


def test_html_with_spans_caption_and_code() -> None:
    parsed = parse(
        "page.html",
        "<html><head><title>From the head</title></head><body><p>Intro — “all” of it.</p>"
        "<table><caption>Plans</caption><tr><th>Plan</th><th colspan=2>Limits</th></tr>"
        "<tr><td rowspan=2>Free</td><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>"
        "<pre>if x:\n    y()</pre></body></html>",
    )
    assert parsed.title == "From the head"
    assert [text for _, _, text in shape(parsed)] == [
        "Intro — “all” of it.",
        "Plans",
        "Plan | Limits",
        "Free | 1 | 2",
        "Free | 3 | 4",
        "if x:\n    y()",
    ]
    assert [b.kind for b in parsed.blocks][-1] == "code"
    assert cells(parsed, parsed.blocks[4]) == [("Free", 0, False), ("3", 1, False), ("4", 2, False)]


@pytest.mark.parametrize(
    ("data", "guessed"),
    [
        ("<p>Größe</p>".encode(), False),
        ("<p>Größe</p>".encode("cp1252"), True),
        ('<meta charset="iso-8859-15"><p>Größe</p>'.encode("iso-8859-15"), False),
        ('<meta charset="iso-8859-1"><p>Größe</p>'.encode(), False),
        ("<p>Größe</p>".encode("utf-16"), False),
        ("\ufeff<p>Größe</p>".encode(), False),
    ],
)
def test_encodings_of_html(data: bytes, *, guessed: bool) -> None:
    parsed = parse("a.html", data)
    assert parsed.text == "Größe"
    assert bool(parsed.warnings) is guessed


def test_docx_runs_are_joined_as_they_were_written() -> None:
    document = docx.Document()
    document.add_heading("Manual", 0)
    document.add_heading("Part", 1)
    paragraph = document.add_paragraph("The (")
    paragraph.add_run("bold").bold = True
    paragraph.add_run("), un")
    paragraph.add_run("broken").italic = True
    paragraph.add_run(" word.")
    document.add_paragraph("First", style="List Bullet")
    document.add_paragraph("Second", style="List Bullet")
    table = document.add_table(2, 2)
    for cell, text in zip(table._cells, "ABCD", strict=True):
        cell.text = text
    parsed = parse("m.docx", saved(document))
    assert shape(parsed) == [
        ("title", 1, "Manual"),
        ("heading", 2, "Part"),
        ("paragraph", 0, "The (bold), unbroken word."),
        ("list_item", 1, "First"),
        ("list_item", 1, "Second"),
        ("table_row", 0, "A | B"),
        ("table_row", 0, "C | D"),
    ]


def test_pptx_titles_head_their_slides() -> None:
    deck = pptx.Presentation()
    for title, body in (("First", "One"), ("Second", "Two")):
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = title
        slide.placeholders[1].text = body
    deck.slides[1].notes_slide.notes_text_frame.text = "Spoken"
    parsed = parse("d.pptx", saved(deck))
    assert [
        (text, b.page) for (_, _, text), b in zip(shape(parsed), parsed.blocks, strict=True)
    ] == [
        ("First", 1),
        ("One", 1),
        ("Second", 2),
        ("Two", 2),
        ("Spoken", 2),
    ]
    assert [b.heading_path for b in parsed.blocks] == [(), ("First",), (), ("Second",), ("Second",)]
    assert parsed.blocks[0].box is not None
    assert parsed.blocks[0].box_unit == "emu"
    assert parsed.pages == 2


def test_xlsx_and_its_streamed_reading_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    data = book(5)
    parsed = parse("p.xlsx", data)
    assert shape(parsed)[:3] == [
        ("title", 1, "Prices"),
        ("table_row", 0, "Item | Price"),
        ("table_row", 0, "item 0 | 0"),
    ]
    assert parsed.blocks[1].box_unit == "cell"
    assert parsed.blocks[1].page == 1
    assert "secret" not in parsed.text
    monkeypatch.setattr(xlsx, "MAX_DOCLING_CELLS", 1)
    streamed = parse("p.xlsx", data)
    assert shape(streamed) == shape(parsed)
    assert streamed.left_out == parsed.left_out == (LeftOut("hidden sheet", 1),)


def test_streamed_values_read_as_openpyxl_gives_them(monkeypatch: pytest.MonkeyPatch) -> None:
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    sheet.append(["What", "Value", "Other"])
    sheet.append(["dates", datetime(2026, 5, 1, 8, 30), date(2026, 5, 2)])
    sheet.append(["times", time(8, 15), timedelta(hours=30)])
    sheet.append(["numbers", 1.5, -3])
    sheet.append(["truth", True, False])
    sheet.append(["error", "#N/A", CellRichText("two ", TextBlock(InlineFont(b=True), "styles"))])
    data = saved(workbook)
    monkeypatch.setattr(xlsx, "MAX_DOCLING_CELLS", 1)
    rows = openpyxl.load_workbook(io.BytesIO(data), read_only=True).active.iter_rows()
    expected = [" | ".join(str(cell.value) for cell in row) for row in rows]
    assert expected[-1] == "error | #N/A | two styles"
    assert parse("v.xlsx", data).text.split("\n\n")[1].split("\n") == expected


def test_a_workbook_that_counts_days_from_1904(monkeypatch: pytest.MonkeyPatch) -> None:
    workbook = openpyxl.Workbook()
    workbook.epoch = MAC_EPOCH
    for row in (["Name", "Day"], ["start", datetime(2026, 5, 1)], ["end", datetime(2026, 5, 2)]):
        workbook.active.append(row)
    monkeypatch.setattr(xlsx, "MAX_DOCLING_CELLS", 1)
    assert "start | 2026-05-01 00:00:00" in parse("v.xlsx", saved(workbook)).text


def test_csv() -> None:
    data = 'Item;Price\nscrew;"1;5"\nnail;2\n'
    parsed = parse("p.csv", data)
    assert parsed.text == "Item | Price\nscrew | 1;5\nnail | 2"
    assert parsed.title == "p.csv"
    assert [b.kind for b in parsed.blocks] == ["table_row"] * 3


@pytest.mark.parametrize(
    ("data", "kinds", "text"),
    [
        ("sep=|\na|b\n1,5|2\n", ["table_row"] * 2, "a | b\n1,5 | 2"),
        ("Report\n\nItem;2020\nnail;2\n", ["paragraph", *["table_row"] * 2], "Report\n\nItem"),
        ("Name, first\tCity\nDoe, Ann\tUlm\n", ["table_row"] * 2, "Name, first | City"),
        ("one\ntwo\n", ["table_row"] * 2, "one\ntwo"),
    ],
)
def test_dialects_of_csv(data: str, kinds: list[str], text: str) -> None:
    parsed = parse("p.csv", data)
    assert [block.kind for block in parsed.blocks] == kinds
    assert parsed.text.startswith(text)


def test_formulas_that_were_never_reckoned_are_counted() -> None:
    workbook = openpyxl.Workbook()
    for row in (["Item", "Price"], ["nail", 2], ["both", "=B2*2"]):
        workbook.active.append(row)
    parsed = parse("v.xlsx", saved(workbook))
    assert parsed.text.endswith("nail | 2\nboth")
    assert parsed.left_out == (LeftOut("formula without a value", 1),)


@pytest.mark.parametrize("limit", [xlsx.MAX_DOCLING_CELLS, 1])
def test_escaped_control_characters_of_cells_are_space(
    monkeypatch: pytest.MonkeyPatch, limit: int
) -> None:
    monkeypatch.setattr(xlsx, "MAX_DOCLING_CELLS", limit)
    workbook = openpyxl.Workbook()
    for row in (["Item", "Use"], ["nail", "for wood_x000D_\nand walls"]):
        workbook.active.append(row)
    assert parse("v.xlsx", saved(workbook)).text.endswith("nail | for wood; and walls")


@pytest.mark.parametrize("limit", [xlsx.MAX_DOCLING_CELLS, 1])
def test_the_parts_of_a_workbook_may_have_any_name(
    monkeypatch: pytest.MonkeyPatch, limit: int
) -> None:
    monkeypatch.setattr(xlsx, "MAX_DOCLING_CELLS", limit)
    data = renamed(
        book(2), ("workbook.xml", "book.xml"), ("worksheets/", "pages/"), ("sharedStr", "str")
    )
    assert parse("p.xlsx", data).text == "Prices\n\nItem | Price\nitem 0 | 0\nitem 1 | 1"


def test_sheets_with_several_tables_and_merged_cells() -> None:
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    for place, value in {
        "B2": "Item", "C2": "Price", "B3": "nail", "C3": 2, "F2": "Name", "G2": "City",
        "F3": "Ann", "G3": "Ulm", "B7": "Total", "C7": 5, "B10": "both", "B11": "x", "C11": "y",
        "B12": "tall", "C12": "low", "C13": "high",
    }.items():  # fmt: skip
        sheet[place] = value
    sheet.merge_cells("B10:C10")
    sheet.merge_cells("B12:B13")
    parsed = parse("t.xlsx", saved(workbook))
    rows = [b for b in parsed.blocks if b.table is not None]
    lines: dict[int, list[str]] = {}
    for row in rows:
        lines.setdefault(row.table or 0, []).append(parsed.text[row.start : row.end])
    assert list(lines.values())[:3] == [
        ["Item | Price", "nail | 2"],
        ["Name | City", "Ann | Ulm"],
        ["Total | 5"],
    ]
    assert list(lines.values())[3][-2:] == ["tall | low", "tall | high"]
    headed = {row.table for row in rows if any(cell.header for cell in row.cells)}
    assert {0, 1} <= headed
    assert 2 not in headed


def test_merged_ranges_over_millions_of_places_are_not_filled() -> None:
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    for row in (["Item", "Price"], ["nail", 2]):
        sheet.append(row)
    for top in range(10, 60):
        sheet.merged_cells.add(f"A{top}:XFD{top}")  # merge_cells makes each of them first
    assert parse("m.xlsx", saved(workbook)).text == "Sheet\n\nItem | Price\nnail | 2"


def test_definition_lists_and_nested_lists() -> None:
    parsed = parse(
        "l.html",
        "<dl><dt>Order</dt><dd>A request.</dd></dl><ul><li>a<ol><li>b<ul><li>c</ul></ol><li>d</ul>",
    )
    assert shape(parsed) == [
        ("list_item", 1, "Order"),
        ("list_item", 2, "A request."),
        ("list_item", 1, "a"),
        ("list_item", 2, "b"),
        ("list_item", 3, "c"),
        ("list_item", 1, "d"),
    ]
    assert [block.parent for block in parsed.blocks] == [None, 0, None, 2, 3, None]


def test_a_slide_is_headed_by_its_title_wherever_that_lies() -> None:
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    table = slide.shapes.add_table(2, 2, 0, 0, 10**6, 10**6).table
    for place, text in enumerate(["Item", "Price", "nail", "2"]):
        table.cell(place // 2, place % 2).text = text
    slide.shapes.title.text = "Prices"
    shapes = slide.shapes._spTree
    shapes.append(slide.shapes.title._element)  # drawn last, on top
    parsed = parse("d.pptx", saved(deck))
    assert shape(parsed)[0] == ("title", 1, "Prices")
    assert {block.heading_path for block in parsed.blocks[1:]} == {("Prices",)}


def test_a_csv_with_wrong_quotes_is_read_as_it_stands() -> None:
    parsed = parse("p.csv", 'Item,Size\npipe,"5" wide\nnail,2\n')
    assert "nail | 2" in parsed.text
    assert any("not well formed" in warning for warning in parsed.warnings)


def test_a_cell_without_end_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delimited, "_MAX_FIELD", 70_000)
    with pytest.raises(ParseError, match="too long") as error:
        parse("p.csv", f"Item,Price\n{'x' * 80_000},2\n")
    assert error.value.status == "too_large"


def test_plain_text() -> None:
    wrapped = "A line that is wrapped by its author at some sixty signs,\nand goes on here."
    parsed = parse("n.txt", wrapped + "\n\n\nKey: 1\nB: 2\n")
    assert [text for _, _, text in shape(parsed)] == [
        "A line that is wrapped by its author at some sixty signs, and goes on here.",
        "Key: 1\nB: 2",
    ]


def test_asciidoc() -> None:
    parsed = parse("a.adoc", "= Book\n\n== Part\n\nSome *bold* text.\n\n* one\n* two\n")
    assert [text for _, _, text in shape(parsed)] == [
        "Book",
        "Part",
        "Some bold text.",
        "one",
        "two",
    ]


def test_rows_and_lines_of_sheets_know_their_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    sheet["C2"] = "Prices of May"
    for row in (("Item", "Price"), ("nail", 2), ("screw", 3)):
        sheet.append([None, None, *row])
    data = saved(workbook)
    streamed = []
    for limit in (xlsx.MAX_DOCLING_CELLS, 1):
        monkeypatch.setattr(xlsx, "MAX_DOCLING_CELLS", limit)
        parsed = parse("p.xlsx", data)
        streamed.append(
            {
                parsed.text[b.start : b.end].lstrip("| "): b.box
                for b in parsed.blocks
                if b.box_unit == "cell"
            }
        )
    for boxes in streamed:
        assert boxes["Item | Price"] == (2, 2, 4, 3)
        assert boxes["screw | 3"] == (2, 4, 4, 5)
    read = parse("p.csv", "Prices of May\n\nItem;Price\nnail;2\n")
    assert [b.box for b in read.blocks] == [(0, 0, 1, 1), (0, 2, 2, 3), (0, 3, 2, 4)]
