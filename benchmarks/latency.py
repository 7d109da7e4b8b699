"""Measure how long a question takes on a published snapshot, and what opening it costs.

    .venv/bin/python benchmarks/latency.py [LAKE] [--nodes N [N ...]] [--questions N] [--profile]

Without LAKE, snapshots of the given numbers of entities are made up and published by the
project's own code: 1.2 relations and 1.6 chunk mentions an entity with hubs, as in SAP's graph
(39,155 entities is the default), four times as many names in headings and texts, vectors drawn at
random. Each snapshot is measured in a process of its own. Times include the embedding of the
question; models are loaded before the clock, and processor time is told beside the clock's, as
other programs on the machine do not change it as much. ``--profile`` adds the processor time of
each part of the default strategy. The last line is one JSON object: p50_ms and p99_ms of
the default strategy, open_seconds and peak_mb of the last snapshot, all strategies beside them, and
every snapshot under "snapshots".
"""

from __future__ import annotations

import argparse
import functools
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from latency_profile import profile

from graphwright.graph.snapshot import Snapshot, open_snapshot
from graphwright.ids import content_id, sha256_text
from graphwright.project import DEFAULT_STRATEGY
from graphwright.publish.publish import publish_snapshot
from graphwright.publish.snapshot_files import REQUIRED
from graphwright.retrieval import STRATEGIES, Strategy, make_strategy
from graphwright.settings import EmbeddingSettings, LanguageSettings
from graphwright.tables import TABLES, MentionReason, to_record
from graphwright.tables.documents import NOTHING_STATED
from graphwright.vectors.embedder import Embedder, make_embedder

SAP_NODES = 39_155
RELATIONS_PER_ENTITY, MENTIONS_PER_ENTITY, ENTITIES_PER_CHUNK = 1.2, 1.6, 20
NAMES_PER_ENTITY = 6.4
TOP = 5
_BATCH = 20_000
_WORDS = ("order", "invoice", "supplier", "approval", "ledger", "plant", "contract", "ticket",
          "portal", "user", "role", "report", "batch", "price", "stock", "budget", "project",
          "vendor", "payment", "shipment", "account", "material", "process")  # fmt: skip


def identifier(kind: str, number: int) -> str:
    """Return the id of a made-up row: in the order of its number."""
    return f"{number:09x}{content_id(kind, number)[:15]}"


def words(number: int, count: int, salt: int) -> str:
    """Return ``count`` words that follow from a number."""
    state = (number * 2654435761 + salt * 40503) % (1 << 32)
    return " ".join(_WORDS[(state >> (3 * i)) % len(_WORDS)] for i in range(count))


class Synthetic:
    """The rows of a graph of ``nodes`` entities, made batch by batch."""

    def __init__(self, nodes: int) -> None:
        generator = np.random.default_rng(nodes)
        self.nodes = nodes
        self.chunks = max(1, nodes // ENTITIES_PER_CHUNK)
        relations = int(nodes * RELATIONS_PER_ENTITY)
        self.subjects = generator.integers(nodes, size=relations)
        self.objects = _hubs(generator, nodes, relations)
        owners = _hubs(generator, nodes, int(nodes * MENTIONS_PER_ENTITY))
        places = generator.integers(self.chunks, size=len(owners))
        self.mentions = np.unique(np.column_stack([owners, places]), axis=0)
        named = _hubs(generator, nodes, int(nodes * NAMES_PER_ENTITY))
        places = generator.integers(self.chunks, size=len(named))
        self.names = np.unique(np.column_stack([named, places]), axis=0)
        self.confidence = generator.uniform(0.6, 1, size=relations)
        self.in_chunk = generator.integers(self.chunks, size=relations)

    def name(self, entity: int) -> str:
        """Return an entity's name."""
        return f"{words(entity, 2, 1)} {entity:x}"

    def fact(self, relation: int) -> str:
        """Return a relation as one line."""
        subject, object_ = int(self.subjects[relation]), int(self.objects[relation])
        return f"{self.name(subject)} require {self.name(object_)}"

    def rows(self) -> dict[str, tuple[int, Callable[[int], dict[str, object]]]]:
        """Return for each table its number of rows and the function that makes one."""
        return {
            "parsed_documents": (self.chunks, self.document),
            "chunks": (self.chunks, self.chunk),
            "entities": (self.nodes, self.entity),
            "entity_aliases": (self.nodes, self.alias),
            "entity_merges": (0, self.entity),
            "document_versions": (0, self.entity),
            "relations": (len(self.subjects), self.relation),
            "evidence": (len(self.subjects), self.evidence),
            "entity_chunks": (len(self.mentions), self.mention),
            "name_mentions": (len(self.names), self.name_mention),
            "procedure_steps": (0, self.entity),
        }

    def document(self, n: int) -> dict[str, object]:
        path = f"{n}.md"
        return {"document_id": identifier("document", n), "collection": "synthetic",
                "path": path, "uri": path, "format": "md", "extractor": "dependency",
                "sha256": "", "title": words(n, 3, 2), "text": "", "blocks": [], "pages": None,
                "status": "ok", "left_out": [], "warnings": [], "named_by_file": False,
                "stated_version": to_record(NOTHING_STATED)}  # fmt: skip

    def chunk(self, n: int) -> dict[str, object]:
        text = ". ".join(words(n * 40 + i, 8, 3) for i in range(40))
        return {"chunk_id": identifier("chunk", n), "document_id": identifier("document", n),
                "index": 0, "start": 0, "end": len(text), "text": text,
                "text_hash": sha256_text(text), "heading_path": [words(n, 3, 2)],
                "table_header": None, "page": None, "row_name": None}  # fmt: skip

    def entity(self, n: int) -> dict[str, object]:
        name = self.name(n)
        return {"entity_id": identifier("entity", n), "name": name, "key": name,
                "type": "Concept", "definition": None, "seed": False, "mention_count": 1,
                "document_count": 1, "concept": True, "type_reason": "",
                "procedure_count": 0, "navigation_count": 0}  # fmt: skip

    def alias(self, n: int) -> dict[str, object]:
        return {"entity_id": identifier("entity", n), "alias": self.name(n).upper(),
                "alias_key": self.name(n), "tier": "exact", "mention_count": 1}  # fmt: skip

    def relation(self, n: int) -> dict[str, object]:
        subject, object_ = int(self.subjects[n]), int(self.objects[n])
        return {"relation_id": identifier("relation", n),
                "subject_id": identifier("entity", subject), "subject": self.name(subject),
                "predicate": "require",
                "object_id": identifier("entity", object_), "object": self.name(object_),
                "negated": False, "modality": None, "text": self.fact(n), "support_count": 1,
                "document_count": 1, "confidence": float(self.confidence[n]),
                "superseded": False, "layer": "knowledge"}  # fmt: skip

    def evidence(self, n: int) -> dict[str, object]:
        chunk, quote = int(self.in_chunk[n]), f"The {self.fact(n)} as {words(n, 6, 4)}."
        return {"evidence_id": identifier("evidence", n), "relation_id": identifier("relation", n),
                "triple_id": identifier("triple", n), "document_id": identifier("document", chunk),
                "collection": "synthetic", "title": words(chunk, 3, 2), "uri": f"{chunk}.md",
                "page": None, "box": None, "box_unit": None, "heading_path": [words(chunk, 3, 2)],
                "chunk_id": identifier("chunk", chunk), "sentence_id": identifier("sentence", n),
                "start": 0, "end": len(quote), "quote": quote, "subject_start": 0,
                "subject_end": 1, "object_start": 2, "object_end": 3, "extractor": "dependency",
                "rule": "svo", "version": "1", "confidence": float(self.confidence[n]),
                "superseded": False, "layer": "knowledge"}  # fmt: skip

    def mention(self, n: int) -> dict[str, object]:
        entity, chunk = self.mentions[n].tolist()
        return {"entity_id": identifier("entity", entity), "chunk_id": identifier("chunk", chunk),
                "document_id": identifier("document", chunk), "mention_count": 1}  # fmt: skip

    def name_mention(self, n: int) -> dict[str, object]:
        entity, chunk = self.names[n].tolist()
        reason = MentionReason.HEADING if n % 8 else MentionReason.SECTION
        return {"entity_id": identifier("entity", entity), "chunk_id": identifier("chunk", chunk),
                "document_id": identifier("document", chunk),
                "reason": reason.value if n % 2 else MentionReason.TEXT.value,
                "mention_count": 1}  # fmt: skip


def _hubs(generator: np.random.Generator, nodes: int, count: int) -> np.ndarray:
    """Return ``count`` node numbers of which few are drawn often."""
    return (nodes * generator.power(0.6, size=count)).astype(np.int64)


def write_tables(graph: Synthetic, folder: Path, embedder: Embedder) -> dict[str, list[Path]]:
    """Write the graph's tables as Parquet, memory flat in their size."""
    folder.mkdir(parents=True)
    paths = {name: [folder / f"{name}.parquet"] for name in REQUIRED}
    for name, (count, make) in graph.rows().items():
        schema = TABLES[name].schema
        _write(paths[name][0], schema, _row_batches(count, make, schema))
    sizes = {"entity": graph.nodes, "chunk": graph.chunks, "relation": len(graph.subjects)}
    for kind, count in sizes.items():
        table = f"{kind}_embeddings"
        schema = TABLES[table].schema
        _write(paths[table][0], schema, _vector_batches(kind, count, embedder, schema))
    return paths


def _write(path: Path, schema: pa.Schema, batches: Iterator[pa.RecordBatch]) -> None:
    with pq.ParquetWriter(path, schema) as writer:
        for batch in batches:
            writer.write_batch(batch)


def _row_batches(
    count: int, make: Callable[[int], dict[str, object]], schema: pa.Schema
) -> Iterator[pa.RecordBatch]:
    for start in range(0, count, _BATCH):
        rows = [make(n) for n in range(start, min(start + _BATCH, count))]
        yield pa.RecordBatch.from_pylist(rows, schema=schema)


def _vector_batches(
    kind: str, count: int, embedder: Embedder, schema: pa.Schema
) -> Iterator[pa.RecordBatch]:
    generator = np.random.default_rng(count)
    for start in range(0, count, _BATCH):
        numbers = range(start, min(start + _BATCH, count))
        vectors = generator.normal(size=(len(numbers), embedder.dimensions)).astype("<f4")
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        columns = [
            [identifier(kind, n) for n in numbers],
            [""] * len(numbers),
            [embedder.fingerprint] * len(numbers),
            [vector.tobytes() for vector in vectors],
        ]
        yield pa.record_batch(columns, schema=schema)


def make_lake(root: Path, nodes: int) -> float:
    """Publish a made-up snapshot of ``nodes`` entities in ``root``; return the seconds it took."""
    embedder = make_embedder(EmbeddingSettings(), 1)
    tables = write_tables(Synthetic(nodes), root / "tables", embedder)
    started = time.perf_counter()
    publish_snapshot(
        root,
        tables,
        settings_fingerprint="synthetic",
        embedder_fingerprint=embedder.fingerprint,
        keep=1,
    )
    return time.perf_counter() - started


def questions_of(snapshot: Snapshot, count: int) -> list[str]:
    """Return questions about subjects of the graph, evenly spread over its relations."""
    total = snapshot.relations.num_rows
    rows = np.linspace(0, max(total - 1, 0), num=min(count, total), dtype=np.int64)
    relations = snapshot.relation_rows(rows.tolist())
    return [f"What does {r.subject} {r.predicate}, and who uses {r.object}?" for r in relations]


def measure(lake: Path, count: int, *, parts: bool = False) -> dict[str, object]:
    """Return the figures of a lake's published snapshot; meant for a process of its own.

    ``parts`` adds those of each part of the default strategy.
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
    for name in STRATEGIES.names:
        started = time.perf_counter()
        strategy = make_strategy(name, snapshot, lambda: embedder, LanguageSettings())
        made = time.perf_counter() - started
        figures[name] = {"make_seconds": round(made, 3), **_time_strategy(strategy, questions)}
        if parts and name == DEFAULT_STRATEGY:
            figures["profile_ms"] = profile(strategy, questions, TOP)
    return {**figures, "peak_mb": _peak()}


def _peak() -> int:
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


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


def measure_apart(lake: Path, count: int, *, parts: bool) -> dict[str, object]:
    """Measure in a new process, so that memory is that of serving alone."""
    command = [sys.executable, __file__, str(lake), "--measure", "--questions", str(count)]
    command += ["--profile"] if parts else []
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    figures: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return figures


def main() -> None:
    """Read the arguments, measure every snapshot and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("lake", nargs="?", type=Path, help="a lake with a published snapshot")
    parser.add_argument("--nodes", nargs="+", type=int, help="entities of made-up snapshots")
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--profile", action="store_true", help="time each part of the default")
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        print(json.dumps(measure(arguments.lake, arguments.questions, parts=arguments.profile)))
        return
    apart = functools.partial(measure_apart, count=arguments.questions, parts=arguments.profile)
    snapshots: dict[str, dict[str, object]] = {}
    if arguments.lake:
        snapshots[str(arguments.lake)] = apart(arguments.lake)
    for nodes in arguments.nodes or ([] if arguments.lake else [SAP_NODES]):
        with tempfile.TemporaryDirectory() as temporary:
            seconds = make_lake(Path(temporary), nodes)
            figures = apart(Path(temporary))
            snapshots[str(nodes)] = {**figures, "publish_seconds": round(seconds, 2)}
    for name, figures in snapshots.items():
        _print_snapshot(name, figures)
    last = next(reversed(snapshots.values()))
    default = last[DEFAULT_STRATEGY]
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
