"""Data versions and code versions: what Dagster needs to say rightly what is stale.

Both are the lake's own: a code version is the version that a step puts into its keys (rules,
models, prompts and the settings that shape its output), a data version the digest that the steps
after it depend on. So the page calls stale just what a build would do again.
"""

import functools
from collections.abc import Iterable
from pathlib import Path

import dagster as dg

from graphwright.ids import fingerprint
from graphwright.lake import Lake
from graphwright.planning.staleness import SNAPSHOT
from graphwright.serving.manifest import FORMAT_VERSION
from graphwright.settings import Settings
from graphwright.steps.pipeline import STEP_NAMES, make_step
from graphwright.steps.vectors import EMBEDDED, embedding_causes
from graphwright.tables import SourceDocument
from graphwright.vectors.embedder import embedder_fingerprint
from sql import READS, version

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
        return version(table)
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


def stamp_buckets(context: dg.AssetExecutionContext, lake: Lake, table: str) -> None:
    """Give each bucket that the run has just materialised the data version of its own file.

    Dagster stamps one data version on all partitions of a run over a range, so that a change of
    one bucket would make all stale. The materialisation of each is logged once more with its own;
    a run over a single bucket has it right already.
    """
    keys = context.partition_keys
    if len(keys) == 1:
        return
    key = dg.AssetKey(table)
    fetched = context.instance.fetch_materializations(key, limit=len(keys))
    for record in reversed(fetched.records):
        event = record.asset_materialization
        if event is None or event.partition is None or record.run_id != context.run.run_id:
            continue
        own = file_version(lake, table, int(event.partition)).value
        context.log_event(
            dg.AssetMaterialization(
                key,
                partition=event.partition,
                metadata=event.metadata,
                tags={**(event.tags or {}), _DATA_VERSION: own},
            )
        )
