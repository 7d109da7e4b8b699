"""Data versions of buckets: what Dagster needs to say rightly which of them are stale.

Versions are the lake's own: a code version is that of the step, a data version the digest that the
steps after it depend on. So the page calls stale just what a build would do again.
"""

from collections.abc import Mapping
from typing import Any

import dagster as dg

from assets.partitions import partition_key
from graphwright.errors import LakeError

_DATA_VERSION = "dagster/data_version"


def stamp_buckets(
    context: dg.AssetExecutionContext,
    table: str,
    versions: Mapping[int, str],
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
        tags = {**(last.tags or {}), _DATA_VERSION: versions[bucket]}
        context.log_event(
            dg.AssetMaterialization(key, partition=partition_key(bucket), metadata=shown, tags=tags)
        )
