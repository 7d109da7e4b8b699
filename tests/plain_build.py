"""A build without Dagster: the domain's own functions in the order of the assets.

It costs a fraction of a whole build, for tests of what many builds in a row leave behind. That it
makes the same bytes as ``graphwright build`` is tested in ``test_two_builds_are_identical``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from pathlib import Path

from graphwright.documents.sources.discover import discover
from graphwright.entities.seeds import load_seeds
from graphwright.planning.staleness import SNAPSHOT, Staleness, find_stale
from graphwright.publish.contents import REQUIRED
from graphwright.publish.history.origin import origin_of
from graphwright.publish.publish import publish_snapshot
from graphwright.quality.homes import run_checks_at
from graphwright.settings import Settings
from graphwright.steps.pipeline import STEP_NAMES, make_step
from graphwright.steps.runner import run_step
from graphwright.steps.vectors import EMBEDDED, embed_table
from graphwright.steps.whole import listed_key, refresh, run_sql_table
from graphwright.store.lake import Lake
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
        build = _Build(lake, settings, find_stale(lake, settings, documents))
        build.listed("source_documents", SourceDocument, documents)
        for name in STEP_NAMES:
            build.bucketed(name)
        build.listed("seed_concepts", SeedAlias, load_seeds(settings.seed_path))
        for table in READS:
            build.queried(table)
        for table in EMBEDDED:
            build.embedded(table)
        build.published()
        return build.worked


@dataclasses.dataclass
class _Build:
    """Makes the stale tables, checks each, and counts the work."""

    lake: Lake
    settings: Settings
    stale: Staleness
    worked: Worked = dataclasses.field(default_factory=dict)

    def listed(self, table: str, row: type, rows: Iterable[object]) -> None:
        if table in self.stale.reasons:
            made = table_of(row).from_rows(rows)
            refresh(self.lake, table, listed_key(made), lambda: made)
            self._check(table)

    def bucketed(self, name: str) -> None:
        step = make_step(name, self.lake, self.settings)
        self.worked[name] = 0
        if not self.stale.reasons.keys() & set(step.outputs):
            return
        buckets = sorted(self.stale.buckets)
        workers = self.settings.worker_count
        self.worked[name] = run_step(step, self.lake, buckets, workers=workers).worked
        for table in step.outputs:
            self.lake.drop_other_buckets(table, self.settings.buckets)
            self._check(table)

    def queried(self, table: str) -> None:
        if table in self.stale.reasons:
            run_sql_table(self.lake, table, self.settings)
            self._check(table)

    def embedded(self, table: str) -> None:
        lake, settings = self.lake, self.settings
        self.worked[table] = 0
        if table not in self.stale.reasons:
            return
        report = embed_table(
            lake,
            table,
            settings.buckets,
            model=embedder_fingerprint(settings.embedding),
            milvus=settings.milvus,
            open_embedder=lambda: make_embedder(settings.embedding, settings.worker_count),
            open_store=lambda: VectorStore.from_settings(settings.milvus, lake.milvus),
            on_start=lambda total: None,
            on_progress=lambda done: None,
        )
        self.worked[table] = report.texts_embedded
        self._check(table)

    def published(self) -> None:
        if SNAPSHOT in self.stale.reasons:
            publish_snapshot(
                self.lake.root,
                {table: self.lake.paths(table) for table in REQUIRED},
                settings_fingerprint=self.settings.data_fingerprint,
                embedder_fingerprint=embedder_fingerprint(self.settings.embedding),
                keep=self.settings.keep_snapshots,
                origin=lambda: origin_of(self.lake, self.settings),
            )

    def _check(self, table: str) -> None:
        results = run_checks_at(self.lake, table, self.settings)
        failed = [result for result in results if result.blocking and not result.passed]
        assert not failed, failed
