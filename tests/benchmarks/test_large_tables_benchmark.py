"""A small table through the benchmark of large ones: all rows arrive, no chunk is too long."""

from __future__ import annotations

import pytest

from benchmarks import large_tables


@pytest.mark.parametrize("form", large_tables.FORMS)
def test_every_row_arrives_in_chunks_within_the_limit(form: str) -> None:
    (found,) = large_tables.run([form], [300])
    assert (found["status"], found["rows"]) == ("ok", 300)
    assert found["blocks"] == 301 + (form == "xlsx")  # the header, and the name of the sheet
    assert found["chunks"] > 10
    assert found["longest_chunk"] <= 2048
