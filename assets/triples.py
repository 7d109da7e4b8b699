"""Step 4: triples that rules and, where asked for, an LLM read from sentences; then resolved."""

from collections.abc import Iterator
from typing import Any

import dagster as dg

from dagster_project.failures import retried
from dagster_project.materialize import run_buckets, spec
from dagster_project.partitions import BUCKETS, IN_ONE_RUN
from graphwright.steps.outlines import OutlineStep
from graphwright.steps.triples import LlmStep, ResolveStep
from resources.lake import LakeResource
from resources.llm import LlmResource
from resources.sources import SourcesResource


@dg.multi_asset(
    specs=[spec("dependency_triples", ["parsed_documents", "chunks", "sentences", "annotations"])],
    partitions_def=BUCKETS,
    backfill_policy=IN_ONE_RUN,
)
@retried
def dependency_triples(
    context: dg.AssetExecutionContext, lake: LakeResource, sources: SourcesResource
) -> Iterator[dg.MaterializeResult[Any]]:
    """Apply the rules to the parses that are kept."""
    yield from run_buckets(context, "dependency_triples", lake.open(), sources.settings)


@dg.multi_asset(
    specs=[spec(table, OutlineStep.upstream, kinds=["openai"]) for table in OutlineStep.outputs],
    partitions_def=BUCKETS,
    backfill_policy=IN_ONE_RUN,
)
@retried
def llm_outlines(
    context: dg.AssetExecutionContext,
    lake: LakeResource,
    sources: SourcesResource,
    llm: LlmResource,
) -> Iterator[dg.MaterializeResult[Any]]:
    """Ask the LLM for summaries and entities, for collections with the prompts ``entities``."""
    asked = llm.open(context.run.tags)
    yield from run_buckets(context, "llm_outlines", lake.open(), sources.settings, asked)


@dg.multi_asset(
    specs=[spec(table, LlmStep.upstream, kinds=["openai"]) for table in LlmStep.outputs],
    partitions_def=BUCKETS,
    backfill_policy=IN_ONE_RUN,
)
@retried
def llm_triples(
    context: dg.AssetExecutionContext,
    lake: LakeResource,
    sources: SourcesResource,
    llm: LlmResource,
) -> Iterator[dg.MaterializeResult[Any]]:
    """Ask the LLM about the chunks of collections that ask for it; none does by default."""
    asked = llm.open(context.run.tags)
    yield from run_buckets(context, "llm_triples", lake.open(), sources.settings, asked)


@dg.multi_asset(
    specs=[spec(table, ResolveStep.upstream) for table in ResolveStep.outputs],
    partitions_def=BUCKETS,
    backfill_policy=IN_ONE_RUN,
)
@retried
def resolved_triples(
    context: dg.AssetExecutionContext, lake: LakeResource, sources: SourcesResource
) -> Iterator[dg.MaterializeResult[Any]]:
    """Replace pronouns by names, normalise names, and decide which triples are accepted."""
    yield from run_buckets(context, "resolved_triples", lake.open(), sources.settings)
