"""Word files: tracked changes, comments, controls and notes, and what python-docx would lose."""

from __future__ import annotations

import io
from collections import Counter

import docx
import pptx
import pytest
from document_builders import SETTINGS, parse, read, renamed, saved, shape, source
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from graphwright.documents.office.docx_preparation import prepared_docx
from graphwright.documents.parse import parse_document
from graphwright.errors import ParseError
from graphwright.ids import document_id
from graphwright.settings import CleanSettings


def run(tag: str, text: str) -> str:
    inner = "w:delText" if tag == "w:del" else "w:t"
    return (
        f'<{tag} {nsdecls("w")} w:id="1" w:author="a"><w:r>'
        f'<{inner} xml:space="preserve">{text}</{inner}></w:r></{tag}>'
    )


def changed() -> bytes:
    document = docx.Document()
    paragraph = document.add_paragraph("The clerk ")
    for tag, text in (
        ("w:ins", "approves "), ("w:del", "rejects "), ("w:moveFrom", "today "),
        ("w:moveTo", "now "),
    ):  # fmt: skip
        paragraph._p.append(parse_xml(run(tag, text)))
    last = paragraph.add_run("the order.")
    document.add_comment([last], text="Is this right?", author="B")
    document.sections[0].header.paragraphs[0].text = "Page header"
    return saved(document)


def control(text: str, properties: str = "") -> str:
    return (
        f"<w:sdt {nsdecls('w')}><w:sdtPr>{properties}</w:sdtPr><w:sdtContent>"
        f"<w:r><w:t>{text}</w:t></w:r></w:sdtContent></w:sdt>"
    )


def test_changes_are_accepted() -> None:
    raw = read("docx", changed(), CleanSettings())
    assert [block.text for block in raw.blocks] == ["The clerk approves now the order."]
    counted = dict(raw.left_out)
    assert (counted["comment"], counted["deleted change"]) == (1, 2)


def test_page_headers_are_kept_by_setting() -> None:
    raw = read("docx", changed(), CleanSettings(navigation=False))
    assert "Page header" in [block.text for block in raw.blocks]


def test_a_file_without_changes_is_the_same_file() -> None:
    data = saved(docx.Document())
    assert prepared_docx(data) == (data, Counter())


def test_the_main_part_may_have_any_name() -> None:
    raw = read("docx", renamed(changed(), ("document.xml", "document2.xml")), CleanSettings())
    assert [block.text for block in raw.blocks] == ["The clerk approves now the order."]


def test_a_broken_part_is_refused_with_its_changes_and_not_cut_short() -> None:
    data = renamed(changed(), ("</w:body>", "</w:bod>"))
    with pytest.raises(ParseError) as caught:
        read("docx", data, CleanSettings())
    assert caught.value.status == "failed"


@pytest.mark.parametrize(
    ("suffix", "kind"),
    [
        ("dotx", "openxmlformats-officedocument.wordprocessingml.template"),
        ("docm", "ms-word.document.macroEnabled"),
        ("dotm", "ms-word.template.macroEnabledTemplate"),
        ("potx", "openxmlformats-officedocument.presentationml.template"),
        ("ppsx", "openxmlformats-officedocument.presentationml.slideshow"),
        ("ppsm", "ms-powerpoint.slideshow.macroEnabled"),
    ],
)
def test_templates_shows_and_files_with_macros_are_read(suffix: str, kind: str) -> None:
    if suffix.startswith("d"):
        document = docx.Document()
        document.add_paragraph("The clerk files it.")
        plain = "openxmlformats-officedocument.wordprocessingml.document"
    else:
        document = pptx.Presentation()
        slide = document.slides.add_slide(document.slide_layouts[5])
        slide.shapes.title.text = "The clerk files it."
        plain = "openxmlformats-officedocument.presentationml.presentation"
    data = renamed(saved(document), (f"{plain}.main+xml", f"{kind}.main+xml"))
    assert data != saved(document)
    assert parse(f"a.{suffix}", data).text == "The clerk files it."


def test_controls_and_fields_in_tables_are_read() -> None:
    document = docx.Document()
    table = document.add_table(2, 2)
    for cell, text in zip(table._cells, ("Name", "", "Place", ""), strict=True):
        cell.text = text
    table.cell(0, 1).paragraphs[0]._p.append(parse_xml(control("Ann Lee")))
    field = f'<w:fldSimple {nsdecls("w")} w:instr="DOCPROPERTY x">'
    field += "<w:r><w:t>Ulm</w:t></w:r></w:fldSimple>"
    table.cell(1, 1).paragraphs[0]._p.append(parse_xml(field))
    row = table.add_row()
    for cell, text in zip(row.cells, ("Room", "12"), strict=True):
        cell.text = text
    wrapped = parse_xml(control("", "<!-- form --><w:id w:val='7'/>"))
    table._tbl.replace(row._tr, wrapped)
    wrapped[1][:] = [row._tr]
    assert parse("a.docx", saved(document)).text == "Name | Ann Lee\nPlace | Ulm\nRoom | 12"


def test_a_prompt_that_nobody_filled_in_is_no_text() -> None:
    document = docx.Document()
    document.add_paragraph("The clerk files it.")
    paragraph = document.add_paragraph("Signed by ")
    paragraph._p.append(parse_xml(control("Click here to enter text.", "<w:showingPlcHdr/>")))
    parsed = parse("a.docx", saved(document))
    assert parsed.text == "The clerk files it.\n\nSigned by"
    assert {item.what: item.count for item in parsed.left_out} == {"placeholder": 1}


def test_a_table_in_a_cell_is_read_with_it() -> None:
    document = docx.Document()
    table = document.add_table(1, 2)
    table.cell(0, 0).text = "Prices"
    table.cell(0, 1).text = "as follows:"
    inner = table.cell(0, 1).add_table(1, 2)
    inner.cell(0, 0).text, inner.cell(0, 1).text = "nail", "2"
    assert parse("a.docx", saved(document)).text == "Prices | as follows: nail; 2"


def test_notes_are_read_under_no_heading() -> None:
    document = docx.Document()
    document.add_heading("Orders", 1)
    document.add_paragraph("The clerk files it.")
    notes = (
        f'<w:footnotes {nsdecls("w")}><w:footnote w:id="2"><w:p><w:r>'
        "<w:t>It is kept for a year.</w:t></w:r></w:p></w:footnote></w:footnotes>"
    )
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"
    package = document.part.package
    part = Part(PackURI("/word/footnotes.xml"), kind, notes.encode(), package)
    document.part.relate_to(part, RELATIONSHIP_TYPE.FOOTNOTES)
    parsed = parse("a.docx", saved(document))
    assert shape(parsed)[-1] == ("footnote", 0, "It is kept for a year.")
    assert parsed.blocks[-1].heading_path == ()
    assert parsed.left_out == ()


def test_a_table_that_cannot_be_read_makes_the_document_partial() -> None:
    document = docx.Document()
    document.add_paragraph("The clerk files it.")
    table = document.add_table(2, 2)
    table._tbl.remove(table._tbl.tblGrid)
    parsed = parse("a.docx", saved(document))
    assert parsed.status == "partial"
    assert parsed.warnings == ("1 table(s) are damaged and were left out",)
    assert parse("b.docx", saved(docx.Document(io.BytesIO(changed())))).status == "ok"


def test_links_of_tables_and_of_fields_are_rows() -> None:
    document = docx.Document()
    paragraph = document.add_paragraph("See ")
    codes = ("begin", ' HYPERLINK "https://a.test/x" ', "separate", "the page", "end")
    for code in codes:
        if code in ("begin", "separate", "end"):
            inside = f'<w:fldChar w:fldCharType="{code}"/>'
        else:
            name = "instrText" if "HYPERLINK" in code else "t"
            inside = f"<w:{name} xml:space='preserve'>{code}</w:{name}>"
        paragraph._p.append(parse_xml(f"<w:r {nsdecls('w')}>{inside}</w:r>"))
    paragraph.add_run(" today.")
    cell = document.add_table(1, 2).cell(0, 1)
    target = document.part.relate_to("b.docx", RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
    cell.paragraphs[0]._p.append(
        parse_xml(
            f'<w:hyperlink {nsdecls("w", "r")} r:id="{target}" w:anchor="top"><w:r>'
            "<w:t>the form</w:t></w:r></w:hyperlink>"
        )
    )
    data = saved(document)
    parsed, found, _ = parse_document(source("d/a.docx", data), data, SETTINGS)
    assert [(link.href, link.anchor) for link in found] == [
        ("https://a.test/x", "the page"),
        ("b.docx#top", "the form"),
    ]
    assert all(parsed.text[link.start : link.end] == link.anchor for link in found)
    assert found[1].target_document_id == document_id("c", "d/b.docx")
    assert [(m.kind, m.start, m.end) for m in parsed.marks] == [
        ("link", link.start, link.end) for link in found
    ]


def test_bold_and_italic_runs_are_marks() -> None:
    document = docx.Document()
    document.add_heading("The Ledger", 1)
    paragraph = document.add_paragraph("Choose ")
    paragraph.add_run("Ed").bold = True
    paragraph.add_run("it ").italic = True
    paragraph.add_run("or ").bold = False
    paragraph.add_run("Save", style="Strong")
    paragraph.add_run(" – ").bold = True
    document.add_table(1, 2).cell(0, 1).paragraphs[0].add_run("Name").bold = True
    parsed = parse("a.docx", saved(document))
    assert [(m.kind, parsed.text[m.start : m.end]) for m in parsed.marks] == [
        ("emphasis", "Edit"),
        ("emphasis", "Save –"),
        ("emphasis", "Name"),
    ]
