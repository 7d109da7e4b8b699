"""The cache of vectors: nothing is embedded twice, nothing finished is lost."""

from __future__ import annotations

import errno
import hashlib
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings, strategies

from graphwright.errors import LakeError
from graphwright.ids import content_id, sha256_bytes, sha256_text
from graphwright.settings import EmbeddingSettings
from graphwright.tables import EntityEmbedding, table_of
from graphwright.vectors import embedding_cache as difference
from graphwright.vectors.embedding_cache import EmbedCounts, EmbeddingCache, open_segment
from graphwright.vectors.embedding_texts import TEXTS_SCHEMA
from graphwright.vectors.local_embedder import LocalEmbedder
from graphwright.vectors.vector_column import vectors_of

SCHEMA = table_of(EntityEmbedding).schema


class HashEmbedder:
    """An embedder whose vectors are a function of the text, and that notes what it was asked."""

    dimensions = 8

    def __init__(self, fingerprint: str = "hash_1", fail_after: int | None = None) -> None:
        self.fingerprint = fingerprint
        self.asked: list[str] = []
        self._fail_after = fail_after

    def embed_query(self, text: str) -> np.ndarray:
        digest = hashlib.sha256(f"{self.fingerprint}|{text}".encode()).digest()
        vector = np.frombuffer(digest, dtype=np.uint8)[:8].astype(np.float32) + 1
        return vector / np.float32(np.linalg.norm(vector))

    def embed_passages(
        self, texts: Sequence[str], on_progress: Callable[[int], None] | None = None
    ) -> np.ndarray:
        if self._fail_after is not None and len(self.asked) >= self._fail_after:
            raise KeyboardInterrupt
        self.asked += texts
        if on_progress is not None:
            on_progress(len(texts))
        return np.stack([self.embed_query(text) for text in texts])


def texts_table(rows: dict[str, str]) -> pa.Table:
    ordered = sorted(rows.items())
    return pa.table(
        [
            [key for key, _ in ordered],
            [text for _, text in ordered],
            [sha256_text(text) for _, text in ordered],
        ],
        schema=TEXTS_SCHEMA,
    )


def embeddings_of(
    cache: EmbeddingCache, model: str, texts: pa.Table, schema: pa.Schema
) -> pa.Table:
    return pa.Table.from_batches(cache.batches(model, texts, schema), schema=schema)


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(difference, "BLOCK_TEXTS", 4)
    monkeypatch.setattr(difference, "_BATCH_ROWS", 3)


def test_each_distinct_text_is_embedded_once(tmp_path: Path) -> None:
    embedder, cache = HashEmbedder(), EmbeddingCache(tmp_path)
    texts = texts_table({"1": "a", "2": "b", "3": "a", "4": "c"})
    assert cache.ensure(embedder, texts) == EmbedCounts(wanted=3, known=0, embedded=3)
    assert sorted(embedder.asked) == ["a", "b", "c"]
    more = texts_table({"9": "c", "8": "d"})
    assert cache.ensure(embedder, more) == EmbedCounts(wanted=2, known=1, embedded=1)
    assert embedder.asked[-1] == "d"


def test_the_table_has_the_declared_form_and_the_right_vectors(tmp_path: Path) -> None:
    embedder, cache = HashEmbedder(), EmbeddingCache(tmp_path)
    rows = {f"{number:02}": f"text {number % 7}" for number in range(20)}
    cache.ensure(embedder, texts_table(rows))
    table = embeddings_of(cache, embedder.fingerprint, texts_table(rows), SCHEMA)
    table.validate(full=True)
    assert table.schema.equals(SCHEMA, check_metadata=True)
    assert table["id"].to_pylist() == sorted(rows)
    assert set(table["model"].to_pylist()) == {embedder.fingerprint}
    for row, vector in zip(table.to_pylist(), vectors_of(table), strict=True):
        assert row["text_hash"] == sha256_text(rows[row["id"]])
        assert np.array_equal(vector, embedder.embed_query(rows[row["id"]]))
        assert row["vector"] == vector.astype("<f4").tobytes()


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    strategies.lists(
        strategies.dictionaries(strategies.text("abc", min_size=1), strategies.text(max_size=5)),
        min_size=1,
        max_size=4,
    ),
    strategies.booleans(),
)
def test_incremental_equals_full(
    tmp_path_factory: pytest.TempPathFactory, steps: list[dict[str, str]], tidy: bool
) -> None:
    folder = tmp_path_factory.mktemp("cache")
    cache = EmbeddingCache(folder / "incremental")
    for rows in steps:
        cache.ensure(HashEmbedder(), texts_table(rows))
        if tidy:
            cache.tidy("hash_1", texts_table(rows))
    last = texts_table(steps[-1])
    clean = EmbeddingCache(folder / "clean")
    clean.ensure(HashEmbedder(), last)
    assert embeddings_of(cache, "hash_1", last, SCHEMA).equals(
        embeddings_of(clean, "hash_1", last, SCHEMA)
    )


def test_a_killed_run_goes_on_after_its_last_finished_block(tmp_path: Path) -> None:
    texts = texts_table({f"{number:02}": f"text {number}" for number in range(10)})
    cache = EmbeddingCache(tmp_path)
    first = HashEmbedder(fail_after=8)
    with pytest.raises(KeyboardInterrupt):
        cache.ensure(first, texts)
    second = HashEmbedder()
    assert cache.ensure(second, texts) == EmbedCounts(wanted=10, known=8, embedded=2)
    assert sorted(first.asked + second.asked) == sorted(texts["text"].to_pylist())


def test_a_file_that_a_kill_left_half_written_is_not_read_and_goes_away(tmp_path: Path) -> None:
    cache, embedder = EmbeddingCache(tmp_path), HashEmbedder()
    cache.ensure(embedder, texts_table({"1": "a"}))
    half = tmp_path / embedder.fingerprint / "0123.99.tmp"
    half.write_bytes(b"ARROW1")
    cache.ensure(embedder, texts_table({"1": "a", "2": "b"}))
    assert not half.exists()


def test_models_stand_side_by_side(tmp_path: Path) -> None:
    cache, texts = EmbeddingCache(tmp_path), texts_table({"1": "a"})
    old, new = HashEmbedder("old_1"), HashEmbedder("new_1")
    for embedder in (old, new, HashEmbedder("old_1")):
        cache.ensure(embedder, texts)
    assert cache.models() == ["new_1", "old_1"]
    tables = [embeddings_of(cache, model, texts, SCHEMA) for model in cache.models()]
    assert not np.array_equal(vectors_of(tables[0]), vectors_of(tables[1]))


def test_tidy_drops_what_is_no_longer_wanted_once_it_is_most(tmp_path: Path) -> None:
    embedder, cache = HashEmbedder(), EmbeddingCache(tmp_path)
    rows = {f"{number:02}": f"text {number}" for number in range(12)}
    cache.ensure(embedder, texts_table(rows))
    most = texts_table(dict(list(rows.items())[:8]))
    few = texts_table(dict(list(rows.items())[:5]))
    before = embeddings_of(cache, embedder.fingerprint, few, SCHEMA)
    assert cache.tidy(embedder.fingerprint, most) == 0
    assert cache.tidy(embedder.fingerprint, few) == 7
    assert len(list(tmp_path.rglob("*.arrow"))) == 1
    assert embeddings_of(cache, embedder.fingerprint, few, SCHEMA).equals(before)
    assert cache.missing(embedder.fingerprint, texts_table(rows)).num_rows == 7


def test_tidy_joins_many_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(difference, "_MANY_SEGMENTS", 2)
    embedder, cache = HashEmbedder(), EmbeddingCache(tmp_path)
    texts = texts_table({f"{number:02}": f"text {number}" for number in range(12)})
    cache.ensure(embedder, texts)
    before = embeddings_of(cache, embedder.fingerprint, texts, SCHEMA)
    assert cache.tidy(embedder.fingerprint, texts) == 0
    assert len(list(tmp_path.rglob("*.arrow"))) == 1
    assert embeddings_of(cache, embedder.fingerprint, texts, SCHEMA).equals(before)


def test_tidy_to_nothing_leaves_nothing(tmp_path: Path) -> None:
    embedder, cache = HashEmbedder(), EmbeddingCache(tmp_path)
    cache.ensure(embedder, texts_table({"1": "a"}))
    assert cache.tidy(embedder.fingerprint, texts_table({})) == 1
    assert not list(tmp_path.rglob("*.arrow"))


def test_progress_counts_what_is_embedded(tmp_path: Path) -> None:
    done: list[int] = []
    texts = texts_table({f"{number}": f"text {number}" for number in range(9)})
    EmbeddingCache(tmp_path).ensure(HashEmbedder(), texts, done.append)
    assert done == [4, 4, 1]


def test_a_block_ends_at_its_number_of_characters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(difference, "BLOCK_CHARACTERS", 10)
    done: list[int] = []
    texts = texts_table({"1": "a" * 30, "2": "b" * 6, "3": "c" * 6, "4": "d" * 2})
    EmbeddingCache(tmp_path).ensure(HashEmbedder(), texts, done.append)
    assert sum(done) == 4
    assert len(done) >= 3


def test_a_text_without_a_vector_is_an_error_not_a_gap(tmp_path: Path) -> None:
    with pytest.raises(LakeError, match="1 of 1 texts have no vector"):
        embeddings_of(EmbeddingCache(tmp_path), "hash_1", texts_table({"1": "a"}), SCHEMA)


def test_no_texts_give_an_empty_table(tmp_path: Path) -> None:
    cache, none = EmbeddingCache(tmp_path), texts_table({})
    assert cache.ensure(HashEmbedder(), none) == EmbedCounts(0, 0, 0)
    table = embeddings_of(cache, "hash_1", none, SCHEMA)
    assert table.num_rows == 0
    assert table.schema == SCHEMA
    assert vectors_of(table).shape[0] == 0


@pytest.mark.parametrize("data", [b"", b"garbage", b"ARROW1\0\0 and no more"])
def test_the_texts_of_a_damaged_file_are_embedded_again(tmp_path: Path, data: bytes) -> None:
    texts = texts_table({"1": "a"})
    EmbeddingCache(tmp_path).ensure(HashEmbedder(), texts)
    (path,) = tmp_path.rglob("*.arrow")
    sound = path.read_bytes()
    path.write_bytes(data)
    with pytest.raises(LakeError, match=rf"{path.name} is damaged.*Delete it"):
        open_segment(path)
    cache = EmbeddingCache(tmp_path)
    assert cache.ensure(HashEmbedder(), texts).embedded == 1
    assert embeddings_of(cache, "hash_1", texts, SCHEMA).num_rows == 1
    assert path.read_bytes() == sound


@settings(max_examples=100, deadline=None)
@given(data=strategies.data())
def test_no_changed_vector_is_believed(data: strategies.DataObject) -> None:
    texts = texts_table({"1": "a", "2": "b"})
    with tempfile.TemporaryDirectory() as folder:
        EmbeddingCache(Path(folder)).ensure(HashEmbedder(), texts)
        (path,) = Path(folder).rglob("*.arrow")
        made = embeddings_of(EmbeddingCache(Path(folder)), "hash_1", texts, SCHEMA)
        sound = bytearray(path.read_bytes())
        place = data.draw(strategies.integers(0, len(sound) - 1))
        sound[place] ^= data.draw(strategies.integers(1, 255))
        path.write_bytes(sound)
        cache = EmbeddingCache(Path(folder))
        cache.ensure(HashEmbedder(), texts)
        assert embeddings_of(cache, "hash_1", texts, SCHEMA) == made


def test_a_file_that_an_older_version_named_is_taken_over(tmp_path: Path) -> None:
    texts = texts_table({"1": "a"})
    EmbeddingCache(tmp_path).ensure(HashEmbedder(), texts)
    (path,) = tmp_path.rglob("*.arrow")
    hashes = "".join(texts["text_hash"].to_pylist())
    path.rename(path.with_name(f"{content_id(sha256_bytes(hashes.encode()))}.arrow"))
    assert EmbeddingCache(tmp_path).ensure(HashEmbedder(), texts).embedded == 0


def test_a_folder_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "hash_1").write_text("a file where the folder should be")
    with pytest.raises(LakeError, match="could not be written"):
        EmbeddingCache(tmp_path).ensure(HashEmbedder(), texts_table({"1": "a"}))


def test_a_full_disk_is_one_clear_error_and_leaves_what_was_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = EmbeddingCache(tmp_path)
    cache.ensure(HashEmbedder(), texts_table({"1": "a"}))

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", full)
        with pytest.raises(LakeError, match=r"The disk is full.* Free some space"):
            cache.ensure(HashEmbedder(), texts_table({"2": "b"}))
    assert not list(tmp_path.rglob("*.tmp"))
    assert cache.ensure(HashEmbedder(), texts_table({"1": "a", "2": "b"})).known == 1


def test_vectors_of_unequal_length_are_refused() -> None:
    rows = [EntityEmbedding("1", "h", "m", b"1234"), EntityEmbedding("2", "h", "m", b"12345678")]
    with pytest.raises(LakeError, match="must have one length"):
        vectors_of(table_of(EntityEmbedding).from_rows(rows))


def test_vectors_of_a_slice_are_those_of_its_rows(tmp_path: Path) -> None:
    cache, embedder = EmbeddingCache(tmp_path), HashEmbedder()
    texts = texts_table({f"{number}": f"text {number}" for number in range(9)})
    cache.ensure(embedder, texts)
    table = embeddings_of(cache, embedder.fingerprint, texts, SCHEMA)
    assert np.array_equal(vectors_of(table.slice(2, 5)), vectors_of(table)[2:7])


def test_with_the_real_model_two_clean_builds_are_the_same_bytes(tmp_path: Path) -> None:
    texts = texts_table({"1": "Order Hub", "2": "Second approval", "3": "Order Hub"})
    tables = []
    for workers in (1, 2):
        embedder = LocalEmbedder(EmbeddingSettings(), workers=workers)
        cache = EmbeddingCache(tmp_path / str(workers))
        cache.ensure(embedder, texts)
        tables.append(embeddings_of(cache, embedder.fingerprint, texts, SCHEMA))
    assert tables[0].equals(tables[1])
    assert tables[0]["vector"][0] == tables[0]["vector"][2]
