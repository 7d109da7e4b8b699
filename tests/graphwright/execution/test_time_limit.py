"""Threads with a limit of time: order, lateness, and what is cut off."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.execution.time_limit import Deadline, map_within


@given(st.lists(st.integers()), st.integers(1, 5))
def test_results_stand_in_the_order_of_the_items(items: list[int], at_once: int) -> None:
    found = map_within(lambda item, _: item * 2, items, seconds=60, at_once=at_once)
    assert found == [item * 2 for item in items]


@pytest.mark.parametrize("at_once", [1, 3])
def test_what_hangs_is_left_out_and_cut_off_and_the_others_are_done(at_once: int) -> None:
    cut, released = threading.Event(), threading.Event()

    def work(item: str, deadline: Deadline) -> str:
        if item == "hangs":
            deadline.at_end(cut.set)
            released.wait()
        return item

    found = map_within(work, ["a", "hangs", "b", "hangs", "c"], seconds=0.2, at_once=at_once)
    assert cut.is_set()
    released.set()
    assert found == ["a", None, "b", None, "c"]


def test_an_error_ends_the_whole_and_cuts_off_what_is_under_way() -> None:
    cut, started = threading.Event(), threading.Event()

    def work(item: str, deadline: Deadline) -> str:
        if item == "hangs":
            deadline.at_end(cut.set)
            started.set()
            cut.wait()
        else:
            started.wait()
            raise KeyError(item)
        return item

    with pytest.raises(KeyError, match="fails"):
        map_within(work, ["hangs", "fails", "never"], seconds=60, at_once=2)
    assert cut.is_set()


def test_nothing_is_opened_after_the_end() -> None:
    deadline, cut = Deadline(60), threading.Event()
    deadline.end()
    with pytest.raises(TimeoutError):
        deadline.at_end(cut.set)
    with pytest.raises(TimeoutError):
        deadline.check()
    assert cut.is_set()
