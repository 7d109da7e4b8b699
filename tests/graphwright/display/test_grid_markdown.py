from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.display.grid import MAX_CELL
from graphwright.display.markdown import cell, markdown_table


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
