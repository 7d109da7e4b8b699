"""The routes that answer with JSON, over the small lake."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from graphwright.errors import GraphwrightError, LakeError, SnapshotError
from graphwright.graph.snapshot import Snapshot
from graphwright.project import Project
from graphwright.serving import functions, models
from graphwright.serving.http.app import create_app
from graphwright.serving.reader import Models, Reader
from graphwright.serving.service import Service
from graphwright.settings import Settings

QUESTION = "Who gives the second approval?"


def app_of(snapshot: Snapshot, settings: Settings, models: Models, **serve: Any) -> FastAPI:
    changed = settings.model_validate(settings.model_dump() | {"serve": serve})
    project = Project(snapshot.folder.parents[1], given=changed)
    return create_app(Service(project, models))


@pytest.fixture(scope="module")
def client(snapshot: Snapshot, settings: Settings, models: Models) -> Iterator[TestClient]:
    app = app_of(snapshot, settings, models, limits={"k": 10})
    with TestClient(app, base_url="http://localhost") as client:
        yield client


def test_each_route_answers_what_its_function_does(client: TestClient, reader: Reader) -> None:
    search = models.SearchRequest(question=QUESTION, k=3)
    entity = functions.entity(reader, models.EntityRequest(name="Orbit ERP"))
    quote = entity.incoming[0].quotes[0]
    evidence = models.EvidenceRequest(evidence_id=quote.evidence_id)
    document = models.DocumentRequest(document_id=quote.citation.document_id, passages=1)
    around = models.SubgraphRequest(name="OERP", depth=2)
    wanted: dict[str, models.Answer] = {
        f"search?question={QUESTION}&k=3": functions.search(reader, search),
        "entity?name=Orbit ERP": entity,
        "subgraph?name=OERP&depth=2": functions.subgraph(reader, around),
        f"evidence/{quote.evidence_id}": functions.evidence(reader, evidence),
        f"document/{document.document_id}?passages=1": functions.document(reader, document),
        "strategies": functions.strategies(reader),
        "status": functions.status(reader),
    }
    for path, answer in wanted.items():
        found = client.get(f"/api/v1/{path}")
        assert found.status_code == 200
        assert found.content.decode() == answer.model_dump_json(), path
        page, _, query = path.replace("subgraph", "graph").partition("?")
        assert client.get(f"/{page}.json?{query}").content == found.content, path


def test_a_long_question_is_posted(client: TestClient) -> None:
    short = client.post("/api/v1/search", json={"question": QUESTION, "k": 3})
    assert short.json() == client.get(f"/api/v1/search?question={QUESTION}&k=3").json()
    long = client.post("/api/v1/search", json={"question": "Who approves? " * 1_000})
    assert long.status_code == 200


def test_openapi_describes_every_route(client: TestClient) -> None:
    described = client.get("/openapi.json").json()
    paths = {path for path in described["paths"] if path.startswith("/api")}
    names = ("search", "ask", "ask/stream", "entity", "subgraph", "history", "changes",
             "strategies", "status", "tickets/ask", "tickets/answer", "tickets/query",
             "tickets/similar", "tickets/ticket", "tickets/times",
             "help/reply", "help/dialogue", "help/intents", "help/pages", "help/page",
             "guide", "guide/prompt", "guide/answer")  # fmt: skip
    assert paths == {
        *(f"/api/v1/{name}" for name in names),
        "/api/v1/evidence/{evidence_id}",
        "/api/v1/document/{document_id}",
    }
    answer = described["paths"]["/api/v1/search"]["get"]["responses"]["200"]
    assert answer["content"]["application/json"]["schema"]["$ref"].endswith("SearchAnswer")


def test_health_and_readiness(client: TestClient) -> None:
    assert client.get("/health").json() == {"status": "alive"}
    assert client.get("/ready").json() == {"status": "ready"}


def test_every_answer_has_the_headers_of_safety(client: TestClient) -> None:
    for path in ("/api/v1/status", "/nowhere", "/api/v1/search?k=0"):
        headers = client.get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert "no-store" in headers["cache-control"]
        assert "access-control-allow-origin" not in headers
        assert "server" not in headers


def test_what_is_absent_is_404_and_nothing_more(client: TestClient) -> None:
    absent = client.get("/api/v1/document/0123456789abcdef")
    told = {"error": "not_found", "problems": []}
    assert absent.status_code == 404
    assert absent.json() == told | {
        "message": "No document of the published graph has the id '0123456789abcdef'. "
        "Citations name the ids of documents."
    }


def test_more_than_the_settings_allow_is_refused(client: TestClient) -> None:
    refused = client.get(f"/api/v1/search?question={QUESTION}&k=11")
    assert (refused.status_code, refused.json()["error"]) == (422, "too_large")
    assert (
        "11 passages or tickets are asked for, and this service allows 10"
        in refused.json()["message"]
    )


def test_an_answer_is_kept(client: TestClient) -> None:
    cache = client.app.state.front.cache  # type: ignore[attr-defined]
    path = "/api/v1/search?question=What stores contracts?"
    first = client.get(path)
    before = cache.bytes
    assert client.get(path).content == first.content
    assert before == cache.bytes >= len(first.content)


def test_a_full_service_says_so_and_a_slow_answer_ends(
    snapshot: Snapshot, settings: Settings, models: Models
) -> None:
    limits = {"threads": 1, "queue": 1, "seconds": 0.2, "cache_mb": 0}
    front = app_of(snapshot, settings, models, limits=limits).state.front
    going_on = threading.Event()

    async def ask() -> list[str]:
        caller = await front.caller(None)

        def status(reader: Reader) -> models_answer:
            going_on.wait(10)
            return functions.status(reader)

        asked = [front.run(caller, status) for _ in range(3)]
        results = await asyncio.gather(*asked, return_exceptions=True)
        return [getattr(result, "code", "") for result in results]

    models_answer = Any
    assert asyncio.run(ask()) == ["overdue", "overdue", "full"]
    assert front.pool.taken > 0  # what is overdue still has its thread
    going_on.set()
    front.close()


def test_who_has_no_token_is_not_answered(
    snapshot: Snapshot, settings: Settings, models: Models, tmp_path: Any
) -> None:
    from graphwright.serving.identity import add_token

    file = tmp_path / "tokens.yaml"
    token = add_token(file, "anna", ("staff",))
    app = app_of(snapshot, settings, models, tokens=str(file))
    with TestClient(app, base_url="http://localhost") as client:
        for path in ("/api/v1/status", "/metrics", "/status.json"):
            refused = client.get(path)
            assert refused.status_code == 401, path
            assert refused.headers["www-authenticate"].startswith("Bearer")
        assert client.get("/health").status_code == 200
        known = {"Authorization": f"Bearer {token}"}
        assert client.get("/api/v1/status", headers=known).status_code == 200
        assert client.get("/api/v1/status", auth=("anna", token)).status_code == 200


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (LakeError("There is no list at /secret/lake."), 500),
        (SnapshotError("/secret/lake is being written.", transient=True), 503),
    ],
)
def test_an_error_of_the_server_names_no_place_of_it(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, error: GraphwrightError, status: int
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(functions, "status", fail)
    told = client.get("/api/v1/status")
    assert told.status_code == status
    assert "secret" not in told.text
    assert ("retry-after" in told.headers) is (status == 503)
