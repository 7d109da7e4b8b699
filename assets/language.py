"""Step 3: one spaCy pass over each chunk, its sentences, and its coreference chains."""

from collections.abc import Iterator
from typing import Any

import dagster as dg

from dagster_project.failures import retried
from dagster_project.materialize import run_buckets, spec
from dagster_project.partitions import BUCKETS, IN_ONE_RUN
from resources.lake import LakeResource
from resources.sources import SourcesResource


@dg.multi_asset(
    specs=[
        spec("annotations", ["parsed_documents", "chunks"], kinds=["spacy"]),
        spec("sentences", ["parsed_documents", "chunks"], kinds=["spacy"]),
    ],
    partitions_def=BUCKETS,
    backfill_policy=IN_ONE_RUN,
)
@retried
def annotations(
    context: dg.AssetExecutionContext, lake: LakeResource, sources: SourcesResource
) -> Iterator[dg.MaterializeResult[Any]]:
    """Parse each new chunk once and keep the parse; every rule reads it from there."""
    yield from run_buckets(context, "annotate", lake.open(), sources.settings)


@dg.multi_asset(
    specs=[
        spec("coreference_chains", ["chunks", "sentences", "annotations"], kinds=["spacy"]),
        spec("coreference_failures", ["chunks", "sentences", "annotations"], kinds=["spacy"]),
    ],
    partitions_def=BUCKETS,
    backfill_policy=IN_ONE_RUN,
)
@retried
def coreference_chains(
    context: dg.AssetExecutionContext, lake: LakeResource, sources: SourcesResource
) -> Iterator[dg.MaterializeResult[Any]]:
    """Find the name that each pronoun stands for, where a triple may need it."""
    yield from run_buckets(context, "coreference", lake.open(), sources.settings)
