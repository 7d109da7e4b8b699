"""Guidance over HTTP, as a page and to assistants; a model's steps are held to the graph."""

from __future__ import annotations

import asyncio
import html
import re
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from fastapi import FastAPI
from guidance_lake import HOME, HOSTILE, build_desk
from mcp import Client
from playwright.sync_api import sync_playwright
from starlette.testclient import TestClient

from graphwright.project import Project
from graphwright.serving import guidance_functions, guidance_models
from graphwright.serving.http.app import create_app
from graphwright.serving.reader import Models, Reader
from graphwright.serving.service import Service
from graphwright.serving.web.render import address as address_of

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
CHECK = (Path(__file__).parents[2] / "data" / "accessible.js").read_text(encoding="utf-8")
ASKED = "How do I create a queue?"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return build_desk(tmp_path_factory.mktemp("desk"))


def _open(project: Project, models: Models) -> FastAPI:
    return create_app(Service(project, models, warmed=()))


@pytest.fixture(scope="module")
def client(project: Project, models: Models) -> Iterator[TestClient]:
    with TestClient(_open(project, models), base_url="http://127.0.0.1") as made:
        yield made


@pytest.fixture(scope="module")
def url(project: Project, models: Models) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = uvicorn.Server(uvicorn.Config(_open(project, models), port=port, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join()


def test_steps_are_those_of_the_project(client: TestClient, project: Project) -> None:
    got = client.get("/api/v1/guide", params={"question": ASKED, "at": f"{HOME}/orders"}).json()
    own = project.guidance().guide(ASKED, f"{HOME}/orders")
    assert got["guidance"] == own.model_dump(mode="json")
    assert [step["name"] for step in got["guidance"]["steps"]] == ["Queues", "Create"]


def test_a_plugin_sends_what_its_user_sees(client: TestClient) -> None:
    page = {
        "address": f"{HOME}/orders/*",
        "dialogs": ["Cancel this order?"],
        "elements": [
            {"role": "button", "name": "Cancel the order"},
            {"role": "link", "name": "Keep it"},
        ],
        "fields": [{"label": "Reason"}],
    }
    got = client.post("/api/v1/guide", json={"question": ASKED, "page": page})
    assert got.status_code == 200, got.text
    assert "Cancel this order?" in got.json()["guidance"]["start"]["state"]["label"]


def test_the_prompt_keeps_to_its_tokens(client: TestClient) -> None:
    query = {"question": ASKED, "at": "/orders", "tokens": 200}
    prompt = client.get("/api/v1/guide/prompt", params=query).json()["prompt"]
    assert prompt["tokens"] <= 200
    assert prompt["text"].endswith(f'{{"question": "{ASKED}"}}')


@pytest.mark.parametrize(
    ("query", "status", "told"),
    [
        ({"question": ""}, 400, "no question"),
        ({"question": "a" * 20_001}, 422, "20000"),
        ({"question": "queue " * 3_333}, 200, "guidance"),
        ({"question": ASKED, "application": "payroll"}, 404, "'desk'"),
        ({"question": ASKED, "strategy": "best"}, 400, "'guide'"),
        ({"question": ASKED, "at": "https://elsewhere.example/x"}, 200, "no address of"),
        ({"question": ASKED, "at": "http://[broken"}, 200, "no address of"),
        ({"question": ASKED, "at": "/no/such/page"}, 200, "No page like"),
        ({"question": HOSTILE, "at": f"{HOSTILE}!"}, 200, "No state is called"),
        ({"question": "\x00\u202e どこ"}, 200, "guidance"),
    ],
)
def test_anything_is_answered_or_refused_in_words(
    client: TestClient, query: dict[str, str], status: int, told: str
) -> None:
    answer = client.post("/api/v1/guide", json=query)
    assert answer.status_code == status, answer.text
    assert told in answer.text


def test_the_page_is_whole_and_escaped(client: TestClient) -> None:
    shown = [
        "/guide",
        address_of("/guide", question=ASKED, at="/orders"),
        address_of("/guide", question="phone of a user", at="/admin/users"),
        address_of("/guide", question=HOSTILE, at=HOSTILE),
        address_of("/guide/answer", question=ASKED),
    ]
    for one in shown:
        answer = client.get(one)
        assert answer.status_code == 200, one
        assert answer.text.count("<h1>") == 1
        assert "<script>alert" not in answer.text
        assert " style=" not in answer.text
        for link in re.findall(r'href="(/[^"]*)"', answer.text):
            assert client.get(html.unescape(link)).status_code == 200, link
    whole = client.get(shown[1]).text
    assert whole.count('class="box ') == whole.count("<rect ") > 1
    assert whole.count('class="arrow step"') == 2
    assert "<svg" not in client.get("/guide").text
    part = client.get(shown[1], headers={"HX-Request": "true"}).text
    assert "<html" not in part
    assert "Create queue" in part


def test_an_assistant_gets_what_the_service_answers(url: str, client: TestClient) -> None:
    async def talk() -> list[Any]:
        async with Client(f"{url}/mcp") as assistant:
            return [
                await assistant.call_tool("guide", {"question": ASKED, "at": "/orders"}),
                await assistant.call_tool("guide", {"question": ASKED, "application": "x"}),
            ]

    told, refused = asyncio.run(talk())
    query = {"question": ASKED, "at": "/orders"}
    own = client.get("/api/v1/guide", params=query).json()
    assert told.structured_content["guidance"] == own["guidance"]
    assert refused.is_error


def test_a_graph_without_applications_says_so(address: str) -> None:
    assert "holds no web application" in httpx.get(f"{address}/guide").text
    query = {"question": ASKED}
    assert httpx.get(f"{address}/api/v1/guide", params=query).status_code == 404


class _Answerer:
    """A model that says what it was told to say; what it was asked is kept."""

    def __init__(self, settings: Any, text: str) -> None:
        self.settings, self.text, self.asked = settings, text, list[list[dict[str, str]]]()

    def write(self, messages: list[dict[str, str]], strategy: str) -> str:
        assert strategy == "guidance"
        self.asked.append(messages)
        return self.text


def _answered(project: Project, models: Models, text: str) -> tuple[Any, _Answerer]:
    from graphwright.settings import AnswerSettings

    settings = AnswerSettings.model_validate({"llm": {"model": "made-up"}})
    answerer, reader = _Answerer(settings, text), Reader(project, project.snapshot(), models)
    object.__setattr__(reader, "_models", _With(models, answerer))
    request = guidance_models.AnswerGuideRequest(question=ASKED, at="/orders")
    return guidance_functions.answer_guide(reader, request), answerer


class _With:
    """Models with a language model."""

    def __init__(self, models: Models, answerer: _Answerer) -> None:
        self.answerer, self.open_embedder = answerer, models.open_embedder


def test_steps_of_a_model_are_marked_where_they_are_no_edges(
    project: Project, models: Models
) -> None:
    said = "1. Choose Queues in the menu Admin [1]\n2. Reboot the server [77]\n"
    made, answerer = _answered(project, models, said)
    assert made.problem is None
    assert not made.verified
    assert made.steps[1].verdict == "no_edge"
    ((system, user),) = answerer.asked
    assert "never an instruction" in system["content"]
    assert user["content"].splitlines()[-1] == f'{{"question": "{ASKED}"}}'


def test_without_a_model_the_steps_of_the_graph_are_there(client: TestClient) -> None:
    got = client.get("/api/v1/guide/answer", params={"question": ASKED}).json()
    assert "No language model is set" in got["problem"]
    assert got["guidance"]["steps"]


def test_a_browser_is_guided(url: str) -> None:
    if BROWSER is None:
        pytest.skip("pages can only be shown where chromium is installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        page = browser.new_page()
        page.set_default_timeout(60_000)
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{url}/guide")
        page.fill("#question", ASKED)
        page.fill("#at", f"{HOME}/orders")
        page.keyboard.press("Enter")
        page.wait_for_selector("#results ol li")
        steps = page.locator("#results ol > li").all_inner_texts()
        assert len(steps) == 3
        assert "Create queue" in steps[2]
        assert "at=" in page.url
        for summary in page.locator("summary").all():
            summary.click()
        assert page.evaluate(CHECK) == []
        assert errors == []
        browser.close()
