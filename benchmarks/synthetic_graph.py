"""Tables of a made-up company of any size, and what each global step does with them.

Rows are made by DuckDB from their number alone. A document has 4 chunks, 16 sentences and 20
triples; names are drawn so that few are frequent and the number of entities grows with the
documents, as in the pages of ``../shared``. Vectors come from no model: they follow from the hash
of their text, so that what is measured is what the steps themselves do.
"""

from __future__ import annotations

import dataclasses
import json
import math
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa

from graphwright.publish.publish import publish_snapshot
from graphwright.publish.snapshot_files import REQUIRED
from graphwright.settings import Collection, EmbeddingSettings, Settings
from graphwright.steps.base.step import Given, Work
from graphwright.steps.embedding import EmbedStep
from graphwright.steps.likely_pairs import LikelyPairsStep
from graphwright.steps.llm.names import LlmNamesStep
from graphwright.steps.name_groups import NameGroupsStep
from graphwright.steps.pipeline import Pipeline
from graphwright.steps.sql_table import SqlStep
from graphwright.store.lake import Lake
from graphwright.tables import TABLES
from graphwright.vectors.embedder import embedder_fingerprint

BUCKETS = 16
CHUNKS, SENTENCES, TRIPLES = 4, 16, 20
MODEL = embedder_fingerprint(EmbeddingSettings())
_GLOBAL = SqlStep | LikelyPairsStep | NameGroupsStep | LlmNamesStep
_DECLARED = ("seed_concepts", "seed_broader", "entity_decisions", "predicates")
_CHANGED = 0.01
_BASE = """
CREATE MACRO id(kind, n) AS left(sha256(kind || n), 24);
CREATE MACRO drawn(n, salt) AS (hash(n * 7919 + salt) % 1000003) / 1000003.0;
CREATE MACRO name(n, salt) AS
    'Service ' || CAST(floor(names * pow(drawn(n, salt), 2)) AS BIGINT);
"""
_SELECTS = {
    "parsed_documents": """
        SELECT id('d', d) AS document_id, 'synthetic' AS collection, d || '.md' AS path,
            d || '.md' AS uri, 'md' AS format, 'dependency' AS extractor, '' AS sha256,
            'Page ' || d AS title, '' AS text,
            list_transform(range({chunks}), lambda c: {{'index': c, 'kind': 'paragraph',
                'level': 0, 'start': c * 1000, 'end': c * 1000 + 1000, 'heading_path': ['Page'],
                'parent': NULL, 'table': NULL, 'page': NULL, 'box': NULL, 'box_unit': NULL,
                'cells': []}}) AS blocks
        FROM documents""",
    "chunks": """
        SELECT id('c', d * {chunks} + c) AS chunk_id, id('d', d) AS document_id, c AS "index",
            c * 1000 AS start, c * 1000 + 1000 AS "end",
            repeat('About ' || name(d * {chunks} + c, 9) || ' and its use. ', 20) || v AS text,
            sha256(text) AS text_hash, ['Page'] AS heading_path, NULL AS table_header,
            NULL AS page, NULL AS row_name
        FROM documents, range({chunks}) AS counted(c)""",
    "sentences": """
        SELECT id('s', d * {sentences} + s) AS sentence_id,
            id('c', d * {chunks} + s % {chunks}) AS chunk_id, id('d', d) AS document_id,
            s // {chunks} AS "index", (s % {chunks}) * 1000 + (s // {chunks}) * 100 AS start,
            start + 90 AS "end", 'Statement ' || (d * {sentences} + s) || ' of version ' || v
                || ', made up of some more words.' AS text,
            'paragraph' AS kind, 12 AS tokens, NULL AS filter
        FROM documents, range({sentences}) AS counted(s)""",
    "resolved_triples": """
        SELECT id('t', n || '.' || v) AS triple_id,
            id('s', d * {sentences} + t % {sentences}) AS sentence_id,
            id('c', d * {chunks} + t % {chunks}) AS chunk_id, id('d', d) AS document_id,
            'dependency' AS extractor, 'subject_verb_object' AS rule, '1' AS version,
            name(n, 1 + v) AS subject, 0 AS subject_start, 9 AS subject_end,
            ['use', 'send', 'store', 'check', 'replace'][1 + (hash(n) % 5)::INT] AS predicate,
            predicate AS predicate_text, 10 AS predicate_start, 14 AS predicate_end,
            name(n, 2) AS object, 15 AS object_start, 24 AS object_end,
            'active' AS voice, false AS negated,
            0.5 + drawn(n, 3) / 2 AS confidence, 'knowledge' AS layer,
            subject AS subject_name, lower(subject) AS subject_key, false AS subject_resolved,
            object AS object_name, lower(object) AS object_key, false AS object_resolved,
            CASE WHEN confidence < 0.6 THEN 'low_confidence' END AS rejection
        FROM (SELECT *, d * {triples} + t AS n FROM documents, range({triples}) AS counted(t))""",
}


def write_tables(lake: Lake, documents: int, version: int) -> None:
    """Write what stands before the global steps; ``version`` 1 differs in 1 % of the documents."""
    names = max(10, int(documents**0.9 * 12))
    counts = {"chunks": CHUNKS, "sentences": SENTENCES, "triples": TRIPLES}
    with duckdb.connect() as connection:
        connection.execute(_BASE.replace("names *", f"{names} *"))
        for bucket in range(BUCKETS):
            connection.execute(
                "CREATE OR REPLACE VIEW documents AS SELECT range AS d, "
                f"CASE WHEN hash(range) % 100 < {round(_CHANGED * 100)} THEN {version} ELSE 0 END "
                f"AS v FROM range({bucket}, {documents}, {BUCKETS})"
            )
            for table, select in _SELECTS.items():
                made = connection.sql(select.format(**counts)).to_arrow_table()
                rows = declared(made, TABLES[table].schema)
                key = f"{documents} {bucket} {version}"
                lake.write(table, rows, bucket=bucket, key=key, units=_units(table, rows))
            failures = ("dependency_failures", "llm_failures")
            for table in (*failures, "mention_forms", "procedure_steps", "help_nodes"):
                lake.write(table, TABLES[table].empty(), bucket=bucket, key="none")
    of_help = ("help_pages", "help_edges", "unused_help_overrides")
    for table in (*_DECLARED, "document_versions", *of_help):
        if not lake.path(table).exists():
            lake.write(table, TABLES[table].empty(), key="none")


def declared(made: pa.Table, schema: pa.Schema) -> pa.Table:
    """Return rows in a table's schema; columns that no global step reads are empty."""
    blank = {"string": "", "int64": 0, "bool": False, "double": 0.0}
    columns = [
        made[field.name].cast(field.type)
        if field.name in made.column_names
        else pa.repeat(
            pa.scalar(None if field.nullable else blank.get(str(field.type), []), field.type),
            made.num_rows,
        )
        for field in schema
    ]
    return pa.Table.from_arrays(columns, schema=schema)


def _units(table: str, rows: pa.Table) -> dict[str, tuple[str, str]]:
    """Return units with keys as long as real ones: a chunk for sentences, else a document."""
    column = "chunk_id" if table == "sentences" else "document_id"
    return {unit: (unit * 3, unit * 3) for unit in rows[column].unique().to_pylist()}


class HashEmbedder:
    """Vectors that follow from the text's hash: an embedder that costs nothing."""

    fingerprint = MODEL

    def __init__(self, dimensions: int) -> None:
        self.dimensions = dimensions

    def embed_passages(
        self, texts: Sequence[str], on_progress: Callable[[int], None] | None = None
    ) -> np.ndarray:
        seeds = [hash_of(text) for text in texts]
        made = np.stack([np.random.default_rng(s).random(self.dimensions) for s in seeds])
        return made.astype(np.float32)

    def embed_query(self, text: str) -> np.ndarray:
        vector: np.ndarray = self.embed_passages([text])[0]
        return vector


def hash_of(text: str) -> int:
    """Return a number that follows from a text in every process."""
    return int.from_bytes(text.encode()[-16:], "little")


@dataclasses.dataclass
class StepFigures:
    """A step's rows, seconds by the clock and of the processor, and peak resident memory."""

    rows: int
    seconds: float
    cpu_seconds: float
    peak_mb: int


def measured(work: Callable[[], int]) -> StepFigures:
    """Run a step that returns its rows, with the peak of this process's memory meanwhile."""
    Path("/proc/self/clear_refs").write_text("5")  # starts the peak anew
    started, worked = time.perf_counter(), time.process_time()
    rows = work()
    seconds, cpu_seconds = time.perf_counter() - started, time.process_time() - worked
    status = Path("/proc/self/status").read_text()
    peak = next(int(line.split()[1]) for line in status.splitlines() if "VmHWM" in line)
    return StepFigures(rows, round(seconds, 2), round(cpu_seconds, 2), peak // 1024)


def run_steps(lake: Lake, dimensions: int, threads: int) -> dict[str, StepFigures]:
    """Run every global step on a lake, and return its figures."""
    figures = {}
    nowhere = Collection(name="synthetic", folder=str(lake.root))
    settings = Settings(collections=(nowhere,), buckets=BUCKETS, workers=threads)
    given = Given(lake, settings, documents=(), open_embedder=lambda: HashEmbedder(dimensions or 8))
    for step in Pipeline(given):
        of_vectors = dimensions and isinstance(step, EmbedStep)
        if of_vectors or isinstance(step, _GLOBAL):
            figures[step.name] = measured(lambda s=step: s.run(lake, Work()).total(s.name))  # type: ignore[misc]  # bound now
    if dimensions:
        figures["published_snapshot"] = measured(lambda: _publish(lake))
    return figures


def _publish(lake: Lake) -> int:
    paths = {table: lake.paths(table) for table in REQUIRED}
    publish_snapshot(lake.root, paths, settings_fingerprint="", embedder_fingerprint=MODEL, keep=1)
    return sum(path.stat().st_size for path in (lake.root / "snapshots").rglob("*.arrow")) >> 20


def measure(documents: int, dimensions: int, threads: int) -> dict[str, Any]:
    """Measure a first build's global steps and those after a change of 1 % of the documents."""
    with tempfile.TemporaryDirectory(prefix="graphwright-synthetic-") as folder:
        lake = Lake(Path(folder))
        write_tables(lake, documents, 0)
        first = run_steps(lake, dimensions, threads)
        write_tables(lake, documents, 1)
        changed = run_steps(lake, dimensions, threads)
    return {
        "documents": documents,
        "triples": documents * TRIPLES,
        "first": {name: dataclasses.asdict(step) for name, step in first.items()},
        "one_percent_changed": {name: dataclasses.asdict(step) for name, step in changed.items()},
    }


def measure_apart(documents: int, dimensions: int, threads: int) -> dict[str, Any]:
    """Measure in a new process, whose memory is that of the steps alone."""
    command = [sys.executable, __file__, str(documents), str(dimensions), str(threads)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    figures: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return figures


def growth(sizes: Sequence[dict[str, Any]], part: str) -> dict[str, float]:
    """Return each step's exponent between the smallest and the largest size: 1 is linear.

    It is that of processor time, which other programs on the machine do not change.
    """
    if len(sizes) < 2:
        return {}
    small, large = sizes[0], sizes[-1]
    scale = math.log(large["documents"] / small["documents"])
    spent = {
        name: (step["cpu_seconds"], max(small[part][name]["cpu_seconds"], 0.01))
        for name, step in large[part].items()
    }
    return {
        name: round(math.log(much / little) / scale, 2)
        for name, (much, little) in spent.items()
        if much > 0
    }


if __name__ == "__main__":
    print(json.dumps(measure(*map(int, sys.argv[1:4]))))
