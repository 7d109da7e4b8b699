"""The load test in small: it accounts for every chunk where a build was killed."""

from __future__ import annotations

from pathlib import Path

import llm_load
import pytest

ZERO = ("both", "neither", "paid_twice", "unbilled", "unexpected")


def test_the_load_benchmark_accounts_for_every_chunk(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--chunks", "60", "--faults", "0.5", "--concurrency", "4"]
    found = llm_load.Load(tmp_path, llm_load.parse_arguments(options)).run(kills=1)
    assert found["extracted"] + found["dead_letter"] == found["chunks"] == 60
    assert 0 < found["dead_letter"] < 30
    assert {name: found[name] for name in ZERO} == dict.fromkeys(ZERO, 0)
    assert 0 <= found["most_in_flight"] <= 4
    assert 0 < found["mb_by_tenth"][-1] <= found["peak_mb"]
    assert "refused" in capsys.readouterr().out
