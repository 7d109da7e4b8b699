"""The vectors in a real Milvus Lite: written by difference, found, and closed."""

from __future__ import annotations

import dataclasses
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent import futures
from pathlib import Path

import grpc
import numpy as np
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings, strategies
from milvus_lite import MilvusLite
from milvus_lite.adapter.grpc.servicer import MilvusServicer
from pymilvus.grpc_gen import milvus_pb2_grpc

from graphwright.errors import VectorStoreError
from graphwright.ids import sha256_text
from graphwright.settings import MilvusSettings
from graphwright.vectors.milvus_store import MilvusStore, collection_name
from graphwright.vectors.vector_store import Hit, SyncCounts, open_vector_store

MODEL = "model_1"


@dataclasses.dataclass
class Rows:
    """Rows to sync: ids, hashes and vectors of some texts."""

    ids: list[str]
    hashes: list[str]
    vectors: np.ndarray


def rows_of_texts(texts: dict[str, str], dimensions: int = 8) -> Rows:
    vectors = [_vector(text, dimensions) for text in texts.values()]
    matrix = np.stack(vectors) if vectors else np.empty((0, dimensions), dtype=np.float32)
    return Rows(list(texts), [sha256_text(text) for text in texts.values()], matrix)


def _vector(text: str, dimensions: int) -> np.ndarray:
    seed = int(sha256_text(text)[:8], 16)
    vector = np.random.default_rng(seed).normal(size=dimensions).astype(np.float32)
    return vector / np.linalg.norm(vector)


def sync(
    store: MilvusStore, texts: dict[str, str], model: str = MODEL, size: int = 8
) -> SyncCounts:
    rows = rows_of_texts(texts, size)
    return store.sync("entities", model, rows.ids, rows.hashes, rows.vectors)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[MilvusStore]:
    with MilvusStore.lite(tmp_path / "milvus") as opened:
        yield opened


TEXTS = {f"id{number:02}": f"text {number}" for number in range(30)}


def test_only_what_differs_is_written(store: MilvusStore) -> None:
    assert sync(store, TEXTS) == SyncCounts(added=30, updated=0, deleted=0, unchanged=0)
    assert sync(store, TEXTS) == SyncCounts(added=0, updated=0, deleted=0, unchanged=30)
    changed = {**TEXTS, "id03": "another text", "new": "a new text"}
    del changed["id00"], changed["id01"]
    assert sync(store, changed) == SyncCounts(added=1, updated=1, deleted=2, unchanged=27)
    assert sync(store, changed) == SyncCounts(added=0, updated=0, deleted=0, unchanged=29)
    assert store.count("entities", MODEL) == 29


def test_who_knows_what_is_stored_has_the_same_written(store: MilvusStore) -> None:
    sync(store, TEXTS)
    rows = rows_of_texts({**TEXTS, "id03": "another text", "new": "a new text"})
    stored = {identifier: sha256_text(text) for identifier, text in TEXTS.items()}
    counts = store.sync("entities", MODEL, rows.ids, rows.hashes, rows.vectors, stored=stored)
    assert counts == SyncCounts(added=1, updated=1, deleted=0, unchanged=29)
    assert store.count("entities", MODEL) == 31
    assert store.search("entities", MODEL, _vector("another text", 8), 1)[0].id == "id03"


def test_a_search_finds_what_the_last_sync_wrote(store: MilvusStore) -> None:
    sync(store, TEXTS)
    assert store.search("entities", MODEL, _vector("text 7", 8), 1)[0].id == "id07"
    sync(store, {**TEXTS, "id07": "another text"})
    best = store.search("entities", MODEL, _vector("another text", 8), 3)
    assert best[0] == Hit("id07", pytest.approx(1.0, abs=1e-5))
    assert [hit.score for hit in best] == sorted((hit.score for hit in best), reverse=True)
    sync(store, {key: text for key, text in TEXTS.items() if key != "id07"})
    found = store.search("entities", MODEL, _vector("another text", 8), 30)
    assert "id07" not in {hit.id for hit in found}
    assert len(found) == 29


def test_scores_are_cosines(store: MilvusStore) -> None:
    sync(store, TEXTS)
    query = _vector("a question", 8)
    rows = rows_of_texts(TEXTS)
    expected = dict(zip(rows.ids, rows.vectors @ query, strict=True))
    hits = store.search("entities", MODEL, query, 30)
    assert len(hits) == min(30, len(rows.ids))
    for hit in hits:
        assert hit.score == pytest.approx(expected[hit.id], abs=1e-5)


def test_a_no_change_sync_writes_no_file(tmp_path: Path) -> None:
    folder = tmp_path / "milvus"
    with MilvusStore.lite(folder) as store:
        sync(store, TEXTS)
    before = _files(folder)
    with MilvusStore.lite(folder) as store:
        assert sync(store, TEXTS).unchanged == 30
    assert _files(folder) == before


def _files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*.parquet")
        if path.is_file()
    }


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    strategies.lists(
        strategies.dictionaries(strategies.sampled_from("abcdef"), strategies.sampled_from("xyz")),
        max_size=4,
    )
)
def test_any_history_ends_with_exactly_the_wanted_rows(
    tmp_path_factory: pytest.TempPathFactory, steps: list[dict[str, str]]
) -> None:
    with MilvusStore.lite(tmp_path_factory.mktemp("milvus")) as store:
        for texts in [*steps, {"last": "x", "a": "y"}]:
            counts = sync(store, texts)
            assert counts.added + counts.updated + counts.unchanged == len(texts)
            assert sync(store, texts).unchanged == len(texts)
        found = store.search("entities", MODEL, _vector("y", 8), 10)
        assert {hit.id for hit in found} == {"last", "a"}
        assert found[0].id == "a"


def test_two_models_stand_side_by_side(store: MilvusStore) -> None:
    sync(store, TEXTS, "old", 8)
    sync(store, {"id00": "text 0"}, "new", 4)
    assert store.collections() == sorted(
        [collection_name("entities", "old"), collection_name("entities", "new")]
    )
    assert (store.count("entities", "old"), store.count("entities", "new")) == (30, 1)
    store.drop("entities", "old")
    assert store.collections() == [collection_name("entities", "new")]
    assert store.count("entities", "old") == 0


def test_kinds_are_kept_apart(store: MilvusStore) -> None:
    rows = rows_of_texts({"a": "x"})
    store.sync("chunks", MODEL, rows.ids, rows.hashes, rows.vectors)
    store.sync("relations", MODEL, rows.ids, rows.hashes, rows.vectors)
    assert sync(store, {}) == SyncCounts(0, 0, 0, 0)
    assert store.count("chunks", MODEL) == store.count("relations", MODEL) == 1
    assert len(store.collections()) == 2


def test_everything_can_go_and_come_back(store: MilvusStore) -> None:
    sync(store, TEXTS)
    none = np.empty((0, 0), dtype=np.float32)
    assert store.sync("entities", MODEL, [], [], none).deleted == 30
    assert store.count("entities", MODEL) == 0
    assert sync(store, TEXTS).added == 30


def test_many_rows_are_stored_as_they_come(
    store: MilvusStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graphwright.vectors.milvus_store._BATCH_BYTES", 8 * 4 * 2)
    monkeypatch.setattr("graphwright.vectors.milvus_store._FLUSH_BATCHES", 3)
    rows = rows_of_texts(TEXTS)
    assert sync(store, TEXTS).added == 30
    assert store.count("entities", MODEL) == 30
    assert store.search("entities", MODEL, rows.vectors[17], 1)[0].id == rows.ids[17]


def test_the_next_sync_heals_what_a_kill_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graphwright.vectors.milvus_store._BATCH_BYTES", 8 * 4 * 10)
    with MilvusStore.lite(tmp_path) as store:
        sync(store, {"gone": "x", "id03": "old text"})

        def kill(_: int) -> None:
            raise KeyboardInterrupt

        rows = rows_of_texts(TEXTS)
        with pytest.raises(KeyboardInterrupt):
            store.sync("entities", MODEL, rows.ids, rows.hashes, rows.vectors, on_progress=kill)
        assert store.count("entities", MODEL) == 10
    with MilvusStore.lite(tmp_path) as store:
        assert sync(store, TEXTS) == SyncCounts(added=20, updated=0, deleted=0, unchanged=10)


def test_a_process_that_died_without_closing_harms_nothing(tmp_path: Path) -> None:
    code = (
        "import os, sys, numpy as np; from pathlib import Path\n"
        "from graphwright.vectors.milvus_store import MilvusStore\n"
        "store = MilvusStore.lite(Path(sys.argv[1]))\n"
        "vectors = np.eye(8, dtype=np.float32)[:2]\n"
        "store.sync('entities', 'model_1', ['a', 'b'], ['x', 'y'], vectors)\n"
        "os._exit(9)\n"
    )
    assert subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False).returncode == 9
    with MilvusStore.lite(tmp_path, wait_seconds=0) as store:
        vectors = np.eye(8, dtype=np.float32)[:3]
        counts = store.sync("entities", MODEL, ["a", "b", "c"], ["x", "y", "z"], vectors)
        assert counts == SyncCounts(added=1, updated=0, deleted=0, unchanged=2)


def test_a_collection_whose_making_was_cut_off_is_made_again(tmp_path: Path) -> None:
    import pymilvus

    with MilvusStore.lite(tmp_path) as store:
        schema = pymilvus.MilvusClient.create_schema(auto_id=False, enable_dynamic_field=False)
        schema.add_field("id", pymilvus.DataType.VARCHAR, is_primary=True, max_length=64)
        schema.add_field("text_hash", pymilvus.DataType.VARCHAR, max_length=64)
        schema.add_field("vector", pymilvus.DataType.FLOAT_VECTOR, dim=8)
        name = collection_name("entities", MODEL)
        store._connection.call("create_collection", name, schema=schema)
        assert sync(store, TEXTS).added == 30
        assert store.search("entities", MODEL, _vector("text 2", 8), 1)[0].id == "id02"


def test_the_folder_is_free_after_close_and_locked_before(tmp_path: Path) -> None:
    first = MilvusStore.lite(tmp_path)
    with pytest.raises(VectorStoreError, match="in use by another process"):
        MilvusStore.lite(tmp_path, wait_seconds=0.1)
    first.close()
    first.close()
    with MilvusStore.lite(tmp_path, wait_seconds=0) as second:
        assert second.collections() == []
    with pytest.raises(VectorStoreError, match="was closed"):
        first.collections()


def test_an_error_inside_the_block_frees_the_folder(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="inside"), MilvusStore.lite(tmp_path):
        raise RuntimeError("inside")
    MilvusStore.lite(tmp_path, wait_seconds=0).close()


def _overwrite(pattern: str) -> Callable[[Path], None]:
    def damage(folder: Path) -> None:
        paths = list(folder.rglob(pattern))
        assert paths
        for path in paths:
            path.write_bytes(b"garbage")

    return damage


@pytest.mark.parametrize("pattern", ["schema.json", "manifest.json*", "data_*.parquet", "*.idx"])
def test_a_damaged_folder_is_one_clear_error(tmp_path: Path, pattern: str) -> None:
    with MilvusStore.lite(tmp_path) as store:
        sync(store, TEXTS)
    _overwrite(pattern)(tmp_path)
    with (
        MilvusStore.lite(tmp_path) as store,
        pytest.raises(VectorStoreError, match="the folder is damaged: delete it"),
    ):
        sync(store, TEXTS)


def test_lost_rows_are_written_again(tmp_path: Path) -> None:
    with MilvusStore.lite(tmp_path) as store:
        sync(store, TEXTS)
    for path in tmp_path.rglob("data_*.parquet"):
        path.unlink()
    with MilvusStore.lite(tmp_path) as store:
        assert sync(store, TEXTS).added == 30


def test_a_file_where_the_folder_should_be_is_one_clear_error(tmp_path: Path) -> None:
    path = tmp_path / "milvus"
    path.write_text("a file")
    with pytest.raises(VectorStoreError, match="cannot be opened"):
        MilvusStore.lite(path)


def test_a_collection_of_another_form_is_refused(store: MilvusStore) -> None:
    sync(store, TEXTS)
    with pytest.raises(VectorStoreError, match=r"8 dimensions.*4 dimensions were expected.*Drop"):
        sync(store, TEXTS, size=4)


def test_rows_that_do_not_fit_together_are_refused(store: MilvusStore) -> None:
    vectors = np.eye(2, dtype=np.float32)
    with pytest.raises(VectorStoreError, match="do not fit together"):
        store.sync("entities", MODEL, ["a"], ["x", "y"], vectors)
    with pytest.raises(VectorStoreError, match="1 of 2 ids to write repeat"):
        store.sync("entities", MODEL, ["a", "a"], ["x", "y"], vectors)


def test_a_search_without_a_collection_is_refused(store: MilvusStore) -> None:
    with pytest.raises(VectorStoreError, match="has no collection graphwright_entities_"):
        store.search("entities", MODEL, np.ones(8, dtype=np.float32), 1)


TOKEN = "root:a-secret-token"


class _TokenNeeded(grpc.ServerInterceptor):
    """Lets through only requests with the token, as a server with authorisation does."""

    def intercept_service(self, continuation: object, details: grpc.HandlerCallDetails) -> object:
        import base64

        expected = base64.b64encode(TOKEN.encode()).decode()
        if dict(details.invocation_metadata).get("authorization") == expected:
            return continuation(details)  # type: ignore[operator]  # a callable without a type

        def refuse(_: object, context: grpc.ServicerContext) -> None:
            context.abort(grpc.StatusCode.UNAUTHENTICATED, f"auth check failure ({TOKEN})")

        return grpc.unary_unary_rpc_method_handler(refuse)


@pytest.fixture
def server_uri(tmp_path: Path) -> Iterator[str]:
    """A server on a port that speaks Milvus's protocol and wants a token."""
    database = MilvusLite(str(tmp_path / "server"))
    server = grpc.server(futures.ThreadPoolExecutor(4), interceptors=[_TokenNeeded()])
    milvus_pb2_grpc.add_MilvusServiceServicer_to_server(MilvusServicer(database), server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield f"http://127.0.0.1:{port}"
    server.stop(grace=0).wait()
    database.close()


def test_a_server_takes_the_place_of_milvus_lite(
    server_uri: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graphwright.vectors.milvus_store._READ_ROWS", 7)  # several pages
    monkeypatch.setenv("MY_TOKEN", TOKEN)
    chosen = MilvusSettings(uri=server_uri, token_env="MY_TOKEN")
    with open_vector_store(chosen, tmp_path / "unused") as store:
        assert sync(store, TEXTS).added == 30
        changed = {**TEXTS, "id03": "another text"}
        assert sync(store, changed) == SyncCounts(added=0, updated=1, deleted=0, unchanged=29)
        assert store.search("entities", MODEL, _vector("text 9", 8), 1)[0].id == "id09"
    assert not (tmp_path / "unused").exists()


def test_without_a_uri_the_settings_mean_milvus_lite(tmp_path: Path) -> None:
    with open_vector_store(MilvusSettings(), tmp_path / "milvus") as store:
        assert sync(store, TEXTS).added == 30


def test_a_wrong_token_is_said_without_the_token(server_uri: str) -> None:
    wrong = "root:another-secret"
    with pytest.raises(VectorStoreError, match="refused the token") as caught:
        MilvusStore.server(server_uri, wrong)
    for secret in (TOKEN, wrong, "another-secret"):
        assert secret not in str(caught.value)


@pytest.mark.parametrize(
    "uri",
    [
        "http://127.0.0.1:9",
        "http://me:geheim@127.0.0.1:9",
        "http://me:sehr@geheim@127.0.0.1:9",
        "ftp://x",
    ],
)
def test_a_server_that_is_not_there_is_one_clear_error(uri: str) -> None:
    with pytest.raises(
        VectorStoreError, match=r"cannot be reached.*Start it, or correct"
    ) as caught:
        MilvusStore.server(uri, TOKEN)
    assert "geheim" not in str(caught.value)
    assert TOKEN not in str(caught.value)


def test_a_server_that_does_not_answer_is_not_waited_for() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        uri = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(VectorStoreError, match="cannot be reached"):
            MilvusStore.server(uri, connect_seconds=0.5)


def test_a_server_that_goes_away_is_one_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = MilvusLite(str(tmp_path))
    server = grpc.server(futures.ThreadPoolExecutor(2))
    milvus_pb2_grpc.add_MilvusServiceServicer_to_server(MilvusServicer(database), server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    with MilvusStore.server(f"http://127.0.0.1:{port}") as store:
        sync(store, TEXTS)
        server.stop(grace=0).wait()
        database.close()
        monkeypatch.setattr("graphwright.vectors.milvus_connection.OPERATION_SECONDS", 1.0)
        with pytest.raises(VectorStoreError, match=r"failed.*Check that the server is up"):
            sync(store, TEXTS)


def test_milvus_lite_merges_files_only_up_to_a_number_of_rows(tmp_path, monkeypatch):
    """What it merges is in memory several times over: without a limit that grows with the rows."""
    monkeypatch.setattr("graphwright.vectors.milvus_connection._MERGED_ROWS", 100)
    monkeypatch.setattr("graphwright.vectors.milvus_store._BATCH_BYTES", 32 * 8)  # 8 rows a batch
    with MilvusStore.lite(tmp_path / "milvus") as store:
        sync(store, {f"id{number:04d}": f"text {number}" for number in range(800)})
        assert store.count("entities", MODEL) == 800
    sizes = [pq.read_metadata(path).num_rows for path in tmp_path.rglob("data/*.parquet")]
    assert sum(sizes) == 800
    assert max(sizes) <= 100
