"""What the settings choose beside a strategy: vectors in Milvus, a reranker, misspelt names."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent import futures
from pathlib import Path
from typing import TYPE_CHECKING

import grpc
import numpy as np
import onnx
import pytest
import tokenizers
from milvus_lite import MilvusLite
from milvus_lite.adapter.grpc.servicer import MilvusServicer
from onnx import helper, numpy_helper
from pymilvus.grpc_gen import milvus_pb2_grpc

from graphwright.errors import ModelError, SettingsError, VectorStoreError
from graphwright.graph.name_spelling import NameSpelling, distance
from graphwright.graph.snapshot import Snapshot
from graphwright.retrieval import RetrievalOptions, Strategy, StrategyParts, strategy_over
from graphwright.retrieval.reranker import PASSAGES
from graphwright.settings import Settings, parse_settings
from graphwright.vectors.embedder import Embedder
from graphwright.vectors.milvus_store import MilvusStore

if TYPE_CHECKING:
    from spacy.language import Language

QUESTION = "Which orders need a second approval?"


class Served:
    """A Milvus Lite behind a port, as a server."""

    def __init__(self, folder: Path) -> None:
        self._database = MilvusLite(str(folder))
        self._server = grpc.server(futures.ThreadPoolExecutor(4))
        servicer = MilvusServicer(self._database)
        milvus_pb2_grpc.add_MilvusServiceServicer_to_server(servicer, self._server)
        self.uri = f"http://127.0.0.1:{self._server.add_insecure_port('127.0.0.1:0')}"
        self._server.start()

    def stop(self) -> None:
        self._server.stop(grace=0).wait()
        self._database.close()


@pytest.fixture
def milvus(tmp_path: Path) -> Iterator[Served]:
    served = Served(tmp_path / "server")
    yield served
    served.stop()


def settings_of(uri: str | None = None, **retrieval: object) -> Settings:
    written = {
        "collections": [{"name": "some", "folder": "."}],
        "milvus": {"uri": uri},
        "retrieval": retrieval,
    }
    return parse_settings(written, origin=Path("sources.yaml"))


def fill(uri: str, snapshot: Snapshot, rows: int) -> None:
    ids = snapshot.chunks["chunk_id"].to_pylist()[:rows]
    with MilvusStore.server(uri) as store:
        model, vectors = snapshot.manifest.embedder, snapshot.chunk_vectors[:rows]
        store.sync("chunks", model, ids, ids, np.ascontiguousarray(vectors))


@pytest.fixture
def strategy(snapshot: Snapshot, embedder: Embedder, nlp: Language):
    def made(name: str, options: RetrievalOptions | None = None) -> Strategy:
        parts = StrategyParts(snapshot, lambda: embedder, lambda: nlp, options=options)
        return strategy_over(name, parts)

    return made


def test_milvus_finds_what_the_snapshot_finds_and_down_it_is_told(
    snapshot: Snapshot, milvus: Served, strategy
) -> None:
    fill(milvus.uri, snapshot, snapshot.chunks.num_rows)
    failures: list[VectorStoreError] = []
    options = RetrievalOptions.of(settings_of(milvus.uri, vectors="milvus"), failures.append)
    for name in ("dense", "rrf", "graph"):
        expected = strategy(name).retrieve(QUESTION, 3)
        assert strategy(name, options).retrieve(QUESTION, 3) == expected
    assert not failures
    milvus.stop()
    for _ in range(2):  # the second is not asked for again at once
        assert strategy("dense", options).retrieve(QUESTION, 3) == strategy("dense").retrieve(
            QUESTION, 3
        )
    assert len(failures) == 1


def test_a_milvus_of_other_chunks_is_told_and_not_believed(
    snapshot: Snapshot, milvus: Served, strategy
) -> None:
    fill(milvus.uri, snapshot, snapshot.chunks.num_rows - 1)
    failures: list[VectorStoreError] = []
    options = RetrievalOptions.of(settings_of(milvus.uri, vectors="milvus"), failures.append)
    expected = strategy("dense").retrieve(QUESTION, 3)
    assert strategy("dense", options).retrieve(QUESTION, 3) == expected
    assert "Build the lake again" in str(failures[0])


def test_milvus_needs_an_address() -> None:
    with pytest.raises(SettingsError, match=r"milvus\.uri names no server"):
        RetrievalOptions.of(settings_of(None, vectors="milvus"))


def write_cross_encoder(folder: Path, word: str) -> Path:
    """Write a model for which a passage answers where it has a word."""
    folder.mkdir()
    split = tokenizers.Tokenizer(tokenizers.models.WordLevel({"[UNK]": 0, word: 1}, "[UNK]"))
    split.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    split.save(str(folder / "tokenizer.json"))
    nodes = [
        helper.make_node("Cast", ["input_ids"], ["found"], to=onnx.TensorProto.FLOAT),
        helper.make_node("ReduceSum", ["found", "axis"], ["count"], keepdims=1),
        helper.make_node("Sub", ["count", "half"], ["least"]),
        helper.make_node("Mul", ["least", "much"], ["logits"]),
    ]
    ids = helper.make_tensor_value_info("input_ids", onnx.TensorProto.INT64, ["n", "tokens"])
    logits = helper.make_tensor_value_info("logits", onnx.TensorProto.FLOAT, ["n", 1])
    constants = [
        numpy_helper.from_array(np.array([1]), "axis"),
        numpy_helper.from_array(np.array([0.5], dtype=np.float32), "half"),
        numpy_helper.from_array(np.array([20], dtype=np.float32), "much"),
    ]
    graph = helper.make_graph(nodes, "count", [ids], [logits], constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 19)], ir_version=9)
    (folder / "model.onnx").write_bytes(model.SerializeToString())
    return folder


def test_a_reranker_has_half_of_a_score(tmp_path: Path, strategy) -> None:
    folder = write_cross_encoder(tmp_path / "counts", "Helios")
    options = RetrievalOptions.of(settings_of(reranker=str(folder)))
    before = strategy("dense").retrieve(QUESTION, PASSAGES).chunks
    after = strategy("dense", options).retrieve(QUESTION, PASSAGES).chunks
    least, most = before[-1].score, before[0].score
    expected = {
        chunk.chunk_id: ("Helios" in chunk.text) / 2 + (chunk.score - least) / (most - least) / 2
        for chunk in before
    }
    assert [c.chunk_id for c in after] == sorted(expected, key=lambda one: -expected[one])
    for chunk in after:
        assert chunk.score == pytest.approx(expected[chunk.chunk_id], abs=1e-4)


def test_an_absent_reranker_is_told(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"no model\.onnx\. Set retrieval\.reranker to a folder"):
        RetrievalOptions.of(settings_of(reranker=str(tmp_path)))


@pytest.mark.parametrize("name", ["walk", "graph", "pcst"])
def test_a_misspelt_name_is_found_where_it_is_asked_for(strategy, name: str) -> None:
    question = "What does the Helois portal do?"
    options = RetrievalOptions(misspelt_names=True)
    [found] = [
        e for e in strategy(name, options).retrieve(question, 3).entities if e.phrase is not None
    ]
    assert (found.name, found.phrase) == ("Helios portal", "Helois portal")
    assert strategy(name).retrieve(question, 3).unknown == ("Helois portal",)


def test_only_unknown_words_are_replaced(snapshot: Snapshot) -> None:
    spelling = NameSpelling(snapshot.names.folded)
    assert spelling.meant("suplier contract") == ["supplier contract"]
    assert spelling.meant("supplier contract") == []
    assert spelling.meant("zzzzzzz contract") == []


@pytest.mark.parametrize(
    ("one", "other", "away"),
    [
        ("", "", 0),
        ("abc", "abc", 0),
        ("abc", "acb", 1),
        ("abcd", "abd", 1),
        ("kit", "sits", 2),
    ],
)
def test_letters_between_words(one: str, other: str, away: int) -> None:
    assert distance(one, other) == distance(other, one) == away
