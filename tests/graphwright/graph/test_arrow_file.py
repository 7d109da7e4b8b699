from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.graph.arrow_file import RowReader, open_arrow, write_arrow

VALUES = [f"row {n}" for n in range(10)]
TABLE = pa.table({"number": range(10), "words": [value.split() for value in VALUES]})


def in_batches(*sizes: int) -> pa.Table:
    starts = [sum(sizes[:n]) for n in range(len(sizes))]
    return pa.concat_tables([TABLE.slice(s, n) for s, n in zip(starts, sizes, strict=True)])


@given(
    st.sampled_from([(10,), (3, 7), (1, 2, 3, 4), (5, 0, 5)]),
    st.lists(st.integers(0, 9), max_size=12),
)
def test_rows_are_those_of_the_table_in_the_order_asked_for(
    sizes: tuple[int, ...], rows: list[int]
) -> None:
    reader = RowReader(in_batches(*sizes))
    found = reader.rows(rows)
    assert found["number"].to_pylist() == rows
    assert reader.numbers("number", np.array(rows, dtype=np.int64)).tolist() == rows
    assert found.schema == TABLE.schema
    assert reader.values("words", rows) == [VALUES[row].split() for row in rows]


@given(
    st.sampled_from([(10,), (3, 7), (1, 2, 3, 4)]),
    st.lists(st.tuples(st.integers(0, 10), st.integers(0, 10)), max_size=5),
)
def test_slices_may_pass_the_ends_of_batches(
    sizes: tuple[int, ...], slices: list[tuple[int, int]]
) -> None:
    found = RowReader(in_batches(*sizes)).slices(slices)
    assert found["number"].to_pylist() == [n for a, b in slices for n in range(a, b)]


@pytest.mark.parametrize("row", [-1, 10])
def test_a_row_that_is_not_there_is_an_error(row: int) -> None:
    with pytest.raises(IndexError, match=f"Row {row} of a table of 10 rows"):
        RowReader(TABLE).rows([row])


def test_a_table_without_rows_has_none_to_read(tmp_path: Path) -> None:
    write_arrow(tmp_path / "empty.arrow", TABLE.slice(0, 0))
    reader = RowReader(open_arrow(tmp_path / "empty.arrow"))
    assert reader.rows([]).num_rows == reader.slices([(0, 0)]).num_rows == 0
    assert reader.values("number", []) == []
