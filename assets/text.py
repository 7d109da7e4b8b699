"""Step 2: chunks, slices of the canonical text that never cross a header."""

from collections.abc import Iterator
from typing import Any

import dagster as dg

from dagster_project.failures import retried
from dagster_project.materialize import run_buckets, spec
from dagster_project.partitions import BUCKETS, IN_ONE_RUN
from resources.lake import LakeResource
from resources.sources import SourcesResource


@dg.multi_asset(
    specs=[spec("chunks", ["parsed_documents"])],
    partitions_def=BUCKETS,
    backfill_policy=IN_ONE_RUN,
)
@retried
def chunks(
    context: dg.AssetExecutionContext, lake: LakeResource, sources: SourcesResource
) -> Iterator[dg.MaterializeResult[Any]]:
    """Split documents at section headers, and long sections with an overlap."""
    yield from run_buckets(context, "chunk", lake.open(), sources.settings)
