"""Measure how long a question takes on a published snapshot, and what opening it costs.

    .venv/bin/python benchmarks/latency.py [LAKE] [--nodes N [N ...]] [--relations N] [--chunks N]
        [--questions N] [--strategies NAME ...] [--profile]

Without LAKE, snapshots of the given numbers of entities are made up and published by the
project's own code: 1.2 relations and 1.6 chunk mentions an entity with hubs, as in SAP's graph
(39,155 entities is the default), four times as many names in headings and texts, vectors drawn at
random. ``--relations`` and ``--chunks`` ask for other numbers of these; what publication took is
told, too. Each snapshot is measured in a process of its own. Times include the embedding of the
question; models are loaded before the clock, and processor time is told beside the clock's, as
other programs on the machine do not change it as much. ``--profile`` adds the processor time of
each part of the default strategy; ``--strategies`` measures some alone. The last line is one JSON
object: p50_ms and p99_ms of the default strategy, open_seconds, peak_mb and own_mb (without mapped
files) of the last snapshot, the strategies beside them, and every snapshot under "snapshots".
"""

from __future__ import annotations

import argparse
import functools
import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from latency_profile import profile
from made_up_snapshot import MadeUpGraph, write_tables
from process_memory import own_peak_mb

from graphwright.graph.snapshot import Snapshot, open_snapshot
from graphwright.project import DEFAULT_STRATEGY
from graphwright.publish.publish import publish_snapshot
from graphwright.retrieval import STRATEGIES, Strategy, make_strategy
from graphwright.settings import EmbeddingSettings, LanguageSettings
from graphwright.vectors.embedder import make_embedder

SAP_NODES = 39_155
RELATIONS_PER_ENTITY, MENTIONS_PER_ENTITY, ENTITIES_PER_CHUNK = 1.2, 1.6, 20
NAMES_PER_ENTITY = 6.4
TOP = 5


def made_up_graph(
    nodes: int, relations: int | None = None, chunks: int | None = None
) -> MadeUpGraph:
    """Return a graph of so many entities; what is not told is in SAP's proportions."""
    return MadeUpGraph(
        nodes=nodes,
        chunks=chunks or max(1, nodes // ENTITIES_PER_CHUNK),
        relations=relations or int(nodes * RELATIONS_PER_ENTITY),
        mentions=int(nodes * MENTIONS_PER_ENTITY),
        names=int(nodes * NAMES_PER_ENTITY),
    )


def make_lake(root: Path, graph: MadeUpGraph) -> dict[str, float]:
    """Publish a made-up snapshot in ``root``; return what it took."""
    embedder = make_embedder(EmbeddingSettings(), 1)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as apart:  # for its memory
        made = apart.submit(
            write_tables, graph, root / "tables", embedder.fingerprint, embedder.dimensions
        )
        tables = made.result()
    started, worked = time.perf_counter(), time.process_time()
    with memory_watch() as memory:
        publish_snapshot(
            root,
            tables,
            settings_fingerprint="synthetic",
            embedder_fingerprint=embedder.fingerprint,
            keep=1,
        )
    return {
        "publish_seconds": round(time.perf_counter() - started, 2),
        "publish_processor_seconds": round(time.process_time() - worked, 2),
        "publish_peak_mb": memory["VmHWM"],
        "publish_own_mb": memory["RssAnon"],
    }


@contextmanager
def memory_watch() -> Iterator[dict[str, int]]:
    """Yield this process's largest memory, in MB, which is there when the block ends.

    ``RssAnon`` is its own; ``VmHWM`` counts pages of mapped files too, which the system takes back
    as it needs them.
    """
    found = {"RssAnon": 0, "VmHWM": 0}
    done = threading.Event()

    def look() -> None:
        for line in Path("/proc/self/status").read_text().splitlines():
            name, _, value = line.partition(":")
            if name in found:
                found[name] = max(found[name], int(value.split()[0]) // 1024)

    def watch() -> None:
        while not done.wait(0.05):
            look()

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield found
    finally:
        done.set()
        thread.join()
        look()


def questions_of(snapshot: Snapshot, count: int) -> list[str]:
    """Return questions about subjects of the graph, evenly spread over its relations."""
    total = snapshot.relations.num_rows
    rows = np.linspace(0, max(total - 1, 0), num=min(count, total), dtype=np.int64)
    relations = snapshot.relation_rows(rows.tolist())
    return [f"What does {r.subject} {r.predicate}, and who uses {r.object}?" for r in relations]


def measure(
    lake: Path, count: int, names: Sequence[str] = (), *, parts: bool = False
) -> dict[str, object]:
    """Return the figures of a lake's published snapshot; meant for a process of its own.

    ``names`` are the strategies, by default all; ``parts`` adds the figures of each part of the
    default strategy.
    """
    embedder = make_embedder(EmbeddingSettings(), 1)
    started = time.perf_counter()
    snapshot = open_snapshot(lake)
    opened = time.perf_counter() - started
    questions = questions_of(snapshot, count)
    embedding = [_milliseconds(functools.partial(embedder.embed_query, q)) for q in questions]
    figures: dict[str, object] = {
        "entities": snapshot.entities.num_rows,
        "chunks": snapshot.chunks.num_rows,
        "relations": snapshot.relations.num_rows,
        "open_seconds": round(opened, 3),
        "embed_p50_ms": round(float(np.median(embedding)), 2),
    }
    with memory_watch() as memory:
        for name in names or STRATEGIES.names:
            started = time.perf_counter()
            strategy = make_strategy(name, snapshot, lambda: embedder, LanguageSettings())
            made = time.perf_counter() - started
            figures[name] = {"make_seconds": round(made, 3), **_time_strategy(strategy, questions)}
            if parts and name == DEFAULT_STRATEGY:
                figures["profile_ms"] = profile(strategy, questions, TOP)
    return {**figures, "peak_mb": own_peak_mb(), "own_mb": memory["RssAnon"]}


def _time_strategy(strategy: Strategy, questions: list[str]) -> dict[str, float]:
    first = _milliseconds(lambda: strategy.retrieve(questions[0], TOP))
    worked = time.process_time()
    times = [_milliseconds(functools.partial(strategy.retrieve, q, TOP)) for q in questions]
    worked = (time.process_time() - worked) / max(len(questions), 1) * 1000
    p50, p99 = np.percentile(times, [50, 99])
    figures = {"p50_ms": p50, "p99_ms": p99, "first_ms": first, "processor_ms": worked}
    return {name: round(float(figure), 2) for name, figure in figures.items()}


def _milliseconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


def measure_apart(
    lake: Path, count: int, names: Sequence[str], *, parts: bool
) -> dict[str, object]:
    """Measure in a new process, so that memory is that of serving alone."""
    command = [sys.executable, __file__, str(lake), "--measure", "--questions", str(count)]
    command += ["--strategies", *names] if names else []
    command += ["--profile"] if parts else []
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    figures: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return figures


def main() -> None:
    """Read the arguments, measure every snapshot and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("lake", nargs="?", type=Path, help="a lake with a published snapshot")
    parser.add_argument("--nodes", nargs="+", type=int, help="entities of made-up snapshots")
    parser.add_argument("--relations", type=int, help="relations of made-up snapshots")
    parser.add_argument("--chunks", type=int, help="chunks of made-up snapshots")
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument(
        "--strategies", nargs="+", default=[], choices=STRATEGIES.names, help="by default all"
    )
    parser.add_argument("--profile", action="store_true", help="time each part of the default")
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        asked = arguments.lake, arguments.questions, arguments.strategies
        print(json.dumps(measure(*asked, parts=arguments.profile)))
        return
    apart = functools.partial(
        measure_apart,
        count=arguments.questions,
        names=arguments.strategies,
        parts=arguments.profile,
    )
    snapshots: dict[str, dict[str, object]] = {}
    if arguments.lake:
        snapshots[str(arguments.lake)] = apart(arguments.lake)
    for nodes in arguments.nodes or ([] if arguments.lake else [SAP_NODES]):
        with tempfile.TemporaryDirectory() as temporary:
            graph = made_up_graph(nodes, arguments.relations, arguments.chunks)
            published = make_lake(Path(temporary), graph)
            snapshots[str(nodes)] = {**apart(Path(temporary)), **published}
    for name, figures in snapshots.items():
        _print_snapshot(name, figures)
    last = next(reversed(snapshots.values()))
    default = last.get(DEFAULT_STRATEGY, {})
    assert isinstance(default, dict)
    print(json.dumps({**default, **last, "snapshots": snapshots}))


def _print_snapshot(name: str, figures: dict[str, object]) -> None:
    print(f"\n{name}")
    for key, value in figures.items():
        if key != "profile_ms":
            print(f"  {key:16} {value}")
    parts = figures.get("profile_ms", {})
    assert isinstance(parts, dict)
    for part, milliseconds in parts.items():
        print(f"  {part:32} {milliseconds:8.2f} ms")


if __name__ == "__main__":
    main()
