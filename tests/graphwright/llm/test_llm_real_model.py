"""Both prompt sets against a real, if very small, model behind llama.cpp's server.

What it answers is of little worth; that its answers arrive, are held to the schema, are judged,
paid once and become rows is what is tested. ``make test-long`` installs it (see ``real_model``).
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import llm_lake
import pytest
import real_model
from graph_rows import GraphRows
from llm_cases import settings_for
from review_lake import pair, reviewed

from graphwright.llm.answers.answer import Problem
from graphwright.llm.calls.client import LlmClient
from graphwright.llm.prompts.forms import FORMS, TRIPLES
from graphwright.llm.prompts.request import Request
from graphwright.settings import EntitySettings, LlmSettings
from graphwright.steps.base.step import Given, Work
from graphwright.steps.bucketed.runner import StepReport
from graphwright.steps.llm.names import LlmNamesStep
from graphwright.store.lake import Lake

DOCUMENTS = {
    "plant.md": ["The supplier ships the pump to the plant.", "The plant stores the pump."],
    "desk.md": ["Ada Byron approves the invoice."],
}
CHUNKS = 3
TABLES = ("llm_outlines", "llm_entities", "llm_triples", "rejected_llm_triples", "llm_failures")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    missing = real_model.missing()
    if missing:
        pytest.skip(f"needs the packages {', '.join(missing)}: run make test-long")
    command = [sys.executable, real_model.__file__]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, text=True, **pipes) as server:
        assert server.stdout is not None
        yield server.stdout.readline().strip()
        server.kill()


def settings(address: str) -> LlmSettings:
    return settings_for(
        f"{address}/v1", timeout_seconds=300, max_output_tokens=256, concurrency=1, max_retries=0
    )


def answers(lake: Lake) -> list[dict[str, Any]]:
    paths = sorted((lake.cache / "llm").glob("??/*.json"))
    return [json.loads(path.read_text(encoding="utf-8")) for path in paths]


def tables(lake: Lake) -> dict[str, bytes]:
    paths = [path for table in TABLES for path in lake.paths(table)]
    return {path.as_posix(): path.read_bytes() for path in paths}


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("prompts", ["triples", "entities"])
def test_a_real_model_is_asked_read_judged_and_paid_once(
    address: str, tmp_path: Path, prompts: str
) -> None:
    lake = llm_lake.write_lake(tmp_path, DOCUMENTS)
    reports = llm_lake.ask(lake, settings(address), prompts, run="first")
    usage = sum_of(reports)
    assert usage["calls"] >= CHUNKS + (2 * len(DOCUMENTS) if prompts == "entities" else 0)
    assert 200 < usage["prompt_tokens"] / usage["calls"] < 4000
    assert usage["completion_tokens"] > 0
    # Held to the schema, an answer can be cut off, but never be malformed.
    assert {row.reason for row in llm_lake.rows(lake, "llm_failures")} <= {"truncated"}
    kept = answers(lake)
    assert len(kept) == usage["calls"]
    fields = {name for form in FORMS[prompts] for name in form.schema["properties"]}
    for answer in kept:
        assert answer["truncated"] or set(json.loads(answer["text"])) <= fields
    if prompts == "entities":
        assert len(llm_lake.rows(lake, "llm_outlines")) == len(DOCUMENTS)
        assert any(row.summary for row in llm_lake.rows(lake, "llm_outlines"))
    assert_verbatim(lake)
    before = tables(lake)
    for path in before:
        Path(path).unlink()
    again = sum_of(llm_lake.ask(lake, settings(address), prompts, run="second"))
    assert (again["calls"], again["cached"]) == (0, usage["calls"])
    assert tables(lake) == before


@pytest.mark.long
def test_a_text_longer_than_the_model_reads_is_told_as_such(address: str) -> None:
    long = Request([{"role": "user", "content": "word " * 20_000}], TRIPLES.name, TRIPLES.schema)
    answer = LlmClient(settings(address)).complete(long)
    assert isinstance(answer, Problem)
    assert answer.too_long, answer.detail


@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_real_model_is_asked_whether_names_are_one_and_paid_once(
    address: str, tmp_path: Path
) -> None:
    rows = GraphRows()
    for name in ("global account", "global acount", "subaccount"):
        rows.fact(name, "have", "a cockpit", path=f"{name}.md")
    pairs = [pair("global account", other) for other in ("global acount", "subaccount")]
    project = reviewed(tmp_path / "team", rows, pairs)
    given = {"llm": settings(address), "entities": EntitySettings(llm=True)}
    step = LlmNamesStep.of(Given(project.lake, project.settings.model_copy(update=given)))
    report = step.run(project.lake, Work(run="first"))
    assert report.numbers["llm_calls"] == len(pairs)
    verdicts = project.lake.read("llm_name_verdicts").to_pylist()
    assert len(verdicts) == len(pairs)
    for row in verdicts:
        # Held to the schema, an answer can be cut off, but never be malformed.
        assert row["verdict"] in ("same", "different", "unsure") or row["failure"] == "truncated"
        assert row["reason"] or row["failure"]
    before = [project.lake.path(name).read_bytes() for name in LlmNamesStep.outputs]
    for name in LlmNamesStep.outputs:
        project.lake.path(name).unlink()
    again = step.run(project.lake, Work(run="second"))
    assert again.numbers.get("llm_calls", 0) == 0
    assert [project.lake.path(name).read_bytes() for name in LlmNamesStep.outputs] == before


def sum_of(reports: list[StepReport]) -> dict[str, int]:
    names = {
        "calls": "llm_calls",
        "cached": "llm_answers_from_cache",
        "prompt_tokens": "llm_tokens_in",
        "completion_tokens": "llm_tokens_out",
    }
    return {
        name: sum(report.numbers.get(number, 0) for report in reports)
        for name, number in names.items()
    }


def assert_verbatim(lake: Lake) -> None:
    """Each triple's words stand where its spans say."""
    chunks = {row.chunk_id: row for row in llm_lake.rows(lake, "chunks")}
    for row in llm_lake.rows(lake, "llm_triples"):
        chunk = chunks[row.chunk_id]
        for words, start, end in (
            (row.subject, row.subject_start, row.subject_end),
            (row.predicate_text, row.predicate_start, row.predicate_end),
            (row.object, row.object_start, row.object_end),
        ):
            assert chunk.text[start - chunk.start : end - chunk.start] == words
        assert 0 <= row.confidence <= 1
