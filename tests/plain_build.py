"""A build without Dagster: the domain's own functions in the order of the assets.

It costs a tenth of a whole build, for tests of what many builds in a row leave behind. That it
makes the same bytes as ``graphwright build`` is tested in ``test_two_builds_are_identical``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from graphwright.documents.sources import discover
from graphwright.entities.seeds import load_seeds
from graphwright.ids import fingerprint
from graphwright.lake import Lake
from graphwright.serving.contents import REQUIRED
from graphwright.serving.publish import publish_snapshot
from graphwright.settings import Settings
from graphwright.steps.documents import ChunkStep, ParseStep
from graphwright.steps.language import AnnotateStep, CoreferenceStep
from graphwright.steps.runner import run_step
from graphwright.steps.step import BucketStep
from graphwright.steps.triples import DependencyStep, LlmStep, ResolveStep
from graphwright.steps.vectors import EMBEDDED, embed_table
from graphwright.steps.whole import refresh, run_sql_table
from graphwright.tables import SeedAlias, SourceDocument, table_of
from graphwright.vectors.embedder import embedder_fingerprint, make_embedder
from graphwright.vectors.store import VectorStore
from sql import READS

Worked = dict[str, int]
"""Bucketed step, or table of vectors, to the units or texts that it worked on."""


def build_plainly(settings: Settings, root: Path) -> Worked:
    """Bring the lake up to date with the sources, publish it, and return what was worked on."""
    lake = Lake(root)
    with lake.exclusive():
        documents = discover(settings)
        found = table_of(SourceDocument).from_rows(documents)
        refresh(lake, "source_documents", fingerprint(found.to_pylist()), lambda: found)
        worked: Worked = {}
        for step in _bucket_steps(settings, lake, documents):
            report = run_step(step, lake, range(settings.buckets), workers=settings.worker_count)
            worked[step.name] = report.worked
            for table in step.outputs:
                lake.drop_other_buckets(table, settings.buckets)
        seeds = table_of(SeedAlias).from_rows(load_seeds(settings.seed_path))
        refresh(lake, "seed_concepts", fingerprint(seeds.to_pylist()), lambda: seeds)
        for table, upstream in READS.items():
            run_sql_table(lake, table, upstream, settings.buckets, settings.worker_count)
        worked |= {table: _embed(settings, lake, table) for table in EMBEDDED}
        _publish(settings, lake)
    return worked


def _bucket_steps(
    settings: Settings, lake: Lake, documents: list[SourceDocument]
) -> Iterator[BucketStep]:
    yield ParseStep(documents, settings.parse, settings.buckets)
    yield ChunkStep(settings.chunk)
    yield AnnotateStep(settings.language)
    yield CoreferenceStep(settings.language)
    yield DependencyStep()
    yield LlmStep(settings.llm, lake.cache / "llm")
    yield ResolveStep(settings.confidence_threshold)


def _embed(settings: Settings, lake: Lake, table: str) -> int:
    report = embed_table(
        lake,
        table,
        settings.buckets,
        model=embedder_fingerprint(settings.embedding),
        open_embedder=lambda: make_embedder(settings.embedding, settings.worker_count),
        open_store=lambda: VectorStore.from_settings(settings.milvus, lake.milvus),
        on_start=lambda total: None,
        on_progress=lambda done: None,
    )
    return report.texts_embedded


def _publish(settings: Settings, lake: Lake) -> None:
    publish_snapshot(
        lake.root,
        {table: lake.paths(table) for table in REQUIRED},
        settings_fingerprint=fingerprint(settings.for_data()),
        embedder_fingerprint=embedder_fingerprint(settings.embedding),
        keep=settings.keep_snapshots,
    )
