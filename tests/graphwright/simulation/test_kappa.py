"""Quadratic kappa against examples worked by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.simulation.kappa import quadratic_kappa

ORDER = (0, 1, 2)
VERDICTS = st.lists(st.tuples(st.sampled_from(ORDER), st.sampled_from(ORDER)), min_size=1)


@pytest.mark.parametrize(
    ("first", "second", "kappa"),
    [
        ([0, 1, 2], [0, 1, 2], 1.0),
        ([0, 2], [2, 0], -1.0),  # 4 seen; by chance (0 + 4 + 4 + 0) / 4 = 2
        ([0, 0, 1, 2], [0, 1, 1, 2], 0.8),  # 1/4 seen; by chance (8 + 2 + 10) / 16 = 5/4
        ([0, 1], [0, 2], 2 / 3),  # 1/2 seen; by chance (0 + 4 + 1 + 1) / 4 = 3/2
        ([1, 1], [1, 1], 1.0),
        ([0, 0], [0, 2], 0.0),
    ],
)
def test_kappa_is_as_worked_by_hand(first: list[int], second: list[int], kappa: float) -> None:
    assert quadratic_kappa(first, second, ORDER) == pytest.approx(kappa)


@given(VERDICTS)
def test_kappa_is_symmetric_at_most_one_and_blind_to_order(pairs: list[tuple[int, int]]) -> None:
    first, second = zip(*pairs, strict=True)
    found = quadratic_kappa(first, second, ORDER)
    assert found <= 1
    assert found == pytest.approx(quadratic_kappa(second, first, ORDER))
    assert found == pytest.approx(quadratic_kappa(first[::-1], second[::-1], ORDER))
    assert (found == pytest.approx(1)) == (first == second)


def test_what_cannot_be_compared_is_refused() -> None:
    for first, second in (([0], [0, 1]), ([], []), ([3], [0])):
        with pytest.raises(ValueError, match=r"verdicts|category"):
            quadratic_kappa(first, second, ORDER)
