"""Ask about many chunks through a local server with faults, and count what became of each.

    .venv/bin/python benchmarks/llm_load.py [--chunks N] [--faults SHARE] [--kills N]

The server speaks OpenAI's API in a process of its own; the step ``llm_triples`` of a build asks it
about made-up chunks, in another. A share of the chunks meets a fault: turned away (429, 503),
a lost connection, a slow, cut-off or malformed answer, a refusal, an error that stays. Then all
of it again with a build that is killed several times on its way and run once more. The tables tell
what became of the chunks by fault, and the memory of the whole build at each tenth of its chunks.
There are as many buckets as keep their size, so a larger build is one of more buckets.

The last line is one JSON object: chunks, extracted (in llm_triples), dead_letter (in llm_failures),
both and neither (of the two), paid_twice (answers that the build had and asked for again), unbilled
(calls that were answered and stand in no build's bill), unexpected (chunks not where their fault
should bring them), mb_by_tenth and peak_mb of the build that ended, seconds; and the same under
"killed", with lost_in_flight: answers under way when a build was killed, which never came, and
most_in_flight at one kill, at most ``concurrency``. They cannot be fetched again, so they
are asked for, and paid, once more; paid_twice counts no first repetition of a lost one, and
any other.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import IO, Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))  # its server is used

from process_memory import own_peak_mb
from servers import Content as Said
from servers import CutOff, Fault, HangUp, HttpError, OpenAiServer, Recorded, Refusal, Slow

from graphwright.ids import content_id, sha256_text
from graphwright.llm.answers.key import answer_key
from graphwright.llm.calls.client import PROBE
from graphwright.llm.prompts.forms import TRIPLES
from graphwright.settings import Settings
from graphwright.steps.base.llm_bill import read_runs
from graphwright.steps.base.step import Given, Work
from graphwright.steps.pipeline import Pipeline
from graphwright.store.lake import Lake
from graphwright.tables import TABLES, Annotation, Chunk, ParsedDocument, Sentence

BUCKETS, CHUNKS_A_BUCKET, CHUNKS_A_DOCUMENT = 4, 625, 10
KINDS = (
    "turned away", "unavailable", "connection lost", "slow", "cut off", "malformed once",
    "malformed", "refused", "bad request", "error that stays",
)  # fmt: skip
DEAD = frozenset({"malformed", "refused", "bad request", "error that stays"})
"""Faults after which a chunk has no answer; the others pass, or help in halves."""
_KEY = "GRAPHWRIGHT_LOAD_KEY"


def kind_of(number: int, share: float) -> str:
    """Return the fault of a chunk by its number, or "none"."""
    drawn = int(hashlib.sha256(f"fault {number}".encode()).hexdigest()[:8], 16)
    if drawn % 10_000 >= share * 10_000:
        return "none"
    return KINDS[drawn // 10_000 % len(KINDS)]


def text_of(number: int) -> str:
    """Return a chunk's text: four facts, each with the chunk's number."""
    verbs = ("ships", "checks", "stores", "prices")
    return " ".join(f"Plant {number} {verb} item {number * 4 + i}." for i, verb in enumerate(verbs))


class LoadServer(OpenAiServer):
    """Gives each chunk its fault and writes down what it was paid for, instead of requests."""

    def __init__(self, share: float, log: IO[str]) -> None:
        super().__init__(key=None)
        self._share = share
        self._log = log
        self._met: set[int] = set()

    def receive(self, request: Recorded) -> Fault | None:
        """Return the fault of the chunk that is asked about."""
        asked = request.body["response_format"]["json_schema"]
        if asked["name"] == PROBE:
            return None
        found = re.search(r"Plant (\d+)", request.passage)
        number = int(found[1]) if found else -1
        whole = request.passage.strip() == text_of(number)
        fault = self._fault(kind_of(number, self._share), number, whole=whole)
        if not isinstance(fault, HttpError | HangUp):
            messages, prompt = request.body["messages"], TRIPLES.identity
            key = answer_key(_settings("", 1).llm, messages, asked["schema"], prompt=prompt)
            self._log.write(f"{key}\n")
            self._log.flush()
        return fault

    def _fault(self, kind: str, number: int, *, whole: bool) -> Fault | None:
        match kind:
            case "turned away" | "unavailable" | "connection lost" if number not in self._met:
                self._met.add(number)
                status = {"turned away": HttpError(429), "unavailable": HttpError(503)}
                return status.get(kind, HangUp())
            case "slow":
                return Slow(0.2)
            case "cut off" if whole:
                return CutOff()
            case "malformed once" if whole:
                return Said("I would rather not.")
            case "malformed":
                return Said("{")
            case "refused":
                return Refusal()
            case "bad request":
                return HttpError(400, "This text is not allowed.")
            case "error that stays":
                return HttpError(500)
        return None


def serve(share: float, log: Path) -> None:
    """Serve until the process is ended; the address is the first line of the output."""
    with log.open("a", encoding="utf-8") as file, LoadServer(share, file) as server:
        print(server.base_url, flush=True)
        signal.pause()


def buckets_for(chunks: int) -> int:
    """Return the number of buckets: 16, which is the default of the settings, for 10,000 chunks."""
    return max(BUCKETS, chunks // CHUNKS_A_BUCKET)


def write_lake(lake: Lake, chunks: int) -> None:
    """Write the tables that the step reads, for this many chunks."""
    import spacy  # noqa: PLC0415  # heavy, and not for the server

    nlp, buckets = spacy.blank("en"), buckets_for(chunks)
    for bucket in range(buckets):
        rows: dict[str, list[Any]] = {
            "parsed_documents": [], "chunks": [], "sentences": [], "annotations": [],
        }  # fmt: skip
        for number in range(bucket, chunks, buckets):
            index = number // buckets % CHUNKS_A_DOCUMENT
            document = content_id("document", bucket, number // buckets // CHUNKS_A_DOCUMENT)
            if index == 0:
                rows["parsed_documents"].append(_document(document))
            chunk = _chunk(number, document, index)
            rows["chunks"].append(chunk)
            rows["sentences"] += _sentences(chunk)
            rows["annotations"].append(_annotation(nlp, chunk))
        units = {c.chunk_id: (c.text_hash, c.chunk_id) for c in rows["chunks"]}
        for table in Pipeline(Given(lake, _settings("", 1))).step("llm_triples").inputs:
            data = TABLES[table].from_rows(rows.get(table, ()))
            lake.write(table, data, bucket=bucket, key="load", units=units)


def _document(document: str) -> ParsedDocument:
    return ParsedDocument(
        document_id=document, collection="load", path=document, uri=document, format="txt",
        extractor="llm", sha256="", title="", text="", blocks=(), pages=None, status="ok",
        left_out=(), warnings=(),
    )  # fmt: skip


def _chunk(number: int, document: str, index: int) -> Chunk:
    text = text_of(number)
    return Chunk(
        chunk_id=content_id("chunk", number), document_id=document, index=index, start=0,
        end=len(text), text=text, text_hash=sha256_text(text), heading_path=(),
        table_header=None, page=None,
    )  # fmt: skip


def _sentences(chunk: Chunk) -> list[Sentence]:
    return [
        Sentence(
            sentence_id=content_id("sentence", chunk.chunk_id, index), chunk_id=chunk.chunk_id,
            document_id=chunk.document_id, index=index, start=match.start(), end=match.end(),
            text=match[0], kind="paragraph", tokens=6, filter=None,
        )
        for index, match in enumerate(re.finditer(r"\S[^.]*\.", chunk.text))
    ]  # fmt: skip


def _annotation(nlp: Any, chunk: Chunk) -> Annotation:
    from spacy.tokens import DocBin  # noqa: PLC0415  # heavy

    data = DocBin(docs=[nlp.make_doc(chunk.text)]).to_bytes()
    return Annotation(chunk.chunk_id, chunk.document_id, 20, "blank", data)


def _settings(url: str, concurrency: int) -> Settings:
    collection = {"name": "load", "folder": "/nowhere", "extractor": "llm"}
    llm = {
        "base_url": url or "http://127.0.0.1:1/v1", "model": "rule", "api_key_env": _KEY,
        "concurrency": concurrency, "max_retries": 3, "timeout_seconds": 60,
    }  # fmt: skip
    return Settings.model_validate({"collections": [collection], "llm": llm})


def build(lake: Lake, url: str, concurrency: int, chunks: int) -> None:
    """Run the step, and print its memory as JSON."""
    done, by_tenth = 0, list[int]()

    def progress(finished: int) -> None:
        nonlocal done
        done += finished
        by_tenth.extend([own_peak_mb()] * (done * 10 // chunks - len(by_tenth)))

    step = Pipeline(Given(lake, _settings(url, concurrency))).step("llm_triples")
    buckets = range(buckets_for(chunks))
    step.run(lake, Work(buckets, run=str(os.getpid()), on_progress=progress))
    print(json.dumps({"mb_by_tenth": by_tenth, "peak_mb": own_peak_mb()}))


class Load:
    """One lake, one server, and the builds over them."""

    def __init__(self, folder: Path, arguments: argparse.Namespace) -> None:
        self.lake = Lake(folder / "lake")
        self.log = folder / "paid"
        self._arguments = arguments
        self._url = ""
        write_lake(self.lake, arguments.chunks)

    def run(self, *, kills: int) -> dict[str, Any]:
        """Build, killed this often on the way; return the figures."""
        self.log.touch()
        server = self._start("--serve", str(self.log))
        try:
            assert server.stdout is not None
            self._url = server.stdout.readline().strip()
            started = time.monotonic()
            lost = [self._killed((kill + 1) / (kills + 1)) for kill in range(kills)]
            child = self._build()
            output, _ = child.communicate()
            if child.returncode:
                raise SystemExit(child.returncode)
            seconds = round(time.monotonic() - started, 1)
        finally:
            server.kill()
            server.wait()
        figures = self._figures(lost) | json.loads(output.splitlines()[-1])
        sizes = [len(keys) for keys in lost]
        in_flight = {"lost_in_flight": sum(sizes), "most_in_flight": max(sizes, default=0)}
        return figures | {"seconds": seconds} | (in_flight if kills else {})

    def _killed(self, share: float) -> set[str]:
        """Kill a build after this share of its calls; return what it paid for and did not get."""
        before, child = len(self._paid()), self._build()
        while child.poll() is None and len(self._paid()) < share * self._arguments.chunks:
            time.sleep(0.05)
        child.kill()
        child.wait()
        paid = self._paid_at_rest()
        kept = {path.stem for path in (self.lake.cache / "llm").glob("??/*.json")}
        return set(paid[before:]) - kept

    def _paid_at_rest(self) -> list[str]:
        """Return what was paid, once the server has ended what it was answering."""
        while True:
            before = len(self._paid())
            time.sleep(1)
            if len(paid := self._paid()) == before:
                return paid

    def _figures(self, lost: list[set[str]]) -> dict[str, Any]:
        extracted, dead = self._chunks("llm_triples"), self._chunks("llm_failures")
        numbers = range(self._arguments.chunks)
        ids = {number: content_id("chunk", number) for number in numbers}
        kinds = {number: kind_of(number, self._arguments.faults) for number in numbers}
        wrong = [n for n in numbers if (ids[n] in dead) != (kinds[n] in DEAD)]
        _print_table(kinds, {n for n in numbers if ids[n] in dead})
        excused = Counter(key for keys in lost for key in keys)
        paid = self._paid()
        billed = sum(run.spent_calls for run in read_runs(self.lake))
        return {
            "chunks": self._arguments.chunks,
            "extracted": len(extracted),
            "dead_letter": len(dead),
            "both": len(extracted & dead),
            "neither": len(set(ids.values()) - extracted - dead),
            "unexpected": len(wrong),
            "paid_twice": sum(max(0, n - 1 - excused[key]) for key, n in Counter(paid).items()),
            "unbilled": max(0, len(paid) - excused.total() - billed),
        }

    def _chunks(self, table: str) -> set[str]:
        paths = self.lake.paths(table)
        columns = (self.lake.read_file(table, path, ["chunk_id"]) for path in paths)
        return {chunk for column in columns for chunk in column["chunk_id"].to_pylist()}

    def _paid(self) -> list[str]:
        return self.log.read_text(encoding="utf-8").split()

    def _build(self) -> subprocess.Popen[str]:
        return self._start("--build", str(self.lake.root), "--url", self._url)

    def _start(self, *more: str) -> subprocess.Popen[str]:
        given = self._arguments
        options = [
            *("--chunks", str(given.chunks), "--faults", str(given.faults)),
            *("--concurrency", str(given.concurrency)),
        ]
        command = [sys.executable, __file__, *options, *more]
        environment = {**os.environ, _KEY: "none", "NO_PROXY": "127.0.0.1"}
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)


def _print_table(kinds: dict[int, str], dead: set[int]) -> None:
    print(f"{'fault':<18}{'chunks':>8}{'extracted':>11}{'dead letter':>13}")
    for kind in ("none", *KINDS):
        numbers = [number for number, found in kinds.items() if found == kind]
        lost = sum(1 for number in numbers if number in dead)
        print(f"{kind:<18}{len(numbers):>8,}{len(numbers) - lost:>11,}{lost:>13,}")


def _print_memory(found: dict[str, Any]) -> None:
    tenth = found["chunks"] / 10
    for number, megabytes in enumerate(found["mb_by_tenth"], 1):
        print(f"{round(number * tenth):>8,} chunks: peak {megabytes:,} MB")


def run(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the figures of a whole build and, under "killed", of one that was killed."""
    figures = _measured("whole", arguments, kills=0)
    _print_memory(figures)
    if arguments.kills:
        figures["killed"] = _measured("killed", arguments, kills=arguments.kills)
    return figures


def _measured(name: str, arguments: argparse.Namespace, *, kills: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        print(f"A {name} build:")
        return Load(Path(folder), arguments).run(kills=kills)


def parse_arguments(given: list[str] | None = None) -> argparse.Namespace:
    """Return the options; ``--serve`` and ``--build`` are for the processes started here."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--chunks", type=int, default=10_000)
    parser.add_argument("--faults", type=float, default=0.05)
    parser.add_argument("--concurrency", type=int, default=16)
    parser.add_argument("--kills", type=int, default=3, help="0: no build that is killed")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--build", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--url", default="", help=argparse.SUPPRESS)
    return parser.parse_args(given)


def main() -> None:
    """Run what the options ask for."""
    arguments = parse_arguments()
    if arguments.serve:
        serve(arguments.faults, arguments.serve)
    elif arguments.build:
        build(Lake(arguments.build), arguments.url, arguments.concurrency, arguments.chunks)
    else:
        print(json.dumps(run(arguments)))


if __name__ == "__main__":
    main()
