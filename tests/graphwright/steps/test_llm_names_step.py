"""The step that asks an LLM about open pairs of names, against the local server."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from graph_rows import GraphRows
from review_lake import pair, reviewed
from servers import Fault, HttpError, OpenAiServer, Recorded

from graphwright.errors import ExtractorError
from graphwright.planning.retry import Chosen, find_failures, mark_for_retry, reasons_of
from graphwright.planning.tokens import LlmWork, forecast_llm
from graphwright.project import Project
from graphwright.settings import Settings
from graphwright.steps.base.llm_bill import read_runs
from graphwright.steps.base.step import Given, StepReport, Work
from graphwright.steps.llm.names import LlmNamesStep
from graphwright.store.lake import Lake
from graphwright.tables import LlmNameVerdict, rows_of

SAID = {"bee": "same", "cat": "different", "dog": "unsure"}


def _judge(request: Recorded) -> str:
    """Answer by the second name alone."""
    found = re.search(r"^Second name: (\w+)$", request.passage, re.MULTILINE)
    assert found is not None, request.passage
    verdict = {"verdict": SAID[found[1]], "reason": f"I know {found[1]}."}
    return json.dumps({"verdicts": [verdict]})


@pytest.fixture
def project(tmp_path: Path) -> Project:
    rows = GraphRows()
    for place, name in enumerate(("ape", *SAID)):
        for number in range(4 - place):
            rows.fact(name, "have", f"part {number}", path=f"{place}-{number}.md")
    pairs = [pair("ape", name) for name in SAID]
    return reviewed(tmp_path / "team", rows, [*pairs, pair("bee", "cat", 0.5, "beside")])


def _settings(project: Project, server: OpenAiServer, **llm: Any) -> Settings:
    given = {"base_url": server.base_url, "model": "m", "max_retries": 0} | llm
    plain = project.settings.model_dump()
    return Settings.model_validate(plain | {"llm": given, "entities": {"llm": True}})


def _run(project: Project, settings: Settings, run: str = "one") -> StepReport:
    return LlmNamesStep.of(Given(project.lake, settings)).run(project.lake, Work(run=run))


def _verdicts(lake: Lake) -> dict[str, LlmNameVerdict]:
    rows = rows_of(LlmNameVerdict, lake.read("llm_name_verdicts"))
    return {row.other_key: row for row in rows}


def _joined(lake: Lake) -> list[tuple[str, str]]:
    rows = lake.read("llm_name_groups").to_pylist()
    return [(row["name_key"], row["target_key"]) for row in rows]


def test_it_asks_nobody_by_default(project: Project) -> None:
    with OpenAiServer(key=None, answer=_judge) as server:
        settings = _settings(project, server)
        off = settings.model_copy(update={"entities": project.settings.entities})
        step = LlmNamesStep.of(Given(project.lake, off))
        step.run(project.lake, Work())
        assert step.is_current(project.lake)
        assert server.chats == []
    assert (_verdicts(project.lake), _joined(project.lake)) == ({}, [])


def test_a_view_asks_nobody(project: Project) -> None:
    with OpenAiServer(key=None, answer=_judge) as server:
        given = Given(project.lake, _settings(project, server), view_of=project.lake)
        LlmNamesStep.of(given).run(project.lake, Work())
        assert server.chats == []


def test_verdicts_and_reasons_are_kept_and_same_is_joined(project: Project) -> None:
    with OpenAiServer(key=None, answer=_judge) as server:
        settings = _settings(project, server)
        report = _run(project, settings)
        passages = [chat.passage for chat in server.chats]
        assert len(passages) == 3
        # Calls are made side by side, so they arrive in any order.
        (asked,) = (passage for passage in passages if "Second name: bee" in passage)
        assert asked.startswith("First name: ape\n- ape have part")
        assert asked.count("\n- ") == 4
        assert (report.worked, report.numbers["llm_calls"]) == (3, 3)
        found = _verdicts(project.lake)
        assert {key: row.verdict for key, row in found.items()} == SAID
        assert (found["cat"].reason, found["cat"].version) == ("I know cat.", "names-1 m")
        assert _joined(project.lake) == [("bee", "ape")]
        assert not _run(project, settings, "two").made
    assert [one.step for one in read_runs(project.lake)] == ["llm_name_verdicts"]


def test_a_new_pair_costs_one_call_and_a_clean_lake_has_the_same_tables(
    project: Project, tmp_path: Path
) -> None:
    with OpenAiServer(key=None, answer=_judge) as server:
        settings = _settings(project, server)
        lake = project.lake
        pairs = lake.read("name_pairs")
        lake.write("name_pairs", pairs.slice(1), key="fewer")
        _run(project, settings)
        before = len(server.chats)
        lake.write("name_pairs", pairs, key="all")
        _run(project, settings, "two")
        assert len(server.chats) == before + 1
        held = {name: lake.path(name).read_bytes() for name in LlmNamesStep.outputs}
        for name in LlmNamesStep.outputs:
            lake.path(name).unlink()
        for kept in (lake.cache / "llm").rglob("*"):
            if kept.is_file():
                kept.unlink()
        _run(project, settings, "three")
        assert {name: lake.path(name).read_bytes() for name in held} == held


def test_a_failure_that_may_pass_is_asked_again_by_the_next_build(project: Project) -> None:
    with OpenAiServer(key=None, answer=_judge, script=[HttpError(500)]) as server:
        settings = _settings(project, server, concurrency=1)
        assert _run(project, settings).not_final == 1
        failed = [row for row in _verdicts(project.lake).values() if row.failure]
        assert [(row.failure, row.verdict) for row in failed] == [("server_error", None)]
        step = LlmNamesStep.of(Given(project.lake, settings))
        assert not step.is_current(project.lake)
        _run(project, settings, "two")
        assert {key: row.verdict for key, row in _verdicts(project.lake).items()} == SAID
        assert len(server.chats) == 4


def test_a_useless_answer_is_a_row_until_a_retry(project: Project) -> None:
    useless = ["{}", '{"verdicts": []}', '{"verdicts": [{"verdict": "maybe"}]}']
    answers = iter([*useless, *useless])
    sound = False

    def answer(request: Recorded) -> str:
        return _judge(request) if sound else next(answers, "{}")

    with OpenAiServer(key=None, answer=answer) as server:
        settings = _settings(project, server, concurrency=1)
        assert _run(project, settings).not_final == 0
        assert {row.failure for row in _verdicts(project.lake).values()} == {"malformed"}
        assert LlmNamesStep.of(Given(project.lake, settings)).is_current(project.lake)
        sound = True
        failures = find_failures(project.lake, Chosen())
        assert reasons_of(failures) == {"names: malformed": 3}
        assert find_failures(project.lake, Chosen(collections=frozenset(["handbook"]))) == []
        mark_for_retry(project.lake, failures)
        _run(project, settings, "two")
        assert {key: row.verdict for key, row in _verdicts(project.lake).items()} == SAID


def test_calls_over_the_budget_are_not_made(project: Project) -> None:
    with OpenAiServer(key=None, answer=_judge) as server:
        settings = _settings(project, server, concurrency=1, budget={"calls": 1})
        _run(project, settings)
        reasons = sorted(str(row.failure) for row in _verdicts(project.lake).values())
        assert reasons == ["None", "over_budget", "over_budget"]
        assert len(server.chats) == 1


def test_a_wrong_key_stops_the_step(project: Project) -> None:
    def refused(_request: Recorded) -> Fault:
        return HttpError(401)

    with OpenAiServer(key=None, fault_for=refused) as server, pytest.raises(ExtractorError):
        _run(project, _settings(project, server))


def test_a_plan_counts_the_prompt(project: Project) -> None:
    settings = Settings.model_validate(
        project.settings.model_dump() | {"llm": {"input_price": 1, "output_price": 2}}
    )
    plan = forecast_llm(project.lake, settings.llm, {"names": LlmWork(0, 3)})
    assert plan is not None
    assert (plan.calls, plan.prompts[0].prompt) == (3, "names-1")
    assert plan.input_tokens > 3 * 300
