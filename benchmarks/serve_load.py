"""Measure the service under load: answers, errors, memory, while graphs are published under it.

    .venv/bin/python benchmarks/serve_load.py LAKE [--minutes M] [--clients N] [--hours H]

LAKE is not changed: its tables and snapshots are linked into a folder of their own. One process
that is held to one core, one that is not, and two are asked in turns by N clients without rest, as
many rounds as twice M; then for one process and for two ``graphwright serve`` is started and asked

1. by one client: the time of an answer over HTTP beside that of the same function in process, and
   beside that of the bare strategy; and one question again and again, which is HTTP alone;
2. by N clients without rest for M minutes, with two publications and one rollback at a quarter,
   a half and three quarters of the time. A publication is the same graph with every id changed, so
   an answer that holds an id of another snapshot than the one it names is found. What was answered
   before the first publication, which takes a core, is told apart.

Every question is another one (names of entities), so no answer comes from the cache. Memory is PSS:
a page that k processes share counts 1/k in each. ``--hours`` asks little instead for that long, a
question a second, and prints the memory every minute. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import yaml

from graphwright.graph.snapshot import Snapshot, open_snapshot
from graphwright.project import Project, open_project
from graphwright.publish.mapped_tables import TablePaths
from graphwright.publish.publish import publish_snapshot
from graphwright.publish.snapshot_files import REQUIRED
from graphwright.serving import functions
from graphwright.serving.models import SearchRequest
from graphwright.serving.reader import Models, Reader

ROOT = Path(__file__).parent.parent
_COMMAND = (
    "import os; os.sched_setaffinity(0, {cores}); from dagster_project.cli import main; main()"
)
_ID = re.compile(rb'"(?:chunk|document|entity|relation|evidence|subject|object)_id":"([0-9a-f]+)"')
_SNAPSHOT = re.compile(rb'"snapshot":"([0-9a-f]+)"')
_ONE_CLIENT_SECONDS = 20
_TURN_SECONDS = 6
_SEEN_SECONDS = 5
"""The load goes on for so long after a change at least: it must be met by answers."""


def ids_in(answer: bytes) -> frozenset[str]:
    """Return the ids of rows that an answer holds."""
    return frozenset(found.decode() for found in _ID.findall(answer))


def ids_of(snapshot: Snapshot) -> frozenset[str]:
    """Return the ids of all rows of a snapshot."""
    columns = {
        "document_id": snapshot.documents,
        "chunk_id": snapshot.chunks,
        "entity_id": snapshot.entities,
        "relation_id": snapshot.relations,
        "evidence_id": snapshot.evidence,
    }
    return frozenset(i for name, table in columns.items() for i in table[name].to_pylist())


def linked(lake: Path, folder: Path) -> Path:
    """Return a lake that shares the files of another, which are only ever replaced."""
    for name in ("tables", "snapshots", "history"):
        for path in (lake / name).rglob("*"):
            place = folder / path.relative_to(lake)
            if path.is_file():
                place.parent.mkdir(parents=True, exist_ok=True)
                _link(path, place)
    return folder


def _link(path: Path, place: Path) -> None:
    try:
        os.link(path, place)
    except OSError:  # another disk
        place.write_bytes(path.read_bytes())


def other_ids(project: Project, folder: Path, times: int) -> TablePaths:
    """Write the tables of a lake with the last digit of every id moved on, so that order stays."""
    paths: dict[str, list[Path]] = {}
    for name in REQUIRED:
        paths[name] = []
        for number, source in enumerate(project.lake.sound_paths(name)):
            table = pq.read_table(source)
            for at, column in enumerate(table.column_names):
                named = column == "id" or column.endswith("_id")
                if named and pa.types.is_string(table.schema.field(at).type):
                    moved = _moved(table[column], times)
                    table = table.set_column(at, table.schema.field(at), moved)
            paths[name].append(folder / f"{name}-{number}.parquet")
            folder.mkdir(parents=True, exist_ok=True)
            pq.write_table(table, paths[name][-1])
    return paths


def _moved(ids: pa.ChunkedArray, times: int) -> pa.ChunkedArray:
    last = pc.utf8_slice_codeunits(ids, -1)
    digits = "0123456789abcdef"
    moved = pa.array([digits[(n + times) % 16] for n in range(16)])
    place = pc.index_in(last, pa.array(list(digits)))
    return pc.binary_join_element_wise(
        pc.utf8_slice_codeunits(ids, 0, -1), pc.take(moved, place), ""
    )


def publish(project: Project, tables: TablePaths, embedder: str) -> str:
    """Publish tables with every id changed, and return the id of the snapshot."""
    return publish_snapshot(
        project.root,
        tables,
        settings_fingerprint=project.settings.data_fingerprint,
        embedder_fingerprint=embedder,
        keep=5,
    )


def questions_of(snapshot: Snapshot) -> Iterator[str]:
    """Return questions without end: about pairs of names, each pair once.

    They hold nothing of the snapshot: a page that is mapped here too would count half.
    """
    return _pairs([name for name in snapshot.entities["name"].to_pylist() if len(name) < 60])


def _pairs(names: list[str]) -> Iterator[str]:
    for step in itertools.count(7):
        for at, name in enumerate(names):
            yield f"How does {name} relate to {names[(at * 31 + step) % len(names)]}?"


class Server:
    """A running service, and the processes that it is made of."""

    def __init__(
        self, lake: Path, sources: Path, workers: int, log: Path, cores: frozenset[int]
    ) -> None:
        options = ["--lake", str(lake), "--sources", str(sources), "--port", "0"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
        with log.open("ab") as errors:
            self.process = subprocess.Popen(
                [
                    sys.executable,
                    "-c",
                    _COMMAND.format(cores=set(cores)),
                    "serve",
                    *options,
                    "--workers",
                    str(workers),
                ],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                cwd=ROOT,
                env=environment,
            )
        assert self.process.stdout is not None
        self.port = int(re.findall(r":(\d+) ", self.process.stdout.readline())[0])

    def megabytes(self) -> float:
        """Return the memory of all its processes (PSS)."""
        return sum(map(_pss, self._processes()))

    def processor_seconds(self) -> float:
        """Return the processor time that its processes have used, those that run now."""
        return sum(map(_processor_seconds, self._processes()))

    def _processes(self) -> list[int]:
        own = self.process.pid
        children = Path(f"/proc/{own}/task/{own}/children").read_text().split()
        return [own, *map(int, children)]

    def end(self) -> None:
        """End it in good order."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)


def _pss(process: int) -> float:
    text = Path(f"/proc/{process}/smaps_rollup").read_text()
    return int(text.partition("\nPss:")[2].split()[0]) / 1000


def _processor_seconds(process: int) -> float:
    """Return user and system time of a process (proc(5): fields 14 and 15 of stat)."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(
    lake: Path, sources: Path, workers: int, cores: frozenset[int] | None = None
) -> Iterator[Server]:
    """Yield a running service; without ``cores`` it may use all."""
    held = cores or frozenset(os.sched_getaffinity(0))
    server = Server(lake, sources, workers, lake.parent / "service.log", held)
    try:
        yield server
    finally:
        server.end()


class Load:
    """Clients that ask without rest over connections that they keep, and what they were told."""

    def __init__(self, port: int, questions: Iterator[str], known: dict[str, frozenset[str]]):
        self._port = port
        self._questions = questions
        self.known = known
        self.milliseconds: list[float] = []
        self.snapshots: Counter[str] = Counter()
        self.errors: Counter[str] = Counter()
        self._answers: list[bytes] = []
        self.mixed = 0
        self.until = 0.0

    async def run(self, clients: int, seconds: float, pause: float = 0) -> float:
        """Ask for some time; return how long it took."""
        began = time.monotonic()
        self.until = began + seconds
        await asyncio.gather(*(self._client(pause) for _ in range(clients)))
        return time.monotonic() - began

    def settle(self) -> None:
        """Judge the answers, which was put off: clients shall leave the cores to the service."""
        for body in self._answers:
            snapshot = _SNAPSHOT.findall(body)[0].decode()
            self.snapshots[snapshot] += 1
            self.mixed += not ids_in(body) <= self.known.get(snapshot, frozenset())
        self._answers = []

    async def _client(self, pause: float) -> None:
        connection = None
        while time.monotonic() < self.until:
            began = time.perf_counter()
            try:
                connection = connection or await asyncio.open_connection("127.0.0.1", self._port)
                status, body = await _ask(*connection, next(self._questions))
            except (OSError, asyncio.IncompleteReadError) as error:
                self.errors[type(error).__name__] += 1
                connection = None
                continue
            self.milliseconds.append((time.perf_counter() - began) * 1000)
            self._note(status, body)
            if pause:
                await asyncio.sleep(pause)
        if connection:
            connection[1].close()

    def _note(self, status: int, body: bytes) -> None:
        if status != 200:
            self.errors[str(status)] += 1
            return
        self._answers.append(body)


async def _ask(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, question: str
) -> tuple[int, bytes]:
    line = f"GET /api/v1/search?k=5&question={quote(question)} HTTP/1.1\r\nHost: localhost\r\n\r\n"
    writer.write(line.encode())
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
    return int(head[9:12]), await reader.readexactly(length)


def in_process(project: Project, count: int) -> dict[str, float]:
    """Return the p50 in milliseconds of the bare strategy, and of the function with its JSON."""
    reader = Reader(project, project.snapshot(), Models(project.settings))
    asked = questions_of(reader.snapshot)
    reader.warm("walk")

    def times(ask: Callable[[str], Any]) -> float:
        taken = []
        for question in itertools.islice(asked, count):
            began = time.perf_counter()
            ask(question)
            taken.append((time.perf_counter() - began) * 1000)
        return float(np.percentile(taken, 50))

    strategy = reader.strategy()
    return {
        "strategy_p50_ms": times(lambda question: strategy.retrieve(question, 5)),
        "function_p50_ms": times(
            lambda question: functions.search(
                reader, SearchRequest(question=question)
            ).model_dump_json()
        ),
    }


async def _under_load(
    server: Server, load: Load, clients: int, seconds: float, changes: list[list[str]]
) -> dict[str, Any]:
    """Ask while changes are made, each by a process of its own, at equal distances."""
    began = time.process_time(), server.processor_seconds()
    asking = asyncio.create_task(load.run(clients, seconds))
    published: dict[str, Path] = {}
    apart, while_free = seconds / (len(changes) + 1), 0.0
    for change in changes:
        await asyncio.sleep(apart)
        while_free = while_free or len(load.milliseconds) / apart
        end, load.until = load.until, float("inf")  # not before the change is made
        process = await asyncio.create_subprocess_exec(*change, stdout=subprocess.PIPE)
        said, _ = await process.communicate()
        assert process.returncode == 0, change
        load.until = max(end, time.monotonic() + _SEEN_SECONDS)
        if name := said.decode().strip():
            published[name] = Path(change[change.index("--root") + 1])
    taken = await asking
    cores = [
        (now - before) / taken
        for now, before in zip(
            (time.process_time(), server.processor_seconds()), began, strict=True
        )
    ]
    megabytes = server.megabytes()
    load.known |= {name: ids_of(open_snapshot(root, name)) for name, root in published.items()}
    load.settle()
    return {
        "answers": len(load.milliseconds),
        "a_second": round(len(load.milliseconds) / taken, 1),
        "a_second_before_changes": round(while_free, 1),
        "p50_ms": round(float(np.percentile(load.milliseconds, 50)), 1),
        "p99_ms": round(float(np.percentile(load.milliseconds, 99)), 1),
        "errors": dict(load.errors),
        "mixed": load.mixed,
        "snapshots": dict(load.snapshots),
        "cores_of_clients": round(cores[0], 2),
        "cores_of_service": round(cores[1], 2),
        "processor_ms": round(cores[1] * taken / len(load.milliseconds) * 1000, 1),
        "megabytes": round(megabytes),
    }


def in_turns(lake: Path, work: Path, clients: int, rounds: int) -> dict[str, Any]:
    """Return answers a second of services that are asked in turns, with nothing published.

    What a shared machine gives varies by a quarter from minute to minute, so services are compared
    round by round, and the median of the rounds' ratios is told. One of them may use one core: a
    process that may use two computes a part of each answer on the second.
    """
    sources, one_core = settings_file(lake, work), frozenset({min(os.sched_getaffinity(0))})
    kinds = {"held": (1, one_core), "one": (1, None), "two": (2, None)}
    answers: dict[str, list[float]] = {kind: [] for kind in kinds}
    errors: Counter[str] = Counter()
    with ExitStack() as running:
        asked = {}
        for kind, (workers, cores) in kinds.items():
            root = linked(lake, work / f"lake-{kind}")
            questions = questions_of(open_project(root, sources=sources).snapshot())
            asked[kind] = running.enter_context(serving(root, sources, workers, cores)), questions
        for number in range(rounds + 1):
            for kind, (server, questions) in asked.items():
                load = Load(server.port, questions, {})
                taken = asyncio.run(load.run(clients, _TURN_SECONDS))
                errors += load.errors
                if number:  # the first warms up
                    answers[kind].append(len(load.milliseconds) / taken)
    two = np.array(answers["two"])
    return {
        "a_second": {kind: round(float(np.median(found)), 1) for kind, found in answers.items()},
        "two_to_one": round(float(np.median(two / answers["one"])), 2),
        "two_to_held": round(float(np.median(two / answers["held"])), 2),
        "errors": dict(errors),
    }


def measure(lake: Path, work: Path, workers: int, options: argparse.Namespace) -> dict[str, Any]:
    """Return the figures of a service of some processes, over a lake of its own."""
    root = linked(lake, work / f"lake-{workers}")
    sources = settings_file(lake, work)
    project = open_project(root, sources=sources)
    snapshot = project.snapshot()
    first, embedder = snapshot.id, snapshot.manifest.embedder
    questions, known = questions_of(snapshot), {first: ids_of(snapshot)}
    del snapshot
    changes = []
    for times in (1, 2):
        folder = work / f"tables-{workers}-{times}"
        other_ids(project, folder, times)
        named = ["--root", str(root), "--tables", str(folder), "--embedder", embedder]
        changes.append([sys.executable, __file__, "publish", str(sources), *named])
    changes.append([sys.executable, __file__, "rollback", str(sources), "--root", str(root),
                    "--snapshot", first])  # fmt: skip
    with serving(root, sources, workers) as server:
        alone = Load(server.port, questions, known)
        asyncio.run(alone.run(1, _ONE_CLIENT_SECONDS))
        again = Load(server.port, itertools.repeat(next(questions)), known)
        asyncio.run(again.run(1, _SEEN_SECONDS))
        quiet = server.megabytes()
        load = Load(server.port, questions, known)
        found = asyncio.run(
            _under_load(server, load, options.clients, options.minutes * 60, changes)
        )
    found["one_client_p50_ms"] = round(float(np.percentile(alone.milliseconds, 50)), 2)
    found["kept_answer_p50_ms"] = round(float(np.percentile(again.milliseconds, 50)), 2)
    found["megabytes_after_one_client"] = round(quiet)
    return found


def settings_file(lake: Path, work: Path) -> Path:
    """Write the settings of a lake with room for all clients, and return the file."""
    settings = yaml.safe_load((lake / "sources.yaml").read_text(encoding="utf-8"))
    settings["serve"] = {"limits": {"queue": 1_000, "seconds": 60}}
    path = work / "sources.yaml"
    path.write_text(yaml.safe_dump(settings), encoding="utf-8")
    return path


def grow(lake: Path, work: Path, hours: float) -> dict[str, Any]:
    """Ask once a second for hours; return the memory at the start, in the middle and at the end."""
    root, sources = linked(lake, work / "lake"), settings_file(lake, work)
    snapshot = open_project(root, sources=sources).snapshot()
    seen = []
    with serving(root, sources, 1) as server:
        load = Load(server.port, questions_of(snapshot), {snapshot.id: ids_of(snapshot)})
        for minute in range(max(2, int(hours * 60))):
            asyncio.run(load.run(1, 60, pause=1))
            seen.append(round(server.megabytes(), 1))
            print(f"minute {minute + 1}: {seen[-1]} MB, {sum(load.errors.values())} errors")
    third = max(1, len(seen) // 3)
    return {
        "first_third_mb": round(float(np.mean(seen[:third])), 1),
        "last_third_mb": round(float(np.mean(seen[-third:])), 1),
        "last_mb": seen[-1],
        "errors": dict(load.errors),
        "answers": len(load.milliseconds),
    }


def main() -> None:
    """Measure, or do as one of the processes of the measurement."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("lake", help="folder of a lake that was built")
    parser.add_argument("sources", nargs="?", type=Path)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--hours", type=float)
    parser.add_argument("--root", type=Path)
    parser.add_argument("--tables", type=Path)
    parser.add_argument("--embedder")
    parser.add_argument("--snapshot")
    options = parser.parse_args()
    if options.root is not None:
        _change(options)
        return
    lake = Path(options.lake)
    with tempfile.TemporaryDirectory(dir=lake.parent) as name:
        work = Path(name)
        if options.hours:
            print(json.dumps(grow(lake, work, options.hours)))
            return
        project = open_project(lake)
        figures: dict[str, Any] = {"in_process": in_process(project, 300)}
        print(figures)
        rounds = max(1, round(options.minutes * 2))
        figures["in_turns"] = in_turns(lake, work, options.clients, rounds)
        print("in turns", figures["in_turns"])
        for workers in (1, 2):
            figures[str(workers)] = measure(lake, work, workers, options)
            print(workers, figures[str(workers)])
    one, two, bare = figures["1"], figures["2"], figures["in_process"]
    figures["http_overhead_ms"] = round(one["one_client_p50_ms"] - bare["function_p50_ms"], 2)
    figures["two_to_one_under_changes"] = round(two["a_second"] / one["a_second"], 2)
    figures["memory_two_to_one"] = round(two["megabytes"] / one["megabytes"], 2)
    print(json.dumps(figures))


def _change(options: argparse.Namespace) -> None:
    project = open_project(options.root, sources=options.sources)
    if options.lake == "rollback":
        project.rollback(options.snapshot)
        return
    tables = {name: sorted(options.tables.glob(f"{name}-*.parquet")) for name in REQUIRED}
    print(publish(project, tables, options.embedder))


if __name__ == "__main__":
    main()
