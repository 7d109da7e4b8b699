from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from graphwright.display.grid import MAX_CELL, grid, shown
from graphwright.display.markdown import cell, grid_markdown, markdown_table


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, ""),
        (True, "yes"),
        (b"12345", "5 bytes"),
        (0.123456789, "0.123457"),
        (1234567, "1,234,567"),
        ("red \x1b[31mtext\x07", "red \\\\x1b\\[31mtext\\\\x07"),
        (("A", "B"), "A / B"),
        ({"kind": "time", "parent": None}, "kind=time"),
        ("two\nlines | <b>", "two lines \\| &lt;b>"),
        ("![x](http://y/z.png) [a][b]", "`![x](http://y/z.png) [a][b]`"),
        ("x" * 500, "x" * (MAX_CELL - 3) + "..."),
    ],
)
def test_a_value_on_one_line(value, shown):
    assert cell(value) == shown


def test_a_table():
    assert markdown_table(("a", "b"), [(1, None)]) == "| a | b |\n| --- | --- |\n| 1 |  |\n"


@given(st.text())
def test_no_text_breaks_a_row(text):
    shown = cell(text)
    assert "\n" not in shown
    assert shown.replace("\\\\", "").replace("\\|", "").count("|") == 0


LINKS = [
    "https://a.test/x", "see www.a.test now", "[a](javascript:alert(1))", "![a](http://b/c.png)",
    "mail me@a.test", "<https://a.test>", "[a][b]", "``x`` https://a.test | b\\| c", "mailto:a",
    "<img src=http://a.test>", "`https://a.test", "HTTPS://A.TEST", "\\[a](b)", "<a href='x'>y</a>",
]  # fmt: skip


@pytest.mark.parametrize("text", LINKS)
def test_what_a_document_holds_is_no_link_and_no_picture(text):
    assert_text([[text, "other"]])


@given(st.lists(st.text(st.sampled_from("a *_`~[]()!|\\<>&#:/@.w-\n")), min_size=2, max_size=2))
def test_any_text_is_a_text_of_its_cell(texts):
    assert_text([texts])


def assert_text(rows):
    """Read a table as Markdown: each cell has its text, and addresses are code."""
    reader = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    tokens = reader.parse(grid_markdown(grid("Title", ["a", "b"], rows)))
    (*_, cells) = [[t for t in tokens if t.type == "inline"][3:]]
    assert len(cells) == 2 * len(rows)
    for cell_, text in zip(cells, (text for row in rows for text in row), strict=True):
        kinds = {child.type for child in cell_.children}
        assert kinds <= {"text", "code_inline", "text_special"}
        plain = "".join(c.content for c in cell_.children if c.type != "code_inline")
        assert not re.search("://|www[.]|@", plain)
        read = "".join(child.content for child in cell_.children)
        assert "".join(read.split()) == "".join(shown(text).split())
