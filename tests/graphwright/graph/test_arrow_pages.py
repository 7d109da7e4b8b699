from __future__ import annotations

import mmap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.graph import arrow_file, arrow_pages, mapped_file
from graphwright.graph.arrow_file import RowReader, open_arrow, open_rows, write_arrow
from graphwright.graph.mapped_file import ask_for_bytes, map_file

ROWS, BATCH_ROWS = 2_500, 1_000

_ITEM = pa.struct([("kind", pa.string()), ("start", pa.int64())])
_MARK = 0x1AC39B71 << 32
"""The upper bytes of numbers, which stand nowhere else."""


def words(row: int) -> list[str]:
    return [f"word {row:05} {n}" for n in range(row % 3)]


def table() -> pa.Table:
    """Return rows of every kind of column that tables have; what stands in one is nowhere else."""
    rows = range(ROWS)
    return pa.table(
        {
            "number": pa.array([_MARK + row for row in rows], pa.int64()),
            "text": [None if row % 5 == 0 else f"text {row:05}" for row in rows],
            "none": pa.nulls(ROWS, pa.string()),
            "words": [words(row) for row in rows],
            "items": pa.array(
                [[(f"kind {row:05}", 3 * _MARK + row)] * (row % 2) for row in rows],
                pa.list_(_ITEM),
            ),
            "flag": [row % 7 == 0 for row in rows],
        }
    )


def told(row: int) -> dict[str, list[bytes]]:
    """Return the bytes that a row has in the file, by column."""
    return {
        "number": [(_MARK + row).to_bytes(8, "little")],
        "text": [] if row % 5 == 0 else [f"text {row:05}".encode()],
        "words": [word.encode() for word in words(row)],
        "items": [f"kind {row:05}".encode(), (3 * _MARK + row).to_bytes(8, "little")]
        if row % 2
        else [],
    }


Asked = list[tuple[int, int]]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pages") / "rows.arrow"
    with pytest.MonkeyPatch.context() as patches:
        patches.setattr(arrow_file, "BATCH_ROWS", BATCH_ROWS)
        write_arrow(path, table())
    return path


@pytest.fixture(scope="module")
def opened(file: Path) -> RowReader:
    with pytest.MonkeyPatch.context() as patches:
        patches.setattr(mapped_file, "LEAST_BYTES", 0)
        return open_rows(file)


def asked_by(reader: RowReader, rows: Sequence[int], column: str | None = None) -> Asked:
    """Return where the bytes begin and end that are asked for, before rows are read."""
    asked: Asked = []

    def ask(mapping: mmap.mmap, starts: np.ndarray, ends: np.ndarray) -> None:
        asked.extend(zip(starts.tolist(), ends.tolist(), strict=True))
        ask_for_bytes(mapping, starts, ends)

    with pytest.MonkeyPatch.context() as patches:
        patches.setattr(arrow_pages, "ask_for_bytes", ask)
        if column is None:
            reader.rows(rows)
        else:
            reader.values(column, rows)
    return asked


some_rows = st.lists(st.integers(0, ROWS - 1), min_size=1, max_size=6)


@given(some_rows, st.sampled_from([None, "number", "text", "words", "items"]))
def test_all_that_rows_have_is_asked_for(
    opened: RowReader, file: Path, rows: list[int], column: str | None
) -> None:
    whole, asked = file.read_bytes(), asked_by(opened, rows, column)
    for row in rows:
        for name, parts in told(row).items():
            for part in parts if column in (None, name) else []:
                assert any(whole[a:b].find(part) >= 0 for a, b in asked), (row, name, part)
    assert sum(max(b - a, 0) for a, b in asked) < 500 * len(rows)


@given(some_rows)
def test_rows_are_the_same_as_without_asking(
    opened: RowReader, file: Path, rows: list[int]
) -> None:
    plain = RowReader(open_arrow(file))
    assert opened.rows(rows).to_pylist() == plain.rows(rows).to_pylist()
    slices = [(row, min(row + 3, ROWS)) for row in rows]
    assert opened.slices(slices).to_pylist() == plain.slices(slices).to_pylist()
    assert opened.values("words", rows) == plain.values("words", rows)


def test_of_small_files_nothing_is_asked_for(file: Path) -> None:
    assert asked_by(open_rows(file), [0, 1]) == []


@given(st.lists(st.tuples(st.integers(0, 90_000), st.integers(0, 9_000)), max_size=8))
def test_each_page_is_asked_for_once(file: Path, parts: list[tuple[int, int]]) -> None:
    class Told:
        def __init__(self) -> None:
            self.pages: list[int] = []

        def madvise(self, advice: int, start: int, size: int) -> None:
            assert advice == mmap.MADV_WILLNEED
            assert start % mmap.PAGESIZE == size % mmap.PAGESIZE == 0
            self.pages += range(start // mmap.PAGESIZE, (start + size) // mmap.PAGESIZE)

    mapping: Any = Told()
    starts = np.array([start for start, _ in parts], np.int64)
    ends = np.array([start + size for start, size in parts], np.int64)
    ask_for_bytes(mapping, starts, ends)
    wanted = {
        place // mmap.PAGESIZE for start, size in parts for place in range(start, start + size)
    }
    assert sorted(mapping.pages) == sorted(wanted)
    ask_for_bytes(map_file(file), starts, ends)
