"""Two real processes under load, while another graph is published and taken back."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from served import Served
from serving_lake import HANDBOOK, Rows, make_rows, write_tables

from benchmarks.serve_load import ids_in, ids_of
from graphwright.graph.snapshot import open_snapshot
from graphwright.project import Project
from graphwright.publish.publish import publish_snapshot
from graphwright.settings import Settings
from graphwright.vectors.embedder import Embedder

PATHS = (
    "/api/v1/search?question=Who gives the second approval?&k={k}",
    "/api/v1/search?question=What stores contracts?&strategy=bm25&k={k}",
    "/api/v1/entity?name=Orbit ERP&facts={k}",
    "/api/v1/subgraph?name=Orbit ERP&nodes={k}",
    "/api/v1/status",
)


def publish(lake: Path, rows: Rows, embedder: Embedder) -> str:
    return publish_snapshot(
        lake,
        write_tables(lake.parent / "tables", rows),
        settings_fingerprint="settings",
        embedder_fingerprint=embedder.fingerprint,
        keep=5,
    )


@pytest.fixture(scope="module")
def renamed(embedder: Embedder) -> Rows:
    """The handbook in other files: every document, passage and piece of evidence has another id."""
    return make_rows({f"new-{path}": said for path, said in HANDBOOK.items()}, embedder)


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory, handbook: Rows, embedder: Embedder) -> Path:
    root = tmp_path_factory.mktemp("processes") / "lake"
    publish(root, handbook, embedder)
    return root


@pytest.fixture(scope="module")
def served(lake: Path) -> Iterator[Served]:
    with Served(lake, workers=2) as service:
        yield service


class _Clients:
    """Some clients that ask without rest; what they were told, as (snapshot, ids) and problems."""

    def __init__(self, url: str, number: int) -> None:
        self.told: list[tuple[str, frozenset[str]]] = []
        self.problems: list[str] = []
        self._url = url
        self._end = threading.Event()
        self._threads = [threading.Thread(target=self._ask, args=(n,)) for n in range(number)]
        for thread in self._threads:
            thread.start()

    def _ask(self, number: int) -> None:
        asked = 0
        with httpx.Client(base_url=self._url, timeout=30) as client:
            while not self._end.is_set():
                asked += 1
                path = PATHS[(number + asked) % len(PATHS)].format(k=1 + asked % 20)
                try:
                    answer = client.get(path)
                except httpx.TransportError as error:
                    self.problems.append(repr(error))
                    continue
                if answer.status_code != 200:
                    self.problems.append(answer.text)
                else:
                    self.told.append((answer.json()["snapshot"], ids_in(answer.content)))

    def end(self) -> None:
        self._end.set()
        for thread in self._threads:
            thread.join()


def _seen(url: str, snapshot: str) -> float:
    """Return the seconds until ten answers in a row are of a snapshot."""
    began, row = time.monotonic(), 0
    while row < 10:
        found = httpx.get(f"{url}/api/v1/status").json()["snapshot"]
        row = row + 1 if found == snapshot else 0
        assert time.monotonic() - began < 20
        time.sleep(0.02)
    return time.monotonic() - began


@pytest.mark.long
def test_no_answer_fails_or_mixes_snapshots(
    served: Served, lake: Path, renamed: Rows, embedder: Embedder, settings: Settings
) -> None:
    project = Project(lake, given=settings)
    first = project.snapshot().id
    clients = _Clients(served.url, 6)
    try:
        second = publish(lake, renamed, embedder)
        _seen(served.url, second)
        project.rollback(first)
        _seen(served.url, first)
    finally:
        clients.end()
    assert clients.problems == []
    known = {name: ids_of(open_snapshot(lake, name)) for name in (first, second)}
    assert {snapshot for snapshot, _ in clients.told} == {first, second}
    assert known[first] != known[second]
    for snapshot, ids in clients.told:
        assert ids <= known[snapshot]


def test_a_process_that_dies_is_started_again(served: Served) -> None:
    killed = served.children[0]
    os.kill(killed, signal.SIGKILL)
    for _ in range(20):  # connections that were made to its socket wait for the next
        assert httpx.get(f"{served.url}/api/v1/status", timeout=20).status_code == 200
    assert len(served.children) == 2
    assert killed not in served.children


def test_metrics_are_those_of_all_processes(served: Served) -> None:
    def count() -> float:
        text = httpx.get(f"{served.url}/metrics").text
        return sum(
            sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
            if sample.name == "graphwright_http_requests_total"
            and sample.labels["route"] == "/api/v1/strategies"
        )

    before = count()
    for _ in range(20):  # each over a connection of its own, so that both processes answer some
        httpx.get(f"{served.url}/api/v1/strategies")
    assert count() == before + 20


def test_processes_end_with_the_service(served: Served) -> None:
    """The last of this file: it kills the service."""
    children = served.children
    served.process.kill()
    served.process.wait()
    for _ in range(200):
        if not any(Path(f"/proc/{child}").exists() for child in children):
            break
        time.sleep(0.05)
    assert not any(Path(f"/proc/{child}").exists() for child in children)
