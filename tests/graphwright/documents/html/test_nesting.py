"""Depth and attributes of HTML, counted from the tags alone."""

from __future__ import annotations

import pytest

from graphwright.documents.html.nesting import MAX_ATTRIBUTES, MAX_DEPTH, nesting_problem


@pytest.mark.parametrize(
    "source",
    [
        "<div>" * MAX_DEPTH + "text",
        "<div><span>text</span></div>" * 5_000,
        "<p>one<li>two<td>three<br>" * 5_000,
        "<svg>" + "<path d='M 0 0'/>" * 5_000,
        "<script>" + "if (a <b) {}" * 5_000 + "</script><p>text",
        "<!--" + "<div>" * 5_000 + "--><p>text",
        "<style>" + "<div>" * 5_000,
        "</div>" * 5_000,
        "<p title='" + "a " * 20_000 + "'>",
    ],
)
def test_ordinary_pages_pass(source: str) -> None:
    assert nesting_problem(source) is None


@pytest.mark.parametrize(
    "source",
    [
        "<div>" * (MAX_DEPTH + 1),
        "<my-element a='1'>" * (MAX_DEPTH + 1),
        "<B><I>" * MAX_DEPTH,
        "<script>x</script>" + "<div>" * (MAX_DEPTH + 1),
    ],
)
def test_deep_pages_do_not(source: str) -> None:
    assert nesting_problem(source) == f"HTML elements nest deeper than {MAX_DEPTH}."


def test_nor_do_endless_tags() -> None:
    names = " ".join(f"name{n}=x" for n in range(MAX_ATTRIBUTES + 1))
    assert "attributes" in str(nesting_problem(f"<p {names}>"))
