from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.retrieval.fusion import reciprocal_rank_fusion

rankings = st.lists(st.lists(st.integers(0, 30), unique=True, max_size=20), max_size=4)


def test_the_formula() -> None:
    fused = reciprocal_rank_fusion([[7, 3], [3, 9]])
    assert [row for row, _ in fused] == [3, 7, 9]
    assert dict(fused) == pytest.approx({3: 1 / 62 + 1 / 61, 7: 1 / 61, 9: 1 / 62})


def test_ties_go_by_row() -> None:
    assert [row for row, _ in reciprocal_rank_fusion([[5, 1], [2, 8]])] == [2, 5, 1, 8]


def test_nothing_gives_nothing() -> None:
    assert reciprocal_rank_fusion([[], []]) == []


@given(rankings)
def test_every_row_appears_once_best_first(lists: list[list[int]]) -> None:
    fused = reciprocal_rank_fusion(lists)
    rows = [row for row, _ in fused]
    assert sorted(rows) == sorted({row for ranking in lists for row in ranking})
    assert fused == sorted(fused, key=lambda item: (-item[1], item[0]))


@given(st.lists(st.integers(0, 30), unique=True, max_size=20))
def test_one_list_keeps_its_order(ranking: list[int]) -> None:
    assert [row for row, _ in reciprocal_rank_fusion([ranking])] == ranking


@given(st.permutations([[1, 2, 3], [3, 1], [4, 3]]))
def test_two_lists_agreeing_beat_one(lists: list[list[int]]) -> None:
    assert reciprocal_rank_fusion(lists)[0][0] == 3
