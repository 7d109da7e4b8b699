"""The LLM step over a lake: its budget, its bill, and batches, against the local server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import llm_load
import pytest
from servers import HttpError, OpenAiServer

from graphwright.errors import ExtractorError, LakeError
from graphwright.inspection.llm_usage import chunks_over_budget, llm_usage_grids
from graphwright.settings import LlmSettings, Settings
from graphwright.steps.base.llm_bill import read_runs
from graphwright.steps.base.llm_session import LlmSession
from graphwright.steps.base.step import Given, StepReport, Work
from graphwright.steps.llm.usage import usage_by_unit
from graphwright.steps.pipeline import LLM_STEPS, Pipeline
from graphwright.store.lake import Lake

CHUNKS = 12
PRICES = {"input_price": 100.0, "output_price": 1000.0}


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    made = Lake(tmp_path / "lake")
    llm_load.write_lake(made, CHUNKS)
    return made


def settings_of(server: OpenAiServer, **given: Any) -> Settings:
    llm = {"base_url": server.base_url, "model": "rule", "max_output_tokens": 256}
    collection = {"name": "load", "folder": "/nowhere", "extractor": "llm"}
    plain = {"collections": [collection], "buckets": llm_load.BUCKETS}
    return Settings.model_validate(plain | {"llm": llm | PRICES | given})


def ask(lake: Lake, server: OpenAiServer, run: str, **given: Any) -> StepReport:
    step = Pipeline(Given(lake, settings_of(server, **given))).step("llm_triples")
    return step.run(lake, Work(range(llm_load.BUCKETS), workers=1, run=run))


def failed(lake: Lake) -> int:
    return lake.row_count("llm_failures")


def test_a_build_is_billed_by_run_and_by_document(lake: Lake) -> None:
    with OpenAiServer(key=None) as server:
        report = ask(lake, server, "one")
    assert report.numbers == {
        "llm_calls": 12, "llm_calls_repeated": 0, "llm_answers_from_cache": 0,
        "llm_tokens_in": 1200, "llm_tokens_out": 240, "llm_money": 0.36,
    }  # fmt: skip
    (run,) = read_runs(lake)
    assert (run.run, run.step, run.calls, run.money) == ("one", "llm_triples", 12, 0.36)
    assert set(usage_by_unit(lake, "llm_triples").values()) == {(1, 100, 20)}
    builds, documents = llm_usage_grids(lake, LlmSettings(**PRICES), LLM_STEPS)
    assert builds.rows[0][2:6] == ["12", "0", "0", "1,200"]
    assert sum(int(row[1]) for row in documents.rows) == 12
    assert documents.rows[0][4] == f"{int(documents.rows[0][1]) * 0.03:.4f}"


def test_a_batch_of_units_keeps_all_threads_at_work(lake: Lake) -> None:
    with OpenAiServer(key=None) as server:
        few = Pipeline(Given(lake, settings_of(server, concurrency=1))).step("llm_triples")
        many = Pipeline(Given(lake, settings_of(server, concurrency=100))).step("llm_triples")
    assert few.batch == type(few).batch
    assert many.batch >= 4 * 100


def test_a_second_build_costs_nothing_and_is_not_billed(lake: Lake) -> None:
    with OpenAiServer(key=None) as server:
        ask(lake, server, "one")
        again = ask(lake, server, "two")
        for path in lake.paths("llm_triples"):
            path.unlink()
        cached = ask(lake, server, "three")
    assert again.numbers == {}
    assert (cached.numbers["llm_calls"], cached.numbers["llm_answers_from_cache"]) == (0, 12)
    assert cached.numbers["llm_money"] == 0
    assert [run.run for run in read_runs(lake)] == ["one", "three"]
    assert set(usage_by_unit(lake, "llm_triples").values()) == {(1, 100, 20)}


def test_a_budget_ends_a_build_well_and_the_next_goes_on(lake: Lake) -> None:
    with OpenAiServer(key=None) as server:
        first = ask(lake, server, "one", budget={"calls": 5})
        assert (failed(lake), len(server.chats), first.not_final) == (7, 5, 7)
        assert chunks_over_budget(lake) == 7
        # Another attempt at the step within one build has what is left of its budget: nothing.
        ask(lake, server, "one", budget={"calls": 5})
        assert len(server.chats) == 5
        ask(lake, server, "two", budget={"calls": 6})
        assert (failed(lake), len(server.chats)) == (1, 11)
        ask(lake, server, "three")
    assert (failed(lake), len(server.chats)) == (0, 12)
    assert chunks_over_budget(lake) == 0
    assert [run.calls for run in read_runs(lake)] == [5, 6, 1]


def test_a_build_that_breaks_off_is_billed_for_all_that_was_answered(lake: Lake) -> None:
    server = OpenAiServer(key=None, script=[*[None] * 7, HttpError(401)])
    with server, pytest.raises(ExtractorError, match="key"):
        ask(lake, server, "one", concurrency=1)
    (run,) = read_runs(lake)
    assert (run.calls, run.prompt_tokens, run.completion_tokens) == (7, 700, 140)
    assert run.calls == run.spent_calls > len(usage_by_unit(lake, "llm_triples"))


def test_the_calls_of_a_killed_build_are_billed_and_count_in_its_budget(
    lake: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object) -> dict[str, Any]:
        raise KeyboardInterrupt

    with OpenAiServer(key=None) as server:
        with monkeypatch.context() as patched:
            patched.setattr(LlmSession, "finish", killed)
            with pytest.raises(KeyboardInterrupt):
                ask(lake, server, "one", budget={"calls": 5})
        with (lake.cache / "llm_open_bill.jsonl").open("a") as file:
            file.write('{"run": "one", "st')  # as a full disk cuts a line off
        numbers = [(run.run, run.calls, run.prompt_tokens, run.money) for run in read_runs(lake)]
        assert numbers == [("one", 5, 500, pytest.approx(0.15))]
        ask(lake, server, "two", budget={"calls": 1})
        ask(lake, server, "one", budget={"calls": 7})
        assert len(server.chats) == 8
    assert [(run.run, run.calls) for run in read_runs(lake)] == [("two", 1), ("one", 7)]
    assert not (lake.cache / "llm_open_bill.jsonl").exists()


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        *(("llm_runs.json", text) for text in ("", "{}", '[{"run": "one"}]')),
        *(("llm_open_bill.jsonl", text) for text in ("{}\n", "[]\n", "\0\n")),
    ],
)
def test_a_damaged_list_of_bills_is_an_error_before_anything_is_asked(
    lake: Lake, name: str, damage: str
) -> None:
    with OpenAiServer(key=None) as server:
        ask(lake, server, "one", budget={"calls": 5})
        (lake.cache / name).write_text(damage)
        with pytest.raises(LakeError, match=f"{name}.*delete it"):
            ask(lake, server, "one", budget={"calls": 5})
        assert len(server.chats) == 5


def test_live_calls_do_not_pay_again_for_what_a_batch_is_asked(lake: Lake) -> None:
    batch = {"at_least": 2, "poll_seconds": 0.01, "wait_seconds": 0}
    with OpenAiServer(key=None, batch_looks=2) as server:
        with pytest.raises(ExtractorError, match="nothing is sent anew"):
            ask(lake, server, "one", mode="batch", batch=batch)
        with pytest.raises(ExtractorError, match="or cancel them there"):
            ask(lake, server, "two")
        report = ask(lake, server, "three")
        assert (len(server.batches.made), len(server.chats)) == (1, CHUNKS)
    assert failed(lake) == 0
    assert report.numbers["llm_calls"] == CHUNKS - 1
    assert report.numbers["llm_money"] == pytest.approx((CHUNKS - 1) * 0.015)
    assert list((lake.cache / "llm_batches").iterdir()) == []


def test_a_batch_of_another_endpoint_is_not_forgotten_without_a_word(lake: Lake) -> None:
    batch = {"at_least": 2, "poll_seconds": 0.01, "wait_seconds": 0}
    with OpenAiServer(key=None) as server, pytest.raises(ExtractorError, match="sent anew"):
        ask(lake, server, "one", mode="batch", batch=batch)
    with OpenAiServer(key=None) as server:
        with pytest.raises(ExtractorError, match=r"deleting .*llm_batches gives their answers up"):
            ask(lake, server, "two")
        assert server.chats == []


def test_batches_give_the_tables_of_direct_calls_at_their_price(lake: Lake, tmp_path: Path) -> None:
    other = Lake(tmp_path / "other")
    llm_load.write_lake(other, CHUNKS)
    batch = {"at_least": 2, "poll_seconds": 0.01}
    with OpenAiServer(key=None) as server:
        ask(other, server, "one")
        report = ask(lake, server, "one", mode="batch", batch=batch)
        assert len(server.batches.made) == 1
        assert len(server.chats) == 2 * CHUNKS
    for table in ("llm_triples", "rejected_llm_triples", "llm_failures"):
        for bucket in range(llm_load.BUCKETS):
            one, two = lake.path(table, bucket), other.path(table, bucket)
            assert one.read_bytes() == two.read_bytes()
    assert (report.numbers["llm_calls"], report.numbers["llm_answers_from_cache"]) == (12, 0)
    assert report.numbers["llm_money"] == pytest.approx(0.03 + 11 * 0.015)
    assert list((lake.cache / "llm_batches").iterdir()) == []
