"""Header rows are found by what stands in them and below them, not by coming first."""

from __future__ import annotations

import pytest

from graphwright.documents.blocks.raw import RawBlock, RawCell
from graphwright.documents.blocks.table_headers import is_value, mark_header_rows
from graphwright.tables import BlockKind


def table(*rows: str, number: int = 0, header: bool = False) -> list[RawBlock]:
    return [
        RawBlock(
            BlockKind.TABLE_ROW,
            table=number,
            cells=tuple(
                RawCell(text, column, header and place == 0)
                for column, text in enumerate(row.split("|"))
            ),
        )
        for place, row in enumerate(rows)
    ]


def marks(blocks: list[RawBlock], *, declared: bool = False) -> list[bool]:
    found = mark_header_rows(blocks, declared=declared)
    return [any(cell.header for cell in block.cells) for block in found]


@pytest.mark.parametrize(
    "rows",
    [
        ("Item|Price", "nail|2", "screw|3"),
        ("Name|City", "Ann|Ulm"),
        ("Item|2020|2021", "nail|2|3"),
        ("|Free|Paid", "Users|5|50"),
    ],
)
def test_rows_that_name_columns(rows: tuple[str, ...]) -> None:
    assert marks(table(*rows)) == [True, *[False] * (len(rows) - 1)]


@pytest.mark.parametrize(
    "rows",
    [
        ("nail|2", "screw|3"),
        ("2020|2021", "1|2"),
        ("Total|5",),
        ("12 May 2021|sent", "13 May 2021|paid"),
        ("The clerk approves the order after the manager has looked at it for the last time.|x",
         "a|b"),
        ("|", "a|b"),
    ],
)  # fmt: skip
def test_rows_that_do_not(rows: tuple[str, ...]) -> None:
    assert not any(marks(table(*rows, header=True)))


def test_what_a_page_declares_stands() -> None:
    assert marks(table("nail|2", "screw|3", header=True), declared=True) == [True, False]
    assert marks(table("Item|Price", "nail|2", "screw|3"), declared=True) == [True, False, False]
    assert marks(table("Name|City", "Ann|Ulm", "Bo|Rom"), declared=True) == [False] * 3


def test_tables_are_judged_one_by_one_and_text_passes() -> None:
    text = RawBlock(BlockKind.PARAGRAPH, "Two tables.")
    first, second = table("Item|Price", "nail|2"), table("nail|2", "screw|3", number=1)
    long = table("Item|Price", *["nail|2"] * 200, number=2)
    found = list(mark_header_rows([*first, text, *second, *long], declared=False))
    assert found[2] is text
    assert [any(c.header for c in b.cells) for b in found] == [
        True, False, False, False, False, True, *[False] * 200,
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["5", "-1,5 %", "€ 1.200,00", "3 kg", "2021-03-04", "yes", "-"])
def test_values(text: str) -> None:
    assert is_value(text)


@pytest.mark.parametrize("text", ["Item 5", "order", "A1", "", "5 of the orders"])
def test_words(text: str) -> None:
    assert not is_value(text)
