"""The model or Milvus is killed while the service answers: it answers on, and metrics say so."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent import futures
from pathlib import Path
from typing import Any

import grpc
import numpy as np
import pytest
from fastapi.testclient import TestClient
from milvus_lite import MilvusLite
from milvus_lite.adapter.grpc.servicer import MilvusServicer
from prometheus_client.parser import text_string_to_metric_families
from pymilvus.grpc_gen import milvus_pb2_grpc
from servers import KEY, OpenAiServer

from graphwright.graph.snapshot import Snapshot
from graphwright.project import Project
from graphwright.serving.http.app import create_app
from graphwright.serving.reader import Models
from graphwright.serving.service import Service
from graphwright.settings import Settings
from graphwright.vectors.milvus_store import MilvusStore

QUESTION = {"question": "Who gives the second approval?", "k": 3}


def client_of(snapshot: Snapshot, models: Models, **said: Any) -> TestClient:
    raw = {"collections": [{"name": "handbook", "folder": "."}], **said}
    own = Settings.model_validate(raw)
    known = Models(own)
    known.__dict__.update(embedder=models.embedder, pipeline=models.pipeline)
    service = Service(Project(snapshot.folder.parents[1], given=own), known)
    return TestClient(create_app(service), base_url="http://localhost")


def counted(client: TestClient, name: str, **labels: str) -> float:
    families = text_string_to_metric_families(client.get("/metrics").text)
    samples = [one for family in families for one in family.samples if one.name == name]
    return sum(one.value for one in samples if labels.items() <= one.labels.items())


def test_without_its_model_the_evidence_is_told_and_counted(
    snapshot: Snapshot, models: Models, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    calls, tokens = "graphwright_llm_calls_total", "graphwright_llm_tokens_total"
    with OpenAiServer(answer=lambda _: "The plant manager gives it [1].") as model:
        llm = {"base_url": model.base_url, "model": "rule", "input_price": 2, "output_price": 10}
        serve = {"answers": {"llm": llm}, "limits": {"cache_mb": 0}}
        with client_of(snapshot, models, serve=serve) as client:
            good = client.post("/api/v1/ask", json=QUESTION).json()
            assert (good["stated"], good["problem"]) == (True, None)
            assert counted(client, tokens, direction="in") == 100
            assert counted(client, tokens, direction="out") == 20
            assert counted(client, "graphwright_llm_cost_total") == pytest.approx(0.0004)
            model.close()
            for path in ("/api/v1/ask", "/api/v1/ask/stream"):
                bad = client.post(path, json=QUESTION)
                assert bad.status_code == 200
                assert "did not answer" in bad.text
            assert client.post("/api/v1/ask", json=QUESTION).json()["search"] == good["search"]
            assert counted(client, calls, outcome="ok") == 1
            assert counted(client, calls, outcome="failed") == 3


@pytest.fixture
def milvus(tmp_path: Path) -> Iterator[tuple[str, grpc.Server]]:
    database, server = (
        MilvusLite(str(tmp_path / "milvus")),
        grpc.server(futures.ThreadPoolExecutor(4)),
    )
    milvus_pb2_grpc.add_MilvusServiceServicer_to_server(MilvusServicer(database), server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield f"http://127.0.0.1:{port}", server
    server.stop(grace=0).wait()
    database.close()


def test_without_milvus_the_snapshot_answers_and_it_is_counted(
    snapshot: Snapshot, models: Models, milvus: tuple[str, grpc.Server]
) -> None:
    uri, server = milvus
    ids = snapshot.chunks["chunk_id"].to_pylist()
    with MilvusStore.server(uri, prefix="own") as store:
        vectors = np.ascontiguousarray(snapshot.chunk_vectors)
        store.sync("chunks", snapshot.manifest.embedder, ids, ids, vectors)
    failures = "graphwright_milvus_failures_total"
    said = {
        "milvus": {"uri": uri, "prefix": "own"},
        "retrieval": {"vectors": "milvus"},
        "serve": {"limits": {"cache_mb": 0}},
    }
    with client_of(snapshot, models, **said) as client:
        path = "/api/v1/search?strategy=dense&question=Who gives the second approval?"
        before = client.get(path)
        assert counted(client, failures) == 0
        server.stop(grace=0).wait()
        after = client.get(path)
        assert (after.status_code, after.content) == (200, before.content)
        assert counted(client, failures) == 1
