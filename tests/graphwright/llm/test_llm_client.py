import logging
import socket
import threading
import time
from dataclasses import replace

import pytest
from llm_cases import KEY_VARIABLE, PATIENCE, REQUEST, ask, client_of, problem
from servers import KEY, Fault, HangUp, HttpError, OpenAiServer, Recorded, Slow

from graphwright.errors import ExtractorError
from graphwright.llm.answers.answer import Completion, Problem, Usage
from graphwright.llm.calls.client import LlmClient
from graphwright.llm.prompts.forms import TRIPLES
from graphwright.llm.prompts.passage import render
from graphwright.settings import LlmSettings
from graphwright.tables import LlmFailureReason


def test_an_answer_comes_with_what_it_cost() -> None:
    with OpenAiServer() as server:
        result = ask(server)
    assert isinstance(result, Completion)
    assert "vault" in result.text
    assert not result.truncated
    assert result.usage == Usage(1, prompt_tokens=100, completion_tokens=20)


def test_the_request_says_what_the_settings_say() -> None:
    with OpenAiServer() as server:
        ask(server, model="m", temperature=0.0, max_output_tokens=777)
    (sent,) = server.chats
    body = sent.body
    assert (body["model"], body["temperature"], body["max_tokens"]) == ("m", 0.0, 777)
    assert isinstance(body["seed"], int)
    assert body["response_format"]["json_schema"]["strict"] is True
    assert body["response_format"]["json_schema"]["schema"] == TRIPLES.schema
    assert sent.authorization == f"Bearer {KEY}"


@pytest.mark.parametrize(
    "fault",
    [HttpError(500), HttpError(503), HttpError(429), HttpError(408), HttpError(409), HangUp()],
)
def test_a_fault_that_passes_is_waited_out(fault: Fault) -> None:
    with OpenAiServer(script=[fault, fault, None]) as server:
        result = ask(server)
    assert isinstance(result, Completion)
    assert (result.usage.calls, result.usage.retries) == (1, 2)
    assert len(server.chats) == 3


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        (HttpError(429, "Slow down."), LlmFailureReason.RATE_LIMITED),
        (HttpError(502, "Bad gateway."), LlmFailureReason.SERVER_ERROR),
    ],
)
def test_a_fault_that_stays_is_told_after_all_retries(
    fault: Fault, reason: LlmFailureReason
) -> None:
    with OpenAiServer(script=[None], fault_for=lambda _: fault) as server:
        found = problem(server, times=2, max_retries=2)
    assert found.reason is reason
    assert reason.transient
    assert found.usage.retries == 2
    assert len(server.chats) == 1 + 3


def test_no_answer_in_time_is_told_after_all_retries() -> None:
    with OpenAiServer(fault_for=lambda _: Slow(PATIENCE)) as server:
        found = problem(server, max_retries=2, timeout_seconds=0.2)
    assert found.reason is LlmFailureReason.TIMEOUT
    assert found.reason.transient
    assert found.usage.retries == 2


def test_retry_after_is_kept() -> None:
    with OpenAiServer(script=[HttpError(429, retry_after="0.4"), None]) as server:
        ask(server)
    first, second = server.chats
    assert second.at - first.at >= 0.4


def test_a_longer_retry_after_than_patience_is_not_waited_for() -> None:
    with OpenAiServer(script=[None, HttpError(429, retry_after="3600")]) as server:
        found = problem(server, times=2)
    assert found.reason is LlmFailureReason.RATE_LIMITED
    assert len(server.chats) == 2


def test_one_worker_turned_away_holds_back_the_others() -> None:
    turned_away = threading.Event()

    def fault(_: object) -> Fault | None:
        if turned_away.is_set():
            return None
        turned_away.set()
        return HttpError(429, retry_after="0.5")

    with OpenAiServer(fault_for=fault) as server, client_of(server) as client:
        first = threading.Thread(target=client.complete, args=(REQUEST,))
        first.start()
        assert turned_away.wait(PATIENCE)
        deadline = time.monotonic() + PATIENCE
        while not client._pause._until and time.monotonic() < deadline:
            time.sleep(0.01)  # until the first worker has read its answer
        assert client._pause._until
        client.complete(REQUEST)
        first.join()
        started = server.chats[0].at
    assert all(r.at - started >= 0.5 for r in server.chats[1:])


def test_a_bad_request_is_not_repeated_once_the_endpoint_is_understood() -> None:
    fault = HttpError(400, "That text is not allowed.")
    with OpenAiServer(script=[None, fault]) as server:
        found = problem(server, times=2)
    assert found.reason is LlmFailureReason.BAD_REQUEST
    assert "That text is not allowed." in found.detail
    assert not found.reason.transient
    assert len(server.chats) == 2


def forms(server: OpenAiServer) -> list[str | None]:
    return [r.body.get("response_format", {}).get("type") for r in server.chats]


def test_a_server_without_schemas_is_asked_more_simply_and_that_is_remembered() -> None:
    with OpenAiServer(refuses=["json_schema"]) as server:
        assert isinstance(ask(server, times=3), Completion)
    assert forms(server) == ["json_schema"] + ["json_object"] * 3


def test_a_server_without_any_response_format_is_asked_in_words() -> None:
    with OpenAiServer(refuses=["json_schema", "json_object"]) as server:
        assert isinstance(ask(server, times=2), Completion)
    assert forms(server) == ["json_schema", "json_object", None, None]


def test_parameters_that_the_endpoint_names_are_left_out_or_renamed() -> None:
    with OpenAiServer(
        refuses=["max_tokens", "temperature", "seed"], names_parameter=True
    ) as server:
        assert isinstance(ask(server, times=2), Completion)
    sent = server.chats[-1].body
    assert "max_completion_tokens" in sent
    assert not {"max_tokens", "temperature", "seed"} & set(sent)
    assert sent["response_format"]["type"] == "json_schema"
    assert len(server.chats) == 4 + 1


def test_one_refused_text_does_not_make_later_requests_simpler() -> None:
    script = [HttpError(400, "This text is not allowed.")] * 3
    with OpenAiServer(script=script) as server, client_of(server) as client:
        first, second = client.complete(REQUEST), client.complete(REQUEST)
    assert isinstance(first, Problem)
    assert first.reason is LlmFailureReason.BAD_REQUEST
    assert isinstance(second, Completion)
    assert forms(server)[-1] == "json_schema"


def test_a_wrong_key_is_one_clear_error() -> None:
    with OpenAiServer(key="another-key") as server, pytest.raises(ExtractorError) as caught:
        ask(server)
    said = str(caught.value)
    assert KEY_VARIABLE in said
    assert server.base_url in said
    assert KEY not in said
    assert len(server.chats) == 1


@pytest.mark.parametrize(
    ("fault", "named"),
    [
        (HttpError(401), KEY_VARIABLE),
        (HttpError(402), "credit"),
        (HttpError(403, "Not in your country."), "Not in your country."),
        (HttpError(404, "No such model."), "llm.model"),
        (HttpError(429, "Pay first.", "insufficient_quota"), "credit"),
    ],
)
def test_what_concerns_every_call_ends_at_once(fault: HttpError, named: str) -> None:
    with (
        OpenAiServer(fault_for=lambda _: fault) as server,
        pytest.raises(ExtractorError, match=named),
    ):
        ask(server)
    # What is forbidden may be the text alone: one plain question tells.
    assert len(server.chats) == (2 if fault.status == 403 else 1)


def test_a_text_that_is_forbidden_where_others_are_answered_is_refused() -> None:
    """A firewall or a moderator before the model: no document may end the build of all others."""

    def flagged(request: Recorded) -> Fault | None:
        return HttpError(403, "Flagged.") if request.passage else None

    with OpenAiServer(fault_for=flagged) as server:
        found = problem(server)
    assert found.reason is LlmFailureReason.REFUSED
    assert "Flagged." in found.detail
    assert [chat.passage for chat in server.chats] == ["The vault keeps invoices.", ""]


def free_address() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"http://someone:s3cret@127.0.0.1:{probe.getsockname()[1]}/v1?token=s3cret"


def test_nobody_there_is_one_clear_error_without_secrets() -> None:
    with (
        client_of(free_address(), max_retries=1) as client,
        pytest.raises(ExtractorError, match=r"llm\.base_url") as caught,
    ):
        client.complete(REQUEST)
    said = str(caught.value)
    assert "127.0.0.1" in said
    assert "s3cret" not in said


def test_an_endpoint_that_goes_away_fails_single_calls_then_the_build() -> None:
    with OpenAiServer() as server, client_of(server, max_retries=0) as client:
        assert isinstance(client.complete(REQUEST), Completion)
        server.close()
        for _ in range(9):
            lost = client.complete(REQUEST)
            assert isinstance(lost, Problem)
            assert lost.reason is LlmFailureReason.UNREACHABLE
        with pytest.raises(ExtractorError, match="answers so far are kept"):
            client.complete(REQUEST)


def test_an_endpoint_that_answers_now_and_then_is_not_given_up() -> None:
    def every_third(_: object, count: list[int] = [0]) -> Fault | None:  # noqa: B006
        count[0] += 1
        return None if count[0] % 3 == 0 else HttpError(503)

    with OpenAiServer(fault_for=every_third) as server:
        assert isinstance(ask(server, times=30, max_retries=0), Completion)


@pytest.mark.parametrize(
    ("fault", "probes"), [(HttpError(500), 3), (HttpError(400), 1), (HangUp(), 3)]
)
def test_texts_that_fail_one_after_another_do_not_end_the_build(fault: Fault, probes: int) -> None:
    """A later build asks about nothing but what failed before: the endpoint is not gone."""

    def poisoned(request: Recorded) -> Fault | None:
        return fault if "poison" in request.passage else None

    bad = replace(REQUEST, messages=[{"role": "user", "content": render("It is poison.", ())}])
    with (
        OpenAiServer(fault_for=poisoned) as server,
        client_of(server, max_retries=0) as client,
    ):
        assert all(isinstance(client.complete(bad), Problem) for _ in range(35))
        assert isinstance(client.complete(REQUEST), Completion)
    assert sum("poison" not in chat.last_user for chat in server.chats) == probes + 1


def test_azure_is_asked_at_its_deployment_with_its_own_header() -> None:
    with OpenAiServer() as server:
        result = ask(server, base_url=server.azure_url, api_version="2024-10-21", model="mine")
    assert isinstance(result, Completion)
    (sent,) = server.chats
    assert sent.path == "/openai/deployments/mine/chat/completions"
    assert sent.query == "api-version=2024-10-21"
    assert sent.authorization == f"Bearer {KEY}"  # as the server reads the header api-key


def test_azure_without_an_address_is_a_wrong_setting() -> None:
    with pytest.raises(ValueError, match="base_url"):
        LlmSettings(api_version="2024-10-21")


def test_a_wait_for_the_limit_ends_with_the_client() -> None:
    with OpenAiServer() as server, client_of(server, requests_per_minute=1) as client:
        client.complete(REQUEST)
        waiting = threading.Timer(0.2, client.stop)
        waiting.start()
        with pytest.raises(ExtractorError, match="closed"):
            client.complete(REQUEST)
    assert len(server.chats) == 1


def test_without_a_key_only_an_own_address_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(KEY_VARIABLE)
    with pytest.raises(ExtractorError, match=KEY_VARIABLE):
        LlmClient(LlmSettings(api_key_env=KEY_VARIABLE))
    with OpenAiServer(key=None) as server:
        assert isinstance(ask(server), Completion)


@pytest.mark.parametrize("pasted", ["sk-1f5c\u2026", "sk-1f5c\nsk-2"])
def test_a_key_that_cannot_be_sent_says_so(pasted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, pasted)
    with OpenAiServer() as server, pytest.raises(ExtractorError, match=KEY_VARIABLE) as caught:
        ask(server)
    assert "sk-1f5c" not in str(caught.value)


def test_the_key_is_in_no_message_and_no_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    echo = HttpError(400, f"Bad: {KEY}")
    with OpenAiServer(script=[HttpError(500, KEY), echo, echo, echo]) as server:
        found = problem(server)
    assert KEY not in found.detail
    assert "[key]" in found.detail
    assert KEY not in caplog.text
