"""Step 1: the documents that the sources hold, parsed to canonical text or rejected."""

from collections.abc import Iterator
from typing import Any

import dagster as dg

from dagster_project.materialize import run_buckets, spec, whole_result
from dagster_project.partitions import BUCKETS, IN_ONE_RUN
from graphwright.documents.sources import discover
from graphwright.ids import fingerprint
from graphwright.steps.documents import ParseStep
from graphwright.steps.whole import refresh
from graphwright.tables import SourceDocument, rows_of, table_of
from resources.lake import LakeResource
from resources.sources import SourcesResource


@dg.multi_asset(specs=[spec("source_documents", [])])
def source_documents(lake: LakeResource, sources: SourcesResource) -> dg.MaterializeResult[Any]:
    """Observe the sources: list every document and hash its bytes."""
    opened = lake.open()
    found = table_of(SourceDocument).from_rows(discover(sources.settings))
    key = fingerprint(found.to_pylist())
    report = refresh(opened, "source_documents", key, lambda: found)
    return whole_result(opened, "source_documents", report)


@dg.multi_asset(
    specs=[
        spec("parsed_documents", ["source_documents"], kinds=["docling"]),
        spec("rejected_documents", ["source_documents"]),
        spec("document_links", ["source_documents"]),
    ],
    partitions_def=BUCKETS,
    backfill_policy=IN_ONE_RUN,
)
def parsed_documents(
    context: dg.AssetExecutionContext, lake: LakeResource, sources: SourcesResource
) -> Iterator[dg.MaterializeResult[Any]]:
    """Parse what is new in worker processes that are killed when they hang."""
    opened, settings = lake.open(), sources.settings
    documents = rows_of(SourceDocument, opened.read("source_documents"))
    step = ParseStep(documents, settings.parse, settings.buckets)
    yield from run_buckets(context, step, opened, settings)
