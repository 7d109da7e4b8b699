"""Marks: the spans that the author of a document marked as names."""

from __future__ import annotations

import html

import pytest
from document_builders import parse, source
from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.documents.blocks.marked_text import MarkedText, solid_characters
from graphwright.documents.blocks.raw import RawBlock, RawMark, RawPassage
from graphwright.documents.canonical.marks import place_marks
from graphwright.documents.canonical.text import canonical_text
from graphwright.documents.parse import parse_document
from graphwright.settings import ParseSettings
from graphwright.tables import BlockKind, MarkKind, ParsedDocument


def marks(path: str, text: str) -> list[tuple[str, str]]:
    """Return kind and words of each mark of a document."""
    return words(parse(path, text))


def words(parsed: ParsedDocument) -> list[tuple[str, str]]:
    return [(mark.kind, parsed.text[mark.start : mark.end]) for mark in parsed.marks]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Choose *Edit*, then **Save**.", [("emphasis", "Edit"), ("emphasis", "Save")]),
        ("Run `kubectl apply` now.", [("code", "kubectl apply")]),
        ("See [Manage Pages](b.md).", [("link", "Manage Pages")]),
        ("See [the top](#top).", [("link", "the top")]),
        ("# The *Site* page", [("emphasis", "Site")]),
        ("- Open *Edit*.\n  - Then *Save*.", [("emphasis", "Edit"), ("emphasis", "Save")]),
        ("1. Open it.\n\n   Then *Save*.", [("emphasis", "Save")]),
        ("**[Edit](b.md) it**", [("emphasis", "Edit it"), ("link", "Edit")]),
        ("[**Edit**](b.md)", [("emphasis", "Edit"), ("link", "Edit")]),
        ("***Edit***", [("emphasis", "Edit")]),
        ("*Site* is *Site*", [("emphasis", "Site"), ("emphasis", "Site")]),
        ("A **—** or *...* or [![x](x.png)](y.md)", []),
        ("```\n*x* `y`\n```\n\n    *z*", []),
        ("<pre>a <b>c</b></pre>", []),
        (
            "<kbd>Ctrl</kbd> <var>n</var> <a name='x'>here</a>",
            [("code", "Ctrl"), ("emphasis", "n")],
        ),
        ("one<br>*two<br>three*", [("emphasis", "two\nthree")]),
        ("*“Größe”* of *10<sup>2</sup>*", [("emphasis", "“Größe”"), ("emphasis", "10²")]),
    ],
)
def test_markdown(text: str, expected: list[tuple[str, str]]) -> None:
    assert marks("a.md", text) == expected


def test_a_mark_stands_where_it_was_made_not_at_equal_words_before_it() -> None:
    parsed = parse("a.md", "Edit, edit and *Edit*.\n\n| A |\n|-|\n| Edit |\n| to *Edit* |\n")
    assert [mark.start for mark in parsed.marks] == [
        parsed.text.index("Edit."),
        parsed.text.rindex("Edit"),
    ]


def test_bold_that_lacks_a_space_is_a_mark() -> None:
    assert marks("a.md", "The **Edit (2)**button, x < y") == [("emphasis", "Edit (2)")]


def test_cells_of_tables() -> None:
    page = """<table><caption>The <i>plans</i></caption>
    <tr><th>Plan</th><th rowspan=2><b>Way</b></th></tr><tr><th><code>x</code></th></tr>
    <tr><td rowspan=2><b>Free</b></td><td>Open <i>Edit</i>.<p>Choose <i>Save</i></td></tr>
    <tr><td><ul><li>Free<li><i>One</i> more<li><a href=b.html>two</a></ul></td></tr></table>"""
    parsed = parse("a.html", page)
    assert words(parsed) == [
        ("emphasis", "plans"),
        ("emphasis", "Way"),
        ("code", "x"),
        ("emphasis", "Free"),
        ("emphasis", "Edit"),
        ("emphasis", "Save"),
        ("emphasis", "One"),
        ("link", "two"),
    ]


def test_a_link_has_one_place_in_both_tables() -> None:
    text = "| A | B |\n|-|-|\n| here | see [here](b.md) |\n| here | [here](c.md) |\n"
    data = text.encode()
    parsed, links, _ = parse_document(source("a.md", data), data, ParseSettings())
    assert [(m.start, m.end) for m in parsed.marks] == [(k.start, k.end) for k in links]
    assert [link.target_uri for link in links] == ["b.md", "c.md"]
    assert parsed.text[links[0].start - 4 : links[0].end] == "see here"


def test_what_reaches_over_two_blocks_is_no_mark() -> None:
    page = "<b><p>one</p><p>two</p></b> <i>three<br><br>four</i> <p><i>five</i></p>"
    assert marks("a.html", page) == [("emphasis", "five")]


def test_other_formats_have_no_marks() -> None:
    assert marks("a.txt", "Choose *Edit* or `x`.") == []


def place(passages: list[RawPassage], *texts: str) -> list[str]:
    made = canonical_text(RawBlock(BlockKind.PARAGRAPH, text) for text in texts)
    found = place_marks(passages, made.text, made.blocks).marks
    return [made.text[mark.start : mark.end] for mark in found]


def test_a_passage_that_is_not_in_the_text_has_no_marks_and_the_next_has() -> None:
    mark = RawMark(MarkKind.EMPHASIS, 0, 3)
    gone, kept = RawPassage("one two", (mark,)), RawPassage("two  one", (mark,))
    assert place([gone, kept], "zero", "one three", "two one", "one") == ["two"]
    assert place([kept, kept], "two one", "x", "two\none") == ["two", "two"]
    assert place([gone], "one two three") == []


def test_an_accent_behind_a_line_break_joins_no_letter_before_it() -> None:
    page = "<p>one<br><br>\u0301 and <b>two</b></p><p>o<br>\u0301 and <b>three</b></p>"
    assert marks("a.html", page) == [("emphasis", "two"), ("emphasis", "three")]


def test_an_accent_behind_the_edge_of_a_mark_leaves_the_passage_without_marks() -> None:
    text = MarkedText()
    text.open(MarkKind.EMPHASIS)
    text.add("e")
    text.close()
    text.add("\u0301t\u00e9")
    assert text.take().marks == ()


_WORD = st.text(st.sampled_from("abÄé1.,*`_ \n\u00a0\u0301\u00ad“—"), max_size=6)
_TAGS = st.sampled_from(["b", "i", "code", "a href='x'", "span", "em"])
_INLINE = st.recursive(
    st.one_of(_WORD.map(html.escape), st.sampled_from(["<br>", "<br><br>", "<p>"])),
    lambda inner: st.tuples(_TAGS, st.lists(inner, max_size=3)).map(
        lambda made: f"<{made[0]}>{''.join(made[1])}</{made[0].split()[0]}>"
    ),
    max_leaves=8,
)
_BLOCK = st.tuples(
    st.sampled_from(["p", "li", "h2", "td", "pre", "div"]), st.lists(_INLINE, max_size=4)
).map(lambda made: _element(made[0], "".join(made[1])))


def _element(tag: str, content: str) -> str:
    if tag == "td":
        return f"<table><tr><td>{content}</td><td>x</td></tr><tr><td>{content}</td></tr></table>"
    return f"<{tag}>{content}</{tag}>"


@settings(max_examples=60, deadline=None)
@given(st.lists(_BLOCK, max_size=5).map("".join))
def test_marks_are_sorted_lie_in_one_block_and_hold_whole_words(page: str) -> None:
    parsed = parse("a.html", f"<p>start</p>{page}")
    assert list(parsed.marks) == sorted(
        set(parsed.marks), key=lambda mark: (mark.start, -mark.end, mark.kind)
    )
    for mark in parsed.marks:
        found = parsed.text[mark.start : mark.end]
        assert found == found.strip()
        assert any(map(str.isalnum, found))
        (block,) = [b for b in parsed.blocks if b.start <= mark.start < b.end]
        assert mark.end <= block.end
        assert block.kind != BlockKind.CODE


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(_WORD, st.booleans())))
def test_each_mark_holds_its_own_words(parts: list[tuple[str, bool]]) -> None:
    text = MarkedText()
    for part, marked in parts:
        if marked:
            text.open(MarkKind.CODE)
        text.add(part)
        if marked:
            text.close()
    passage = text.take()
    made = canonical_text([RawBlock(BlockKind.PARAGRAPH, passage.text)])
    found = place_marks([passage], made.text, made.blocks).marks
    expected = [solid_characters(part) for part, marked in parts if marked]
    spans = [solid_characters(made.text[mark.start : mark.end]) for mark in found]
    assert spans == ([word for word in expected if any(map(str.isalnum, word))] if found else [])
