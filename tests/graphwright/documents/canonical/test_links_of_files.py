"""Links of PDF files and workbooks as rows: target, words, and where they stand."""

from __future__ import annotations

import openpyxl
import pytest
from document_builders import SETTINGS, saved, source
from pdf_builders import pdf, show

from graphwright.documents.office import xlsx
from graphwright.documents.parse import parse_document
from graphwright.ids import document_id
from graphwright.tables import DocumentLink


def links(path: str, data: bytes) -> tuple[str, list[DocumentLink]]:
    parsed, found, _ = parse_document(source(path, data), data, SETTINGS)
    return parsed.text, list(found)


def with_links(data: bytes, *annotations: tuple[str, tuple[int, int, int, int]]) -> bytes:
    """Return a PDF of one page with links over rectangles of user space."""
    made = "".join(
        f"<< /Type /Annot /Subtype /Link /Rect [{' '.join(map(str, rect))}] /A << {action} >> >>"
        for action, rect in annotations
    )
    return data.replace(b" /Rotate 0", f" /Annots [{made}] /Rotate 0".encode())


def test_links_of_a_pdf_have_their_words_and_places() -> None:
    page = [
        show(72, 100, "Ask the service desk. The hand-", 10),
        show(72, 112, "book says which form is meant, and the list names all.", 10),
    ]
    uri = "/S /URI /URI (https://example.com/desk)"
    data = with_links(
        pdf([page]),
        (uri, (90, 688, 155, 702)),
        ("/S /URI /URI (handbook.pdf)", (186, 688, 225, 702)),
        ("/S /URI /URI (handbook.pdf)", (72, 676, 96, 690)),
        ("/S /GoToR /F (lists.pdf) /D [0 /Fit]", (240, 676, 262, 690)),
        ("/S /URI /URI (javascript:alert\\(1\\))", (90, 688, 155, 702)),
        ("/S /URI /URI (https://example.com/nothing)", (400, 100, 420, 120)),
    )
    text, found = links("guides/p.pdf", data)
    rows = [(link.href, link.anchor) for link in found]
    assert rows[0] == ("https://example.com/desk", "the service desk.")
    assert ("handbook.pdf", "handbook") in rows
    assert rows[-1] == ("https://example.com/nothing", "")
    assert "lists.pdf" in {href for href, _ in rows}
    assert not any(href.startswith("javascript") for href, _ in rows)
    for link in found[:-1]:
        assert text[link.start : link.end] == link.anchor
    targets = {link.href: link.target_document_id for link in found}
    assert targets["handbook.pdf"] == document_id("c", "guides/handbook.pdf")


@pytest.mark.parametrize("limit", [xlsx.MAX_DOCLING_CELLS, 1])
def test_links_of_cells_are_rows(monkeypatch: pytest.MonkeyPatch, limit: int) -> None:
    monkeypatch.setattr(xlsx, "MAX_DOCLING_CELLS", limit)
    workbook = openpyxl.Workbook()
    workbook.active.append(["nothing here"])
    sheet = workbook.create_sheet("Suppliers")
    rows = (("Name", "Page", "Name again"), ("Ann", "page", "Ann"), ("Bob", "page", "Bob"))
    for number, row in enumerate(rows, start=3):
        for column, value in enumerate(row, start=2):
            sheet.cell(number, column, value)
    sheet["C4"].hyperlink = "https://example.com/ann"
    sheet["D4"].hyperlink = "ann.docx"
    sheet["C5"].hyperlink = "https://example.com/bob"
    sheet["D5"].hyperlink = "#Sheet!A1"
    text, found = links("p.xlsx", saved(workbook))
    assert [(link.href, link.anchor) for link in found] == [
        ("https://example.com/ann", "page"),
        ("ann.docx", "Ann"),
        ("https://example.com/bob", "page"),
    ]
    starts = [link.start for link in found]
    assert starts == [
        text.index("page"),
        text.index("Ann", text.index("page")),
        text.rindex("page"),
    ]
    assert found[1].target_document_id == document_id("c", "ann.docx")


def test_formulas_that_are_links_are_rows() -> None:
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    sheet.append(["Name", "Page"])
    sheet.append(["Ann", '=HYPERLINK("https://example.com/ann","her page")'])
    _, found = links("p.xlsx", saved(workbook))
    assert [link.href for link in found] == ["https://example.com/ann"]
