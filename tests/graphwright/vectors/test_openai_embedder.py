"""The OpenAI embedder against the local server that speaks OpenAI's API."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from servers import KEY, HttpError, OpenAiServer, RawBody, Slow, vector

from graphwright.errors import ModelError
from graphwright.settings import EmbeddingSettings
from graphwright.vectors.embedder import embedder_fingerprint, make_embedder
from graphwright.vectors.openai_embedder import OpenAIEmbedder


@pytest.fixture(autouse=True)
def key_in_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMBEDDING_KEY", KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


@pytest.fixture
def service() -> Iterator[OpenAiServer]:
    with OpenAiServer(dimensions=6) as server:
        yield server


def settings_for(service: OpenAiServer, **changes: Any) -> EmbeddingSettings:
    values = {"model": "some-model", "base_url": service.base_url, "api_key_env": "EMBEDDING_KEY"}
    return EmbeddingSettings(provider="openai", **{**values, **changes})


def test_vectors_have_unit_length_and_stand_in_the_order_of_the_texts(
    service: OpenAiServer,
) -> None:
    embedder = OpenAIEmbedder(settings_for(service), workers=3, batch_size=4)
    texts = [f"text {number}" for number in range(10)]
    vectors = embedder.embed_passages(texts)
    assert vectors.shape == (10, 6)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    for text, found in zip(texts, vectors, strict=True):
        assert np.allclose(found, vector(text, 6), atol=1e-5)
    assert np.allclose(embedder.embed_query("text 3"), vectors[3], atol=1e-6)
    assert {request.authorization for request in service.requests} == {f"Bearer {KEY}"}


def test_vectors_of_any_length_are_made_unit_vectors() -> None:
    long = RawBody(b'{"data": [{"index": 0, "embedding": [3, 4]}]}')
    with OpenAiServer(script=[long]) as server:
        found = OpenAIEmbedder(settings_for(server, dimensions=2)).embed_query("a")
    assert np.allclose(found, [0.6, 0.8])


def test_batches_are_of_the_size_asked_for_and_progress_counts_them(service: OpenAiServer) -> None:
    embedder = OpenAIEmbedder(settings_for(service, dimensions=6), batch_size=4)
    done: list[int] = []
    embedder.embed_passages([f"text {number}" for number in range(10)], done.append)
    assert sorted(len(request.body["input"]) for request in service.requests) == [2, 4, 4]
    assert sorted(done) == [2, 4, 4]


def test_the_default_model_is_openais_large_one(service: OpenAiServer) -> None:
    chosen = EmbeddingSettings(
        provider="openai", base_url=service.base_url, api_key_env="EMBEDDING_KEY", dimensions=5
    )
    embedder = make_embedder(chosen, 1)
    assert embedder.dimensions == 5
    assert embedder.embed_passages(["a"]).shape == (1, 5)
    (request,) = service.requests
    assert request.body["model"] == "text-embedding-3-large"
    assert request.body["dimensions"] == 5


def test_dimensions_are_only_sent_when_set(service: OpenAiServer) -> None:
    embedder = OpenAIEmbedder(settings_for(service))
    assert embedder.dimensions == 6
    assert "dimensions" not in service.requests[0].body


def test_a_busy_service_is_asked_again() -> None:
    with OpenAiServer(script=[HttpError(429), HttpError(500)]) as server:
        embedder = OpenAIEmbedder(settings_for(server, dimensions=6), max_retries=2)
        assert embedder.embed_passages(["a"]).shape == (1, 6)
    assert len(server.requests) == 3


def test_retries_end() -> None:
    with OpenAiServer(fault_for=lambda _: HttpError(500, "on fire")) as server:
        embedder = OpenAIEmbedder(settings_for(server, dimensions=6), max_retries=1)
        with pytest.raises(ModelError, match=r"HTTP 500.*on fire"):
            embedder.embed_passages(["a"])
    assert len(server.requests) == 2


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_is_said_without_the_key(status: int) -> None:
    with (
        OpenAiServer(script=[HttpError(status, f"Incorrect key: {KEY}")]) as server,
        pytest.raises(ModelError, match=r"refused the key.*EMBEDDING_KEY") as caught,
    ):
        OpenAIEmbedder(settings_for(server)).embed_query("a")
    assert KEY not in str(caught.value)
    assert caught.value.__cause__ is None


def test_an_answer_that_repeats_the_key_is_shown_without_it() -> None:
    with (
        OpenAiServer(script=[HttpError(404, f"no model for {KEY}")]) as server,
        pytest.raises(ModelError, match=r"HTTP 404 for model 'some-model'.*\*\*\*") as caught,
    ):
        OpenAIEmbedder(settings_for(server)).embed_query("a")
    assert KEY not in str(caught.value)


def test_an_endpoint_that_is_not_there_is_named_without_its_password(service: OpenAiServer) -> None:
    chosen = settings_for(service, base_url="http://user:geheim@127.0.0.1:9/v1?token=geheim")
    with pytest.raises(ModelError, match=r"127\.0\.0\.1:9/v1 cannot be reached") as caught:
        OpenAIEmbedder(chosen, max_retries=0).embed_query("a")
    assert "geheim" not in str(caught.value)


def test_a_service_that_does_not_answer_is_not_waited_for() -> None:
    with OpenAiServer(fault_for=lambda _: Slow(120)) as server:
        embedder = OpenAIEmbedder(settings_for(server), timeout_seconds=0.2, max_retries=0)
        with pytest.raises(ModelError, match="did not answer in time"):
            embedder.embed_query("a")


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
def test_an_answer_of_another_form_is_an_error(body: str, message: str) -> None:
    with (
        OpenAiServer(script=[RawBody(body.encode())]) as server,
        pytest.raises(ModelError, match=message),
    ):
        OpenAIEmbedder(settings_for(server), max_retries=0).embed_query("a")


def test_vectors_of_another_length_than_set_are_refused() -> None:
    short = RawBody(b'{"data": [{"index": 0, "embedding": [1, 2, 3]}]}')
    with (
        OpenAiServer(script=[short]) as server,
        pytest.raises(ModelError, match=r"\(3,\).*\(4,\).*embedding\.dimensions"),
    ):
        OpenAIEmbedder(settings_for(server, dimensions=4)).embed_query("a")


def test_an_absent_key_is_an_error_that_names_the_variable(
    service: OpenAiServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("EMBEDDING_KEY")
    with pytest.raises(ModelError, match="EMBEDDING_KEY holds no key"):
        make_embedder(settings_for(service), 1)


def test_the_fingerprint_names_model_endpoint_and_dimensions_but_not_the_key(
    service: OpenAiServer, monkeypatch: pytest.MonkeyPatch
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


def test_no_texts_ask_for_nothing(service: OpenAiServer) -> None:
    embedder = OpenAIEmbedder(settings_for(service, dimensions=6))
    assert embedder.embed_passages([]).shape == (0, 6)
    assert not service.requests
