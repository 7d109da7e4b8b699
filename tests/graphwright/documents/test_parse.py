"""Bytes of every format to canonical text, and every failure to a row."""

from __future__ import annotations

import dataclasses
import io
import subprocess
import sys
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pptx
import pytest

from graphwright.documents import convert as convert_module
from graphwright.documents.parse import (
    PARSER_VERSION,
    Parsed,
    ParseTask,
    parse_document,
    parse_task,
    rejected_from_failure,
)
from graphwright.errors import ParseError
from graphwright.ids import document_id, sha256_bytes
from graphwright.settings import ParseSettings
from graphwright.tables import (
    Block,
    LeftOut,
    ParsedDocument,
    RejectedDocument,
    SourceDocument,
    table_of,
)
from graphwright.workers import TaskFailure, run_tasks

SHARED = Path(__file__).parents[4] / "shared" / "data" / "documents"
SETTINGS = ParseSettings()


def source(path: str, data: bytes, location: str = "") -> SourceDocument:
    return SourceDocument(
        document_id=document_id("c", path),
        collection="c",
        path=path,
        uri=path,
        location=location,
        format=path.rpartition(".")[2],
        extractor="dependency",
        size=len(data),
        modified=None,
        sha256=sha256_bytes(data),
        problem=None,
    )


def parse(path: str, data: bytes | str) -> ParsedDocument:
    raw = data.encode() if isinstance(data, str) else data
    return parse_document(source(path, raw), raw, SETTINGS)[0]


def shape(parsed: ParsedDocument) -> list[tuple[str, int, str]]:
    return [(b.kind, b.level, parsed.text[b.start : b.end]) for b in parsed.blocks]


def cells(parsed: ParsedDocument, block: Block) -> list[tuple[str, int, bool]]:
    return [(parsed.text[c.start : c.end], c.column, c.header) for c in block.cells]


def saved(document: Any) -> bytes:
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


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


def book(rows: int) -> bytes:
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    sheet.title = "Prices"
    sheet.append(["Item", "Price"])
    for number in range(rows):
        sheet.append([f"item {number}", number])
    hidden = workbook.create_sheet("Hidden")
    hidden["A1"] = "secret"
    hidden.sheet_state = "hidden"
    return saved(workbook)


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
    assert [item.what for item in parsed.left_out] == ["invisible element"]
    monkeypatch.setattr(convert_module, "MAX_DOCLING_CELLS", 1)
    streamed = parse("p.xlsx", data)
    assert shape(streamed) == shape(parsed)
    assert streamed.left_out == (LeftOut("hidden sheet", 1),)


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


def test_mail() -> None:
    message = EmailMessage()
    message["Subject"], message["From"], message["To"] = "Order 7", "a@example.com", "b@example.com"
    message.set_content("Dear B,\n\nit is sent.\n")
    message.add_attachment(b"x", maintype="application", subtype="pdf", filename="bill.pdf")
    parsed = parse("m.eml", bytes(message))
    assert parsed.title == "Order 7"
    assert parsed.text.endswith("Dear B,\n\nit is sent.")
    assert parsed.warnings == ("attachment left out: bill.pdf",)
    message.clear_content()
    message.set_content("<p>Now <b>html</b>.</p>", subtype="html")
    assert parse("m.eml", bytes(message)).text.endswith("Now html.")


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared documents are absent")
def test_pdf_lines_become_paragraphs_with_page_and_box() -> None:
    data = (SHARED / "docling_tests/tests/data/pdf/sources/multi_page.pdf").read_bytes()
    parsed = parse("w.pdf", data)
    assert parsed.pages == 5
    assert "the invention of the typewriter in the mid-19th century. Patented" in parsed.text
    assert all(b.page and b.box and b.box_unit == "pt" for b in parsed.blocks)
    for block in parsed.blocks:
        left, top, right, bottom = block.box or ()
        assert 0 <= left < right
        assert 0 <= top < bottom


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared documents are absent")
@pytest.mark.parametrize(
    "page", ["10-concepts/regions-for-the-kyma-environment-557ec3a.md", "index.md"]
)
def test_real_pages_hold_no_markup(page: str) -> None:
    parsed = parse("p.md", (SHARED / "sap_btp_docs/docs" / page).read_bytes())
    assert not any(
        mark in parsed.text for mark in ("<!--", "<td", "](", "\\_", "**", "&amp;", "sap-ot")
    )


def test_a_document_without_text_is_empty() -> None:
    with pytest.raises(ParseError, match="no text \\(1 image") as caught:
        parse("a.html", "<body><img src=x></body>")
    assert caught.value.status == "empty"


def test_too_many_bytes_are_refused() -> None:
    with pytest.raises(ParseError, match="5 bytes, but at most 4") as caught:
        parse_document(source("a.txt", b"abcde"), b"abcde", ParseSettings(max_bytes=4))
    assert caught.value.status == "too_large"


def stored(folder: Path, name: str, data: bytes) -> ParseTask:
    path = folder / name
    path.write_bytes(data)
    return ParseTask(source(name, data, str(path)), SETTINGS)


def test_tasks_give_a_row_for_every_document(tmp_path: Path) -> None:
    good = stored(tmp_path, "a.md", b"# A\n\ntext")
    gone = ParseTask(dataclasses.replace(good.document, location=str(tmp_path / "b.md")), SETTINGS)
    changed = stored(tmp_path, "c.md", b"before")
    Path(changed.document.location).write_bytes(b"after")
    unreadable = ParseTask(dataclasses.replace(good.document, problem="cannot be read"), SETTINGS)
    large = ParseTask(dataclasses.replace(good.document, size=10**9), SETTINGS)
    picture = stored(tmp_path, "d.png", b"\x89PNG")
    tasks = [good, gone, changed, unreadable, large, picture]
    answers = run_tasks(parse_task, tasks, workers=1, timeout_seconds=120, memory_mb=4096)
    rows = [answer.row for _, answer in answers if isinstance(answer, Parsed)]
    assert isinstance(rows[0], ParsedDocument)
    table_of(ParsedDocument).from_rows(rows[:1])
    rejected = [row for row in rows[1:] if isinstance(row, RejectedDocument)]
    assert [row.status for row in rejected] == [*["unreadable"] * 3, "too_large", "unsupported"]
    assert all(row.reason and row.remedy and row.remedy not in row.reason for row in rejected)
    table_of(RejectedDocument).from_rows(
        [dataclasses.replace(r, document_id=str(i)) for i, r in enumerate(rejected)]
    )


@pytest.mark.parametrize(
    ("kind", "status"),
    [("timeout", "timeout"), ("memory", "too_large"), ("crash", "crash"), ("error", "failed")],
)
def test_failures_of_tasks_are_rows(kind: str, status: str) -> None:
    row = rejected_from_failure(source("a.md", b"x"), TaskFailure(kind, "It went wrong."))
    assert (row.status, row.reason) == (status, "It went wrong.")
    assert row.remedy


def test_the_version_names_docling() -> None:
    assert "docling-slim-2" in PARSER_VERSION


def test_the_same_bytes_give_the_same_document() -> None:
    data = book(3)
    assert parse("p.xlsx", data) == parse("p.xlsx", data)


def test_no_parser_is_loaded_by_importing_the_package() -> None:
    code = (
        "import sys, graphwright.documents.parse, graphwright.documents.chunk\n"
        "print([m for m in ('docling', 'docling_core', 'torch', 'pypdfium2', 'markdown_it',"
        " 'openpyxl', 'requests') if m in sys.modules])"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == "[]"
