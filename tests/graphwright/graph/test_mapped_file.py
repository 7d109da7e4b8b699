from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from graphwright.graph import mapped_file
from graphwright.graph.arrow_file import open_rows, write_arrow
from graphwright.graph.mapped_file import rows_of_mapped
from graphwright.graph.vector_file import open_vectors

VECTORS = np.random.default_rng(0).random((3_000, 384), dtype=np.float32)
ROWS = [[], [0], [2_999], [5, 6, 7], [2_999, 0, 11, 11], list(range(0, 3_000, 7))]


def flags(path: Path) -> list[str]:
    """What the system was told about each mapping of a file."""
    found, ours = [], False
    for line in Path("/proc/self/smaps").read_text().splitlines():
        first = line.split(maxsplit=1)[0]
        ours = line.endswith(str(path)) if "-" in first else ours
        if ours and first == "VmFlags:":
            found.append(line)
    return found


@pytest.fixture
def vectors(tmp_path: Path) -> Path:
    np.save(tmp_path / "vectors.npy", VECTORS)
    return tmp_path / "vectors.npy"


@pytest.mark.parametrize("least", [0, mapped_file.LEAST_BYTES])
def test_rows_of_a_mapped_file_are_those_of_the_array(
    vectors: Path, least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mapped_file, "LEAST_BYTES", least)
    for array in (open_vectors(vectors, single_rows=True), VECTORS):
        for rows in ROWS:
            chosen = np.array(rows, dtype=np.int64)
            assert np.array_equal(rows_of_mapped(array, chosen), VECTORS[chosen])


def test_only_of_large_files_nothing_around_a_row_is_read(
    vectors: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told() -> list[bool]:
        mapped = open_vectors(vectors, single_rows=True)
        assert len(mapped) == len(VECTORS)
        return [" rr" in line for line in flags(vectors)]

    assert told() == [False]
    monkeypatch.setattr(mapped_file, "LEAST_BYTES", vectors.stat().st_size)
    assert told() == [True]


def test_a_table_of_which_rows_are_read_is_mapped_for_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mapped_file, "LEAST_BYTES", 0)
    path = tmp_path / "numbers.arrow"
    write_arrow(path, pa.table({"number": range(1_000)}))
    reader = open_rows(path)
    assert reader.rows([999, 0, 500])["number"].to_pylist() == [999, 0, 500]
    assert [" rr" in line for line in flags(path)] == [True]
