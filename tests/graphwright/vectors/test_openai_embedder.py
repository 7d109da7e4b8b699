"""The OpenAI embedder against a local HTTP server that speaks ``/v1/embeddings``."""

from __future__ import annotations

import base64
import dataclasses
import http.server
import json
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from graphwright.errors import ModelError
from graphwright.settings import EmbeddingSettings
from graphwright.vectors.embedder import embedder_fingerprint, make_embedder
from graphwright.vectors.openai_embedder import OpenAIEmbedder

KEY = "sk-a-secret-key-0123456789"


def vector_of(text: str, dimensions: int) -> list[float]:
    """Return a vector that depends on the text, not of unit length."""
    seed = np.frombuffer(text.encode().ljust(4, b"\0")[:4], dtype=np.uint32)[0]
    values = np.random.default_rng([int(seed), len(text)]).normal(size=dimensions) * 3
    return [float(value) for value in values]


@dataclasses.dataclass
class Service:
    """What the server answers, and what it was asked."""

    dimensions: int = 6
    failures: list[tuple[int, str]] = dataclasses.field(default_factory=list)
    body: str | None = None
    shuffled: bool = True
    requests: list[dict[str, Any]] = dataclasses.field(default_factory=list)
    keys: set[str] = dataclasses.field(default_factory=set)
    stall: threading.Event | None = None
    url: str = ""

    def answer(self, request: dict[str, Any]) -> tuple[int, str]:
        self.requests.append(request)
        if self.failures:
            return self.failures.pop(0)
        if self.body is not None:
            return 200, self.body
        size = request.get("dimensions", self.dimensions)
        data = [
            {"object": "embedding", "index": index, "embedding": self._encode(text, size, request)}
            for index, text in enumerate(request["input"])
        ]
        if self.shuffled:
            data.reverse()
        usage = {"prompt_tokens": 1, "total_tokens": 1}
        answer = {"object": "list", "data": data, "model": request["model"], "usage": usage}
        return 200, json.dumps(answer)

    def _encode(self, text: str, size: int, request: dict[str, Any]) -> str | list[float]:
        values = vector_of(text, size)
        if request.get("encoding_format") == "base64":
            return base64.b64encode(np.array(values, dtype="<f4").tobytes()).decode()
        return values


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    state = Service()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            request = json.loads(self.rfile.read(length))
            state.keys.add(self.headers["Authorization"])
            if state.stall is not None:
                state.stall.wait(10)
            status, body = (
                state.answer(request) if self.path == "/v1/embeddings" else (404, "no such path")
            )
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_: object) -> None:
            """Be quiet."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    state.url = f"http://127.0.0.1:{server.server_port}/v1"
    monkeypatch.setenv("EMBEDDING_KEY", KEY)
    yield state
    server.shutdown()
    server.server_close()
    thread.join()


def settings_for(service: Service, **changes: Any) -> EmbeddingSettings:
    values = {"model": "some-model", "base_url": service.url, "api_key_env": "EMBEDDING_KEY"}
    return EmbeddingSettings(provider="openai", **{**values, **changes})


def test_vectors_have_unit_length_and_stand_in_the_order_of_the_texts(service: Service) -> None:
    embedder = OpenAIEmbedder(settings_for(service), workers=3, batch_size=4)
    texts = [f"text {number}" for number in range(10)]
    vectors = embedder.embed_passages(texts)
    assert vectors.shape == (10, 6)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    for text, vector in zip(texts, vectors, strict=True):
        expected = np.array(vector_of(text, 6))
        assert np.allclose(vector, expected / np.linalg.norm(expected), atol=1e-5)
    assert np.allclose(embedder.embed_query("text 3"), vectors[3], atol=1e-6)
    assert service.keys == {f"Bearer {KEY}"}


def test_batches_are_of_the_size_asked_for_and_progress_counts_them(service: Service) -> None:
    embedder = OpenAIEmbedder(settings_for(service, dimensions=6), batch_size=4)
    done: list[int] = []
    embedder.embed_passages([f"text {number}" for number in range(10)], done.append)
    assert sorted(len(request["input"]) for request in service.requests) == [2, 4, 4]
    assert sorted(done) == [2, 4, 4]


def test_the_default_model_is_openais_large_one(service: Service) -> None:
    chosen = EmbeddingSettings(
        provider="openai", base_url=service.url, api_key_env="EMBEDDING_KEY", dimensions=5
    )
    embedder = make_embedder(chosen, 1)
    assert embedder.dimensions == 5
    assert embedder.embed_passages(["a"]).shape == (1, 5)
    (request,) = service.requests
    assert request["model"] == "text-embedding-3-large"
    assert request["dimensions"] == 5


def test_dimensions_are_only_sent_when_set(service: Service) -> None:
    embedder = OpenAIEmbedder(settings_for(service))
    assert embedder.dimensions == 6
    assert "dimensions" not in service.requests[0]


def test_a_busy_service_is_asked_again(service: Service) -> None:
    service.failures = [(429, "{}"), (500, "{}")]
    embedder = OpenAIEmbedder(settings_for(service, dimensions=6), max_retries=2)
    assert embedder.embed_passages(["a"]).shape == (1, 6)
    assert len(service.requests) == 3


def test_retries_end(service: Service) -> None:
    service.failures = [(500, '{"error": {"message": "on fire"}}')] * 9
    embedder = OpenAIEmbedder(settings_for(service, dimensions=6), max_retries=1)
    with pytest.raises(ModelError, match=r"HTTP 500.*on fire"):
        embedder.embed_passages(["a"])
    assert len(service.requests) == 2


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_is_said_without_the_key(service: Service, status: int) -> None:
    service.failures = [(status, json.dumps({"error": {"message": f"Incorrect key: {KEY}"}}))]
    with pytest.raises(ModelError, match=r"refused the key.*EMBEDDING_KEY") as caught:
        OpenAIEmbedder(settings_for(service)).embed_query("a")
    assert KEY not in str(caught.value)
    assert caught.value.__cause__ is None


def test_an_answer_that_repeats_the_key_is_shown_without_it(service: Service) -> None:
    service.failures = [(404, json.dumps({"error": {"message": f"no model for {KEY}"}}))]
    with pytest.raises(ModelError, match=r"HTTP 404 for model 'some-model'.*\*\*\*") as caught:
        OpenAIEmbedder(settings_for(service)).embed_query("a")
    assert KEY not in str(caught.value)


def test_an_endpoint_that_is_not_there_is_named_without_its_password(service: Service) -> None:
    chosen = settings_for(service, base_url="http://user:geheim@127.0.0.1:9/v1")
    with pytest.raises(ModelError, match=r"127\.0\.0\.1:9/v1/ cannot be reached") as caught:
        OpenAIEmbedder(chosen, max_retries=0).embed_query("a")
    assert "geheim" not in str(caught.value)


def test_a_service_that_does_not_answer_is_not_waited_for(service: Service) -> None:
    service.stall = threading.Event()
    embedder = OpenAIEmbedder(settings_for(service), timeout_seconds=0.2, max_retries=0)
    with pytest.raises(ModelError, match="did not answer in time"):
        embedder.embed_query("a")
    service.stall.set()


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('{"object": "list", "data": []}', "(No embedding data|0 vectors for 1 text|another form)"),
        ('{"data": [{"index": 0, "embedding": [0, 0]}]}', "zero or not finite"),
        ('{"data": [{"index": 0, "embedding": []}]}', "zero or not finite"),
        ('{"data": [{"index": 0, "embedding": ["x"]}]}', "another form"),
        ('{"data": [{"index": 0}]}', "(another form|vectors of shape)"),
        ('{"something": "else"}', "(another form|No embedding data)"),
        ("<html>proxy</html>", "(another form|failed)"),
    ],
)
def test_an_answer_of_another_form_is_an_error(service: Service, body: str, message: str) -> None:
    service.body = body
    with pytest.raises(ModelError, match=message):
        OpenAIEmbedder(settings_for(service), max_retries=0).embed_query("a")


def test_vectors_of_another_length_than_set_are_refused(service: Service) -> None:
    service.body = '{"data": [{"index": 0, "embedding": [1, 2, 3]}]}'
    with pytest.raises(ModelError, match=r"\(3,\).*\(4,\).*embedding\.dimensions"):
        OpenAIEmbedder(settings_for(service, dimensions=4)).embed_query("a")


def test_an_absent_key_is_an_error_that_names_the_variable(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("EMBEDDING_KEY")
    with pytest.raises(ModelError, match="EMBEDDING_KEY holds no key"):
        make_embedder(settings_for(service), 1)


def test_the_fingerprint_names_model_endpoint_and_dimensions_but_not_the_key(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = settings_for(service)
    first = make_embedder(chosen, 1).fingerprint
    monkeypatch.setenv("EMBEDDING_KEY", "another")
    assert make_embedder(chosen, 4).fingerprint == embedder_fingerprint(chosen) == first
    others = [
        settings_for(service, model="other"),
        settings_for(service, dimensions=3),
        settings_for(service, base_url="http://127.0.0.1:9/v1"),
    ]
    assert len({embedder_fingerprint(other) for other in [chosen, *others]}) == 4


def test_no_texts_ask_for_nothing(service: Service) -> None:
    embedder = OpenAIEmbedder(settings_for(service, dimensions=6))
    assert embedder.embed_passages([]).shape == (0, 6)
    assert not service.requests
