"""Texts that nobody writes: what they are read as, and that no rule reads them again and again.

The times are printed by benchmarks/ticket_hostile.py. Each text here is so long that a rule whose
work grows with the square of its length would hold the tests up for minutes.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

import pytest
from parsed_tickets import a_raw_ticket, parsed

from graphwright.documents.tickets.markup import marked_blocks, other_markups
from graphwright.documents.tickets.raw import Markup
from graphwright.documents.tickets.secrets import SECRET, without_secrets
from graphwright.tickets import code_lines, pieces
from graphwright.tickets.comment_roles import Surroundings, comment_role
from graphwright.tickets.sections import leaves, read_tree
from graphwright.tickets.spans import Spans
from graphwright.tickets.template import default_template
from graphwright.tickets.text_links import text_links

LENGTH = 40_000


@pytest.mark.parametrize(
    "piece",
    [
        *(
            "{",
            "{{",
            "{code",
            "[",
            "[a|",
            "|",
            "*",
            "<",
            "\n",
            " ",
            "-",
            "a",
            "(",
            "@",
            ">",
            "h1. ",
        ),
        *("`", "1", "{\n", "{\n}\n", "It should work\n", "f({\n", "---\n", "> a\n", "can you "),
        *(
            "https://",
            "http://a/browse/",
            "!a.png!\n",
            "h1. licence\n",
            "A-1 ",
            "\\\n",
            "* a\n",
            "© ",
        ),
    ],
)
@pytest.mark.parametrize("markup", [Markup.JIRA, Markup.PLAIN])
def test_a_text_of_one_sign_is_read_and_loses_no_letter(piece: str, markup: Markup) -> None:
    text = (piece * (LENGTH // len(piece))) + "\nend"
    document, record, links = parsed(a_raw_ticket(text, text[:2000], markup=markup))
    tree = read_tree(document, record, default_template())
    spans = [(s.start, s.end) for s in leaves(tree.sections)]
    spans += [(s.heading_start or 0, s.heading_end or 0) for s in tree.sections]
    spans += [(r.start or 0, r.end or 0) for r in tree.rejected]
    held = Spans(spans)
    assert all(place in held for place, sign in enumerate(document.text) if not sign.isspace())
    assert "end" in document.text
    text_links("A-9", document.text, links)
    comment_role(document.text, Surroundings())


def test_a_text_of_too_many_blocks_is_plain_text_with_a_warning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(marked_blocks, "MOST_BLOCKS", 10)
    few, _, _ = parsed(a_raw_ticket("* a\n" * 10))
    many, _, _ = parsed(a_raw_ticket("* a\n" * 11))
    row, _, _ = parsed(a_raw_ticket("|" + "a|" * 12))
    assert few.warnings == ()
    for document in (many, row):
        (warning,) = document.warnings
        assert warning.startswith("Description was read as plain text: ")
    assert many.text.endswith("\n".join(["* a"] * 11))
    assert row.text.count("a|") == 12


def test_plain_text_of_too_many_paragraphs_keeps_the_rest_as_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(other_markups, "MOST_BLOCKS", 3)
    read = other_markups.read_plain("a\n\nb\n\nc\n\nd")
    assert [block.text for block in read.blocks] == ["a", "b", "c\n\nd"]


def test_long_markdown_and_html_of_too_many_elements_are_plain_text(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(other_markups, "_LONGEST_MARKDOWN", 20)
    monkeypatch.setattr(other_markups, "_MOST_TAGS", 4)
    for markup, text in ((Markup.MARKDOWN, "a **b** " * 4), (Markup.HTML, "<b>a</b>" * 4)):
        document, _, _ = parsed(a_raw_ticket(text, markup=markup))
        assert document.text.endswith(text.strip())
        assert len(document.warnings) == 1


def test_lines_behind_those_that_are_read_are_one_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "MOST_LINES", 3)
    document, record, _ = parsed(a_raw_ticket("h3. Steps\nOpen it\nClose it\nLock it\nGo"))
    tree = read_tree(document, record, default_template())
    found = [(s.section, s.rule, s.text) for s in tree.sections if s.parent_id]
    assert found == [
        ("steps_to_reproduce", "Steps", "Open it\nClose it"),
        ("details", pieces.NOT_READ, "Lock it\nGo"),
    ]


def test_a_private_key_is_masked_from_its_begin_to_its_end() -> None:
    begin, end = "-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----"
    other = "-----END EC PRIVATE KEY-----"
    assert without_secrets(f"a {begin}x{other}y{end} b") == f"a {SECRET} b"
    assert without_secrets(f"a {begin}{begin}x{end}{end} b") == f"a {SECRET}{end} b"
    assert without_secrets(f"a {begin} cut off") == f"a {SECRET}"
    far = f"a {begin}{'x ' * 10_001}{end} b"
    assert without_secrets(far) == far
    many = begin * 5_000
    assert without_secrets(many).startswith(begin)
    assert without_secrets(many).endswith(SECRET)


_STRING = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|//.*$")


def test_strings_are_dropped_as_by_the_pattern_that_says_what_one_is() -> None:
    draw = random.Random(1)
    for _ in range(5_000):
        text = "".join(draw.choices("\"'\\/({[)}]a\n ", k=draw.randrange(14))).strip()
        assert code_lines._without_strings(text) == _STRING.sub("", text)


def _slowly_closed(texts: Sequence[str], at: int) -> int | None:
    depth = code_lines._depth(texts[at])
    for place in range(at + 1, min(len(texts), at + 1 + code_lines._FARTHEST)):
        if depth <= 0:
            return None
        depth += code_lines._depth(texts[place])
        if depth <= 0:
            return place + 1
    return None


def test_each_bracket_is_closed_by_the_line_that_a_search_from_it_finds() -> None:
    draw = random.Random(1)
    for _ in range(300):
        texts = draw.choices(
            ("{", "}", "a(", "b)", "x: 1", "f({", "})", "["), k=draw.randrange(200)
        )
        is_code = [draw.random() < 0.5 for _ in texts]
        expected = {
            (at, end)
            for at, code in enumerate(is_code)
            if code and (end := _slowly_closed(texts, at)) is not None
        }
        assert set(code_lines._closed(texts, is_code)) == expected


def test_each_line_counts_its_brackets_once(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[str] = []
    depth = code_lines._depth
    monkeypatch.setattr(code_lines, "_depth", lambda text: counted.append(text) or depth(text))
    code_lines.code_between(["f({"] * 500, [True] * 500)
    assert len(counted) == 500


def test_a_place_is_in_spans_that_overlap() -> None:
    spans = Spans([(8, 9), (0, 6), (1, 2)])
    assert [place for place in range(10) if place in spans] == [0, 1, 2, 3, 4, 5, 8]
    assert 0 not in Spans([])


def test_addresses_in_one_word_are_all_read() -> None:
    text = "http://http://a/browse/AB-1,https://a/browse/AB-2http://x http://b/browse/AB-3"
    assert [link.key for link in text_links("AB-9", text)] == ["AB-1", "AB-2", "AB-3"]


def test_a_heading_that_is_a_text_of_its_own_is_a_paragraph() -> None:
    """All blocks and chunks below would repeat it."""
    document, _, _ = parsed(a_raw_ticket(f"h1. {'h1. ' * 600}\nbelow\nh1. Steps\nOpen it"))
    kinds = [block.kind for block in document.blocks]
    assert kinds[3:] == ["paragraph", "paragraph", "heading", "paragraph"]
    assert max(len(name) for block in document.blocks for name in block.heading_path) < 20
