"""Data versions and code versions: what Dagster needs to say rightly what is stale.

Both are the lake's own: a code version is the version that a step puts into its keys (rules,
models, prompts and the settings that shape its output), a data version the digest that the steps
after it depend on. So the page calls stale just what a build would do again.
"""

import functools
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import dagster as dg

from graphwright.errors import LakeError
from graphwright.graph.manifest import FORMAT_VERSION
from graphwright.ids import fingerprint
from graphwright.planning.staleness import SNAPSHOT
from graphwright.settings import Settings
from graphwright.steps.pipeline import STEP_NAMES, make_step
from graphwright.steps.vectors import EMBEDDED, embedding_causes
from graphwright.steps.whole import sql_causes
from graphwright.store.lake import Lake
from graphwright.tables import SourceDocument
from graphwright.vectors.embedder import embedder_fingerprint
from sql import READS

_DATA_VERSION = "dagster/data_version"


def _sources(settings: Settings) -> str:
    """Return what shapes the list of documents: the collections, and the size that is too large."""
    collections = [collection.model_dump() for collection in settings.collections]
    return fingerprint([collections, settings.parse.max_bytes])


def _snapshot(settings: Settings) -> str:
    embedder = embedder_fingerprint(settings.embedding)
    return fingerprint([FORMAT_VERSION, settings.data_fingerprint, embedder])


def code_version(table: str, settings: Settings) -> str | None:
    """Return the version of what makes a table; None for the seed file, which nothing makes.

    Raises ``ModelError`` where a model that the settings name is absent.
    """
    if table in READS:
        return fingerprint(sql_causes(table, settings))
    if table in EMBEDDED:
        return fingerprint(embedding_causes(embedder_fingerprint(settings.embedding)))
    if table == "source_documents":
        return _sources(settings)
    if table == SNAPSHOT:
        return _snapshot(settings)
    return _of_steps(settings).get(table)


@functools.cache
def _of_steps(settings: Settings) -> dict[str, str]:
    lake = Lake(Path())  # no version depends on where the tables lie
    steps = [make_step(name, lake, settings, ()) for name in STEP_NAMES]
    return {table: step.version for step in steps for table in step.outputs}


def sources_version(documents: Iterable[SourceDocument]) -> str:
    """Return the data version of the sources: what parsing depends on, so not the times in them."""
    return fingerprint(
        [[d.document_id, d.uri, d.extractor, d.sha256, d.problem] for d in documents]
    )


def file_version(lake: Lake, table: str, bucket: int | None = None) -> dg.DataVersion:
    """Return the data version of a whole table, or of a bucket: the digest of its file."""
    state = lake.state(lake.path(table, bucket))
    return dg.DataVersion("absent" if state is None else state.digest)


def stamp_buckets(
    context: dg.AssetExecutionContext,
    lake: Lake,
    table: str,
    metadata: Mapping[int, Mapping[str, Any]],
) -> None:
    """Log the materialisation of each bucket of the run, with its own data version and metadata.

    Dagster logs one for each partition of a run over a range by itself, all with one data version,
    so that a change of one bucket would make all stale; those are bare, and these, which follow
    them, count. A run over a single bucket has it right already.
    """
    key = dg.AssetKey(table)
    of_dagster = context.instance.fetch_materializations(key, limit=1).records
    last = of_dagster[0].asset_materialization if of_dagster else None
    if last is None or of_dagster[0].run_id != context.run.run_id:
        raise LakeError(f"Dagster's record of table {table} lacks what this run has just logged.")
    for bucket, shown in metadata.items():
        # Its other tags are the same for all: the versions of the code and of what was read.
        tags = {**(last.tags or {}), _DATA_VERSION: file_version(lake, table, bucket).value}
        context.log_event(
            dg.AssetMaterialization(key, partition=f"{bucket:04d}", metadata=shown, tags=tags)
        )
