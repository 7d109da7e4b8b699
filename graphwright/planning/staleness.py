"""Which tables a build has to make again, so that it runs these and no others.

A table is stale where its own key, or a table that it is made from, would differ. The answer errs
on one side: a stale table may come out as it was, one that is not stale would. Each step compares
keys once more when it runs, and takes over what it can.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence

from graphwright.entities.seeds import load_seeds
from graphwright.errors import LakeError
from graphwright.publish.contents import REQUIRED
from graphwright.publish.publish import is_published
from graphwright.quality.homes import checks_at, floors_of, known_results_at
from graphwright.quality.remembered import tables_of
from graphwright.settings import Settings
from graphwright.steps.pipeline import STEP_NAMES, make_step
from graphwright.steps.step import BucketStep
from graphwright.steps.vectors import EMBEDDED, embedding_key, is_synced
from graphwright.steps.whole import listed_key, sql_key
from graphwright.store.lake import Lake
from graphwright.tables import TABLES, SeedAlias, SourceDocument, table_of
from graphwright.vectors.embedder import embedder_fingerprint
from sql import READS

SNAPSHOT = "published_snapshot"


@dataclasses.dataclass(frozen=True, slots=True)
class Staleness:
    """Stale tables with the reason of each, and the buckets that their bucketed ones need.

    ``reasons`` is in pipeline order; the snapshot is the last, under its asset's name.
    """

    reasons: Mapping[str, str]
    buckets: frozenset[int]

    def __bool__(self) -> bool:
        return bool(self.reasons)


def find_stale(lake: Lake, settings: Settings, sources: Sequence[SourceDocument]) -> Staleness:
    """Return what a build of these settings and source documents has to make again.

    Raises what the steps raise for a setting that cannot be met, such as a model not installed.
    """
    search = _Search(lake, settings)
    search.listed("source_documents", SourceDocument, sources)
    for name in STEP_NAMES:
        search.bucketed(make_step(name, lake, settings, sources))
    search.listed("seed_concepts", SeedAlias, load_seeds(settings.seed_path))
    for table in READS:
        search.queried(table)
    for table in EMBEDDED:
        search.embedded(table)
    for table in TABLES:
        search.checked(table)
    search.published()
    return search.result()


class _Search:
    """Collects stale tables; a table is asked about after all that it is made from."""

    def __init__(self, lake: Lake, settings: Settings) -> None:
        self._lake = lake
        self._settings = settings
        self._model = embedder_fingerprint(settings.embedding)
        self._reasons: dict[str, str] = {}
        self._buckets: set[int] = set()
        self._made_together: dict[str, tuple[str, ...]] = {}

    def result(self) -> Staleness:
        names = [name for name in (*TABLES, SNAPSHOT) if name in self._reasons]
        reasons = {name: self._reasons[name] for name in names}
        return Staleness(reasons, frozenset(self._buckets))

    def listed(self, table: str, row: type, rows: Iterable[object]) -> None:
        key = listed_key(table_of(row).from_rows(rows))
        if not self._lake.is_current(table, key):
            self._reasons[table] = "its list changed"

    def bucketed(self, step: BucketStep) -> None:
        self._made_together |= dict.fromkeys(step.outputs, step.outputs)
        stale = self._stale_buckets(step)
        # Parsing is asked with the documents that there are now: it follows nothing unseen.
        reason = self._follows(step.upstream)
        if stale or reason:
            self._buckets |= stale
            for table in step.outputs:
                self._reasons[table] = reason or f"{len(stale)} buckets changed"

    def queried(self, table: str) -> None:
        def current() -> bool:
            key = sql_key(self._lake, table, self._settings)
            return self._lake.is_current(table, key)

        self._whole(table, READS[table], current, "it is not there, or of older input")

    def embedded(self, table: str) -> None:
        def current() -> bool:
            lake, settings = self._lake, self._settings
            key = embedding_key(lake, table, settings.buckets, self._model)
            synced = is_synced(lake, table, key, self._model, settings.milvus)
            return synced and lake.is_current(table, key)

        self._whole(table, [EMBEDDED[table]], current, "its model or what Milvus holds changed")

    def checked(self, table: str) -> None:
        """Count a table in whose checks have not passed over the files that are there."""
        checks = checks_at(table, floors_of(self._settings))
        if table in self._reasons or not checks:
            return
        if (reason := self._follows(tables_of(checks))) is None:
            known = known_results_at(self._lake, table, self._settings)
            if known is None or any(r.blocking and not r.passed for r in known):
                reason = "its checks have not passed"
        if reason:
            self._reasons |= dict.fromkeys(self._made_together.get(table, (table,)), reason)
            if TABLES[table].bucketed:
                self._buckets |= set(range(self._settings.buckets))

    def published(self) -> None:
        """Count the snapshot in where anything is stale, or it is not of these tables."""
        if self._reasons:
            self._reasons[SNAPSHOT] = "its tables or their checks changed"
        elif not is_published(
            self._lake.root,
            {table: self._lake.paths(table) for table in REQUIRED},
            settings_fingerprint=self._settings.data_fingerprint,
            embedder_fingerprint=self._model,
        ):
            self._reasons[SNAPSHOT] = "it is not of these tables"

    def _whole(
        self, table: str, upstream: Sequence[str], current: Callable[[], bool], otherwise: str
    ) -> None:
        reason = self._follows(upstream)
        if reason is None:
            try:
                reason = None if current() else otherwise
            except LakeError:
                reason = "what it is made from is not there"
        if reason:
            self._reasons[table] = reason

    def _follows(self, tables: Iterable[str]) -> str | None:
        stale = [table for table in tables if table in self._reasons]
        # The last made is the nearest: it stands for those before it.
        return f"follows {stale[-1]}" if stale else None

    def _stale_buckets(self, step: BucketStep) -> set[int]:
        """Return the buckets whose files would change; all where one is there that should not."""
        lake, wanted = self._lake, range(self._settings.buckets)
        if any(int(path.stem) not in wanted for t in step.outputs for path in lake.paths(t)):
            return set(wanted)
        return {bucket for bucket in wanted if not self._is_current(step, bucket)}

    def _is_current(self, step: BucketStep, bucket: int) -> bool:
        try:
            key = step.bucket_key(self._lake, bucket)
        except LakeError:
            return False  # what it is made from is not there yet
        return all(self._lake.is_current(table, key, bucket) for table in step.outputs)
