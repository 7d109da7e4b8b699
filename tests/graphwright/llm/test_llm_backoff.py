import datetime as dt
import email.utils
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st
from llm_cases import PATIENCE

from graphwright.llm.calls.backoff import Backoff, SharedPause
from graphwright.llm.provider.retry_after import retry_after_seconds


@given(st.integers(0, 10_000), st.none() | st.floats(0, 120))
def test_a_delay_stays_within_its_bounds(attempt: int, retry_after: float | None) -> None:
    delay = Backoff(first=0.5, most=60, patience=120).delay(attempt, retry_after)
    assert delay is not None
    least = max(min(0.5 * 2 ** min(attempt, 20), 60), retry_after or 0)
    assert least <= delay <= least * 1.25


def test_a_longer_wait_than_patience_is_not_waited() -> None:
    assert Backoff(patience=10).delay(0, 10.5) is None


def test_delays_differ_between_workers() -> None:
    assert len({Backoff().delay(3, None) for _ in range(20)}) > 1


@pytest.mark.parametrize(
    ("value", "seconds"),
    [("7", 7), ("0.25", 0.25), ("-3", 0), ("soon", None), ("nan", None), (None, None)],
)
def test_retry_after_in_seconds(value: str | None, seconds: float | None) -> None:
    assert retry_after_seconds({} if value is None else {"retry-after": value}) == seconds


def test_retry_after_as_a_date() -> None:
    later = dt.datetime.now(dt.UTC) + dt.timedelta(seconds=90)
    found = retry_after_seconds({"retry-after": email.utils.format_datetime(later, usegmt=True)})
    assert found is not None
    assert 80 < found <= 90


def test_stopping_ends_the_pause_of_all_workers() -> None:
    pause = SharedPause()
    pause.ask(3600)
    workers = [threading.Thread(target=pause.keep) for _ in range(3)]
    for worker in workers:
        worker.start()
    pause.stop()
    for worker in workers:
        worker.join(timeout=PATIENCE)
    assert not any(worker.is_alive() for worker in workers)
