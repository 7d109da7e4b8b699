"""The load test in small: it accounts for every chunk where a build was killed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import llm_load
import pytest

ZERO = ("both", "neither", "paid_twice", "unbilled", "unexpected")


@pytest.mark.long  # a server that makes it wait, and a killed build
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


@pytest.mark.parametrize("kills", [0, 2])
def test_without_kills_no_second_build_is_made(kills: int, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[str, int]] = []

    def measured(name: str, _: object, *, kills: int) -> dict[str, Any]:
        made.append((name, kills))
        return {"chunks": 10, "mb_by_tenth": [1]}

    monkeypatch.setattr(llm_load, "_measured", measured)
    found = llm_load.run(llm_load.parse_arguments(["--kills", str(kills)]))
    assert made == [("whole", 0), *([("killed", kills)] if kills else [])]
    assert ("killed" in found) == bool(kills)
