"""What is left out of a document's text is counted, and each setting keeps it."""

from __future__ import annotations

import pytest
from document_builders import read

from graphwright.documents.blocks.raw import RawDocument
from graphwright.settings import CleanSettings

PAGE = b"""<html><head><script>track()</script><style>p {color: red}</style></head><body>
<nav>Home | About</nav><div role="search">Find it</div>
<h1>Orders</h1><p class="byline">Jane Doe, Sales</p><p>By Jane Doe</p>
<p>The <a href="https://docs.test/a.html">clerk</a> sends <b>it</b>
<img src="x.png" alt="a red arrow"> today.</p>
<table><tr><th>Item</th></tr><tr><td><a href="b.html">nail</a></td></tr></table>
<footer>Imprint</footer></body></html>"""


def text(raw: RawDocument) -> str:
    lines = (b.text or " | ".join(cell.text for cell in b.cells) for b in raw.blocks)
    return "\n".join(line for line in lines if line)


def test_all_is_left_out_and_counted() -> None:
    raw = read("html", PAGE, CleanSettings())
    assert text(raw) == "Orders\nThe clerk sends it today.\nItem\nnail"
    assert dict(raw.left_out) == {
        "author line": 2,
        "image": 1,
        "link target": 2,
        "navigation block": 2,
        "page footer": 1,
        "script": 2,
        "tag": 18,
    }
    assert raw.warnings == ()


@pytest.mark.parametrize(
    ("setting", "kept", "uncounted"),
    [
        ("tags", "<b>it</b>", {"image", "script", "navigation block", "page footer", "tag"}),
        ("scripts", "track()", {"script"}),
        ("navigation", "Home | About", {"navigation block", "page footer"}),
        ("images", "a red arrow", {"image"}),
        ("link_targets", "clerk (https://docs.test/a.html) sends", {"link target"}),
        ("author_lines", "Jane Doe, Sales\nBy Jane Doe", {"author line"}),
    ],
)
def test_each_setting_keeps_its_part(setting: str, kept: str, uncounted: set[str]) -> None:
    raw = read("html", PAGE, CleanSettings(**{setting: False}))
    assert kept in text(raw)
    assert uncounted.isdisjoint(dict(raw.left_out))


def test_navigation_of_other_formats_and_markup_of_markdown() -> None:
    source = b"# A\n\n<nav>Up</nav>\n\nSee [b](b.md).\n"
    assert text(read("markdown", source, CleanSettings())) == "A\nSee b."
    assert "See [b](b.md)." in text(read("markdown", source, CleanSettings(tags=False)))
    assert "b (b.md)" in text(read("markdown", source, CleanSettings(link_targets=False)))


def test_navigation_and_authors_as_the_templates_of_wikis_mark_them() -> None:
    page = b"""<body id="navbar"><div id="breadcrumb-section"><ol id="breadcrumbs"><li>
    <a href="i.html">Handbook</a></li></ol></div><div class="page-metadata">Created by
    <span class="author">Jane Doe</span>, last modified on Mar 04, 2021</div>
    <p>The clerk files it.</p><ul class="pagination"><li>Next</li></ul></body>"""
    raw = read("html", page, CleanSettings())
    assert text(raw) == "The clerk files it."
    counted = dict(raw.left_out)
    assert (counted["navigation block"], counted["author line"]) == (2, 1)
    kept = text(read("html", page, CleanSettings(navigation=False, author_lines=False)))
    assert kept == (
        "Handbook\nCreated by Jane Doe, last modified on Mar 04, 2021\nThe clerk files it.\nNext"
    )


def test_an_element_without_an_end_hides_nothing() -> None:
    page = b"<p>The <embed src=x> clerk <source src=y> files <track src=z> it.</p>"
    raw = read("html", page, CleanSettings())
    assert text(raw) == "The clerk files it."
    assert dict(raw.left_out) == {"embedded object": 1, "tag": 4}


def test_a_button_that_heads_or_names_what_it_opens_is_read() -> None:
    page = (
        b"<h2><button>Who approves orders?</button></h2><p>The clerk.</p>"
        b"<dl><dt><button>Order</button></dt><dd>A request.</dd></dl><button>Print</button>"
    )
    raw = read("html", page, CleanSettings())
    assert text(raw) == "Who approves orders?\nThe clerk.\nOrder\nA request."


def test_hidden_text_is_counted_and_what_a_search_opens_is_read() -> None:
    page = (
        b"<p>The clerk files it.</p><div hidden>Old text.</div><p style='display: none'>More.</p>"
        b"<div aria-hidden=true> </div><div hidden='until-found'>The order is kept.</div>"
    )
    raw = read("html", page, CleanSettings())
    assert text(raw) == "The clerk files it.\nThe order is kept."
    assert dict(raw.left_out) == {"hidden element": 2, "tag": 5}


def test_long_numbers_that_are_raised_take_no_time() -> None:
    number = "1" * 5_000 + "!"
    page = f"<p>Some<sup>{number}</sup> and<sup>1024, b</sup> more.</p>".encode()
    assert "¹" * 5_000 in text(read("html", page, CleanSettings()))
    unfinished = b"Here.\n\n<div>\n<" + b"a" * 50_000
    assert text(read("markdown", unfinished, CleanSettings())) == "Here."


def test_asciidoc_in_another_encoding_is_guessed_and_says_so() -> None:
    page = "= Größe\n\nDie Größe.\n".encode("cp1252")
    raw = read("asciidoc", page, CleanSettings())
    assert text(raw) == "Größe\nDie Größe."
    assert len(raw.warnings) == 1
