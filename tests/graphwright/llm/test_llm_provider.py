"""A provider of another kind takes the place of the first with one registered line."""

import json
from pathlib import Path
from typing import Any

import pytest
from llm_cases import FAST, REQUEST, chunk_of, sentences_of

from graphwright.errors import ExtractorError, SettingsError
from graphwright.llm.answers.answer import Completion, Problem
from graphwright.llm.answers.budget import Budget
from graphwright.llm.answers.cache import AnswerCache
from graphwright.llm.answers.source import AnswerSource
from graphwright.llm.calls.batch import BatchAnswers
from graphwright.llm.calls.batch_files import BatchFolder, BatchRecord
from graphwright.llm.calls.client import LlmClient
from graphwright.llm.extractor import LlmExtractor
from graphwright.llm.provider.provider import (
    PROVIDERS,
    RefusedError,
    UnansweredError,
    open_provider,
)
from graphwright.settings import LlmSettings
from graphwright.tables import LlmFailureReason

SETTINGS = LlmSettings(max_retries=1)


class Parrot:
    """Says what it was told to say, or raises it."""

    address = "here"
    batches = None

    def __init__(self, *script: str | Exception) -> None:
        self._script = list(script)
        self.asked: list[dict[str, Any]] = []

    def complete(self, body: dict[str, Any]) -> object | None:
        self.asked.append(body)
        said = self._script.pop(0)
        if isinstance(said, Exception):
            raise said
        message = {"message": {"content": said}, "finish_reason": "stop"}
        return {"choices": [message], "usage": {"prompt_tokens": 7, "completion_tokens": 3}}

    def without_secrets(self, text: str) -> str:
        return text

    def close(self) -> None:
        self._script.clear()


def client_of(parrot: Parrot) -> LlmClient:
    return LlmClient(SETTINGS, backoff=FAST, provider=parrot)


def test_an_unknown_kind_lists_what_there_is() -> None:
    with pytest.raises(SettingsError, match="provider is 'oracle', but there is only 'openai_comp"):
        open_provider(SETTINGS, "oracle")


def test_another_kind_is_opened_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PROVIDERS, "_members", dict(PROVIDERS))
    parrot = Parrot()
    PROVIDERS.register("parrot", lambda settings: parrot)
    assert open_provider(SETTINGS, "parrot") is parrot


def test_json_of_another_kind_becomes_rows() -> None:
    chunk = chunk_of("The hub stores orders.")
    fact = {
        "sentence": chunk.text, "subject": "The hub", "predicate": "stores", "object": "orders",
        "confidence": 0.9,
    }  # fmt: skip
    parrot = Parrot(json.dumps({"triples": [fact]}))
    answers = AnswerSource(SETTINGS, client_of(parrot), None)
    with LlmExtractor(SETTINGS, answers=answers) as extractor:
        outcome = extractor.extract(chunk, sentences_of(chunk))
    assert [triple.object for triple in outcome.triples] == ["orders"]
    assert (outcome.usage.prompt_tokens, outcome.usage.completion_tokens) == (7, 3)
    assert parrot.asked[0]["model"] == SETTINGS.model


@pytest.mark.parametrize(
    "trouble",
    [RefusedError(503, "busy"), UnansweredError("gone", sent=True, slow=False)],
)
def test_what_passes_is_tried_again(trouble: Exception) -> None:
    parrot = Parrot("{}", trouble, "{}")
    client = client_of(parrot)
    client.complete(REQUEST)
    answer = client.complete(REQUEST)
    assert isinstance(answer, Completion)
    assert answer.usage.retries == 1


def test_a_request_that_is_refused_is_a_problem() -> None:
    client = client_of(Parrot("{}", RefusedError(413, "too large")))
    client.complete(REQUEST)
    answer = client.complete(REQUEST)
    assert isinstance(answer, Problem)
    assert (answer.reason, answer.too_long) == (LlmFailureReason.BAD_REQUEST, True)


def test_a_provider_without_batches_says_so(tmp_path: Path) -> None:
    cache, budget = AnswerCache(tmp_path), Budget(SETTINGS)
    batches = BatchAnswers(SETTINGS, client_of(Parrot()), cache, tmp_path, budget)
    with pytest.raises(ExtractorError, match=r"here has no service of batches\. Set llm\.mode"):
        batches.run(lambda _: None)
    batches.take_up()  # none is left: no service is needed


@pytest.mark.parametrize("mode", ["batch", "live"])
def test_batches_that_are_left_are_told_by_a_provider_without_them(
    tmp_path: Path, mode: str
) -> None:
    cache, budget = AnswerCache(tmp_path), Budget(SETTINGS)
    BatchFolder(tmp_path).keep(BatchRecord("a", 1, 10, "batch_1"))
    batches = BatchAnswers(SETTINGS, client_of(Parrot()), cache, tmp_path, budget)
    with pytest.raises(ExtractorError) as found:
        batches.run(lambda _: None) if mode == "batch" else batches.take_up()
    assert str(found.value).endswith(
        "here has no service of batches, but 1 of an earlier build are left. Build with the"
        f" endpoint that they were made at, or delete {tmp_path}: that gives their answers up."
    )
    assert BatchFolder(tmp_path).records()
