import contextlib
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from llm_cases import FAST, item_of, settings_for
from servers import KEY, Content, CutOff, Fault, HangUp, HttpError, OpenAiServer, Recorded

from graphwright.errors import ExtractorError, LakeError
from graphwright.llm.answers.budget import Budget
from graphwright.llm.answers.cache import AnswerCache
from graphwright.llm.answers.source import AnswerSource
from graphwright.llm.calls.batch import BatchAnswers, NotYetAnsweredError
from graphwright.llm.calls.batch_files import BatchFolder, BatchRecord
from graphwright.llm.calls.client import LlmClient
from graphwright.llm.extractor import LlmExtractor
from graphwright.llm.reading.triple_rows import ExtractionOutcome
from graphwright.settings import LlmSettings
from graphwright.tables import LlmFailureReason

Items = list[Any]


def texts(count: int) -> Items:
    return [item_of(f"The team {n} keeps record {n}.", name=str(n)) for n in range(count)]


class Build:
    """Reads items in batch mode as a build does: batches first, then the rows."""

    def __init__(self, server: OpenAiServer, folder: Path, **given: Any) -> None:
        plan = {"at_least": 1, "poll_seconds": 0.01, "wait_seconds": 5} | given.pop("batch", {})
        self.settings: LlmSettings = settings_for(server, mode="batch", batch=plan, **given)
        self.cache = AnswerCache(folder / "llm")
        self.folder = folder / "llm_batches"
        self.budget = Budget(self.settings)
        self.client = LlmClient(self.settings, backoff=FAST, budget=self.budget)
        self.batches = BatchAnswers(
            self.settings, self.client, self.cache, self.folder, self.budget
        )

    def ask(self, items: Items) -> None:
        def read_all(answers: AnswerSource) -> None:
            extractor = LlmExtractor(self.settings, answers=answers)
            for item in items:
                with contextlib.suppress(NotYetAnsweredError):
                    extractor.extract(*item)

        self.batches.run(read_all)

    def rows(self, items: Items) -> list[ExtractionOutcome]:
        answers = AnswerSource(self.settings, self.client, self.cache, self.batches.problems)
        return list(LlmExtractor(self.settings, answers=answers).extract_many(items))

    def run(self, items: Items) -> list[ExtractionOutcome]:
        self.ask(items)
        return self.rows(items)


def direct(server: OpenAiServer) -> list[Recorded]:
    return [chat for chat in server.chats if not chat.batched]


def made(server: OpenAiServer) -> int:
    return len(server.batches.made)


def live(server: OpenAiServer, items: Items) -> list[ExtractionOutcome]:
    with LlmExtractor(settings_for(server), backoff=FAST) as extractor:
        return list(extractor.extract_many(items))


def triples(outcomes: Iterable[ExtractionOutcome]) -> list[object]:
    return [outcome.triples for outcome in outcomes]


def failures(outcomes: Iterable[ExtractionOutcome]) -> list[str | None]:
    return [o.failure.reason if o.failure else None for o in outcomes]


def test_a_batch_gives_the_rows_that_direct_calls_give(tmp_path: Path) -> None:
    items = texts(12)
    with OpenAiServer() as server:
        expected = live(server, items)
    with OpenAiServer(batch_looks=3) as server:
        build = Build(server, tmp_path)
        outcomes = build.run(items)
    assert triples(outcomes) == triples(expected)
    assert all(len(outcome.triples) == 1 for outcome in outcomes)
    assert len(direct(server)) == 1  # the first, to learn how requests are written
    assert len(server.chats) == 12
    assert made(server) == 1
    assert list(build.folder.iterdir()) == []
    total = sum((o.usage for o in outcomes), build.batches.usage)
    assert (total.calls, total.cached, total.prompt_tokens) == (12, 0, 1200)


def test_a_batchs_lines_are_the_requests_that_are_made_directly(tmp_path: Path) -> None:
    with OpenAiServer(refuses=["json_schema"]) as server:
        Build(server, tmp_path, model="m", max_output_tokens=300).run(texts(3))
        lines = [json.loads(line) for line in server.batches.files["file-0"].splitlines()]
    body = direct(server)[-1].body
    assert body["response_format"] == {"type": "json_object"}
    for line in lines:
        assert (line["method"], line["url"]) == ("POST", "/v1/chat/completions")
        assert line["body"] | {"messages": []} == body | {"messages": []}
        assert KEY not in json.dumps(line)


def test_large_collections_go_out_in_several_batches(tmp_path: Path) -> None:
    with OpenAiServer() as server:
        outcomes = Build(server, tmp_path, batch={"at_most": 4}).run(texts(10))
        assert made(server) == 3
    with OpenAiServer() as server:
        Build(server, tmp_path / "b", batch={"at_most_mb": 0.02}).run(texts(10))
        sizes = [len(data) for data in list(server.batches.files.values())[::2]]
    assert failures(outcomes) == [None] * 10
    assert len(sizes) > 1
    assert max(sizes) <= 20_000


def test_few_questions_are_asked_directly(tmp_path: Path) -> None:
    with OpenAiServer() as server:
        outcomes = Build(server, tmp_path, batch={"at_least": 20}).run(texts(9))
    assert failures(outcomes) == [None] * 9
    assert (made(server), len(direct(server))) == (0, 9)


def on_batched(fault: Fault, wanted: str) -> Callable[[Recorded], Fault | None]:
    def choose(request: Recorded) -> Fault | None:
        return fault if request.batched and wanted in request.last_user else None

    return choose


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        (HttpError(500), LlmFailureReason.SERVER_ERROR),
        (HttpError(429), LlmFailureReason.RATE_LIMITED),
        (HttpError(400, "Not this."), LlmFailureReason.BAD_REQUEST),
        (HangUp(), LlmFailureReason.SERVER_ERROR),
    ],
)
def test_a_line_that_fails_is_a_failure_of_its_chunk_alone(
    tmp_path: Path, fault: Fault, reason: LlmFailureReason
) -> None:
    with OpenAiServer(fault_for=on_batched(fault, "team 3 ")) as server:
        build = Build(server, tmp_path)
        outcomes = build.run(texts(6))
        assert failures(outcomes) == [None, None, None, reason, None, None]
        assert len(server.chats) == 6
        again = Build(server, tmp_path, batch={"at_least": 2}).run(texts(6))
    assert failures(again) == [None] * 6  # asked anew, and directly
    assert len(server.chats) == 7


def test_what_is_cut_off_goes_into_another_batch_in_halves(tmp_path: Path) -> None:
    long = " ".join(f"Office {n} reviews case {n} before the end of the year." for n in range(8))
    items = [*texts(2), item_of(long, name="long")]

    def cut(request: Recorded) -> Fault | None:
        whole = request.batched and all(name in request.last_user for name in ("case 0", "case 7"))
        return CutOff() if whole else None

    with OpenAiServer(fault_for=cut) as server:
        outcomes = Build(server, tmp_path).run(items)
    assert [len(outcome.triples) for outcome in outcomes] == [1, 1, 8]
    assert made(server) == 3
    assert len(server.chats) == 2 + 3


def test_a_malformed_line_is_kept_and_repeated_once(tmp_path: Path) -> None:
    fault = on_batched(Content("?"), "team 1 ")
    with OpenAiServer(fault_for=fault) as server:
        outcomes = Build(server, tmp_path).run(texts(3))
    assert failures(outcomes) == [None, LlmFailureReason.MALFORMED, None]
    assert len(server.chats) == 4


class KilledError(BaseException):
    """Ends a build as a kill does, as far as the disk is concerned."""


@pytest.mark.parametrize(
    ("where", "what"),
    [("_create", 0), ("_create", 1), ("_taken", 0), ("_keep_answer", 1), ("_take", 1)],
)
def test_a_killed_build_pays_for_no_batch_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str, what: int
) -> None:
    """Kill before (0) or after (1) a step of a batch's life; the next build goes on."""
    real = getattr(BatchAnswers, where)

    def killed(*arguments: Any) -> Any:
        if what == 0:
            raise KilledError
        real(*arguments)
        raise KilledError

    with OpenAiServer() as server:
        first = Build(server, tmp_path)
        with monkeypatch.context() as patch:
            patch.setattr(BatchAnswers, where, killed)
            with pytest.raises(KilledError):
                first.run(texts(7))
        build = Build(server, tmp_path)
        outcomes = build.run(texts(7))
        assert failures(outcomes) == [None] * 7
        assert made(server) == 1
        assert len(server.chats) == 7
        assert (first.budget.spent + build.budget.spent).calls == 7
        assert list(build.folder.iterdir()) == []


def test_a_batch_that_was_made_unseen_is_found_by_its_name(tmp_path: Path) -> None:
    with OpenAiServer() as server:
        build = Build(server, tmp_path)
        real = server.batches.create

        def made_but_lost(asked: dict[str, Any]) -> Any:
            real(asked)
            raise ConnectionError

        server.batches.create = made_but_lost  # type: ignore[method-assign]  # as a network does
        assert failures(build.run(texts(4))) == [None] * 4
        assert (made(server), len(server.chats)) == (1, 4)


def test_time_is_up_and_the_next_build_waits_on(tmp_path: Path) -> None:
    with OpenAiServer(batch_looks=4) as server:
        with pytest.raises(ExtractorError, match="nothing is sent anew") as caught:
            Build(server, tmp_path, batch={"wait_seconds": 0}).run(texts(5))
        assert not caught.value.transient  # a second attempt at once would wait as long again
        assert failures(Build(server, tmp_path).run(texts(5))) == [None] * 5
        assert (made(server), len(server.chats)) == (1, 5)


def test_answers_whose_connection_is_lost_are_fetched_by_the_next_build(tmp_path: Path) -> None:
    lost = iter([HangUp()])

    def once(request: Recorded) -> Fault | None:
        return next(lost, None) if request.path.endswith("/content") else None

    with OpenAiServer(fault_for=once) as server:
        with pytest.raises(ExtractorError, match="batches made so far are kept") as caught:
            Build(server, tmp_path).run(texts(5))
        assert caught.value.transient
        assert failures(Build(server, tmp_path).run(texts(5))) == [None] * 5
        assert (made(server), len(server.chats)) == (1, 5)


SAID = {"choices": [{"message": {"content": "{}"}, "finish_reason": "stop"}]}
OUTSIDE = {"custom_id": "aa/../../escaped", "response": {"status_code": 200, "body": SAID}}


@pytest.mark.parametrize("line", [b"{", b"[]", json.dumps(OUTSIDE).encode()])
def test_a_line_that_is_no_answer_of_ours_is_passed_over(tmp_path: Path, line: bytes) -> None:
    with OpenAiServer() as server:
        real = server.batches.look

        def spoilt(name: str) -> dict[str, Any]:
            shown = real(name)
            if output := shown.get("output_file_id"):
                server.batches.files[output] += line + b"\n"
            return shown

        server.batches.look = spoilt  # type: ignore[method-assign]  # as an endpoint may
        assert failures(Build(server, tmp_path).run(texts(4))) == [None] * 4
    assert not list(tmp_path.rglob("*escaped*"))


def test_an_expired_batch_keeps_what_it_answered(tmp_path: Path) -> None:
    with OpenAiServer(batch_ends=["expired"]) as server:
        outcomes = Build(server, tmp_path).run(texts(9))
        late = [f for f in failures(outcomes) if f]
        assert late == [LlmFailureReason.TIMEOUT] * 4
        assert failures(Build(server, tmp_path).run(texts(9))) == [None] * 9
    assert len(server.chats) == 9


def test_a_refused_batch_says_why_and_is_forgotten(tmp_path: Path) -> None:
    with OpenAiServer(batch_ends=["failed"]) as server:
        build = Build(server, tmp_path)
        with pytest.raises(ExtractorError, match="Bad file"):
            build.run(texts(3))
        assert list(build.folder.iterdir()) == []
        assert failures(Build(server, tmp_path).run(texts(3))) == [None] * 3


def test_an_endpoint_without_batches_is_one_clear_error(tmp_path: Path) -> None:
    def no_files(request: Recorded) -> Fault | None:
        return HttpError(404, "No such path.") if request.path.endswith("/files") else None

    with (
        OpenAiServer(fault_for=no_files) as server,
        pytest.raises(ExtractorError, match=r"llm\.mode") as caught,
    ):
        Build(server, tmp_path).run(texts(3))
    assert KEY not in str(caught.value)


def test_a_budget_bounds_a_batch_before_it_is_made(tmp_path: Path) -> None:
    limits = {"budget": {"calls": 5}, "max_output_tokens": 256}
    with OpenAiServer() as server:
        build = Build(server, tmp_path, **limits)
        outcomes = build.run(texts(9))
        assert failures(outcomes).count(LlmFailureReason.OVER_BUDGET) == 4
        assert len(server.chats) == 5
        assert build.budget.spent.calls == 5
        assert failures(Build(server, tmp_path, **limits).run(texts(9))) == [None] * 9
    assert len(server.chats) == 9


def test_a_batch_costs_its_share_of_the_price(tmp_path: Path) -> None:
    prices = {"input_price": 10.0, "output_price": 100.0}
    with OpenAiServer() as server:
        build = Build(server, tmp_path, **prices)
        build.run(texts(5))
    each = (100 * 10 + 20 * 100) / 1e6
    assert float(build.budget.spent.money) == pytest.approx(each + 4 * each / 2)


def test_azure_has_paths_and_a_key_header_of_its_own(tmp_path: Path) -> None:
    with OpenAiServer() as server:
        azure = {"base_url": server.azure_url, "api_version": "2024-10-21", "model": "gpt"}
        assert failures(Build(server, tmp_path, **azure).run(texts(3))) == [None] * 3
        lines = [json.loads(line) for line in server.batches.files["file-0"].splitlines()]
    assert direct(server)[0].path == "/openai/deployments/gpt/chat/completions"
    assert {line["url"] for line in lines} == {"/chat/completions"}
    assert {request.path for request in server.requests if not request.batched} >= {
        "/openai/files", "/openai/batches",
    }  # fmt: skip


def test_a_disk_that_refuses_the_questions_is_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "llm_batches").write_text("in the way")
    with OpenAiServer() as server, pytest.raises(LakeError, match="Make room or allow"):
        Build(server, tmp_path).run(texts(3))
    assert made(server) == 0


def test_questions_without_a_record_are_deleted(tmp_path: Path) -> None:
    folder = BatchFolder(tmp_path)
    folder.keep(BatchRecord("a", 1, 10, "batch_1"))
    folder.questions("a").write_text("{}\n")
    folder.questions("b").write_text("{}\n")
    assert folder.records() == [BatchRecord("a", 1, 10, "batch_1")]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.json", "a.jsonl"]
    folder.drop("a")
    assert list(tmp_path.iterdir()) == []
