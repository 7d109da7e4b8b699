"""The load test in small: it accounts for every chunk, also where a build was killed."""

from __future__ import annotations

import llm_load
import pytest

ZERO = ("both", "neither", "paid_twice", "unbilled", "unexpected")


def test_the_load_benchmark_accounts_for_every_chunk(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--chunks", "60", "--faults", "0.5", "--concurrency", "4", "--kills", "2"]
    arguments = llm_load.parse_arguments(options)
    figures = llm_load.run(arguments)
    for found in (figures, figures["killed"]):
        assert found["extracted"] + found["dead_letter"] == found["chunks"] == 60
        assert 0 < found["dead_letter"] < 30
        wrong = {name: found[name] for name in ZERO}
        assert wrong == dict.fromkeys(wrong, 0)
    assert 0 <= figures["killed"]["most_in_flight"] <= 4
    assert len(figures["mb_by_tenth"]) == 10
    assert "refused" in capsys.readouterr().out
