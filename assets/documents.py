"""Step 1: the documents that the sources hold, parsed to canonical text or rejected."""

from collections.abc import Iterator
from typing import Any

import dagster as dg

from dagster_project.failures import retried
from dagster_project.materialize import run_buckets, spec, whole_result
from dagster_project.observe import SourcesConfig, observe, tag_run
from dagster_project.partitions import BUCKETS, IN_ONE_RUN
from dagster_project.versions import sources_version
from graphwright.steps.whole import listed_key, refresh
from graphwright.tables import SourceDocument, table_of
from resources.lake import LakeResource
from resources.sources import SourcesResource


@dg.multi_asset(specs=[spec("source_documents", [])])
@retried
def source_documents(
    context: dg.AssetExecutionContext,
    config: SourcesConfig,
    lake: LakeResource,
    sources: SourcesResource,
) -> dg.MaterializeResult[Any]:
    """Observe the sources: list every document and hash its bytes."""
    opened = lake.open()
    seen = observe(opened, sources.settings, config)
    tag_run(context, seen.changes)
    found = table_of(SourceDocument).from_rows(seen.documents)
    report = refresh(opened, "source_documents", listed_key(found), lambda: found)
    changes = {f"changes_in_{name}": str(counts) for name, counts in seen.changes.items()}
    version = sources_version(seen.documents)
    return whole_result(opened, "source_documents", report, changes, version)


@dg.multi_asset(
    specs=[
        spec("parsed_documents", ["source_documents"], kinds=["docling"]),
        spec("rejected_documents", ["source_documents"]),
        spec("document_links", ["source_documents"]),
    ],
    partitions_def=BUCKETS,
    backfill_policy=IN_ONE_RUN,
)
@retried
def parsed_documents(
    context: dg.AssetExecutionContext, lake: LakeResource, sources: SourcesResource
) -> Iterator[dg.MaterializeResult[Any]]:
    """Parse what is new in worker processes that are killed when they hang."""
    yield from run_buckets(context, "parse", lake.open(), sources.settings)
