from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from graphwright.retrieval.ranking import (
    DECIMALS,
    at_least_best,
    distinct_rows,
    rank_all,
    rank_rows,
    rows_of,
    top,
)

scores = st.lists(st.floats(-1, 1, width=32).map(lambda x: round(x, 1)), max_size=40)


@given(scores, st.integers(0, 50))
def test_top_is_the_head_of_a_full_sort(values: list[float], count: int) -> None:
    expected = sorted(range(len(values)), key=lambda i: (-round(values[i], DECIMALS), i))[:count]
    assert rows_of(top(np.array(values, dtype=np.float32), count)) == expected


def test_noise_in_the_last_bits_does_not_change_the_order() -> None:
    scores = np.array([0.5, 0.5 + 4e-8, 0.5 - 4e-8], dtype=np.float64)
    assert rows_of(top(scores, 3)) == [0, 1, 2]


def test_candidates_are_ranked_like_the_whole() -> None:
    generator = np.random.default_rng(7)
    vectors = generator.normal(size=(50, 8)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    query = vectors[3]
    whole = rank_all(vectors, query, 50)
    rows = distinct_rows([9, 3, 40, 9, 11])
    assert rank_rows(vectors, rows, query) == [pair for pair in whole if pair[0] in {3, 9, 11, 40}]
    assert whole[0] == (3, 1.0)


def test_nothing_to_rank() -> None:
    empty = np.zeros((0, 0), dtype=np.float32)
    query = np.ones(3, dtype=np.float32)
    assert rank_all(empty, query, 5) == []
    assert rank_rows(empty, distinct_rows([]), query) == []


@given(st.integers(0, 1000), st.integers(0, 150), st.integers(1, 50), st.integers(0, 10**6))
def test_the_best_of_many_groups_are_the_head_of_a_full_sort(
    size: int, count: int, values: int, seed: int
) -> None:
    scores = np.random.default_rng(seed).integers(values, size=size) / values
    order = sorted(range(size), key=lambda i: (-round(float(scores[i]), DECIMALS), i))
    assert rows_of(top(scores, count)) == order[:count]
    assert set(order[:count]) <= set(at_least_best(scores, count).tolist())
