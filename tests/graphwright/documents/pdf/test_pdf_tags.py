"""Headings and tables that a file names itself."""

from __future__ import annotations

import pytest
from pdf_builders import Tag, marked, pdf, prose, show

from graphwright.documents.blocks.raw import RawBlock
from graphwright.documents.pdf.heuristic import read_with_heuristics

PAGE = [
    marked(0, show(72, 80, "Orders", 11)),
    marked(1, *prose(72, 110)),
    marked(2, show(72, 170, "Site")),
    marked(3, show(96, 170, "Orders")),
    marked(4, show(72, 182, "Oslo")),
    marked(5, show(96, 182, "twelve, of which")),
    marked(6, show(96, 194, "two were late")),
    marked(7, show(72, 226, "A bold remark", 14, "F2")),
    marked(8, *prose(72, 250)),
    marked(9, show(72, 300, "Remarks")),
    marked(10, *prose(72, 330)),
]


def cell(kind: str, *marks: int, page: int = 1, attributes: str = "") -> Tag:
    return Tag(kind, [Tag("P", [(page, mark)]) for mark in marks], attributes)


TABLE = Tag(
    "Table",
    [
        Tag("THead", [Tag("TR", [cell("TH", 2), cell("TH", 3)])]),
        Tag("TBody", [Tag("TR", [cell("TD", 4), cell("TD", 5, 6)])]),
    ],
)
DOCUMENT = Tag(
    "Document",
    [
        cell("H2", 0),
        cell("P", 1),
        TABLE,
        cell("P", 7),
        cell("P", 8),
        cell("H3", 9),
        cell("P", 10),
    ],
)


def rows(blocks: tuple[RawBlock, ...]) -> list[list[str]]:
    return [[cell.text for cell in block.cells] for block in blocks if block.cells]


def headings(blocks: tuple[RawBlock, ...]) -> list[tuple[str, int]]:
    return [(block.text, block.level) for block in blocks if block.kind == "heading"]


def test_tags_name_headings_and_cells() -> None:
    blocks = read_with_heuristics(pdf([PAGE], tags=DOCUMENT)).blocks
    assert headings(blocks) == [("Orders", 2), ("Remarks", 3)]
    assert rows(blocks) == [["Site", "Orders"], ["Oslo", "twelve, of which two were late"]]
    header, row = (block for block in blocks if block.cells)
    assert [cell.header for cell in (*header.cells, *row.cells)] == [True, True, False, False]
    assert [block.kind for block in blocks].count("paragraph") == 4


def test_without_tags_type_and_place_decide() -> None:
    blocks = read_with_heuristics(pdf([PAGE])).blocks
    assert ("A bold remark", 1) in headings(blocks)
    assert rows(blocks) == []


def test_a_heading_in_a_quote_heads_no_section() -> None:
    quote = Tag("BlockQuote", [cell("H3", 7), cell("P", 8)])
    tags = Tag("Document", [cell("H2", 0), cell("P", 1), quote, cell("H3", 9)])
    found = headings(read_with_heuristics(pdf([PAGE], tags=tags)).blocks)
    assert found == [("Orders", 2), ("Remarks", 3)]


def test_one_tagged_heading_may_be_a_title_over_others() -> None:
    tags = Tag("Document", [cell("H1", 0), cell("P", 1), cell("P", 7)])
    found = headings(read_with_heuristics(pdf([PAGE], tags=tags)).blocks)
    assert [text for text, _ in found] == ["Orders", "A bold remark"]


def test_an_outline_has_the_last_word() -> None:
    blocks = read_with_heuristics(pdf([PAGE], tags=DOCUMENT, outline=[("A bold remark", 1)])).blocks
    assert ("A bold remark", 1) in headings(blocks)


def test_tags_that_call_all_text_a_heading_are_not_believed() -> None:
    page = [marked(0, *prose(72, 110)), marked(1, show(72, 80, "Orders", 20, "F2"))]
    tags = Tag("Document", [cell("H1", 0), cell("P", 1)])
    assert headings(read_with_heuristics(pdf([page], tags=tags)).blocks) == [("Orders", 1)]


def test_a_cell_over_two_columns_and_an_empty_one() -> None:
    page = [
        marked(n, show(72 + 100 * x, 100 + 20 * y, text))
        for n, (text, x, y) in enumerate(
            [("Orders of a year", 0, 0), ("Late", 2, 0), ("Oslo", 0, 1), ("1", 2, 1)]
        )
    ]
    wide = " /A << /O /Table /ColSpan 2 >>"
    table = Tag(
        "Table",
        [
            Tag("TR", [cell("TH", 0, attributes=wide), cell("TH", 1)]),
            Tag("TR", [cell("TD", 2), Tag("TD", []), cell("TD", 3)]),
        ],
    )
    blocks = read_with_heuristics(pdf([page], tags=Tag("Document", [table]))).blocks
    assert [[(c.text, c.column) for c in b.cells] for b in blocks] == [
        [("Orders of a year", 0), ("Late", 2)],
        [("Oslo", 0), ("", 1), ("1", 2)],
    ]


def test_a_table_that_goes_on_over_a_page_is_one() -> None:
    first = [*prose(72, 80), marked(0, show(72, 700, "Site")), marked(1, show(172, 700, "Orders"))]
    second = [
        marked(0, show(72, 80, "Oslo")),
        marked(1, show(172, 80, "12")),
        *prose(72, 120),
    ]
    table = Tag(
        "Table",
        [
            Tag("TR", [cell("TH", 0), cell("TH", 1)]),
            Tag("TR", [cell("TD", 0, page=2), cell("TD", 1, page=2)]),
        ],
    )
    blocks = read_with_heuristics(pdf([first, second], tags=Tag("Document", [table]))).blocks
    assert rows(blocks) == [["Site", "Orders"], ["Oslo", "12"]]
    assert {block.table for block in blocks if block.cells} == {0}


def test_two_tables_on_two_pages_stay_two() -> None:
    page = [marked(0, show(72, 300, "Site")), marked(1, show(172, 300, "Orders"))]
    tables = [
        Tag("Table", [Tag("TR", [cell("TH", 0, page=n), cell("TH", 1, page=n)])]) for n in (1, 2)
    ]
    blocks = read_with_heuristics(pdf([page, page], tags=Tag("Document", tables))).blocks
    assert [block.table for block in blocks if block.cells] == [0, 1]


@pytest.mark.parametrize("span", ["0", "-3", "1e9", "99999999999999999999", "/Many"])
def test_impossible_spans_and_names_harm_nothing(span: str) -> None:
    odd = f" /A << /O /Table /ColSpan {span} /RowSpan {span} >>"
    row = Tag("TR", [cell("TH", 2, attributes=odd), cell("TH", 3)])
    tags = Tag("Document", [Tag("Table", [row]), Tag("X" * 200, [cell("H1", 0)])])
    assert rows(read_with_heuristics(pdf([PAGE], tags=tags)).blocks) == [["Site", "Orders"]]


def test_a_tree_that_is_deep_or_leads_back_to_itself_ends() -> None:
    deep = cell("H1", 0)
    for _ in range(300):
        deep = Tag("Sect", [deep])
    assert read_with_heuristics(pdf([PAGE], tags=deep)).blocks
    data = pdf([PAGE], tags=Tag("Document", [Tag("Sect", [cell("H1", 0)])]))
    place = data.index(b"/S /Sect")
    kids = data.index(b"/K [", place) + 4
    end = data.index(b" 0 R", kids)
    own = int(data[:place].rpartition(b" 0 obj")[0].rpartition(b"\n")[2])
    looped = data[:kids] + str(own).encode().rjust(end - kids) + data[end:]
    assert read_with_heuristics(looped).blocks
