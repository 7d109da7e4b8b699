"""Hostile names and texts, shown by every command on a terminal of its own."""

from __future__ import annotations

import pytest

from benchmarks import hostile_terminal


@pytest.mark.long
@pytest.mark.timeout(600)
def test_nothing_steers_forges_or_computes() -> None:
    found = list(hostile_terminal.cases())
    assert len(found) >= 60
    assert [case for case in found if not case[1]] == []
