"""Measure a build of a folder: rows, seconds of each step, memory, and each step beside its limit.

    .venv/bin/python benchmarks/build.py [FOLDER] [--lake DIR] [--edit SHARE] [--sample N]

Three parts, in one run: a build of the folder into a new lake and a second one with nothing changed
(each in a process of its own, whose memory and processor time are watched with its children's);
the language steps on a sample of the chunks in this process, beside the bare ``nlp.pipe`` of the
same pipeline on the same texts; and embedding beside bare onnxruntime sessions on the same texts.
The last line is one JSON object. ``--lake`` keeps the lake; one that is there is taken as built,
and then only the second build and the samples are measured. ``--edit .01`` adds builds after an
edit of 1 % of the files and after taking it back, and what an edit costs however small the folder
(``start``: one of its first 20 files in a lake of these, with Dagster and all models to load).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import dagster as dg
from edited_folder import copy_files, edited_copy
from embedding_baseline import bare_texts_per_second
from spacy.language import Language
from spacy.tokens import Doc

from dagster_project.environment import dagster_home
from graphwright.extraction.extract import read_chunk
from graphwright.extraction.reading.document import DocumentReading
from graphwright.extraction.resolve import resolve_triples
from graphwright.language.annotate import ChunkInput, annotate, chunk_inputs, read_doc
from graphwright.language.coreference import CoreferenceResolver
from graphwright.language.pipeline import load_pipeline
from graphwright.settings import EmbeddingSettings, LanguageSettings
from graphwright.steps.bucketed.rows import chunks_of, parsed_by_id
from graphwright.store.lake import Lake
from graphwright.tables import Chunk, DependencyTriple, ParsedDocument, Sentence
from graphwright.vectors.embedder import make_embedder

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "documents" / "sap_btp_docs"
_FEW_FILES = 20
_PAGE = os.sysconf("SC_PAGE_SIZE")
_TICKS = os.sysconf("SC_CLK_TCK")
_BUILD = """
if __name__ == "__main__":  # each worker process reads this file too: it must not pay for it
    import json, sys
    from pathlib import Path
    from dagster_project.build import build
    from graphwright.project import folder_settings, read_settings

    lake, source, workers = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]) or None
    read = folder_settings if source.is_dir() else read_settings
    settings = read(source).model_copy(update={"workers": workers})
    report = build(lake, settings, quiet=True, allow_shrinking=True)
    print(json.dumps({"rows": report.rows, "seconds": report.seconds, "run": report.run_id}))
"""


class Watch:
    """Watches a process and its children: peak memory (sum of resident sets) and CPU seconds."""

    def __init__(self, pid: int) -> None:
        self.peak_mb = 0.0
        self.cpu_seconds = 0.0
        self._pid = pid
        self._cpu: dict[int, float] = {}
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.wait(0.25):
            total = 0
            for pid in _family(self._pid):
                try:
                    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                except OSError:
                    continue  # it has just ended
                total += int(fields[21]) * _PAGE
                self._cpu[pid] = (int(fields[11]) + int(fields[12])) / _TICKS
            self.peak_mb = max(self.peak_mb, total / 1e6)
            self.cpu_seconds = sum(self._cpu.values())


def _family(root: int) -> list[int]:
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents.setdefault(int(fields[1]), []).append(int(entry.name))
    family, queue = [], [root]
    while queue:
        pid = queue.pop()
        family.append(pid)
        queue += parents.get(pid, [])
    return family


def timed_build(folder: Path, lake: Path, workers: int) -> dict[str, Any]:
    """Build in a process of its own and return its report with wall seconds, CPU and memory.

    ``folder`` may be a file of settings, too. ``worked`` is the number of units or texts that each
    step worked on, by its tables.
    """
    with tempfile.NamedTemporaryFile("w", suffix=".py", delete=False) as script:
        script.write(_BUILD)
    started = time.perf_counter()
    command = [sys.executable, script.name, str(lake), str(folder), str(workers)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    watch = Watch(process.pid)
    output, _ = process.communicate()
    watch.stop()
    Path(script.name).unlink()
    if process.returncode:
        raise SystemExit(f"The build failed with exit code {process.returncode}.")
    report: dict[str, Any] = json.loads(output.splitlines()[-1])
    report["wall_seconds"] = round(time.perf_counter() - started, 1)
    report["cpu_seconds"] = round(watch.cpu_seconds, 1)
    report["peak_mb"] = round(watch.peak_mb)
    report["worked"] = worked_on(lake.absolute(), report["run"])
    return report


def edited_builds(
    folder: Path, lake: Path, share: float, workers: int, place: Path
) -> dict[str, dict[str, Any]]:
    """Return the reports of builds after an edit of few files, of a share, and of its undoing."""
    few, few_edited, edited = (place / name / folder.name for name in ("few", "few2", "edited"))
    copy_files(folder, few, _FEW_FILES)
    edited_copy(folder, few_edited, 1 / _FEW_FILES, _FEW_FILES)
    files = edited_copy(folder, edited, share)
    timed_build(few, place / "few-lake", workers)
    return {
        "start": timed_build(few_edited, place / "few-lake", workers),
        "edited": {**timed_build(edited, lake, workers), "files": files},
        "edited_back": timed_build(folder, lake, workers),
    }


def worked_on(lake: Path, run_id: str | None) -> dict[str, int]:
    """Return the units or texts that each step of a run worked on, by its tables."""
    if run_id is None:
        return {}
    os.environ["DAGSTER_HOME"] = str(dagster_home(lake))
    worked: dict[str, int] = {}
    with dg.DagsterInstance.get() as instance:
        for entry in instance.all_logs(run_id, of_type=dg.DagsterEventType.ASSET_MATERIALIZATION):
            made = entry.asset_materialization
            for name in ("units_worked_on", "texts_embedded"):
                if made is not None and name in made.metadata:
                    worked[made.asset_key.to_user_string()] = int(made.metadata[name].value)  # type: ignore[call-overload]  # a number
    return worked


def sampled(lake: Lake, size: int) -> list[tuple[ParsedDocument, list[Chunk]]]:
    """Return whole documents, in order of id, with at least ``size`` chunks in all."""
    found: list[tuple[ParsedDocument, list[Chunk]]] = []
    count = 0
    for path in lake.paths("chunks"):
        bucket = int(path.stem)
        parsed = parsed_by_id(lake, bucket)
        for document, chunks in chunks_of(lake, bucket).items():
            if count >= size:
                return found
            found.append((parsed[document], chunks))
            count += len(chunks)
    return found


def clocked(work: Callable[[], Any]) -> tuple[Any, float]:
    """Return what ``work`` gives and the CPU seconds of this process that it took."""
    started = time.process_time()
    result = work()
    return result, time.process_time() - started


def language_steps(
    sample: Sequence[tuple[ParsedDocument, list[Chunk]]], part: int = 50
) -> dict[str, Any]:
    """Return tokens a CPU-second of each language step, and its cost beside the bare parse.

    The steps take turns, ``part`` chunks each, so that what slows the machine for a while slows
    all of them.
    """
    nlp = load_pipeline(LanguageSettings())
    resolver = CoreferenceResolver(nlp)
    parsed = {p.document_id: p for p, _ in sample}
    inputs = [entry for document, chunks in sample for entry in chunk_inputs(document, chunks)]
    # What a process loads once, such as word lists, is no step's cost: nor is the pipeline's load.
    _language_part(nlp, resolver, parsed, inputs[:10])
    seconds: dict[str, float] = defaultdict(float)
    tokens = 0
    for start in range(0, len(inputs), part):
        spent, count = _language_part(nlp, resolver, parsed, inputs[start : start + part])
        for step, cost in spent.items():
            seconds[step] += cost
        tokens += count
    bare = seconds["bare_parse"]
    without = sum(seconds[step] for step in ("annotate", "read_docs", "rules", "resolve"))
    return {
        "chunks": len(inputs),
        "tokens": tokens,
        "tokens_per_second": {name: round(tokens / spent) for name, spent in seconds.items()},
        "ratio_to_parse": {name: round(spent / bare, 3) for name, spent in seconds.items()},
        "language_without_coreference_to_parse": round(without / bare, 3),
        "coreference_to_parse": round(seconds["coreference"] / bare, 3),
    }


def _language_part(
    nlp: Language,
    resolver: CoreferenceResolver,
    parsed: Mapping[str, ParsedDocument],
    inputs: Sequence[ChunkInput],
) -> tuple[dict[str, float], int]:
    """Return the CPU seconds of each step on these chunks, and the tokens in them."""
    texts = [entry.chunk.text for entry in inputs]
    list(nlp.pipe(texts))  # whoever comes first pays for the new words: neither of the two does
    docs, bare = clocked(lambda: list(nlp.pipe(texts)))
    tokens = sum(map(len, docs))
    del docs
    rows, annotated = clocked(lambda: annotate(nlp, inputs))
    read, reading = clocked(lambda: [read_doc(annotation, nlp.vocab) for annotation, _ in rows])
    parts = [(doc, e.chunk, s) for doc, e, (_, s) in zip(read, inputs, rows, strict=True)]
    mentions, coreference = clocked(lambda: [resolver.resolve(*one) for one in parts])
    triples, rules = clocked(lambda: _read_by_rules(parts, parsed))
    _, resolving = clocked(
        lambda: [resolve_triples(t, m, 0.6) for t, m in zip(triples, mentions, strict=True)]
    )
    seconds = {
        "bare_parse": bare,
        "annotate": annotated,
        "read_docs": reading,
        "rules": rules,
        "resolve": resolving,
        "coreference": coreference,
    }
    return seconds, tokens


def _read_by_rules(
    parts: Sequence[tuple[Doc, Chunk, Sequence[Sentence]]], parsed: Mapping[str, ParsedDocument]
) -> list[list[DependencyTriple]]:
    """Return the triples of chunks, read as a build does: those of a document share its reading."""
    known = {key: DocumentReading(parsed[key]) for key in {c.document_id for _, c, _ in parts}}
    return [read_chunk(doc, c, found, known[c.document_id]).triples for doc, c, found in parts]


def embedding_steps(texts: Sequence[str], workers: int) -> dict[str, Any]:
    """Return texts a second of the embedder and of bare sessions, taken in turn, and the ratio."""
    embedder = make_embedder(EmbeddingSettings(), workers)
    embedder.embed_passages(texts[:4])
    ours, bare = [], []
    for _ in range(3):
        started = time.perf_counter()
        embedder.embed_passages(texts)
        ours.append(len(texts) / (time.perf_counter() - started))
        bare.append(bare_texts_per_second(texts, workers))
    ratios = sorted(o / b for o, b in zip(ours, bare, strict=True))
    return {
        "texts": len(texts),
        "texts_per_second": round(sorted(ours)[1], 2),
        "bare_texts_per_second": round(sorted(bare)[1], 2),
        "ratio_to_bare": round(ratios[1], 3),
    }


def _table(title: str, rows: dict[str, Any]) -> None:
    print(f"\n{title}")
    for name, value in rows.items():
        print(f"  {name:<44}{value:>14,}" if isinstance(value, int) else f"  {name:<44}{value:>14}")


def _show_build(title: str, report: dict[str, Any]) -> None:
    _table(title, {k: report[k] for k in ("wall_seconds", "cpu_seconds", "peak_mb")})
    slowest = sorted(report["seconds"].items(), key=lambda item: -item[1])[:14]
    _table("  seconds of its slowest steps", {name: round(spent, 1) for name, spent in slowest})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", nargs="?", type=Path, default=DATA)
    parser.add_argument("--lake", type=Path)
    parser.add_argument("--edit", type=float, default=0.0, metavar="SHARE", help="of the files")
    parser.add_argument("--sample", type=int, default=400, help="chunks for the language steps")
    parser.add_argument("--workers", type=int, default=0)
    options = parser.parse_args()
    workers = options.workers or len(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as temporary:
        root = options.lake or Path(temporary) / "lake"
        result: dict[str, Any] = {"folder": options.folder.name}
        if not root.exists():
            result["first"] = timed_build(options.folder, root, options.workers)
            _show_build("first build", result["first"])
        result["second"] = timed_build(options.folder, root, options.workers)
        _show_build("second build, nothing changed", result["second"])
        _table("rows", result["second"]["rows"])
        if options.edit:
            place = Path(temporary)
            edits = edited_builds(options.folder, root, options.edit, options.workers, place)
            for name, report in edits.items():
                _show_build(f"build, {name}", report)
            result |= edits
        sample = sampled(Lake(root), options.sample)
        result["language"] = language_steps(sample)
        for key in ("tokens_per_second", "ratio_to_parse"):
            _table(f"language steps, {key}, one process", result["language"][key])
        texts = [chunk.text for _, chunks in sample for chunk in chunks][:150]
        result["embedding"] = embedding_steps(texts, workers)
        _table("embedding", result["embedding"])
    print(json.dumps(result))


if __name__ == "__main__":
    main()
