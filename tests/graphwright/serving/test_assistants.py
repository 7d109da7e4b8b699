"""MCP's tools, asked with its own client: in process, over HTTP, over standard input and output."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine
from typing import Any

import httpx
import pytest
from mcp import Client, StdioServerParameters

from graphwright.graph.snapshot import Snapshot
from graphwright.project import Project
from graphwright.serving import functions, models
from graphwright.serving.assistants.tools import TOOLS
from graphwright.serving.http.app import create_app
from graphwright.serving.reader import Models, Reader
from graphwright.serving.service import Service
from graphwright.settings import Settings

QUESTION = "Who gives the second approval?"
Talk = Callable[[Client], Coroutine[Any, Any, Any]]


@pytest.fixture(scope="module")
def url(address: str) -> str:
    return f"{address}/mcp"


def talk(server: Any, what: Talk) -> Any:
    async def run() -> Any:
        async with Client(server) as client:
            return await what(client)

    return asyncio.run(run())


async def _everything(client: Client) -> dict[str, Any]:
    """Call each tool as an assistant would: from a question to the page of a quote."""
    told: dict[str, Any] = {t.name: t for t in (await client.list_tools()).tools}
    assert all(t.output_schema and t.annotations.read_only_hint for t in told.values())
    found = await client.call_tool("search", {"question": QUESTION, "k": 2})
    card = await client.call_tool("entity", {"name": "OERP"})
    quote = card.structured_content["incoming"][0]["quotes"][0]
    shown = await client.call_tool("evidence", {"evidence_id": quote["evidence_id"]})
    document = quote["citation"]["document_id"]
    read = await client.call_tool("document", {"document_id": document})
    around = await client.call_tool("subgraph", {"name": "OERP", "depth": 2})
    status, strategies = await client.call_tool("status"), await client.call_tool("strategies")
    answers = [found, card, shown, read, around, status, strategies]
    assert not any(answer.is_error for answer in answers)
    assert len({answer.structured_content["snapshot"] for answer in answers}) == 1
    assert shown.structured_content["quote"]["text"] == quote["text"]
    return {"tools": sorted(told), "search": found.structured_content}


def test_an_assistant_over_http_gets_what_the_functions_answer(url: str, reader: Reader) -> None:
    got = talk(url, _everything)
    asked = models.SearchRequest(question=QUESTION, k=2)
    assert got["search"] == functions.search(reader, asked).model_dump(mode="json")
    assert got["tools"] == sorted(function.__name__ for function in TOOLS)


def test_an_assistant_of_this_machine_gets_the_same(url: str, reader: Reader) -> None:
    _keep(reader.project)
    command = [sys.executable, "-c", "from dagster_project.cli import main; main()"]
    parameters = StdioServerParameters(
        command=command[0], args=[*command[1:], "mcp", "--lake", str(reader.project.root)]
    )
    assert talk(parameters, _everything) == talk(url, _everything)


def _keep(project: Project) -> None:
    project.keep_settings(project.settings)


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        ("entity", {"name": "Orbit EPR"}, "No entity is named 'Orbit EPR'. Near it are: Orbit ERP"),
        ("evidence", {"evidence_id": "0123456789abcdef"}, "No evidence of the published graph"),
        ("evidence", {"evidence_id": "../../etc/passwd"}, "should match pattern"),
        ("search", {"question": QUESTION, "strategy": "best"}, "there is only 'bm25'"),
        ("search", {"question": QUESTION, "k": 5000}, "less than or equal to 50"),
        ("search", {}, "Field required"),
        ("subgraph", {"name": "Orbit ERP", "depth": 99}, "less than or equal to 4"),
    ],
)
def test_a_call_that_cannot_be_answered_says_why(
    url: str, tool: str, arguments: dict[str, Any], message: str
) -> None:
    answer = talk(url, lambda client: client.call_tool(tool, arguments))
    assert answer.is_error
    assert message in answer.content[0].text


def test_no_tool_changes_anything(url: str, snapshot: Snapshot) -> None:
    names = {tool.name for tool in talk(url, lambda client: client.list_tools()).tools}
    assert names == {f.__name__ for f in TOOLS}
    assert not [n for n in names if n.startswith(("set", "delete", "write", "build", "roll"))]


def test_a_page_of_another_site_and_a_foreign_name_are_refused(url: str) -> None:
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    accept = {"Accept": "application/json, text/event-stream"}
    foreign = {"Origin": "https://elsewhere.example", **accept}
    assert httpx.post(url, json=body, headers=foreign).status_code == 403
    rebound = {"Host": "elsewhere.example", **accept}
    assert 400 <= httpx.post(url, json=body, headers=rebound).status_code < 500


def test_without_a_known_token_no_tool_is_told(
    reader: Reader, models: Models, settings: Settings, tmp_path: Any
) -> None:
    tokens = tmp_path / "tokens.yaml"
    tokens.write_text("tokens: []\n")
    serve = settings.serve.model_copy(update={"tokens": str(tokens)})
    project = Project(reader.project.root, given=settings.model_copy(update={"serve": serve}))
    app = create_app(Service(project, models))

    async def post() -> httpx.Response:
        transport = httpx.ASGITransport(app=app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client,
        ):
            body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
            return await client.post("/mcp", json=body, headers={"Authorization": "Bearer gw_x"})

    assert asyncio.run(post()).status_code == 401
