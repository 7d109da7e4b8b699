"""Tables of contents, menus and indexes are told by their form, and lists of things are not."""

from __future__ import annotations

import pytest
from document_builders import parse
from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.tables import BlockKind


def unread(text: str, path: str = "a.md") -> list[str]:
    """Return the texts of the blocks that are entries of contents, menus or indexes."""
    parsed = parse(path, text)
    return [parsed.text[b.start : b.end] for b in parsed.blocks if b.kind == BlockKind.INDEX]


LINKS = "- [Rope](a.md)\n- [Sail](b.md)\n- [Mast](c.md)\n"


@pytest.mark.parametrize(
    "text",
    [
        f"# Ships\n\n{LINKS}",
        f"# Ships\n\nRead how to care for them.\n\n{LINKS}",
        f"# Ships\n\nContents:\n\n{LINKS}",
        "# Rope\n\nIt is long.\n\n- Rope\n- Sail\n- Mast\n\n## Sail\n\nA.\n\n## Mast\n\nB.",
    ],
)
def test_a_list_of_links_or_headings_is_a_table_of_contents(text: str) -> None:
    assert unread(text) == ["Rope", "Sail", "Mast"]


@pytest.mark.parametrize(
    "text",
    [
        f"# Ships\n\nA ship needs the following parts:\n\n{LINKS}",
        f"# Ships\n\nFollow these steps:\n\n{LINKS}",
        f"# Ships\n\n## See Also\n\n{LINKS}",
        "# Ships\n\n- [Rope](a.md)\n- [Sail](b.md)\n",
        "# Ships\n\n- [Rope](a.md) is strong.\n- [Sail](b.md) is wide.\n- [Mast](c.md) is high.\n",
        f"# Ships\n\n- Buy a ship.\n{LINKS}",
        "# Ports\n\n- Opened in 1910\n- Closed in 1950\n- Sold in 1970\n",
        "# Berths\n\n- Hamburg, 12\n- Bergen, 4\n- Antwerp, 9\n",
    ],
)
def test_what_only_looks_like_contents_is_read(text: str) -> None:
    assert unread(text) == []


def test_a_bar_of_links_is_a_menu() -> None:
    assert unread("[Home](a.md) | [Prices](b.md) | [Contact](c.md)\n\nShips sail.\n") == [
        "Home | Prices | Contact"
    ]
    assert unread("[Home](a.md) and [Prices](b.md), [Contact](c.md)\n") == []


def test_lines_that_end_with_their_page_are_contents_and_indexes() -> None:
    contents = "1 Rope ...... 3\n\n2 Sail ...... 9\n\n2.1 Mast ...... 12\n\nShips sail far away.\n"
    assert unread(contents, "a.txt") == ["1 Rope ...... 3", "2 Sail ...... 9", "2.1 Mast ...... 12"]
    index = "- Anchor, 12, 45\n- Berth, 3\n- Crane, 9-11\n"
    assert unread(index) == ["Anchor, 12, 45", "Berth, 3", "Crane, 9-11"]


@settings(max_examples=40)
@given(
    st.lists(st.sampled_from(["- [Rope](a.md)", "- Rope is long.", "# Sail", "Sails tear.", ""]))
)
def test_only_kinds_change(lines: list[str]) -> None:
    parsed = parse("a.md", "# Start\n\nHere.\n\n" + "\n\n".join(lines))
    spans = [(block.index, block.start, block.end) for block in parsed.blocks]
    assert [index for index, _, _ in spans] == list(range(len(spans)))
    marked = {parsed.text[b.start : b.end] for b in parsed.blocks if b.kind == BlockKind.INDEX}
    assert marked <= {"Rope"}
