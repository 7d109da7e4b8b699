"""Markdown and HTML reduced to plain structure: text as a person reads the page."""

from __future__ import annotations

import re

import pytest

from graphwright.documents.blocks.normalisation import restore_punctuation
from graphwright.documents.html.flatten import flatten_html
from graphwright.documents.text.markdown import markdown_to_html
from graphwright.settings import CleanSettings

CLEAN = CleanSettings()


def tidied(source: str) -> str:
    """The reduced HTML of a fragment, without the page around it."""
    return restore_punctuation(
        re.sub(r"</?html>|<head>.*</head>|</?body>", "", flatten_html(source, CLEAN).html)
    )


def from_markdown(source: str) -> str:
    return tidied(markdown_to_html(source))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Hello **w**.", "<p>Hello w.</p>"),
        (
            r"The scenario `SAP_COM_0465` or SAP\_COM\_0465.",
            "<p>The scenario SAP_COM_0465 or SAP_COM_0465.</p>",
        ),
        ("See [*the* guide](x.md), please \\(now\\).", "<p>See the guide, please (now).</p>"),
        ('a<!-- no -->b <?sap-ot O2O text="" ?>c', "<p>ab c</p>"),
        ('<a name="x"/>\n\n# Title <a id="y"></a>', "<h1>Title</h1>"),
        ("Use <app-name> and <b>bold</b>.", "<p>Use &lt;app-name&gt; and bold.</p>"),
        (":gear: *Set* it at 10:30:45", "<p>Set it at 10:30:45</p>"),
        ("| A | :x: |\n|-|-|", "<table><tr><th>A</th><th>✘</th></tr></table>"),
        ("**(On it)**The next", "<p>(On it)The next</p>"),
        ("Use {**} or `**a**` here", "<p>Use {**} or **a** here</p>"),
        ("one  \ntwo", "<p>one<br>two</p>"),
        ("~~old~~ new", "<p>old new</p>"),
        ("```yaml\na: 1\n  b: <x>\n```", "<pre>a: 1\n  b: &lt;x&gt;</pre>"),
        ("---\ntitle: From matter\n---\nText", "<h1>From matter</h1><p>Text</p>"),
        ("---\n\nText", "<p>Text</p>"),
        ("> [!NOTE]\n> Mind it.", "<p>Note: Mind it.</p>"),
    ],
)
def test_markdown(source: str, expected: str) -> None:
    assert from_markdown(source) == expected


def test_a_heading_inside_a_note_begins_no_section() -> None:
    assert from_markdown("> ### Note:  \n> Mind it.") == "<p>Note:</p><p>Mind it.</p>"


def test_lists_keep_their_depth_and_their_paragraphs() -> None:
    source = "1.  one\n\n    > ### Tip:\n    > more\n\n    -   deep\n\n2.  two\n"
    more = "<li style=\"list-style-type: 'continues'\">"
    assert from_markdown(source) == (
        f"<ul><li>one</li>{more}Tip:</li>{more}more<ul><li>deep</li></ul></li><li>two</li></ul>"
    )


def test_code_inside_an_item_stays_code() -> None:
    source = "-   run\n\n    ```\n    a\n    b\n    ```\n\n-   done\n"
    assert from_markdown(source) == "<ul><li>run</li></ul><pre>a\nb</pre><ul><li>done</li></ul>"


def test_an_html_table_inside_markdown_is_a_table() -> None:
    source = (
        '<table>\n<tr>\n<th valign="top">\n\nRole\n\n</th>\n<th>\n\n**Use**\n\n</th>\n</tr>\n'
        "<tr>\n<td rowspan='2'>\n\n`Admin`\n\n</td>\n<td>\n\n"
        "-   read\n-   write\n\n</td>\n</tr>\n</table>"
    )
    assert from_markdown(source) == (
        "<table><tr><th>Role</th><th>Use</th></tr>"
        '<tr><td rowspan="2">Admin</td><td>read; write</td></tr></table>'
    )


def test_a_markdown_table_is_a_table() -> None:
    assert from_markdown("| A | B |\n|---|---|\n| 1 | *2* |") == (
        "<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>"
    )


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<p>10<sup>2</sup> m, H<sub>2</sub>O, 1<sup>st</sup></p>", "<p>10² m, H2O, 1st</p>"),
        ('<p>China <a href="#f"><sup>1, 2</sup></a> too</p>', "<p>China too</p>"),
        ("<p><sup>1</sup> Not here.</p>", "<p>Not here.</p>"),
        ("<div>a<div>b</div>c</div>", "<p>a</p><p>b</p><p>c</p>"),
        ("<p>a<br><br>b</p>", "<p>a</p><p>b</p>"),
        ("<p>un<wbr>broken <span>wo</span>rd</p>", "<p>unbroken word</p>"),
        ("<script>x</script><style>y</style><p hidden>z</p><p>t</p>", "<p>t</p>"),
        ("<p>x — y ‘z’ … “q”</p>", "<p>x — y ‘z’ … “q”</p>"),
        ("<dl><dt>Term</dt><dd>Meaning</dd></dl>",
         "<ul><li>Term<ul><li>Meaning</li></ul></li></ul>"),
        ("<ul><li>a<li>b</ul>", "<ul><li>a</li><li>b</li></ul>"),
        ("<table><tr><td><h2>Head</h2></td><td>text</td></tr></table>", "<h2>Head</h2><p>text</p>"),
        ("<table><tr><td>only</td></tr></table>", "<p>only</p>"),
        ("<table><caption>Cap</caption><tr><td>a</td><td>b</td></tr></table>",
         "<p>Cap</p><table><tr><td>a</td><td>b</td></tr></table>"),
        ("loose text", "<p>loose text</p>"),
        ("", ""),
    ],
)  # fmt: skip
def test_html(source: str, expected: str) -> None:
    assert tidied(source) == expected


def test_what_is_left_out_is_counted() -> None:
    page = flatten_html(
        "<title>T &amp; U</title><nav>n</nav><img src=a><img src=b><footer>f</footer>", CLEAN
    )
    assert page.title == "T & U"
    counted = (("image", 2), ("navigation block", 1), ("page footer", 1), ("tag", 5))
    assert page.left_out == counted
    assert "<p>" not in page.html


def test_deep_nesting_does_not_exhaust_the_stack() -> None:
    depth = 1500
    assert tidied("<div>" * depth + "x" + "</div>" * depth) == "<p>x</p>"


def test_text_between_two_rules_far_apart_is_no_front_matter() -> None:
    lines = "The clerk files it.\n\n" * 1_000
    assert from_markdown(f"---\n{lines}\n---\nEnd").count("The clerk files it.") == 1_000
