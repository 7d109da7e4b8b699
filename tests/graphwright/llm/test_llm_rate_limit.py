from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.llm.calls.rate_limit import Bucket, RateLimit


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


calls = st.lists(
    st.tuples(st.integers(1, 500), st.floats(0, 30, allow_nan=False)), min_size=1, max_size=60
)


@given(st.integers(1, 5000), calls)
def test_no_span_of_time_holds_more_than_its_share(
    per_minute: int, made: list[tuple[int, float]]
) -> None:
    now, bucket, used = 0.0, Bucket(per_minute, 0.0), []
    for units, pause in made:
        now += pause
        used.append((bucket.book(units, now), units))
    assert all(one[0] <= two[0] for one, two in pairwise(used))
    for first, (begin, _) in enumerate(used):
        inside = 0
        for at, units in used[first:]:
            # What is let go last may pass the limit; the others fit into it.
            assert inside <= (at - begin + 1) * per_minute / 60 * (1 + 1e-9)
            inside += units


def test_calls_in_a_row_are_spaced_after_a_second_of_them() -> None:
    clock = Clock()
    limit = RateLimit(120, None, clock)
    assert [limit.book(10) for _ in range(5)] == pytest.approx([0, 0, 0, 0.5, 1.0])
    clock.now += 60
    assert limit.book(10) == 0


def test_tokens_are_corrected_by_what_was_used() -> None:
    clock = Clock()
    limit = RateLimit(None, 6000, clock)
    assert limit.book(1000) == 0
    assert limit.book(100) == pytest.approx(9)
    limit.correct(booked=1000, used=400)
    limit.correct(booked=100, used=100)
    assert limit.book(100) == pytest.approx(4)


def test_the_tighter_limit_decides() -> None:
    limit = RateLimit(60, 60_000, Clock())
    waits = [limit.book(10) for _ in range(4)]
    assert waits == pytest.approx([0, 0, 1, 2])
    limit = RateLimit(6000, 60, Clock())
    assert [limit.book(10) for _ in range(3)] == pytest.approx([0, 9, 19])


def test_without_limits_nothing_waits() -> None:
    limit = RateLimit(None, None, Clock())
    assert [limit.book(10**9) for _ in range(3)] == [0, 0, 0]
    limit.correct(1, 2)
