from __future__ import annotations

import gc
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.errors import SnapshotError
from graphwright.graph.arrow_file import BATCH_ROWS, open_arrow, write_arrow
from graphwright.publish.sorted_rows import write_sorted
from graphwright.tables import TABLES

NAME = "name_mentions"
SCHEMA = TABLES[NAME].schema
PLAIN = pa.schema([pa.field(field.name, field.type) for field in SCHEMA])
KEY = [(column, "ascending") for column in TABLES[NAME].key]
Rows = list[tuple[str, str]]


def rows_of(keys: Rows) -> pa.Table:
    columns = [[e for e, _ in keys], [c for _, c in keys], ["d"] * len(keys),
               [f"because {c}" for _, c in keys], list(range(len(keys)))]  # fmt: skip
    return pa.table(dict(zip(SCHEMA.names, columns, strict=True)), schema=SCHEMA)


def written(folder: Path, files: list[pa.Table], **choice: list[str]) -> bytes:
    paths = [folder / f"{number}.parquet" for number in range(len(files))]
    for path, rows in zip(paths, files, strict=True):
        pq.write_table(rows, path)
    write_sorted(folder / "found.arrow", paths, NAME, **choice)
    return (folder / "found.arrow").read_bytes()


def expected(folder: Path, files: list[pa.Table]) -> bytes:
    whole = pa.concat_tables(files).cast(PLAIN).sort_by(KEY).combine_chunks()
    write_arrow(folder / "expected.arrow", whole)
    return (folder / "expected.arrow").read_bytes()


KEYS = st.lists(st.tuples(st.sampled_from("abcdef"), st.text("xyz", max_size=3)), unique=True)


@given(KEYS, st.integers(1, 4), st.booleans())
def test_rows_of_all_files_are_written_in_key_order(
    tmp_path_factory: pytest.TempPathFactory, keys: Rows, count: int, ordered: bool
) -> None:
    parts = [keys[first::count] for first in range(count)]
    files = [rows_of(sorted(part) if ordered else part) for part in parts]
    folder = tmp_path_factory.mktemp("rows")
    assert written(folder, files) == expected(folder, files)


@pytest.mark.parametrize("shuffled", [False, True])
def test_many_rows_are_written_as_a_whole_table_is(tmp_path: Path, shuffled: bool) -> None:
    numbers = np.random.default_rng(1).permutation(BATCH_ROWS + 5000)
    halves = (numbers[:40_000], numbers[40_000:])
    ordered = halves if shuffled else map(np.sort, halves)
    files = [rows_of([(f"{n // 9:06}", f"{n:06}") for n in half.tolist()]) for half in ordered]
    assert written(tmp_path, files) == expected(tmp_path, files)


@pytest.mark.parametrize("shuffled", [False, True])
def test_nothing_that_was_written_stays_in_memory(tmp_path: Path, shuffled: bool) -> None:
    numbers = [f"{n:06}" for n in range(20_000)]
    rows = rows_of([(n, n) for n in (reversed(numbers) if shuffled else numbers)])
    gc.collect()
    gc.disable()  # circles of what holds one another are not looked for in time
    try:
        before = pa.total_allocated_bytes()
        written(tmp_path, [rows])
        assert _least_allocated(before + 100_000) < before + 100_000
    finally:
        gc.enable()


def _least_allocated(enough: int) -> int:
    """Return the bytes that Arrow holds, once its threads have let go of what they read ahead."""
    for _ in range(100):
        if pa.total_allocated_bytes() < enough:
            break
        time.sleep(0.05)
    return pa.total_allocated_bytes()


def test_only_the_columns_that_are_asked_for_are_kept(tmp_path: Path) -> None:
    written(tmp_path, [rows_of([("b", "x"), ("a", "y")])], columns=["chunk_id"])
    assert open_arrow(tmp_path / "found.arrow").to_pydict() == {"chunk_id": ["y", "x"]}


def test_a_file_without_a_column_is_named(tmp_path: Path) -> None:
    with pytest.raises(SnapshotError, match=r"0\.parquet is not readable as the table name_ment"):
        written(tmp_path, [rows_of([]).drop_columns(["reason"])])
