"""Whole PDF files to raw blocks, and those that give none."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from pdf_builders import HEIGHT, PROSE, WIDTH, image, pdf, prose, rule, show

from graphwright.documents.blocks.raw import RawBlock
from graphwright.documents.canonical.text import canonical_text
from graphwright.documents.pdf.heuristic import read_with_heuristics
from graphwright.documents.pdf.page import pdfium as reader
from graphwright.errors import ParseError

EXAMPLES = Path(__file__).parents[4] / "examples/documents"
TEXT = " ".join(PROSE)


def kinds(blocks: tuple[RawBlock, ...]) -> list[tuple[str, int, str]]:
    return [(block.kind.value, block.level, block.text) for block in blocks]


def rows(blocks: tuple[RawBlock, ...]) -> list[list[str]]:
    return [[cell.text for cell in block.cells] for block in blocks if block.cells]


def test_headings_paragraphs_and_lists() -> None:
    page = [
        show(72, 80, "Orders and invoices", 20, "F2"),
        *prose(72, 110),
        show(72, 170, "1 Late deliveries", 14, "F2"),
        *prose(72, 190),
        show(72, 240, "\x95", 10),
        show(84, 240, "a late order is shown in red;"),
        show(72, 252, "\x95", 10),
        show(84, 252, "a lost order is shown in grey."),
        show(72, 290, "2 Waiting invoices", 14, "F2"),
        *prose(72, 310),
    ]
    raw = read_with_heuristics(pdf([page]))
    assert kinds(raw.blocks) == [
        ("heading", 1, "Orders and invoices"),
        ("paragraph", 0, TEXT),
        ("heading", 2, "1 Late deliveries"),
        ("paragraph", 0, TEXT),
        ("list_item", 1, "a late order is shown in red;"),
        ("list_item", 1, "a lost order is shown in grey."),
        ("heading", 2, "2 Waiting invoices"),
        ("paragraph", 0, TEXT),
    ]
    assert (raw.pages, raw.partial, raw.warnings, raw.left_out) == (1, False, (), ())


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
def test_boxes_hold_the_text_where_a_viewer_shows_it(rotate: int) -> None:
    (block,) = read_with_heuristics(pdf([prose(72, 110)], rotate=rotate)).blocks
    assert block.page == 1
    assert block.box is not None
    width, height = (HEIGHT, WIDTH) if rotate % 180 else (WIDTH, HEIGHT)
    left, top, right, bottom = block.box
    assert 0 <= left < right <= width
    assert 0 <= top < bottom <= height
    expected = {
        0: (72, 110),
        90: (HEIGHT - 134, 72),
        180: (WIDTH - 72, HEIGHT - 110),
        270: (110, WIDTH - 72),
    }
    x, y = expected[rotate]
    assert left - 12 <= x <= right + 12
    assert top - 12 <= y <= bottom + 12


def test_two_columns_are_read_one_after_the_other() -> None:
    left, right = [], []
    for number in range(12):
        left.append(show(60, 100 + 12 * number, f"left {number} holds the words of a column"))
        right.append(show(320, 100 + 12 * number, f"right {number} holds words of another one"))
    title = [show(60, 60, "A title that runs over both of the columns", 18, "F2")]
    mixed = [part for pair in zip(left, right, strict=True) for part in pair]
    texts = [block.text for block in read_with_heuristics(pdf([title + mixed])).blocks]
    joined = " ".join(texts)
    assert texts[0].startswith("A title")
    assert joined.index("left 11") < joined.index("right 0")


def test_a_paragraph_goes_on_over_a_page() -> None:
    first = [
        *prose(72, 110),
        show(72, 200, "The last sentence of this page is not yet at its end;"),
    ]
    first[-1] = show(
        72, 200, "The last sentence of this page is not yet at its end, since it is known"
    )
    second = [show(72, 100, "to go on with the next page. It ends there."), *prose(72, 140)]
    raw = read_with_heuristics(pdf([first, second]))
    canonical = canonical_text(raw.blocks)
    (block,) = [b for b in canonical.blocks if b.places]
    (place,) = block.places
    assert canonical.text[place.start :].startswith("to go on with the next page.")
    assert (block.page, place.page) == (1, 2)
    assert canonical.text[block.start : block.end].endswith(
        "it is known to go on with the next page. It ends there."
    )


def test_a_broken_word_is_joined_and_its_hyphen_kept_as_an_offset() -> None:
    page = [
        show(72, 100, "Every order that is above the limit needs a second ap-"),
        show(72, 112, "proval by a person who did not ask for it, and a well-"),
        show(72, 124, "known supplier does not change that. A well-known one is known well."),
    ]
    canonical = canonical_text(read_with_heuristics(pdf([page])).blocks)
    (block,) = canonical.blocks
    assert "second approval by" in canonical.text
    assert "a well-known supplier" in canonical.text
    (hyphen,) = block.hyphens
    assert canonical.text[:hyphen].endswith("ap")
    assert canonical.text[hyphen:].startswith("proval")


def test_headers_footers_and_page_numbers_are_left_out_and_counted() -> None:
    pages = [
        [
            show(72, 40, "Purchasing handbook"),
            show(72, 100, f"{word} chapter", 16, "F2"),
            *prose(72, 130),
            show(300, 760, str(number)),
        ]
        for number, word in enumerate(("First", "Second", "Third"), start=1)
    ]
    raw = read_with_heuristics(pdf(pages))
    assert kinds(raw.blocks)[::2] == [
        ("heading", 1, f"{word} chapter") for word in ("First", "Second", "Third")
    ]
    assert raw.left_out == (("header or footer line", 6),)
    kept = [
        block.text for block in read_with_heuristics(pdf(pages), keep_headers_footers=True).blocks
    ]
    assert kept.count("Purchasing handbook") == 3


def test_a_ruled_table_has_cells() -> None:
    grid = [rule(72, y, 372, y) for y in (100, 120, 140, 160)]
    grid += [rule(x, 100, x, 160) for x in (72, 172, 272, 372)]
    cells = [("Limit", "First", "Second"), ("10", "yes", "no"), ("20", "yes", "yes")]
    texts = [
        show(80 + 100 * x, 114 + 20 * y, cell)
        for (y, row) in enumerate(cells)
        for x, cell in enumerate(row)
    ]
    raw = read_with_heuristics(pdf([[*prose(72, 50), *grid, *texts, *prose(72, 190)]]))
    assert rows(raw.blocks) == [list(row) for row in cells]
    assert [block.kind.value for block in raw.blocks] == [
        "paragraph", "table_row", "table_row", "table_row", "paragraph"
    ]  # fmt: skip
    tops = [block.box[1] for block in raw.blocks if block.box]
    assert all(one < two for one, two in itertools.pairwise(tops))


def test_a_table_of_contents_is_an_index() -> None:
    entries = [f"{n} Chapter of orders {'. ' * 20}{n + 2}" for n in range(1, 5)]
    page = [show(72, 100 + 14 * n, entry) for n, entry in enumerate(entries)]
    raw = read_with_heuristics(pdf([page, prose(72, 100)]))
    assert [block.kind.value for block in raw.blocks] == ["index"] * 4 + ["paragraph"]
    assert rows(raw.blocks)[0] == ["1 Chapter of orders", "3"]


def test_code_keeps_lines_and_indentation() -> None:
    code = [
        show(90, 160, "for order in orders:", 10, "F3"),
        show(114, 172, "approve(order)", 10, "F3"),
        show(90, 196, "done()", 10, "F3"),
    ]
    raw = read_with_heuristics(pdf([[*prose(72, 100), *code, *prose(72, 230)]]))
    assert kinds(raw.blocks)[1] == (
        "code",
        0,
        "for order in orders:\n    approve(order)\n\ndone()",
    )


def test_captions_and_footnotes() -> None:
    page = [
        *prose(72, 100),
        show(72, 160, "Table 1: Limits of approval", 9),
        *prose(72, 190),
        show(72, 700, "1", 6),
        show(76, 703, "Only where the supplier is known to the buyer.", 8),
    ]
    found = kinds(read_with_heuristics(pdf([page])).blocks)
    assert ("caption", 0, "Table 1: Limits of approval") in found
    assert ("footnote", 0, "1 Only where the supplier is known to the buyer.") in found


def test_the_outline_names_headings_and_levels() -> None:
    page = [
        show(72, 100, "Late deliveries of suppliers"),
        *prose(72, 130),
        show(72, 200, "Waiting invoices of suppliers"),
        *prose(72, 230),
    ]
    outline = [("Late deliveries of suppliers", 1), ("Waiting invoices of suppliers", 1)]
    data = pdf([page], outline=outline)
    assert [b.level for b in read_with_heuristics(data).blocks if b.kind == "heading"] == [1, 1]
    assert not [
        b for b in read_with_heuristics(data, use_bookmarks=False).blocks if b.kind == "heading"
    ]


def test_a_file_of_pictures_is_rejected() -> None:
    with pytest.raises(ParseError, match=r"2 page.*none has a text layer") as caught:
        read_with_heuristics(pdf([[image(0, 0, 612, 792)], [image(0, 0, 612, 792)]]))
    assert caught.value.status == "empty"
    assert "OCR" in caught.value.remedy


def test_a_page_that_is_a_picture_makes_the_document_partial() -> None:
    scan = [image(0, 0, 612, 792)]
    raw = read_with_heuristics(
        pdf([prose(72, 100), scan, scan, prose(72, 100), [*scan, show(9, 9, "Page 5")]])
    )
    assert raw.partial
    assert raw.warnings == ("3 page(s) have no text layer: 2-3, 5",)


def test_a_page_with_a_small_picture_is_read() -> None:
    raw = read_with_heuristics(pdf([[*prose(72, 100), image(72, 200, 172, 300)]]))
    assert not raw.partial
    assert raw.left_out == (("image", 1),)


def test_what_an_earlier_file_was_says_nothing_of_this_one() -> None:
    locked = pdf([[show(72, 100, "text")]]).replace(
        b"/Root 1 0 R",
        b"/Root 1 0 R /ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4"
        b" /O <" + b"0" * 64 + b"> /U <" + b"0" * 64 + b"> >>",
    )
    with pytest.raises(ParseError) as error:
        read_with_heuristics(locked)
    assert error.value.status == "encrypted"
    with pytest.raises(ParseError, match="has no pages") as error:
        read_with_heuristics(pdf([]))
    assert error.value.status == "empty"


def test_a_damaged_file_fails() -> None:
    with pytest.raises(ParseError, match="cannot be opened") as caught:
        read_with_heuristics(b"%PDF-1.4\nnothing of this is a PDF")
    assert caught.value.status == "failed"


def test_the_same_bytes_give_the_same_blocks() -> None:
    data = (EXAMPLES / "handbook/policies/purchase-approval-policy.pdf").read_bytes()
    assert read_with_heuristics(data) == read_with_heuristics(data)


def test_an_example_policy() -> None:
    data = (EXAMPLES / "handbook/policies/purchase-approval-policy.pdf").read_bytes()
    raw = read_with_heuristics(data)
    headings = [(block.level, block.text) for block in raw.blocks if block.kind == "heading"]
    assert headings[:3] == [
        (1, "Purchase Approval Policy (PP-03)"),
        (2, "1 Purpose and scope"),
        (2, "2 First approval"),
    ]
    assert ["up to 25,000 EUR", "Yes", "No", "No"] in rows(raw.blocks)
    assert all(block.page and block.box and block.box_unit == "pt" for block in raw.blocks)


def test_a_page_that_is_named_again_and_again_is_too_much() -> None:
    data = pdf([prose(72, 80)])
    kids = data.index(b"/Kids [8 0 R] /Count 1")
    many = b"/Kids [" + b"8 0 R " * 20_001 + b"] /Count 20001"
    bomb = data[:kids] + many + data[kids + len(b"/Kids [8 0 R] /Count 1") :]
    with pytest.raises(ParseError, match="20,001 pages") as caught:
        read_with_heuristics(bomb)
    assert caught.value.status == "too_large"


def drawn_table(top: float, *texts: tuple[str, str], right: float = 372) -> list[str]:
    """Page content: a table of two columns with all its rules."""
    bottom = top + 20 * len(texts)
    lines = [rule(72, top + 20 * n, right, top + 20 * n) for n in range(len(texts) + 1)]
    lines += [rule(x, top, x, bottom) for x in (72, 222, right)]
    for n, pair in enumerate(texts):
        lines += [show(x, top + 14 + 20 * n, text) for x, text in zip((76, 226), pair, strict=True)]
    return lines


@pytest.mark.parametrize(("right", "tables"), [(372, {0}), (420, {0, 1})])
def test_a_drawn_table_goes_on_over_a_page(right: float, tables: set[int]) -> None:
    first = [*prose(72, 80), *drawn_table(640, ("Site", "Orders"), ("Oslo", "twelve"))]
    second = [*drawn_table(80, ("Rome", "seven"), ("Bern", "nine"), right=right), *prose(72, 200)]
    blocks = read_with_heuristics(pdf([first, second])).blocks
    assert rows(blocks)[::3] == [["Site", "Orders"], ["Bern", "nine"]]
    assert {block.table for block in blocks if block.cells} == tables


def written(text: str) -> bytes:
    """A page with a link, and a form field that shows a text."""
    look = f"BT /F1 10 Tf 2 3 Td ({text}) Tj ET"
    stream = (
        "<< /Type /XObject /Subtype /Form /BBox [0 0 300 14] /Resources << /Font << /F1 << /Type"
        " /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>"
        f" /Length {len(look)} >>\nstream\n{look}\nendstream"
    )
    data = pdf([[show(72, 100, "Approved by:")], [show(72, 100, "The second page.")]])
    fields = (
        "/Annots [<< /Type /Annot /Subtype /Widget /FT /Tx /T (by) /F 4"
        f" /Rect [140 689 440 703] /V ({text}) /AP << /N 99 0 R >> >>"
        " << /Type /Annot /Subtype /Link /Rect [72 689 110 703]"
        " /A << /S /URI /URI (https://a.test/x) >> >>]"
    )
    data = data.replace(b" /Rotate 0", f" {fields} /Rotate 0".encode(), 1)
    return data.replace(b"xref\n", f"99 0 obj\n{stream}\nendobj\nxref\n".encode(), 1)


def test_what_is_written_into_a_form_is_read() -> None:
    raw = read_with_heuristics(written("Ann Lee from sales"))
    assert raw.blocks[0].text == "Approved by: Ann Lee from sales"
    assert [(link.href, link.anchor) for link in raw.links] == [("https://a.test/x", "Approved")]


def test_characters_past_the_limit_of_a_page_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "MAX_GLYPHS", 20)
    raw = read_with_heuristics(pdf([[show(72, 100, "The clerk files it. And more.")]]))
    assert raw.partial
    assert dict(raw.left_out) == {"character past a page's limit": 9}
    assert raw.warnings == ("1 page(s) hold more characters than are read of one: 1",)


def test_attached_files_are_counted() -> None:
    names = b"/Names << /EmbeddedFiles << /Names [(a.xml) << /Type /Filespec /F (a.xml) >>] >> >>"
    data = pdf([[show(72, 100, "The clerk files it.")]])
    raw = read_with_heuristics(data.replace(b"/Type /Catalog", b"/Type /Catalog " + names))
    assert dict(raw.left_out) == {"attached file": 1}
