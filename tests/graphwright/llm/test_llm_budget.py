import threading
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from llm_cases import FAST, KEY_VARIABLE, PATIENCE, item_of, settings_for
from servers import HttpError, OpenAiServer, Slow

from graphwright.errors import SettingsError
from graphwright.llm.answers.budget import Budget, Spend
from graphwright.llm.answers.cache import AnswerCache
from graphwright.llm.extractor import LlmExtractor
from graphwright.llm.reading.triple_rows import ExtractionOutcome
from graphwright.settings import LlmBudget, LlmSettings
from graphwright.tables import LlmFailureReason

PRICES: dict[str, Any] = {"input_price": 1.0, "output_price": 10.0}


def budget_of(**limits: Any) -> Budget:
    return Budget(LlmSettings(**PRICES, budget=LlmBudget(**limits)))


def test_a_spend_is_calls_tokens_and_money() -> None:
    budget = budget_of()
    assert budget.cost(1_000_000, 100_000) == Spend(1, 1_000_000, 100_000, Fraction(2))
    assert budget.cost(100, 10, share=0.5).money == Fraction("0.0001")
    assert Budget(LlmSettings()).cost(5, 5) == Spend(1, 5, 5, Fraction())


@pytest.mark.parametrize("limit", [{"calls": 2}, {"tokens": 250}, {"money": 0.0006}])
def test_what_could_pass_any_limit_is_refused(limit: dict[str, Any]) -> None:
    budget = budget_of(**limit)
    call = budget.cost(100, 20)
    given = []
    for _ in range(3):
        with budget.reserved(call) as reservation:
            given.append(reservation is not None)
            if reservation:
                reservation.keep()
    assert given == [True, True, False]


def test_what_a_call_did_not_use_is_given_back() -> None:
    budget = budget_of(tokens=1000)
    for _ in range(10):
        with budget.reserved(Spend(1, 900)) as reservation:
            assert reservation is not None
            reservation.settle(Spend(1, 10))
    with budget.reserved(Spend(1, 901)) as reservation:
        assert reservation is None
    assert budget.spent == Spend(10, 100)


def test_what_broke_off_counts_as_paid() -> None:
    budget = budget_of(calls=1)
    with pytest.raises(KeyboardInterrupt), budget.reserved(Spend(1)):
        raise KeyboardInterrupt
    assert budget.spent == Spend(1)


def test_a_call_waits_for_what_others_hold_back() -> None:
    budget, entered = budget_of(tokens=100), threading.Event()
    release = threading.Event()

    def hold() -> None:
        with budget.reserved(Spend(1, 90)) as reservation:
            assert reservation is not None
            entered.set()
            release.wait(PATIENCE)
            reservation.settle(Spend(1, 5))

    def second() -> bool:
        with budget.reserved(Spend(1, 90)) as reservation:
            return reservation is not None

    with ThreadPoolExecutor(2) as pool:
        pool.submit(hold)
        assert entered.wait(PATIENCE)
        waiting = pool.submit(second)
        assert not waiting.done()
        release.set()
        assert waiting.result(PATIENCE)


def test_a_stopped_wait_ends() -> None:
    budget, stopped = budget_of(calls=1), threading.Event()
    with ThreadPoolExecutor(1) as pool, budget.reserved(Spend(1)):

        def waits() -> bool:
            with budget.reserved(Spend(1), stopped.is_set) as reservation:
                return reservation is None

        waiting = pool.submit(waits)
        stopped.set()
        budget.wake()
        assert waiting.result(PATIENCE)


@given(
    limit=st.integers(0, 300),
    calls=st.lists(st.tuples(st.integers(1, 40), st.integers(0, 40)), max_size=30),
)
def test_threads_never_spend_more_together(limit: int, calls: list[tuple[int, int]]) -> None:
    budget = budget_of(tokens=limit)

    def call(most: int, used: int) -> None:
        with budget.reserved(Spend(1, most)) as reservation:
            if reservation is not None:
                reservation.settle(Spend(1, min(most, used)))
                assert budget.spent.tokens <= limit

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda pair: call(*pair), calls))
    assert budget.spent.tokens <= limit


def texts(count: int) -> list[Any]:
    return [item_of(f"The team {n} keeps record {n}.", name=str(n)) for n in range(count)]


def run(server: OpenAiServer, folder: Path, count: int, **given: Any) -> list[ExtractionOutcome]:
    settings = settings_for(server, **{"concurrency": 8} | given)
    with LlmExtractor(settings, cache=AnswerCache(folder), backoff=FAST) as made:
        return list(made.extract_many(texts(count)))


def reasons(outcomes: list[ExtractionOutcome]) -> list[str]:
    return [o.failure.reason for o in outcomes if o.failure]


@pytest.mark.parametrize(
    "limits",
    [{"calls": 5}, {"tokens": 15_000}, {"money": 0.016}],
    ids=lambda value: next(iter(value)),
)
def test_a_build_stops_at_its_budget_and_the_next_goes_on(
    tmp_path: Path, limits: dict[str, Any]
) -> None:
    small: dict[str, Any] = {**PRICES, "max_output_tokens": 256, "budget": limits}
    with OpenAiServer(usage=(2000, 100)) as server:
        first = run(server, tmp_path, 9, **small)
        made = len(server.chats)
        assert 0 < made <= 6
        assert reasons(first) == [LlmFailureReason.OVER_BUDGET] * (9 - made)
        assert all(o.failure_may_pass for o in first if o.failure)
        second = run(server, tmp_path, 9, **small)
        assert reasons(second) == [LlmFailureReason.OVER_BUDGET] * max(0, 9 - len(server.chats))
        assert sum(o.usage.cached for o in second) == made
        assert reasons(run(server, tmp_path, 9, **{**small, "budget": {}})) == []
    assert len(server.chats) == 9


def test_a_budget_of_nothing_makes_no_call(tmp_path: Path) -> None:
    with OpenAiServer() as server:
        outcomes = run(server, tmp_path, 30, budget={"calls": 0})
    assert reasons(outcomes) == [LlmFailureReason.OVER_BUDGET] * 30
    assert server.requests == []


def test_a_call_that_was_turned_away_costs_nothing_and_one_that_was_lost_does(
    tmp_path: Path,
) -> None:
    script = [HttpError(429), HttpError(503)]
    with OpenAiServer(script=script) as server:
        assert reasons(run(server, tmp_path / "a", 1, budget={"calls": 1})) == []
    with OpenAiServer(fault_for=lambda _: Slow(PATIENCE)) as server:
        lost = run(server, tmp_path / "b", 1, budget={"calls": 1}, timeout_seconds=0.3)
    assert reasons(lost) == [LlmFailureReason.OVER_BUDGET]
    assert [o.usage.retries for o in lost] == [1]


def test_money_needs_prices() -> None:
    with pytest.raises(ValueError, match="input_price"):
        LlmSettings(budget=LlmBudget(money=1))
    with pytest.raises(SettingsError, match=r"llm\.input_price"):
        LlmSettings(api_key_env=KEY_VARIABLE).with_most_money(1)
    assert LlmSettings(**PRICES).with_most_money(1.5).budget.money == 1.5
