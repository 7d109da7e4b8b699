"""What a plan says of the LLM: calls, tokens and price for each prompt set."""

from __future__ import annotations

from pathlib import Path

import llm_lake
import pytest
from graph_rows import GraphRows
from server_forms import plain_reader
from servers import KEY, OpenAiServer

from graphwright.planning.tokens import LlmWork, forecast_llm
from graphwright.settings import LlmSettings
from graphwright.store.lake import Lake
from graphwright.tables import TABLES

PRICED = LlmSettings(input_price=1.0, output_price=4.0)


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    """Return a lake with one chunk of 400 characters."""
    rows = GraphRows()
    rows.say("x" * 400)
    made = Lake(tmp_path)
    made.write("chunks", TABLES["chunks"].from_rows(rows.rows()["chunks"]), bucket=0, key="k")
    return made


def test_nothing_to_ask_costs_nothing(lake: Lake) -> None:
    assert forecast_llm(lake, PRICED, {}) is None
    assert forecast_llm(lake, PRICED, {"triples": LlmWork(0, 0)}) is None


def test_triples_are_a_call_a_chunk(lake: Lake) -> None:
    found = forecast_llm(lake, PRICED, {"triples": LlmWork(0, 10)})
    assert found is not None
    assert [(p.prompt, p.calls) for p in found.prompts] == [("triples-1", 10)]
    # A fact is told in many more signs than its sentence has.
    assert 10 * 400 / 4 < found.output_tokens <= 10 * PRICED.max_output_tokens
    short = PRICED.model_copy(update={"max_output_tokens": 256})
    bounded = forecast_llm(lake, short, {"triples": LlmWork(0, 10)})
    assert bounded is not None
    assert bounded.output_tokens == 10 * 256
    assert found.price == pytest.approx((found.input_tokens + 4 * found.output_tokens) / 1e6)


def test_entities_add_two_calls_a_document_and_more_for_long_ones(lake: Lake) -> None:
    found = forecast_llm(lake, PRICED, {"entities": LlmWork(2, 10)})
    assert found is not None
    calls = {p.prompt: p.calls for p in found.prompts}
    assert calls == {"summary-1": 2, "entities-1": 2, "relations-1": 10}
    assert found.calls == 14
    narrow = PRICED.model_copy(update={"summary_characters": 1000})
    long = forecast_llm(lake, narrow, {"entities": LlmWork(2, 10)})
    assert long is not None
    assert {p.prompt: p.calls for p in long.prompts}["summary-1"] == 4
    short = PRICED.model_copy(update={"known_tokens": 0})
    without = forecast_llm(lake, short, {"entities": LlmWork(2, 10)})
    assert without is not None
    assert found.input_tokens - without.input_tokens == 12 * 1000


@pytest.mark.parametrize(("prompts", "documents"), [("triples", 0), ("entities", 3)])
def test_the_forecast_is_near_to_the_bill(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, prompts: str, documents: int
) -> None:
    monkeypatch.setenv("FORECAST_KEY", KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    texts = {
        f"{name}.md": [
            f"The {name} desk keeps the invoices of plant {number}. Clerks of the {name} desk, who"
            f" come early on working days, check the invoices before noon in room {number}."
            for number in range(6)
        ]
        for name in ("north", "south", "east")
    }
    asked = llm_lake.write_lake(tmp_path, texts)
    with OpenAiServer(answer=plain_reader, usage=None) as server:
        settings = LlmSettings(
            base_url=server.base_url, model="rule", api_key_env="FORECAST_KEY", known_tokens=30
        )
        said = forecast_llm(asked, settings, {prompts: LlmWork(documents, 18)})
        reports = llm_lake.ask(asked, settings, prompts)
    assert said is not None
    calls, sent, answered = (
        sum(report.numbers.get(name, 0) for report in reports)
        for name in ("llm_calls", "llm_tokens_in", "llm_tokens_out")
    )
    assert said.calls == calls == 18 + 2 * documents
    assert 0.95 * sent <= said.input_tokens <= 1.25 * sent
    assert answered / 2 <= said.output_tokens <= 2 * answered


def test_both_sets_add_up_and_without_prices_there_is_no_price(lake: Lake) -> None:
    work = {"triples": LlmWork(0, 3), "entities": LlmWork(1, 2)}
    found = forecast_llm(lake, LlmSettings(), work)
    assert found is not None
    assert [p.prompt for p in found.prompts] == [
        "triples-1", "summary-1", "entities-1", "relations-1",
    ]  # fmt: skip
    assert found.calls == 3 + 1 + 1 + 2
    assert found.price is None


def test_batches_have_their_own_price_where_there_is_enough_for_one(lake: Lake) -> None:
    work = {"triples": LlmWork(0, 100)}
    live = forecast_llm(lake, PRICED, work)
    batched = PRICED.model_copy(update={"mode": "batch"})
    batch = forecast_llm(lake, batched, work)
    assert live is not None
    assert batch is not None
    assert live.price is not None
    assert (live.mode, batch.mode) == ("live", "batch")
    assert batch.price == pytest.approx(live.price / 2)
    few = forecast_llm(
        lake, PRICED.model_copy(update={"mode": "batch"}), {"triples": LlmWork(0, 9)}
    )
    assert few is not None
    assert few.mode == "live"
