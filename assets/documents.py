"""Step 1: the documents that the sources hold, parsed to canonical text or rejected."""

from collections.abc import Iterator
from typing import Any

import dagster as dg

from dagster_project.materialize import run_buckets, spec, whole_result
from dagster_project.partitions import BUCKETS, IN_ONE_RUN
from graphwright.documents.sources import discover
from graphwright.steps.whole import listed_key, refresh
from graphwright.tables import SourceDocument, table_of
from resources.lake import LakeResource
from resources.sources import SourcesResource


@dg.multi_asset(specs=[spec("source_documents", [])])
def source_documents(lake: LakeResource, sources: SourcesResource) -> dg.MaterializeResult[Any]:
    """Observe the sources: list every document and hash its bytes."""
    opened = lake.open()
    found = table_of(SourceDocument).from_rows(discover(sources.settings))
    report = refresh(opened, "source_documents", listed_key(found), lambda: found)
    return whole_result(opened, "source_documents", report)


@dg.multi_asset(
    specs=[
        spec("parsed_documents", ["source_documents"], kinds=["docling"]),
        spec("rejected_documents", ["source_documents"]),
    ],
    partitions_def=BUCKETS,
    backfill_policy=IN_ONE_RUN,
)
def parsed_documents(
    context: dg.AssetExecutionContext, lake: LakeResource, sources: SourcesResource
) -> Iterator[dg.MaterializeResult[Any]]:
    """Parse what is new in worker processes that are killed when they hang."""
    yield from run_buckets(context, "parse", lake.open(), sources.settings)
