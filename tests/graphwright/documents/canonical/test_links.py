"""Links: each with the span of its words, and the document that it would lead to."""

from __future__ import annotations

import dataclasses
import io

import docx
import pytest
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn

from graphwright.documents.canonical.links import resolve_link
from graphwright.documents.parse import parse_document
from graphwright.ids import document_id
from graphwright.settings import ParseSettings
from graphwright.tables import DocumentLink, SourceDocument, table_of

BASE = "https://docs.test/guide/"


def source(path: str, uri: str | None = None) -> SourceDocument:
    return SourceDocument(
        document_id=document_id("c", path),
        collection="c",
        path=path,
        uri=BASE + path if uri is None else uri,
        location="",
        format=path.rpartition(".")[2],
        extractor="dependency",
        size=1,
        modified=None,
        sha256="",
        problem=None,
    )


def links(path: str, data: bytes) -> list[tuple[str, str | None, str]]:
    """Return target, the words at the link's span, and the words of the link."""
    parsed, found, _ = parse_document(source(path), data, ParseSettings())
    table_of(DocumentLink).from_rows(found)
    assert [link.index for link in found] == list(range(len(found)))
    return [
        (
            link.target_uri.removeprefix(BASE),
            None if link.start is None else parsed.text[link.start : link.end],
            link.anchor,
        )
        for link in found
    ]


def test_markdown() -> None:
    text = (
        "# A\n\nSee here, then [here](b.md) and **[the `one` more](../c.md#part)**.\n\n"
        "- [here](d.md)\n\n| Item |\n|-|\n| [here](e.md) |\n\n[![logo](x.png)](f.md) [up](#top)"
        " [mail](mailto:a@b.test)\n"
    )
    assert links("sub/a.md", text.encode()) == [
        ("sub/b.md", "here", "here"),
        ("c.md#part", "the one more", "the one more"),
        ("sub/d.md", "here", "here"),
        ("sub/e.md", "here", "here"),
        ("sub/f.md", None, ""),
        ("mailto:a@b.test", "mail", "mail"),
    ]


def test_the_words_of_the_link_are_found_not_equal_words_before_them() -> None:
    page = b"<p>An order, an order and <a href='o.html'>an order</a>, an order.</p>"
    parsed, (link,), _ = parse_document(source("a.html"), page, ParseSettings())
    assert parsed.text[: link.start] == "An order, an order and "


def test_a_link_around_blocks_and_a_link_in_left_out_parts() -> None:
    page = (
        b"<nav><a href='n.html'>Home</a></nav><a href='b.html'><h2>Head</h2><p>Text</p></a>"
        b"<p>and <a href='c.html'>more</a></p>"
    )
    assert links("a.html", page) == [
        ("b.html", None, "HeadText"),
        ("c.html", "more", "more"),
    ]


def test_docx() -> None:
    document = docx.Document()
    paragraph = document.add_paragraph("Read the ")
    relation = paragraph.part.relate_to(
        "https://else.test/x", RELATIONSHIP_TYPE.HYPERLINK, is_external=True
    )
    hyperlink = OxmlElement("w:hyperlink")
    hyperlink.set(qn("r:id"), relation)
    hyperlink.append(paragraph.add_run("contract")._r)
    paragraph._p.append(hyperlink)
    paragraph.add_run(" first.")
    buffer = io.BytesIO()
    document.save(buffer)
    assert links("a.docx", buffer.getvalue()) == [("https://else.test/x", "contract", "contract")]


@pytest.mark.parametrize(
    ("href", "uri", "path"),
    [
        ("b.md", BASE + "sub/b.md", "sub/b.md"),
        ("../b%20c.md?x=1#y", BASE + "b%20c.md?x=1#y", "b c.md"),
        (BASE + "x/y.md#z", BASE + "x/y.md#z", "x/y.md"),
        ("../../b.md", "https://docs.test/b.md", None),
        ("/b.md", "https://docs.test/b.md", None),
        ("/guide/x/y.md", BASE + "x/y.md", "x/y.md"),
        ("http://[", "http://[", None),
        ("//else.test/b.md", "https://else.test/b.md", None),
        ("https://docs.test/other/b.md", "https://docs.test/other/b.md", None),
    ],
)
def test_targets(href: str, uri: str, path: str | None) -> None:
    expected = None if path is None else document_id("c", path)
    assert resolve_link(href, source("sub/a.md")) == (uri, expected)


def test_targets_follow_the_document_that_holds_the_link() -> None:
    moved = dataclasses.replace(source("sub/a.md"), path="a.md", uri="a.md")
    assert resolve_link("b.md", moved) == ("b.md", document_id("c", "b.md"))


def test_addresses_with_spaces_are_found_however_they_are_quoted() -> None:
    own = source("a b/c.md", "https://docs.test/Shared%20Documents/a%20b/c.md")
    expected = document_id("c", "a b/d.md")
    for href in ("d.md", "/Shared%20Documents/a%20b/d.md?web=1", "/Shared Documents/a b/d.md"):
        assert resolve_link(href, own)[1] == expected
