"""Tracked changes are read as accepted; comments, headers and what was deleted are counted."""

from __future__ import annotations

import io

import docx
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from graphwright.documents.convert import convert
from graphwright.documents.docx_changes import accept_changes
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
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def test_changes_are_accepted() -> None:
    raw = convert("docx", changed(), CleanSettings())
    assert [block.text for block in raw.blocks] == ["The clerk approves now the order."]
    counted = dict(raw.left_out)
    assert (counted["comment"], counted["deleted change"]) == (1, 2)


def test_page_headers_are_kept_by_setting() -> None:
    raw = convert("docx", changed(), CleanSettings(navigation=False))
    assert "Page header" in [block.text for block in raw.blocks]


def test_a_file_without_changes_is_the_same_file() -> None:
    buffer = io.BytesIO()
    docx.Document().save(buffer)
    data = buffer.getvalue()
    assert accept_changes(data) == (data, 0)
