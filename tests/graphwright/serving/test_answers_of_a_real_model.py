"""A question answered with citations by a real, if very small, model: on the page and as a tool.

So small a model chooses among sentences, and little more: what it is held to is tested, not what it
knows. ``make test-long`` installs it (see ``real_model``).
"""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
import real_model
import uvicorn
from mcp import Client
from playwright.sync_api import sync_playwright

from graphwright.project import Project
from graphwright.serving import functions, models
from graphwright.serving.http.app import create_app
from graphwright.serving.reader import Models, Reader
from graphwright.serving.service import Service
from graphwright.settings import Settings

pytestmark = [pytest.mark.long, pytest.mark.timeout(300)]

QUESTION = "Who gives the second approval?"
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="module")
def model() -> Iterator[str]:
    missing = real_model.missing()
    if missing:
        pytest.skip(f"needs the packages {', '.join(missing)}: run make test-long")
    command = [sys.executable, real_model.__file__]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, text=True, **pipes) as server:
        assert server.stdout is not None
        yield server.stdout.readline().strip()
        server.kill()


@pytest.fixture(scope="module")
def answering(model: str, reader: Reader, settings: Settings, models: Models) -> Service:
    """The handbook with the model that answers."""
    llm = {"base_url": f"{model}/v1", "model": "smollm2-135m", "timeout_seconds": 120}
    answers = {"llm": {**llm, "max_output_tokens": 256}, "template": "quotes"}
    own = Settings.model_validate({**settings.model_dump(), "serve": {"answers": answers}})
    known = Models(own)
    known.__dict__.update(embedder=models.embedder, pipeline=models.pipeline)
    return Service(Project(reader.project.root, given=own), known)


@contextlib.contextmanager
def _served(service: Service) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = uvicorn.Server(uvicorn.Config(create_app(service), port=port, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join()


def test_its_answer_is_sentences_of_the_documents(answering: Service) -> None:
    reader = answering.current
    answer = functions.ask(reader, models.AskRequest(question=QUESTION))
    assert (answer.problem, answer.stated, answer.verified) == (None, True, True)
    texts = reader.snapshot.chunks["text"].to_pylist()
    sources = {source.number: source for source in answer.sources}
    for statement in answer.statements:
        (number,) = statement.citations
        assert statement.text == sources[number].text
        assert any(statement.text in text for text in texts)


def test_what_it_words_itself_is_never_verified_without_a_source(answering: Service) -> None:
    answer = functions.ask(
        answering.current, models.AskRequest(question=QUESTION, template="tuples")
    )
    assert answer.problem is None
    verdicts = {one.verdict for one in answer.statements}
    assert answer.verified == (verdicts == {"supported"})
    assert all(one.citations for one in answer.statements if one.verdict == "supported")


def test_on_the_page_and_as_a_tool(answering: Service) -> None:
    if BROWSER is None:
        pytest.skip("the pages can only be shown where chromium is installed")
    with _served(answering) as url:
        shown = _shown(f"{url}/?q={QUESTION.replace(' ', '+')}")
        tool = asyncio.run(_tool(f"{url}/mcp"))
    assert tool["verified"]
    numbers = [f"[{one['citations'][0]}]" for one in tool["statements"]]
    assert shown == {
        "words": [one["text"] for one in tool["statements"]],
        "numbers": numbers,
        "sources": [one["text"] for one in tool["statements"]],
    }


def _shown(address: str) -> dict[str, list[str]]:
    """Return the answer as a browser shows it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        page = browser.new_page()
        page.set_default_timeout(120_000)
        page.goto(address)
        page.wait_for_selector(".words")
        texts = {"words": ".words .supported", "numbers": ".words sup", "sources": ".sources q"}
        found = {name: page.locator(path).all_inner_texts() for name, path in texts.items()}
        browser.close()
    return found


async def _tool(address: str) -> Any:
    async with Client(address) as client:
        answer = await client.call_tool("ask", {"question": QUESTION})
        assert not answer.is_error
        return answer.structured_content
