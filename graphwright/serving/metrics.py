"""What the service counts and measures, as Prometheus reads it.

No value of a label comes from a request: a route is the pattern that the application declares, a
strategy is registered, all else is one of a few words. So no question, name or token gets in, and
no client can make the number of series grow.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import time
from collections.abc import Collection, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from graphwright.store.folder import LOCAL_FILES

OTHER = "other"
"""The value of a label for what is not declared: a path that is no route, say."""

_FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)


class Stage(StrEnum):
    """Part of the time of an answer."""

    QUEUE = "queue"
    RETRIEVE = "retrieve"
    LLM = "llm"
    WRITE = "write"


@dataclasses.dataclass(frozen=True, slots=True)
class Declared:
    """A metric: its name without the ending of its kind, what it is of, and its labels.

    ``across`` is how the values of a gauge in several processes become one.
    """

    name: str
    kind: Literal["counter", "gauge", "histogram"]
    help: str
    labels: tuple[str, ...] = ()
    across: Literal["livesum", "livemax", "livemostrecent"] = "livesum"

    @property
    def series(self) -> tuple[str, ...]:
        """Return the names of the series that a server of Prometheus keeps of it."""
        endings = {
            "counter": ("_total",),
            "gauge": ("",),
            "histogram": ("_bucket", "_sum", "_count"),
        }
        return tuple(self.name + ending for ending in endings[self.kind])


REQUESTS = Declared(
    "graphwright_http_requests", "counter", "Requests that have ended.", ("route", "status")
)
REQUEST_SECONDS = Declared(
    "graphwright_http_request_seconds", "histogram", "Time of requests.", ("route",)
)
STAGE_SECONDS = Declared(
    "graphwright_stage_seconds", "histogram", "Time of parts of answers.", ("strategy", "stage")
)
IN_FLIGHT = Declared("graphwright_requests_in_flight", "gauge", "Requests under way.")
QUEUED = Declared("graphwright_queue_length", "gauge", "Requests that wait for a thread.")
REJECTED = Declared("graphwright_rejected", "counter", "Requests answered 503: no room for them.")
SNAPSHOT_AGE = Declared(
    "graphwright_snapshot_age_seconds",
    "gauge",
    "Time since the snapshot that is served was published.",
    across="livemostrecent",
)
SNAPSHOT_INFO = Declared(
    "graphwright_snapshot_info",
    "gauge",
    "1 for the snapshot that is served, 0 for those before it.",
    ("snapshot",),
    across="livemax",
)
CACHE_LOOKUPS = Declared(
    "graphwright_cache_lookups", "counter", "Answers looked up in the cache.", ("result",)
)
LLM_CALLS = Declared("graphwright_llm_calls", "counter", "Calls of the LLM.", ("outcome",))
LLM_TOKENS = Declared("graphwright_llm_tokens", "counter", "Tokens of the LLM.", ("direction",))
LLM_COST = Declared("graphwright_llm_cost", "counter", "Cost, in the currency of the prices.")
MILVUS_FAILURES = Declared(
    "graphwright_milvus_failures", "counter", "Searches that Milvus failed; the snapshot answered."
)
VIEW_SECONDS = Declared(
    "graphwright_view_making_seconds", "histogram", "Time of making what some groups may see."
)

DECLARED: tuple[Declared, ...] = (
    REQUESTS,
    REQUEST_SECONDS,
    STAGE_SECONDS,
    IN_FLIGHT,
    QUEUED,
    REJECTED,
    SNAPSHOT_AGE,
    SNAPSHOT_INFO,
    CACHE_LOOKUPS,
    LLM_CALLS,
    LLM_TOKENS,
    LLM_COST,
    MILVUS_FAILURES,
    VIEW_SECONDS,
)


def share_between_processes(folder: Path) -> None:
    """Let processes that are started from now on add up their metrics in a folder.

    What an earlier service left there is deleted. Call it before the processes start: each reads
    the place when it first imports Prometheus's client. This process does not take part.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for path in LOCAL_FILES.paths(folder, "*.db"):
        LOCAL_FILES.delete(path)
    os.environ[_FOLDER_VARIABLE] = str(folder)


def process_ended(pid: int) -> None:
    """Take what a process had under way out of the sums; what it has counted stays."""
    if folder := os.environ.get(_FOLDER_VARIABLE):
        mark_process_dead(pid, folder)  # type: ignore[no-untyped-call]  # has no types


class Metrics:
    """The metrics of one service, in a registry of their own.

    ``routes`` and ``strategies`` are what there is: anything else is counted as ``OTHER``.
    """

    def __init__(self, routes: Collection[str], strategies: Collection[str]) -> None:
        self._routes = frozenset(routes)
        self._strategies = frozenset(strategies)
        self._folder = os.environ.get(_FOLDER_VARIABLE)
        self._registry = CollectorRegistry()
        self._requests = self._counter(REQUESTS)
        self._request_seconds = self._histogram(REQUEST_SECONDS)
        self._stage_seconds = self._histogram(STAGE_SECONDS)
        self._in_flight = self._gauge(IN_FLIGHT)
        self._queued = self._gauge(QUEUED)
        self._rejected = self._counter(REJECTED)
        self._age = self._gauge(SNAPSHOT_AGE)
        self._info = self._gauge(SNAPSHOT_INFO)
        self._cache = self._counter(CACHE_LOOKUPS)
        self._llm_calls = self._counter(LLM_CALLS)
        self._llm_tokens = self._counter(LLM_TOKENS)
        self._llm_cost = self._counter(LLM_COST)
        self._milvus = self._counter(MILVUS_FAILURES)
        self._views = self._histogram(VIEW_SECONDS)
        self._served: tuple[str, float] | None = None

    def _counter(self, of: Declared) -> Counter:
        return Counter(of.name, of.help, of.labels, registry=self._registry)

    def _gauge(self, of: Declared) -> Gauge:
        return Gauge(
            of.name, of.help, of.labels, registry=self._registry, multiprocess_mode=of.across
        )

    def _histogram(self, of: Declared) -> Histogram:
        return Histogram(of.name, of.help, of.labels, registry=self._registry, buckets=_SECONDS)

    @contextlib.contextmanager
    def in_flight(self) -> Iterator[None]:
        """Count a request as under way while the block runs."""
        with self._in_flight.track_inprogress():
            yield

    def request_ended(self, route: str, status: int, seconds: float) -> None:
        """Count a request by the pattern of its route, and by its status."""
        known = route if route in self._routes else OTHER
        code = str(status) if 100 <= status <= 599 else OTHER
        self._requests.labels(known, code).inc()
        self._request_seconds.labels(known).observe(seconds)

    def request_rejected(self) -> None:
        """Count a request for which there was no room; it ends as one of status 503 too."""
        self._rejected.inc()

    def set_queue_length(self, waiting: int) -> None:
        """Say how many requests of this process wait for a thread."""
        self._queued.set(waiting)

    @contextlib.contextmanager
    def stage(self, strategy: str, stage: Stage) -> Iterator[None]:
        """Measure a part of an answer; one that fails is measured too."""
        known = strategy if strategy in self._strategies else OTHER
        with self._stage_seconds.labels(known, stage.value).time():
            yield

    def snapshot_served(self, snapshot_id: str, published: float) -> None:
        """Say which snapshot answers from now on, and when it was published (Unix time)."""
        if self._served is not None and self._served[0] != snapshot_id:
            self._info.labels(self._served[0]).set(0)
        self._info.labels(snapshot_id).set(1)
        self._served = (snapshot_id, published)

    def cache_looked_up(self, *, hit: bool) -> None:
        """Count an answer that was looked up in the cache."""
        self._cache.labels("hit" if hit else "miss").inc()

    def llm_called(
        self,
        strategy: str,
        seconds: float,
        *,
        failed: bool,
        tokens_in: int = 0,
        tokens_out: int = 0,
        cost: float = 0.0,
    ) -> None:
        """Count a call of the LLM, and what it used; a call that failed may have cost too."""
        known = strategy if strategy in self._strategies else OTHER
        self._stage_seconds.labels(known, Stage.LLM.value).observe(seconds)
        self._llm_calls.labels("failed" if failed else "ok").inc()
        self._llm_tokens.labels("in").inc(tokens_in)
        self._llm_tokens.labels("out").inc(tokens_out)
        self._llm_cost.inc(cost)

    def milvus_failed(self) -> None:
        """Count a search that Milvus did not answer."""
        self._milvus.inc()

    def view_made(self, seconds: float) -> None:
        """Count the making of what some groups may see."""
        self._views.observe(seconds)

    def text(self) -> tuple[bytes, str]:
        """Return all metrics as Prometheus reads them, those of all processes, and their type."""
        if self._served is not None:
            self._age.set(max(0.0, time.time() - self._served[1]))
        if self._folder is None:
            return generate_latest(self._registry), CONTENT_TYPE_LATEST
        registry = CollectorRegistry()
        MultiProcessCollector(registry, self._folder)  # type: ignore[no-untyped-call]  # as above
        return generate_latest(registry), CONTENT_TYPE_LATEST
