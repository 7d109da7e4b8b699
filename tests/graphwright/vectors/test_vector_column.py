"""Vectors as a column of bytes: read from a file when they are asked for, and synced from it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from graphwright.errors import LakeError
from graphwright.ids import sha256_text
from graphwright.tables import EntityEmbedding, table_of
from graphwright.vectors.milvus_store import MilvusStore
from graphwright.vectors.vector_column import StoredVectors

MODEL = "model_1"
IDS = [f"id{number:02d}" for number in range(30)]
HASHES = [sha256_text(key) for key in IDS]
VECTORS = np.eye(30, dtype=np.float32)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give a table of 30 vectors in row groups of seven."""
    table = table_of(EntityEmbedding).from_rows(
        EntityEmbedding(key, text_hash, MODEL, vector.tobytes())
        for key, text_hash, vector in zip(IDS, HASHES, VECTORS, strict=True)
    )
    path = tmp_path / "embeddings.parquet"
    pq.write_table(table, path, row_group_size=7)
    return path


@pytest.mark.parametrize("positions", [[], [0], [6, 7], [29], [3, 13, 14, 28], list(range(30))])
def test_rows_are_read_by_their_positions(path: Path, positions: list[int]) -> None:
    stored = StoredVectors(path)
    assert stored.shape == (len(stored), 30) == (30, 30)
    chosen = np.array(positions, dtype=np.int64)
    assert np.array_equal(stored[chosen], VECTORS[chosen])


def test_an_empty_table_has_no_vectors(tmp_path: Path) -> None:
    pq.write_table(table_of(EntityEmbedding).empty(), tmp_path / "none.parquet")
    assert StoredVectors(tmp_path / "none.parquet").shape == (0, 0)


def test_a_damaged_file_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "bad.parquet").write_bytes(b"PAR1 and nothing more")
    with pytest.raises(LakeError, match="Delete the file and build again"):
        StoredVectors(tmp_path / "bad.parquet")


def test_milvus_is_synced_from_a_file(tmp_path: Path, path: Path) -> None:
    stored, done = StoredVectors(path), list[int]()
    with MilvusStore.lite(tmp_path / "milvus") as store:
        counts = store.sync("entities", MODEL, IDS, HASHES, stored, on_progress=done.append)
        assert counts.added == sum(done) == 30
        for position in (0, 6, 7, 29):
            found = store.search("entities", MODEL, VECTORS[position], 1)
            assert found[0].id == IDS[position]
        assert store.sync("entities", MODEL, IDS, HASHES, stored).unchanged == 30
