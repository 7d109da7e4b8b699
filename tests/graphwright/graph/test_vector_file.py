"""The vector files of a snapshot; that they fit their tables is tested in ``test_publish``."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny_disks import tiny_disk

from graphwright.graph.vector_file import RowVectors, open_vectors, write_vectors
from graphwright.tables import ChunkEmbedding, table_of

IDS = [f"{number:03}" for number in range(60)]
VECTORS = np.random.default_rng(0).random((60, 384), dtype=np.float32)


ROWS = [
    ChunkEmbedding(identifier, "", "m", vector.tobytes())
    for identifier, vector in zip(IDS, VECTORS, strict=True)
]


def written(path: Path, rows: Sequence[ChunkEmbedding]) -> Path:
    pq.write_table(table_of(ChunkEmbedding).from_rows(rows), path, row_group_size=7)
    return path


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """The embeddings of ``IDS`` in several row groups."""
    return written(tmp_path / "embeddings.parquet", ROWS)


def test_vectors_stand_in_the_order_of_the_ids(table: Path, tmp_path: Path) -> None:
    path = tmp_path / "vectors.npy"
    assert write_vectors(path, pa.chunked_array([IDS[:9], IDS[9:]]), [table], "m") == 384
    assert np.array_equal(open_vectors(path), VECTORS)
    np.save(tmp_path / "plain.npy", VECTORS.astype("<f4"), allow_pickle=False)
    assert path.read_bytes() == (tmp_path / "plain.npy").read_bytes()


def test_files_may_hold_any_share_of_the_vectors(tmp_path: Path) -> None:
    shares = [ROWS[2::3], [], ROWS[::3], ROWS[1::3]]
    parts = [written(tmp_path / f"{n}.parquet", rows) for n, rows in enumerate(shares)]
    path = tmp_path / "vectors.npy"
    assert write_vectors(path, pa.chunked_array([IDS]), parts, "m") == 384
    assert np.array_equal(open_vectors(path), VECTORS)


@pytest.mark.parametrize("held", [1, 4 * 384 * 7, 4 * 384 * 60])
def test_vectors_that_are_written_in_parts_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, held: int
) -> None:
    monkeypatch.setattr("graphwright.graph.vector_file._HELD_BYTES", held)
    order = np.random.default_rng(1).permutation(60)
    rows = [ROWS[place] for place in order[20:]], [ROWS[place] for place in order[:20]]
    parts = [written(tmp_path / f"{n}.parquet", part) for n, part in enumerate(rows)]
    path = tmp_path / "vectors.npy"
    assert write_vectors(path, pa.chunked_array([IDS]), parts, "m") == 384
    assert np.array_equal(open_vectors(path), VECTORS)


WRITE = """
import sys
from pathlib import Path
import pyarrow.parquet as pq
from graphwright.graph.vector_file import write_vectors
table, target = map(Path, sys.argv[1:])
write_vectors(target, pq.read_table(table)["id"], [table], "m")
"""


def test_a_full_disk_is_an_error_and_ends_no_process(table: Path, tmp_path: Path) -> None:
    with tiny_disk(tmp_path / "disk", "64k") as disk:
        command = [sys.executable, "-c", WRITE, str(table), str(disk / "vectors.npy")]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done
    assert "OSError: [Errno 28]" in done.stderr


@given(rows=st.sets(st.integers(0, 30), max_size=20), asked=st.sets(st.integers(0, 40)))
def test_rows_are_found_among_those_that_have_vectors(rows: set[int], asked: set[int]) -> None:
    held = np.array(sorted(rows), dtype=np.int32)
    vectors = RowVectors(np.zeros((len(held), 2), np.float32), held)
    wanted = np.array(sorted(asked), dtype=np.int64)
    has = vectors.has(wanted)
    assert has.tolist() == [row in rows for row in wanted.tolist()]
    places = vectors.places_of(wanted[has])
    assert vectors.rows_at(places.tolist()) == wanted[has].tolist()
