"""Large pages are read without Docling, and give the same blocks."""

from __future__ import annotations

from pathlib import Path

import pytest
from document_builders import read

from graphwright.documents.canonical.text import canonical_text
from graphwright.documents.html import reader as html_reader
from graphwright.settings import CleanSettings
from graphwright.tables import BlockKind

SHARED = Path(__file__).parents[5] / "shared/data/documents"
HTML = sorted((SHARED / "docling_tests/tests/data/html/sources").glob("*.html"))
MARKDOWN = sorted((SHARED / "sap_btp_docs/docs").rglob("*.md"))[::250]
PAGE = """<title>T</title><h1>Orders — of “today”</h1><p>The <b>clerk</b> files it.<br>It is sent.
<h3>Steps</h3><ol><li>Open it.<p>It goes on.</p><ul><li>Deep<ul><li>deeper</ul></ul><li>Close it.
<pre>  if a:
      b()</pre></ol><dl><dt>Order</dt><dd>A request.</dd></dl>
<table><caption>Plans</caption><tr><th>Plan</th><th colspan=2>Limits</th></tr>
<tr><td rowspan=2>Free</td><td>1</td><td>2</td></tr><tr><td>3<td>4</tr>
<tr><td></td><td colspan=9>wide</td></tr></table>
<table><tr><td>a | b</td><td>2</td></tr><tr><td>c<ul><li>one<li>two</ul></td><td></td></tr></table>
<blockquote><h4>Note</h4><p>Slowly.</p></blockquote><p>The end &amp; more.</p>"""


def both_ways(kind: str, data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = read(kind, data, CleanSettings())
    monkeypatch.setattr(html_reader, "MAX_DOCLING_ITEMS", -1)
    found = read(kind, data, CleanSettings())
    assert canonical_text(found.blocks) == canonical_text(expected.blocks)
    assert (found.title, found.links, found.left_out) == (
        expected.title,
        expected.links,
        expected.left_out,
    )


def test_a_page_gives_the_same_blocks_both_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    both_ways("html", PAGE.encode(), monkeypatch)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared documents are absent")
@pytest.mark.parametrize("path", [*HTML, *MARKDOWN], ids=lambda path: path.name)
def test_real_pages_give_the_same_blocks(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    both_ways("html" if path.suffix == ".html" else "markdown", path.read_bytes(), monkeypatch)


def test_a_table_of_many_rows_is_read_whole() -> None:
    rows = "".join(f"<tr><td>item {n}</td><td>{n}</td></tr>" for n in range(20_000))
    page = f"<h1>Prices</h1><table><tr><th>Item</th><th>Price</th></tr>{rows}</table>"
    raw = read("html", page.encode(), CleanSettings())
    assert [block.kind for block in raw.blocks[:2]] == [BlockKind.HEADING, BlockKind.TABLE_ROW]
    assert all(cell.header for cell in raw.blocks[1].cells)
    assert [cell.text for cell in raw.blocks[-1].cells] == ["item 19999", "19999"]
    assert len(raw.blocks) == 20_002
