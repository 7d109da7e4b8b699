"""Two hundred attempts on the service, by a caller in the group ``clerks``, to hear of ``board``.

Each is made first with a token that may see all, so that whatever is kept would be at hand.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from access_lake import Secrets, files_of
from access_words import NAMES, QUESTIONS, STRATEGIES, leaked
from fastapi import FastAPI
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from starlette.testclient import TestClient

from graphwright.errors import NotFoundError
from graphwright.export.export import FORMATS, export_snapshot
from graphwright.project import Project
from graphwright.serving import functions, models
from graphwright.serving.http.app import create_app
from graphwright.serving.identity import add_token
from graphwright.serving.service import Service

CLERKS = frozenset({"clerks"})
ABSENT = "0123456789abcdef01234567"


class Wire(NamedTuple):
    """The service, a client of it, and the headers of its callers by group."""

    app: FastAPI
    service: Service
    client: TestClient
    headers: dict[str, dict[str, str]]

    def get(self, path: str, group: str = "clerks", **more: Any) -> httpx.Response:
        headers = self.headers[group] | more.pop("headers", {})
        found: Any = self.client.request("GET", path, headers=headers, **more)
        return found  # type: ignore[no-any-return]  # starlette's client is httpx's


@pytest.fixture(scope="module")
def wire(told: Secrets, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    file = tmp_path_factory.mktemp("tokens") / "tokens.yaml"
    tokens = {name: add_token(file, name, (name,)) for name in ("clerks", "board")}
    settings = told.settings
    serve = settings.serve.model_copy(update={"tokens": str(file)})
    project = Project(told.project.root, given=settings.model_copy(update={"serve": serve}))
    service = Service(project, warmed=())
    app = create_app(service)
    headers = {name: {"Authorization": f"Bearer {token}"} for name, token in tokens.items()}
    with TestClient(app, base_url="http://127.0.0.1") as client:
        yield Wire(app, service, client, headers)


@pytest.fixture(scope="module")
def hidden(told: Secrets, wire: Wire) -> dict[str, list[str]]:
    """Ids that the board sees and clerks do not, by table."""
    view = wire.service.reader(CLERKS).project
    found = {}
    for table, column in {
        "evidence": "evidence_id", "entities": "entity_id", "parsed_documents": "document_id",
        "chunks": "chunk_id",
    }.items():  # fmt: skip
        ids = f"SELECT {column} AS id FROM {table} ORDER BY 1"
        seen = {row["id"] for row in view.sql(ids).to_pylist()}
        found[table] = [r["id"] for r in told.project.sql(ids).to_pylist() if r["id"] not in seen]
        assert found[table], table
    return found


def addresses(hidden: dict[str, list[str]]) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield (path, parameters, what the caller asks with)."""
    for question in QUESTIONS:
        for name in STRATEGIES:
            yield "/api/v1/search", {"question": question, "strategy": name, "k": 5}, question
        yield "/", {"q": question, "k": 5}, question
        yield "/answer", {"question": question}, question
        yield "/api/v1/ask", {"question": question, "template": "tuples"}, question
    for name in (*NAMES, *hidden["entities"][:8]):
        for path in ("/api/v1/entity", "/entity", "/api/v1/subgraph", "/graph"):
            yield path, {"name": name}, name
    for table, part in (("evidence", "evidence"), ("parsed_documents", "document")):
        for one in hidden[table]:
            yield f"/api/v1/{part}/{one}", {}, ""
            yield f"/{part}/{one}", {}, ""
    for one in hidden["evidence"][:3]:
        yield f"/evidence/{one}/page.png", {}, ""
    for one in hidden["parsed_documents"][:3]:
        yield f"/document/{one}", {"chunk": hidden["chunks"][0]}, ""
    for number in (1, 2, 3, 99):
        yield "/api/v1/changes", {"publication": number}, ""
        yield "/changes", {"publication": number}, ""
    yield "/api/v1/search", {"question": "x", "strategy": "falcon"}, "falcon"
    for path in ("history", "changes", "status", "strategies"):
        yield f"/api/v1/{path}", {}, ""
    for path in ("/changes", "/status", "/metrics", "/openapi.json", "/ready", "/health", "/falcn"):
        yield path, {}, ""


def test_two_hundred_attempts_tell_nothing(wire: Wire, hidden: dict[str, list[str]]) -> None:
    whole = wire.service.current.snapshot.id
    tried, told = 0, []
    for path, parameters, asked in addresses(hidden):
        wire.get(path, "board", params=parameters)
        answer = wire.get(path, params=parameters)
        tried += 1
        said = answer.text + repr(answer.headers)
        if (words := leaked(said, asked)) or whole in said:
            told.append((path, parameters, words))
    assert tried >= 200
    assert told == []


def test_the_attempts_would_tell_who_may_see_it(wire: Wire, hidden: dict[str, list[str]]) -> None:
    said = "".join(wire.get(p, "board", params=q).text for p, q, _ in addresses(hidden))
    absent = {"no document names", "obsidian", "board", "payments-copy"}  # never shown by a page
    assert len(set(leaked(said)) - absent) >= 14


def talk(wire: Wire, calls: list[tuple[str, dict[str, Any]]], group: str) -> list[str]:
    """Return what MCP's own client is told, over HTTP with a token."""

    async def run() -> list[str]:
        transport = httpx.ASGITransport(app=wire.app)
        async with httpx.AsyncClient(
            transport=transport, base_url="http://127.0.0.1", headers=wire.headers[group]
        ) as http:
            stream = streamable_http_client("http://127.0.0.1/mcp", http_client=http)
            async with Client(stream) as client:
                return [
                    (await client.call_tool(tool, given)).model_dump_json() for tool, given in calls
                ]

    portal = wire.client.portal
    assert portal is not None
    return portal.call(run)  # in the loop of the application


def test_an_assistant_is_told_nothing(wire: Wire, hidden: dict[str, list[str]]) -> None:
    calls: list[tuple[str, dict[str, Any]]] = [
        *(("search", {"question": question, "k": 5}) for question in QUESTIONS),
        *((tool, {"name": name}) for tool in ("entity", "subgraph") for name in NAMES),
        *(("evidence", {"evidence_id": one}) for one in hidden["evidence"]),
        *(("document", {"document_id": one}) for one in hidden["parsed_documents"]),
        ("status", {}),
        ("strategies", {}),
    ]
    talk(wire, calls, "board")
    for call, answer in zip(calls, talk(wire, calls, "clerks"), strict=True):
        assert leaked(answer, repr(call)) == []
        assert wire.service.current.snapshot.id not in answer


def test_exports_of_the_view_tell_nothing(wire: Wire, tmp_path: Path) -> None:
    snapshot = wire.service.reader(CLERKS).snapshot
    for name in FORMATS.names:
        out = tmp_path / f"{name}.out"
        export_snapshot(snapshot, name, out, layers="all", texts=True)
        files = files_of(out) if out.is_dir() else {name: out.read_bytes()}
        for file, data in files.items():
            assert leaked(f"{file} {data.decode('utf-8', 'replace')}") == [], (name, file)


def test_nothing_of_a_request_but_its_token_says_who_asks(wire: Wire) -> None:
    """The token of the board is given wherever it may not be taken from."""
    board = wire.headers["board"]["Authorization"]
    token = board.removeprefix("Bearer ")
    path, question = "/api/v1/search", {"question": "What does Project Falcon acquire?"}
    honest = wire.get(path, params=question)
    assert honest.status_code == 200
    assert wire.get(path, "board", params=question).content != honest.content
    for name in ("groups", "group", "token", "access_token", "user", "as"):
        for value in ("board", token):
            got = wire.get(path, params=question | {name: value})
            assert got.status_code == 422 or got.content == honest.content
            posted = wire.client.post(
                path, json=question | {name: value}, headers=wire.headers["clerks"]
            )
            assert posted.status_code == 422 or posted.content == honest.content
    for name in (
        "X-Groups", "X-Forwarded-User", "X-Remote-Groups", "Remote-User", "X-Forwarded-For",
        "X-Auth-Request-Groups", "Proxy-Authorization", "X-Authorization", "X-Original-URL",
        "Cookie", "Forwarded", "HX-Request", "Authorization-Groups", "Mcp-Session-Id",
    ):  # fmt: skip
        for value in ("board", board, f"groups=board; Authorization={board}; token={token}"):
            assert wire.get(path, params=question, headers={name: value}).content == honest.content
    cookie = {"Cookie": f"token={token}"}
    bare = wire.client.get(path, params=question | {"token": token}, headers=cookie)
    assert bare.status_code == 401
    for forged in (token[:-1], token.upper(), f"{token},", "gw_board", "board", "none"):
        refused = wire.client.get(path, headers={"Authorization": f"Bearer {forged}"})
        assert refused.status_code == 401


def test_what_is_hidden_is_answered_like_what_is_not_there(
    wire: Wire, hidden: dict[str, list[str]]
) -> None:
    def answer(path: str, one: str) -> tuple[Any, ...]:
        got = wire.get(path.format(one))
        own = {"x-request-id"}
        headers = {name: value for name, value in got.headers.items() if name not in own}
        return got.status_code, got.text.replace(one, "ID"), headers

    ids = {"evidence": hidden["evidence"][0], "document": hidden["parsed_documents"][0]}
    for part, one in ids.items():
        absent = ABSENT[: len(one)].ljust(len(one), "0")
        for path in (f"/api/v1/{part}/{{}}", f"/{part}/{{}}", f"/{part}/{{}}.json"):
            assert answer(path, one) == answer(path, absent)
            assert answer(path, one)[0] == 404
    picture = "/evidence/{}/page.png"
    absent = ABSENT[: len(ids["evidence"])].ljust(len(ids["evidence"]), "0")
    assert answer(picture, ids["evidence"]) == answer(picture, absent)
    for path in ("/api/v1/entity?name={}", "/entity?name={}", "/graph?name={}"):
        assert answer(path, "Zephyrline waiver") == answer(path, "Qixalondar waiver")


def steps_of(reader: Any, function: Any, request: Any) -> list[tuple[str, int]]:
    """Return each function that runs until the error, with the line where it begins."""
    steps = []

    def note(frame: Any, event: str, _: Any) -> None:
        if event == "call":
            steps.append((frame.f_code.co_qualname, frame.f_code.co_firstlineno))

    sys.setprofile(note)
    try:
        with pytest.raises(NotFoundError):
            function(reader, request)
    finally:
        sys.setprofile(None)
    return steps


def test_the_way_to_a_404_is_the_same(wire: Wire, hidden: dict[str, list[str]]) -> None:
    """So its time says nothing: what is hidden is in no table that is looked into."""
    reader = wire.service.reader(CLERKS)
    for function, model, field, one in (
        (functions.evidence, models.EvidenceRequest, "evidence_id", hidden["evidence"][0]),
        (functions.document, models.DocumentRequest, "document_id", hidden["parsed_documents"][0]),
    ):
        ways = []
        for given in (one, one, ABSENT[: len(one)].ljust(len(one), "0")):
            ways.append(steps_of(reader, function, model.model_validate({field: given})))
        assert ways[1] == ways[2]


def test_ids_of_a_view_are_its_own(wire: Wire) -> None:
    mine, all_ = (wire.get("/api/v1/status", group).json() for group in ("clerks", "board"))
    assert mine["snapshot"] != all_["snapshot"]
    assert all(mine["counts"][name] <= count for name, count in all_["counts"].items())
    named = re.findall(r'"snapshot":"([^"]+)"', wire.get("/api/v1/history").text)
    known = re.findall(r'"snapshot":"([^"]+)"', wire.get("/api/v1/history", "board").text)
    assert named
    assert not set(named) & set(known)
    assert wire.get("/api/v1/search", params={"question": "x"}).json()["snapshot"] in named


def test_metrics_are_for_those_that_the_settings_name(wire: Wire) -> None:
    for group in ("clerks", "board"):
        refused = wire.get("/metrics", group)
        assert (refused.status_code, refused.json()["error"]) == (403, "forbidden")
    settings = wire.service.project.settings
    serve = settings.serve.model_copy(update={"metrics_groups": ("board",)})
    front = wire.app.state.front
    before, front.settings = front.settings, serve
    try:
        assert wire.get("/metrics", "board").status_code == 200
        assert wire.get("/metrics").status_code == 403
    finally:
        front.settings = before
