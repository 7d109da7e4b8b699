from __future__ import annotations

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from graphwright.graph.sorted_column import find_rows


@given(st.lists(st.sampled_from("abcd"), max_size=30), st.sampled_from("abcde"))
def test_the_rows_of_a_value_are_all_that_hold_it(values: list[str], wanted: str) -> None:
    values.sort()
    found = find_rows(pa.chunked_array([pa.array(values, pa.string())]), wanted)
    assert list(found) == [row for row, value in enumerate(values) if value == wanted]
