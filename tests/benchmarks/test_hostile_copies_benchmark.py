"""Whatever is copied or said of versions, no fact is hidden and nothing stops."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import hostile_copies


@pytest.mark.long  # quick forms of its cases are in tests/graphwright/documents/versions
def test_every_case_goes_as_it_should(tmp_path: Path) -> None:
    outcomes = list(hostile_copies.cases(tmp_path))
    assert [outcome for outcome in outcomes if not outcome[1]] == []
    assert len({name for name, _, _ in outcomes}) == len(outcomes) >= 30
