"""Lines of the log: each one JSON object, without questions and without secrets."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.serving.logs import (
    BLOT,
    LOGGER,
    JsonFormatter,
    RequestRecord,
    configure_logs,
    log_request,
    redacted,
)

RECORD = RequestRecord(
    "r-1", "/ask", 200, 12.3456, snapshot="abc", strategy="walk", question="Who is paid most?"
)


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    names = (LOGGER, "uvicorn", "uvicorn.error", "uvicorn.access", "mcp")
    before = [(logging.getLogger(n), vars(logging.getLogger(n)).copy()) for n in names]
    yield io.StringIO()
    for logger, state in before:
        vars(logger).update(state)


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_request_is_one_line_without_its_question(stream: io.StringIO) -> None:
    configure_logs(stream)
    log_request(RECORD)
    [line] = lines(stream)
    assert line.pop("time").endswith("+00:00")
    assert line == {
        "level": "info",
        "logger": LOGGER,
        "message": "request",
        "request_id": "r-1",
        "route": "/ask",
        "status": 200,
        "milliseconds": 12.35,
        "snapshot": "abc",
        "strategy": "walk",
    }


def test_a_question_is_told_where_it_is_asked_for(stream: io.StringIO) -> None:
    configure_logs(stream, questions=True)
    log_request(RECORD)
    assert lines(stream)[0]["question"] == "Who is paid most?"


def test_the_server_tells_its_errors_once_and_no_address(stream: io.StringIO) -> None:
    configure_logs(stream)
    logging.getLogger("uvicorn.access").info('"GET /ask?q=Who+is+paid HTTP/1.1" 200')
    logging.getLogger("uvicorn.error").info("started")
    assert [line["message"] for line in lines(stream)] == ["started"]


def test_a_traceback_is_one_line_without_tokens(stream: io.StringIO) -> None:
    configure_logs(stream)
    try:
        raise ValueError("refused: Authorization: Bearer hunter2-hunter2\nnext")
    except ValueError:
        logging.getLogger(LOGGER).exception("failed")
    [line] = lines(stream)
    assert line["error"] == "ValueError"
    assert "ValueError: refused" in line["traceback"]
    assert "hunter2" not in stream.getvalue()


@pytest.mark.parametrize(
    "text",
    [
        "Authorization: Bearer hunter2",
        "authorization: bearer  hunter2",
        '{"Authorization": "Basic hunter2=="}',
        "GET /ask?token=hunter2&k=3",
        "GET /ask?access_token=hunter2",
        "password = hunter2",
        "{'client_secret': 'hunter2'}",
        "api-key: hunter2",
        "X-API-Key: hunter2",
        "OPENAI_API_KEY=hunter2",
        "connect to https://user:hunter2@milvus.example/db",
        "got eyJhunter2.eyJhunter2.hunter2 from the client",
        "key sk-hunter2-hunter2",
    ],
)
def test_what_looks_like_a_secret_is_blotted_out(text: str) -> None:
    assert "hunter2" not in redacted(text)


def test_other_words_stay() -> None:
    text = "The token of the clerk is 3 tokens long; k=3, see https://handbook.example/a?b=c."
    assert redacted(text) == text
    assert redacted("token=abc k=3") == f"token={BLOT} k=3"


@pytest.mark.parametrize("keep_end", [False, True])
@pytest.mark.parametrize("piece", ["a", "a ", "a-", "eyJ-", "a://", "token ", "token="])
def test_a_long_text_is_cut_before_it_is_searched(piece: str, keep_end: bool) -> None:
    assert len(redacted(piece * 1_000_000, keep_end=keep_end)) < 20_000


@pytest.mark.parametrize(
    "secret",
    ["https://u:hunter2@milvus.example", "Authorization: Bearer hunter2", "password = hunter2"],
)
def test_no_half_of_a_secret_is_left_where_a_text_is_cut(secret: str) -> None:
    for before in range(3950, 4010):
        words = "a " * (before // 2) + "b" * (before % 2)
        assert "hunter" not in redacted(f"{words}{secret} {words}")
        assert "hunter" not in redacted(f"{words} {secret} {words}", keep_end=True)


@given(text=st.text(st.characters()))
def test_a_line_is_one_line_of_ascii(text: str) -> None:
    record = logging.LogRecord(LOGGER, logging.INFO, "", 0, text, None, None)
    line = JsonFormatter().format(record)
    assert line.isascii()
    assert "\n" not in line
    assert json.loads(line)["level"] == "info"
