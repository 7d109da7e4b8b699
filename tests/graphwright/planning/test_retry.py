"""Failures of an LLM are rows that nobody asks about again, until somebody wants to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from llm_lake import ask, rows, write_lake
from server_faults import Content, CutOff, Fault, HttpError, Refusal
from server_forms import asked_for, plain_reader
from servers import KEY, OpenAiServer, Recorded

from graphwright.errors import ExtractorError, SettingsError
from graphwright.ids import document_id
from graphwright.planning.retry import Chosen, find_failures, mark_for_retry, reasons_of
from graphwright.settings import LlmSettings
from graphwright.store.lake import Lake

DOCUMENTS = {
    "a.md": ("The vault keeps invoices.", "The clerk checks the vault."),
    "b.md": ("The harbour keeps boats.",),
}
Choose = Callable[[Recorded], Fault | None]


@pytest.fixture
def lake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lake:
    monkeypatch.setenv("RETRY_TEST_KEY", KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    return write_lake(tmp_path, DOCUMENTS)


def settings(server: OpenAiServer) -> LlmSettings:
    return LlmSettings(
        base_url=server.base_url, model="rule", api_key_env="RETRY_TEST_KEY", max_retries=0
    )


def read(lake: Lake, fault: Choose = lambda _: None, prompts: str = "entities") -> list[Recorded]:
    """Run the steps against a server with this fault, and return what it was asked."""
    with OpenAiServer(answer=plain_reader, fault_for=fault) as server:
        ask(lake, settings(server), prompts)
    return server.chats


def refuse(words: str, prompt: str = "relations") -> Choose:
    def fault(request: Recorded) -> Fault | None:
        return Refusal() if words in request.passage and asked_for(request) == prompt else None

    return fault


def retry(lake: Lake, **chosen: str) -> int:
    """Mark the failures that are chosen, and return how many chunks they are."""
    found = find_failures(lake, Chosen(**{name: frozenset([v]) for name, v in chosen.items()}))
    mark_for_retry(lake, found)
    return sum(len(failed.chunks) for failed in found)


def test_a_refusal_is_a_row_and_is_asked_again_when_somebody_wants_it(lake: Lake) -> None:
    assert len(read(lake, refuse("clerk"))) == 2 + 2 + 3
    (failure,) = rows(lake, "llm_failures")
    assert (failure.stage, failure.reason) == ("relations", "refused")
    assert read(lake) == []  # for good, until a change
    before = {table: rows(lake, table) for table in ("llm_triples", "llm_failures")}
    assert retry(lake) == 1
    assert {table: rows(lake, table) for table in before} == before  # marked, not dropped
    (asked,) = read(lake)
    assert "clerk" in asked.passage
    assert rows(lake, "llm_failures") == []
    assert len(rows(lake, "llm_triples")) == 3


def test_what_is_made_from_the_rows_notices_the_new_answer(lake: Lake) -> None:
    read(lake, refuse("clerk"))
    path = lake.path("llm_triples", 0)
    failed = lake.state(path)
    retry(lake)
    read(lake, refuse("clerk"))
    again = lake.state(path)
    retry(lake)
    read(lake)
    answered = lake.state(path)
    assert failed is not None
    assert again is not None
    assert answered is not None
    assert again.digest == failed.digest
    assert answered.units == failed.units
    assert answered.digest != failed.digest


def test_a_document_that_failed_is_asked_again_as_a_whole(lake: Lake) -> None:
    read(lake, refuse("vault", "summary"))
    assert [f.stage for f in rows(lake, "llm_failures")] == ["summary", "summary"]
    assert reasons_of(find_failures(lake, Chosen())) == {"summary: refused": 2}
    assert retry(lake, documents="a.md") == 2
    assert [asked_for(r) for r in read(lake)][:2] == ["summary", "entities"]
    assert rows(lake, "llm_failures") == []
    assert len(rows(lake, "llm_outlines")) == 2


def test_a_cut_off_answer_that_is_kept_is_forgotten(lake: Lake) -> None:
    def cut(request: Recorded) -> Fault | None:
        return CutOff() if "boats" in request.passage else None

    read(lake, cut, "triples")
    (failure,) = rows(lake, "llm_failures")
    assert failure.reason == "truncated"
    assert failure.answers
    assert retry(lake, reasons="truncated") == 1
    assert len(read(lake, prompts="triples")) == 1
    assert rows(lake, "llm_failures") == []


def test_only_what_is_chosen_is_asked_again(lake: Lake) -> None:
    read(lake, lambda _: Refusal(), "triples")
    counts = [
        ({}, 3), ({"reasons": "refused"}, 3), ({"reasons": "malformed"}, 0),
        ({"collections": "test"}, 3), ({"collections": "other"}, 0), ({"documents": "b.md"}, 1),
        ({"documents": document_id("test", "a.md")}, 2), ({"documents": "a"}, 0),
    ]  # fmt: skip
    for chosen, count in counts:
        found = find_failures(lake, Chosen(**{k: frozenset([v]) for k, v in chosen.items()}))
        assert sum(len(failed.chunks) for failed in found) == count, chosen
    assert retry(lake, documents="b.md") == 1
    (asked,) = read(lake, prompts="triples")
    assert "boats" in asked.passage
    assert len(rows(lake, "llm_failures")) == 2


def test_a_reason_that_there_is_not_is_named(lake: Lake) -> None:
    with pytest.raises(SettingsError, match=r"bored.*The reasons are .*refused"):
        find_failures(lake, Chosen(reasons=frozenset(["bored"])))


def test_what_may_pass_needs_no_retry(lake: Lake) -> None:
    def busy(request: Recorded) -> Fault | None:
        return HttpError(503) if "boats" in request.passage else None

    read(lake, busy)
    assert {f.reason for f in rows(lake, "llm_failures")} == {"server_error"}
    assert all("boats" in request.passage for request in read(lake))
    assert rows(lake, "llm_failures") == []


def test_a_killed_build_goes_on_where_it_was_and_pays_nothing_twice(lake: Lake) -> None:
    """Every chunk ends in one table, and no question is answered twice, wherever it was ended."""
    paid: list[str] = []

    def die_after(calls: int) -> Choose:
        left = iter(range(calls))

        def fault(request: Recorded) -> Fault | None:
            if next(left, None) is None:
                return HttpError(401)
            paid.append(request.last_user + asked_for(request))
            return Content("?") if "clerk" in request.passage else None

        return fault

    for calls in (1, 1, 1):
        with pytest.raises(ExtractorError, match="key was refused"):
            read(lake, die_after(calls))
    read(lake, die_after(100))
    chunks = {row.chunk_id for row in rows(lake, "chunks")}
    answered = {row.chunk_id for row in rows(lake, "llm_triples")}
    failed = {row.chunk_id for row in rows(lake, "llm_failures")}
    assert answered | failed == chunks
    assert not answered & failed
    good = [question for question in paid if "clerk" not in question]
    assert len(good) == len(set(good))
