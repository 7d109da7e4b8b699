from __future__ import annotations

from collections import Counter

import pytest
from applied_rules import what_stands_above
from served_facts import SENTENCES_OF_A_PAGE, agreement, draw, share
from table_texts import document_of


def row(right_a: int, right_b: int) -> dict[str, str]:
    return {"right_a": str(right_a), "right_b": str(right_b)}


def test_a_share_is_the_mean_of_both_readers():
    rows = [row(1, 1), row(1, 0), row(0, 0), row(1, 1)]
    assert share(rows, "right") == pytest.approx(5 / 8)
    assert share(rows, "right", ["a"]) == pytest.approx(3 / 4)


def test_agreement_by_chance_is_no_agreement():
    rows = [row(1, 1), row(1, 0), row(0, 1), row(0, 0)]
    same, kappa = agreement(rows, "right")
    assert same == pytest.approx(0.5)
    assert kappa == pytest.approx(0.0)
    assert agreement([row(1, 1), row(0, 0)], "right") == (1.0, 1.0)


def test_a_sample_takes_few_sentences_of_a_page_and_is_the_same_each_time():
    pages = {
        f"page {p}": {f"s{s}": [{"page": f"page {p}", "fact": f"{s} {f}"} for f in range(4)]
                      for s in range(5)}
        for p in range(6)
    }  # fmt: skip
    drawn = draw(pages, 9, seed=7)
    assert drawn == draw(dict(reversed(pages.items())), 9, seed=7)
    assert len(drawn) == 9
    assert max(Counter(one["page"] for one in drawn).values()) <= SENTENCES_OF_A_PAGE
    assert len(draw(pages, 100, seed=7)) == 6 * SENTENCES_OF_A_PAGE
    assert len({(one["page"], one["fact"].split()[0]) for one in draw(pages, 100, 7)}) == 12


def test_a_row_is_shown_with_the_heads_of_its_columns_and_the_cell_above():
    rows = [["Door", "Side", "Lock"], ["North", "inner", "Bolt"], ["", "outer", "Latch"]]
    document = document_of(rows, heads=1, heading="Doors")
    offset = document.text.index("Latch")
    assert what_stands_above(document, offset) == "Door | Side | Lock / North"
    assert what_stands_above(document, document.text.index("Doors")) == ""
