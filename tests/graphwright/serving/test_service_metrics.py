"""What Prometheus reads: every metric, of one process and of several, and nothing secret."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from graphwright.serving.grafana import dashboard, dashboard_json
from graphwright.serving.metrics import DECLARED, OTHER, Metrics, Stage

ROUTES = ("/entity/{id}", "/ask")
ROOT = Path(__file__).parents[3]
Series = dict[tuple[str, tuple[tuple[str, str], ...]], float]


def read(text: bytes) -> Series:
    """Return what Prometheus's own parser reads: values by name and labels."""
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text.decode())
        for sample in family.samples
    }


def used() -> Metrics:
    """Return metrics of which each has counted something."""
    metrics = Metrics(ROUTES, ("walk",))
    metrics.snapshot_served("snapshot-1", time.time() - 60)
    metrics.snapshot_served("snapshot-2", time.time() - 30)
    with metrics.in_flight():
        metrics.request_ended("/ask", 200, 0.02)
    metrics.request_ended("/ask", 503, 0.001)
    metrics.request_rejected()
    metrics.set_queue_length(3)
    with pytest.raises(ZeroDivisionError), metrics.stage("walk", Stage.RETRIEVE):
        1 / 0  # noqa: B018
    metrics.cache_looked_up(hit=True)
    metrics.cache_looked_up(hit=False)
    metrics.llm_called("walk", 2.5, failed=False, tokens_in=120, tokens_out=30, cost=0.25)
    metrics.llm_called("walk", 0.5, failed=True)
    metrics.milvus_failed()
    metrics.view_made(0.4)
    return metrics


def test_each_metric_says_what_happened() -> None:
    text, kind = used().text()
    found = read(text)
    assert kind.startswith("text/plain")
    said = {
        ("graphwright_http_requests_total", (("route", "/ask"), ("status", "503"))): 1,
        ("graphwright_http_request_seconds_count", (("route", "/ask"),)): 2,
        ("graphwright_stage_seconds_count", (("stage", "retrieve"), ("strategy", "walk"))): 1,
        ("graphwright_stage_seconds_sum", (("stage", "llm"), ("strategy", "walk"))): 3.0,
        ("graphwright_requests_in_flight", ()): 0,
        ("graphwright_queue_length", ()): 3,
        ("graphwright_rejected_total", ()): 1,
        ("graphwright_snapshot_info", (("snapshot", "snapshot-1"),)): 0,
        ("graphwright_snapshot_info", (("snapshot", "snapshot-2"),)): 1,
        ("graphwright_cache_lookups_total", (("result", "hit"),)): 1,
        ("graphwright_cache_lookups_total", (("result", "miss"),)): 1,
        ("graphwright_llm_calls_total", (("outcome", "failed"),)): 1,
        ("graphwright_llm_tokens_total", (("direction", "in"),)): 120,
        ("graphwright_llm_cost_total", ()): 0.25,
        ("graphwright_milvus_failures_total", ()): 1,
        ("graphwright_view_making_seconds_sum", ()): 0.4,
    }
    assert {key: found.get(key) for key in said} == said
    assert 30 <= found["graphwright_snapshot_age_seconds", ()] < 600
    assert {series for one in DECLARED for series in one.series} <= {name for name, _ in found}


def test_two_services_in_one_process_count_apart() -> None:
    used()
    assert ("graphwright_rejected_total", ()) in read(Metrics(ROUTES, ()).text()[0])
    assert read(Metrics(ROUTES, ()).text()[0])["graphwright_rejected_total", ()] == 0


def test_what_a_client_sends_is_no_label() -> None:
    metrics = Metrics(ROUTES, ("walk",))
    for number in range(50):
        secret = f"/ask?q=who is paid {number}&token=hunter2"
        metrics.request_ended(secret, 99999, 0.1)
        with metrics.stage(f"secret {number}", Stage.LLM):
            pass
    text, _ = metrics.text()
    assert b"secret" not in text
    assert b"hunter2" not in text
    requests = [key for key in read(text) if key[0] == "graphwright_http_requests_total"]
    assert requests == [("graphwright_http_requests_total", (("route", OTHER), ("status", OTHER)))]


_PARENT = """
import subprocess, sys
from pathlib import Path
from graphwright.serving.metrics import process_ended, share_between_processes

folder = Path(sys.argv[1])
share_between_processes(folder)
worker = [sys.executable, "-c", sys.argv[2]]
started = [subprocess.Popen(worker, stdin=subprocess.PIPE, stdout=subprocess.PIPE) for _ in "12"]
for one in started:
    assert one.stdout.readline() == b"counted\\n"
started[0].communicate(b"\\n")
process_ended(started[0].pid)
sys.stdout.buffer.write(started[1].communicate(b"text\\n")[0])
"""
_WORKER = """
import sys, time
from graphwright.serving.metrics import Metrics, Stage

metrics = Metrics(["/ask"], ["walk"])
metrics.snapshot_served("old", 0)
metrics.snapshot_served("new", time.time())
metrics.request_ended("/ask", 200, 0.02)
metrics.set_queue_length(2)
print("counted", flush=True)
if sys.stdin.readline() == "text\\n":
    sys.stdout.buffer.write(metrics.text()[0])
"""


def test_any_process_tells_the_metrics_of_all(tmp_path: Path) -> None:
    left_before = tmp_path / "counter_1.db"
    left_before.write_bytes(b"of an earlier service")
    (tmp_path / "notes.txt").write_text("mine")
    done = subprocess.run(
        [sys.executable, "-c", _PARENT, str(tmp_path), _WORKER],
        check=True,
        stdout=subprocess.PIPE,
        cwd=ROOT,
    )
    found = read(done.stdout)
    assert found["graphwright_http_requests_total", (("route", "/ask"), ("status", "200"))] == 2
    assert found["graphwright_http_request_seconds_count", (("route", "/ask"),)] == 2
    assert found["graphwright_queue_length", ()] == 2  # the other process has ended
    assert found["graphwright_snapshot_info", (("snapshot", "new"),)] == 1
    assert found["graphwright_snapshot_info", (("snapshot", "old"),)] == 0
    assert found["graphwright_snapshot_age_seconds", ()] < 600
    assert not left_before.exists()
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_the_dashboard_shows_every_metric_and_no_other() -> None:
    text, _ = used().text()
    there = {name for name, _ in read(text)}
    asked = "\n".join(
        target["expr"] for panel in dashboard()["panels"] for target in panel["targets"]
    )
    shown = set(re.findall(r"graphwright_\w+", asked))
    assert shown <= there
    assert all(shown & set(one.series) for one in DECLARED)


def test_the_dashboard_in_the_docs_is_the_one_that_is_made() -> None:
    text = (ROOT / "docs" / "grafana.json").read_text(encoding="utf-8")
    assert text == dashboard_json(), "run 'make docs'"
    assert json.loads(text)["uid"] == "graphwright"
