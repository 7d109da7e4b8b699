"""Jira's wiki markup as blocks and marks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.documents.tickets.exports.rich_text import rich_text
from graphwright.documents.tickets.markup.jira_wiki import read_jira_wiki
from graphwright.documents.tickets.markup.other_markups import read_markdown_text, read_plain


def shown(source: str) -> list[tuple[str, int, str]]:
    """Kind, level and text of each block; of a row the texts of its cells."""
    return [
        (str(b.kind), b.level, b.text or " / ".join(cell.text for cell in b.cells))
        for b in read_jira_wiki(source).blocks
    ]


@pytest.mark.parametrize(
    ("source", "blocks"),
    [
        ("h3. Steps\nDo it", [("heading", 3, "Steps"), ("paragraph", 0, "Do it")]),
        ("# a\n#* b\n# c", [("list_item", 1, "a"), ("list_item", 2, "b"), ("list_item", 1, "c")]),
        ("* a\ngoes on\n\nend", [("list_item", 1, "a\ngoes on"), ("paragraph", 0, "end")]),
        ("see {code:java}\nx;\n{code} there",
         [("paragraph", 0, "see "), ("code", 0, "\nx;\n"), ("paragraph", 0, " there")]),
        ("{code}\nx\ny\n\nrest h1. no", [("code", 0, "\nx\ny"), ("paragraph", 0, "rest h1. no")]),
        ("{noformat}*a*{noformat}", [("code", 0, "*a*")]),
        ("~~~\n# no list\n~~~\nend", [("code", 0, "\n# no list\n"), ("paragraph", 0, "end")]),
        ("||a||b||\n|1|[x|http://y.z]|", [("table_row", 0, "a / b"), ("table_row", 0, "1 / x")]),
        ("{quote}\nsaid\n{quote}\n{panel:title=Note}in{panel}",
         [("paragraph", 0, "said"), ("paragraph", 0, "Note"), ("paragraph", 0, "in")]),
        ("-- a\n----\na * b * c", [("list_item", 2, "a"), ("paragraph", 0, "a * b * c")]),
        ("[0] [a, b] a_b_c 2*3*4", [("paragraph", 0, "[0] [a, b] a_b_c 2*3*4")]),
        ("!shot.png|thumbnail! wow! such!", [("paragraph", 0, " wow! such!")]),
    ],
)  # fmt: skip
def test_blocks(source: str, blocks: list[tuple[str, int, str]]) -> None:
    assert shown(source) == blocks


def test_marks_and_links() -> None:
    read = read_jira_wiki("*Expected {{f()}}:* see [docs|https://x.y/z] and [^log.txt]")
    (passage,) = read.passages
    assert passage.text == "Expected f(): see docs and log.txt"
    assert sorted(str(mark.kind) for mark in passage.marks) == ["code", "emphasis", "link"]
    assert [(link.href, link.anchor) for link in read.links] == [("https://x.y/z", "docs")]


def test_other_markups_keep_their_lines() -> None:
    assert [b.text for b in read_plain("a\nb\n\nc").blocks] == ["a\nb", "c"]
    kinds = [
        str(b.kind) for b in read_markdown_text("---\na: b\n---\n\n## H\n\n```\nx\n```").blocks
    ]
    assert kinds[-2:] == ["heading", "code"]


def test_rich_text_is_written_as_wiki_markup() -> None:
    def node(kind: str, *content: object, **more: object) -> dict[str, object]:
        return {"type": kind, "content": list(content), **more}

    text = {"type": "text", "text": "x", "marks": [{"type": "strong"}]}
    item = node("listItem", node("paragraph", text))
    doc = node("doc", node("heading", text, attrs={"level": 2}), node("orderedList", item, item))
    assert rich_text(doc) == "h2. *x*\n\n# *x*\n# *x*"
    deep: dict[str, object] = node("paragraph", text)
    for _ in range(500):
        deep = node("blockquote", deep)
    assert "x" not in rich_text(node("doc", deep))


@given(st.text(alphabet="{}code|*#_[]!-~h1. \n\\ab", max_size=120))
def test_letters_and_digits_of_any_text_are_kept_in_order(source: str) -> None:
    read = read_jira_wiki(source)
    kept = "".join(b.text + "".join(c.text for c in b.cells) for b in read.blocks)
    letters = iter(c for c in source if c.isalnum())
    assert all(c in letters for c in kept if c.isalnum())
    assert len(read.passages) == sum(len(b.cells) or 1 for b in read.blocks)
