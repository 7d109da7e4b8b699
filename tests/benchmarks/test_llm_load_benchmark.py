"""The load test in small: it accounts for every chunk, also where a build was killed."""

from __future__ import annotations

import llm_load
import pytest


def test_the_load_benchmark_accounts_for_every_chunk(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--chunks", "60", "--faults", "0.5", "--concurrency", "4"]
    arguments = llm_load.parse_arguments(options)
    figures = llm_load.run(arguments)
    for found in (figures, figures["killed"]):
        assert found["extracted"] + found["dead_letter"] == found["chunks"] == 60
        assert 0 < found["dead_letter"] < 30
        wrong = {name: found[name] for name in ("both", "neither", "paid_twice", "unexpected")}
        assert wrong == dict.fromkeys(wrong, 0)
    assert "refused" in capsys.readouterr().out
