"""Parse files that try to stop, mislead or harm a build, and show what became of each.

    .venv/bin/python benchmarks/hostile.py [--short] [--only WORD] [--timeout S] [--memory MB]
                                           [--keep FOLDER]

The files are made by ``benchmarks/hostile_files``. Each is parsed by the worker that a build
uses, under the limits given (default: those of a build), and an ordinary document is parsed in
the same worker after it; then all of them are one source of a build's steps (find, parse, chunk)
beside the ordinary documents. The table names file, status, reason, seconds of processor time and
peak memory. The last line is one JSON object: files, hung (ran past the limit), over_memory,
escaped (a visit to the address, the secret in a row, a file made elsewhere), harmed (ordinary
documents whose rows differ from a build without the hostile files), wrong (another status or text
than is right), seconds_max and share_of_limit (of the slowest that was not ended).

``--short`` leaves out the large files; ``--only`` takes the files whose name holds a word.
"""

from __future__ import annotations

import argparse
import dataclasses
import itertools
import json
import os
import shutil
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

sys.path.insert(
    0, str(Path(__file__).resolve().parents[1])
)  # as a script, only this folder is on it

from benchmarks.hostile_files import SUITE, Bait, Case, write_suite
from graphwright.documents.parse import ParseTask, load_parser, parse_task, rejected_from_failure
from graphwright.documents.sources.discover import discover
from graphwright.execution.workers import PATIENCE, TaskFailure, run_tasks
from graphwright.settings import Collection, ParseSettings, Settings
from graphwright.steps.base.step import Work
from graphwright.steps.chunk import ChunkStep
from graphwright.steps.parse import ParseStep
from graphwright.store.lake import Lake
from graphwright.tables import ParsedDocument, RejectedDocument, SourceDocument

GRACE_SECONDS = 5.0
"""What a worker may need past its limit to be noticed and ended."""
MEMORY_SLACK = 1.1
"""The limit counts private data, the peak also pages of the libraries' files."""
ORDINARY = {
    "plain.txt": "The supplier sends the order.\n\nThe plant ships the goods.\n",
    "page.html": "<h1>Orders</h1><p>The clerk <b>approves</b> it.</p><ul><li>one<li>two</ul>",
    "guide.md": "# Guide\n\nThe clerk files it.\n\n| Item | Price |\n|-|-|\n| nail | 2 |\n",
    "prices.csv": "Item,Price\nscrew,1\nnail,2\n",
    "letter.eml": "Subject: Order 7\nFrom: a@example.com\n\nThe order is sent.\n",
    "book.adoc": "= Book\n\n== Part\n\nThe clerk reads the contract.\n",
}
_OURS = ("hostile", "ordinary", "outside", "mark", "alone", "together")
"""What the suite itself puts into its scratch folder."""
_SECRET = "a-secret-that-nobody-may-read-4711"

Row = ParsedDocument | RejectedDocument


@dataclasses.dataclass
class Outcome:
    """What became of a hostile file; ``seconds`` are of processor time, ``clock`` by the clock."""

    name: str
    status: str
    reason: str
    seconds: float
    clock: float
    peak_mb: int
    row: Row


class Visitors:
    """A web server that counts who comes."""

    def __init__(self) -> None:
        self.visits: list[str] = []
        visits = self.visits

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                visits.append(self.path)
                self.send_response(200)
                self.end_headers()
                self.wfile.write(_SECRET.encode())

            do_HEAD = do_POST = do_PUT = do_OPTIONS = do_GET  # noqa: N815  # the base class's names

            def log_message(self, *args: object) -> None:
                pass

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/visit"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """Close the server."""
        self._server.shutdown()
        self._server.server_close()


@dataclasses.dataclass
class Use:
    """What parsing a document took."""

    seconds: float = 0.0
    clock: float = 0.0
    peak_mb: int = 0


class Watch:
    """Looks at what the worker that is at work uses, for those that are ended by force."""

    def __init__(self, mark: Path) -> None:
        self.seen = Use()
        self._mark = mark
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def take(self) -> Use:
        """Return what was seen since the last call."""
        seen, self.seen = self.seen, Use()
        return seen

    def close(self) -> None:
        """Stop looking."""
        self._stop.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._stop.wait(0.05):
            try:
                worker, seconds, clock = self._mark.read_text().split()
                peak = max(self.seen.peak_mb, peak_memory(worker))
                used = processor_seconds(worker) - float(seconds)
                self.seen = Use(used, time.monotonic() - float(clock), peak)
            except (OSError, IndexError, ValueError):
                continue  # no worker yet, or one that has just ended


def peak_memory(process: str) -> int:
    """Return the peak resident memory of a process in MB."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    found = next((line for line in lines if line.startswith("VmHWM:")), "VmHWM: 0 kB")
    return int(found.split()[1]) // 1024


def processor_seconds(process: str) -> float:
    """Return the processor time that a process has taken."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measured_parse(task: tuple[ParseTask, str]) -> tuple[Row, Use]:
    """Parse a document in a worker; return its row and what that took."""
    parse, mark = task
    Path("/proc/self/clear_refs").write_text("5")  # the peak starts anew
    started, clock = time.process_time(), time.monotonic()
    Path(mark).write_text(f"{os.getpid()} {started} {clock}")
    row = parse_task(parse).row
    used, passed = time.process_time() - started, time.monotonic() - clock
    return row, Use(used, passed, peak_memory("self"))


class OneByOne:
    """Parses each hostile file, and an ordinary document after it, in one long-lived worker."""

    def __init__(self, limits: ParseSettings, scratch: Path) -> None:
        self.limits = limits
        self.harmed = 0
        self._mark = scratch / "mark"

    def run(
        self, hostile: Sequence[SourceDocument], ordinary: Sequence[SourceDocument]
    ) -> Iterator[Outcome]:
        """Yield what became of each file."""
        first = [row for row, _ in self._results(ordinary, None)]
        watch = Watch(self._mark)
        pairs = zip(hostile, itertools.cycle(range(len(ordinary))), strict=False)
        order = [(document, index) for document, index in pairs]
        flat = [d for document, index in order for d in (document, ordinary[index])]
        results = self._results(flat, watch)
        for document, index in order:
            row, use = next(results)
            after, _ = next(results)
            self.harmed += after != first[index]
            yield _outcome(document, row, use)
        watch.close()

    def _results(
        self, documents: Sequence[SourceDocument], watch: Watch | None
    ) -> Iterator[tuple[Row, Use]]:
        tasks = [(ParseTask(document, self.limits), str(self._mark)) for document in documents]
        answers = run_tasks(
            measured_parse,
            tasks,
            workers=1,
            timeout_seconds=self.limits.timeout_seconds,
            memory_mb=self.limits.memory_mb,
            initializer=load_parser,
            max_tasks=200,
        )
        for (task, _), answer in answers:
            seen = watch.take() if watch else Use()
            if isinstance(answer, TaskFailure):
                yield rejected_from_failure(task.document, answer), seen
            else:
                yield answer


def _outcome(document: SourceDocument, row: Row, use: Use) -> Outcome:
    reason = row.reason if isinstance(row, RejectedDocument) else "; ".join(row.warnings)
    return Outcome(document.path, row.status, reason, use.seconds, use.clock, use.peak_mb, row)


def built(folder: Path, lake: Path, limits: ParseSettings) -> dict[str, list[object]]:
    """Return the rows of the steps up to chunks for a folder, by document path."""
    settings = Settings(collections=(Collection(name="c", folder=str(folder)),), parse=limits)
    documents = discover(settings)
    opened = Lake(lake)
    buckets = range(settings.buckets)
    ParseStep(documents, limits, settings.buckets).run(opened, Work(buckets, workers=2))
    ChunkStep(settings.chunk).run(opened, Work(buckets, workers=2))
    paths = {document.document_id: document.path for document in documents}
    rows: dict[str, list[object]] = {path: [] for path in paths.values()}
    for table in ("parsed_documents", "rejected_documents", "document_links", "chunks"):
        for bucket in buckets:
            for row in opened.read(table, bucket).to_pylist():
                rows[paths[row["document_id"]]].append(row)
    return rows


def harmed_in_build(folder: Path, ordinary: Path, scratch: Path, limits: ParseSettings) -> int:
    """Return how many ordinary documents differ in a build with and without the hostile ones."""
    alone = built(ordinary, scratch / "alone", limits)
    for path in ordinary.iterdir():
        shutil.copy(path, folder / path.name)
    together = built(folder, scratch / "together", limits)
    missing = [path for path, rows in together.items() if not rows]
    return sum(together[path] != rows for path, rows in alone.items()) + len(missing)


def wrong(case: Case, outcome: Outcome) -> bool:
    """Say whether a file has another status, or less text, than is right."""
    if outcome.status not in case.statuses:
        return True
    parsed = isinstance(outcome.row, ParsedDocument)
    return parsed and case.holds not in outcome.row.text


def leaked(outcome: Outcome) -> bool:
    """Say whether a row holds the secret."""
    return _SECRET in repr(outcome.row)


@contextmanager
def bait(scratch: Path) -> Iterator[tuple[Bait, Visitors]]:
    """Lay out what must not be reached."""
    outside = scratch / "outside"
    outside.mkdir()
    (outside / "secret.txt").write_text(_SECRET)
    visitors = Visitors()
    try:
        yield Bait(visitors.url, outside / "secret.txt", _SECRET, outside / "made"), visitors
    finally:
        visitors.close()


def chosen(short: bool, only: str) -> list[Case]:
    """Return the cases asked for."""
    return [case for case in SUITE if only in case.name and not (short and case.slow)]


def run(
    cases: Sequence[Case],
    limits: ParseSettings,
    scratch: Path,
    show: Callable[[Case, Outcome], None] = lambda case, outcome: None,
) -> dict[str, Any]:
    """Run the suite in an empty folder and return its measures."""
    folder, ordinary = scratch / "hostile", scratch / "ordinary"
    folder.mkdir()
    ordinary.mkdir()
    for name, text in ORDINARY.items():
        (ordinary / name).write_text(text)
    with bait(scratch) as (laid, visitors):
        write_suite(folder, laid, cases)
        before = _files_outside(scratch)
        outcomes, harmed = _parse_all(cases, folder, ordinary, limits, show)
        harmed += harmed_in_build(folder, ordinary, scratch, limits)
        made = _files_outside(scratch) - before
    escaped = len(visitors.visits) + len(made) + sum(map(leaked, outcomes))
    return _measures(cases, outcomes, limits, harmed, escaped)


def _parse_all(
    cases: Sequence[Case],
    folder: Path,
    ordinary: Path,
    limits: ParseSettings,
    show: Callable[[Case, Outcome], None],
) -> tuple[list[Outcome], int]:
    hostile, plain = _found(folder, limits), _found(ordinary, limits)
    missing = {case.name for case in cases} ^ set(hostile)
    if missing:
        raise SystemExit(f"Files were not found as they were written: {sorted(missing)}")
    runner = OneByOne(limits, folder.parent)
    outcomes = []
    documents = [hostile[case.name] for case in cases]
    found = runner.run(documents, list(plain.values()))
    for case, outcome in zip(cases, found, strict=True):
        show(case, outcome)
        outcomes.append(outcome)
    return outcomes, runner.harmed


def _found(folder: Path, limits: ParseSettings) -> dict[str, SourceDocument]:
    collection = Collection(name="c", folder=str(folder))
    documents = discover(Settings(collections=(collection,), parse=limits))
    return {document.path.rpartition(str(folder) + "/")[2]: document for document in documents}


def _files_outside(scratch: Path) -> set[str]:
    """Return what lies beside the suite, where the bait is and in the working folder.

    Folders that others use too are not looked at: what they make is not the suite's doing.
    """
    places = (scratch, scratch / "outside", Path.cwd())
    found = {path for place in places for path in place.iterdir()}
    return {str(path) for path in found if path not in {scratch / name for name in _OURS}}


def _measures(
    cases: Sequence[Case],
    outcomes: Sequence[Outcome],
    limits: ParseSettings,
    harmed: int,
    escaped: int,
) -> dict[str, Any]:
    longest = limits.timeout_seconds + GRACE_SECONDS
    slowest = max((o.seconds for o in outcomes if o.status != "timeout"), default=0.0)
    return {
        "files": len(outcomes),
        "formats": dict(sorted(Counter(Path(o.name).suffix[1:] for o in outcomes).items())),
        "hung": sum(o.seconds > longest or o.clock > longest * PATIENCE for o in outcomes),
        "over_memory": sum(o.peak_mb > limits.memory_mb * MEMORY_SLACK for o in outcomes),
        "escaped": escaped,
        "harmed": harmed,
        "wrong": sum(wrong(case, o) for case, o in zip(cases, outcomes, strict=True)),
        "statuses": dict(sorted(Counter(outcome.status for outcome in outcomes).items())),
        "seconds_max": round(slowest, 2),
        "share_of_limit": round(slowest / limits.timeout_seconds, 3),
        "peak_mb_max": max((o.peak_mb for o in outcomes), default=0),
        "timeout_seconds": limits.timeout_seconds,
        "memory_mb": limits.memory_mb,
    }


def show_row(case: Case, outcome: Outcome) -> None:
    """Print one line of the table."""
    sign = "!" if wrong(case, outcome) or leaked(outcome) else " "
    name, reason = (" ".join(text.split()) for text in (outcome.name, outcome.reason))
    print(
        f"{sign} {name[:36]:36} {outcome.status:12} {outcome.seconds:7.2f} {outcome.peak_mb:6}"
        f"  {reason[:110]}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    defaults = ParseSettings()
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--timeout", type=float, default=defaults.timeout_seconds)
    parser.add_argument("--memory", type=int, default=defaults.memory_mb)
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args()
    limits = ParseSettings(timeout_seconds=given.timeout, memory_mb=given.memory)
    cases = chosen(given.short, given.only)
    print(f"  {'file':36} {'status':12} {'seconds':>7} {'MB':>6}  reason or warnings")
    with tempfile.TemporaryDirectory() as temporary:
        scratch = given.keep or Path(temporary)
        scratch.mkdir(parents=True, exist_ok=True)
        print(json.dumps(run(cases, limits, scratch, show_row)))


if __name__ == "__main__":
    main()
