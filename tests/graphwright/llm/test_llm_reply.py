"""What an endpoint's answers and errors are taken for, through a client that asks it."""

import json

import pytest
from llm_cases import ask, problem
from servers import CutOff, Fault, HttpError, OpenAiServer, RawBody, Refusal

from graphwright.errors import ExtractorError
from graphwright.llm.answers.answer import Completion
from graphwright.tables import LlmFailureReason


def test_a_cut_off_answer_says_so() -> None:
    with OpenAiServer(script=[CutOff()]) as server:
        result = ask(server)
    assert isinstance(result, Completion)
    assert result.truncated


def test_a_refusal_is_told_with_the_models_words() -> None:
    with OpenAiServer(script=[Refusal("Not this one.")]) as server:
        found = problem(server)
    assert (found.reason, found.detail) == (LlmFailureReason.REFUSED, "Not this one.")
    assert found.usage.calls == 1


@pytest.mark.parametrize(
    "raw",
    [
        RawBody(b"<html>hello</html>", "text/html"),
        RawBody(b'{"error": {"message": "upstream died"}}'),
        RawBody(b"{not json"),
    ],
)
def test_what_is_no_completion_is_malformed_later_and_fatal_at_first(raw: RawBody) -> None:
    with OpenAiServer(script=[None, raw]) as server:
        assert problem(server, times=2).reason is LlmFailureReason.MALFORMED
    with OpenAiServer(script=[raw]) as server, pytest.raises(ExtractorError, match="base_url"):
        ask(server)


def spoken(choice: object, **more: object) -> RawBody:
    return RawBody(json.dumps({"choices": [choice], **more}).encode())


SAID = {"message": {"role": "assistant", "content": "{}"}, "finish_reason": "stop"}


@pytest.mark.parametrize(
    "raw",
    [
        spoken({}),
        spoken("words"),
        spoken({"message": {"content": [{"type": "text", "text": "{}"}]}}),
        RawBody(b'{"choices": [{"message": {"content": "\xff"}}]}'),
        RawBody(b'{"choices": ' + b"[" * 100_000),
    ],
)
def test_an_answer_of_another_form_is_malformed_and_counted(raw: RawBody) -> None:
    with OpenAiServer(script=[None, raw]) as server:
        found = problem(server, times=2)
    assert found.reason is LlmFailureReason.MALFORMED
    assert found.usage.calls == 1
    assert len(server.chats) == 2


@pytest.mark.parametrize("usage", [{}, 7, {"prompt_tokens": None, "completion_tokens": -5}])
def test_wrong_numbers_of_tokens_are_estimated(usage: object) -> None:
    with OpenAiServer(script=[spoken(SAID, usage=usage)]) as server:
        result = ask(server)
    assert isinstance(result, Completion)
    assert result.usage.prompt_tokens > 200
    assert result.usage.completion_tokens == 0


@pytest.mark.parametrize("script", [[], [None]])
def test_a_text_that_a_filter_turns_away_is_refused(script: list[Fault | None]) -> None:
    fault = HttpError(400, "The response was filtered.", "content_filter", "prompt")
    with OpenAiServer(script=[*script, fault]) as server:
        found = problem(server, times=1 + len(script))
    assert found.reason is LlmFailureReason.REFUSED
    assert not found.reason.transient
    assert len(server.chats) == 1 + len(script)


VLLM = "This model's maximum context length is 8192 tokens. However, you requested 8203 tokens."
LLAMA = "request (4390 tokens) exceeds the available context size (4096 tokens), try increasing it"


@pytest.mark.parametrize(
    "fault",
    [
        HttpError(413),
        HttpError(400, "Too long.", "context_length_exceeded"),
        HttpError(400, VLLM),
        HttpError(400, LLAMA),
    ],
)
def test_a_request_refused_for_its_length_is_marked(fault: HttpError) -> None:
    with OpenAiServer(script=[fault]) as server:
        assert problem(server).too_long
    assert len(server.chats) == 1


def test_an_endpoint_that_tells_no_usage_is_counted_by_estimates() -> None:
    with OpenAiServer(usage=None) as server:
        result = ask(server)
    assert isinstance(result, Completion)
    assert 200 < result.usage.prompt_tokens < 2000
    assert result.usage.completion_tokens == len(result.text) // 4
