"""The benchmark of applications: memory over time, its table, and the two real applications."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from applications import kinds_of, table_of
from crawl_targets import targets
from process_memory import Watch, growth, shared_once, tree_bytes
from request_tracker import missing_packages
from table_digests import changed


def test_memory_is_summed_over_what_a_process_started() -> None:
    alone = tree_bytes(os.getpid())
    child = subprocess.Popen(
        [sys.executable, "-c", "import time; x = b'a' * 80_000_000; time.sleep(30)"]
    )
    try:
        with Watch(os.getpid(), lambda: 1) as watch:
            deadline = time.monotonic() + 20
            while watch.peak < alone + 80_000_000 and time.monotonic() < deadline:
                time.sleep(0.1)
        assert watch.peak >= alone + 80_000_000
        assert 80_000_000 <= tree_bytes(os.getpid(), shared_once) <= watch.peak
    finally:
        child.kill()
        child.wait()
    assert tree_bytes(child.pid) == 0


def test_growth_compares_the_last_quarter_with_the_second() -> None:
    flat = [(done, 500) for done in range(100)]
    rising = [(done, 500 + 10 * done) for done in range(100)]
    assert growth(flat) == 1.0
    assert growth(rising) > 1.4
    assert growth([]) == 0.0


def test_a_table_has_a_column_for_each_application() -> None:
    one = {
        "application": "desk",
        "limit_of_actions": 300,
        "states": 3,
        "outcomes": {"done": 4, "blocked": 1, "failed": 0},
        "seconds_a_state": 0.5,
        "peak_megabytes": 900,
        "shared_once_megabytes": 700,
        "data_changed": [],
        "requests": kinds_of({"query Runs": 2, "query Jobs": 1}),
        "recrawl_unchanged": 0.1,
        "recrawl_one_page": 0.2,
        "recrawl_equals_clean": True,
        "agreement": {"recrawl": 3, "clean": 4, "common": 2, "alike": 1},
        "pairs": None,
    }
    lines = table_of([one, {**one, "application": "shop"}]).splitlines()
    assert lines[0] == "| | desk | shop |"
    assert "| operations that reached the server | query 3 | query 3 |" in lines
    assert "| actions | 5 | 5 |" in lines
    assert any(line.endswith("| 3, 4, 2, 1 | 3, 4, 2, 1 |") for line in lines)
    assert "| by outcome | done 4, blocked 1 | done 4, blocked 1 |" in lines


def ask(address: str, query: str) -> None:
    body = json.dumps({"query": query}).encode()
    request = urllib.request.Request(address, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        assert "errors" not in json.load(answer)


@pytest.mark.long
@pytest.mark.parametrize("name", ["request_tracker", "dagster"])
def test_an_application_serves_and_a_look_at_it_changes_nothing(name: str, tmp_path: Path) -> None:
    if name == "request_tracker" and (problem := missing_packages()) is not None:
        pytest.skip(problem)
    with targets()[name](tmp_path / "server") as target:
        before = target.fingerprint()
        with urllib.request.urlopen(target.address, timeout=60) as answer:
            assert answer.status == 200
        assert changed(before, target.fingerprint()) == ()
        if name == "dagster":
            ask(f"{target.address}graphql", "query Version { version }")
            assert target.received() == {"query Version": 1}
        if name == "request_tracker":  # a new version of Dagster's code stands in no table
            target.change()
            assert changed(before, target.fingerprint()) == ("CustomFields",)
