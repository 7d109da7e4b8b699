"""Steps that make tables of tables, and the snapshot: all alike, whatever the step does."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dagster as dg

from assets.failures import retried
from assets.partitions import IN_ONE_RUN, partitions_of
from assets.pools import milvus_pool
from assets.progress import bar
from assets.results import results_of
from assets.specs import specs_of
from graphwright.settings import Settings
from graphwright.steps.base.step import Given, Step, Work
from graphwright.steps.embedding import EmbedStep
from graphwright.steps.pipeline import Pipeline
from resources.embedder import EmbedderResource
from resources.lake import LakeResource
from resources.llm import LlmResource
from resources.milvus import MilvusResource
from resources.publication import PublicationResource
from resources.sources import SourcesResource


def made_asset(declared: Step, root: Path, settings: Settings) -> dg.AssetsDefinition:
    """Return the assets of a step's outputs, made together by one run of it."""
    lite = isinstance(declared, EmbedStep) and settings.milvus.uri is None

    @dg.multi_asset(
        name=declared.outputs[0],
        specs=specs_of(declared, settings),
        partitions_def=partitions_of(settings.buckets) if declared.bucketed else None,
        backfill_policy=IN_ONE_RUN if declared.bucketed else None,
        pool=milvus_pool(root) if lite else None,
        description=_first_sentence(declared),
    )
    @retried
    def asset(  # noqa: PLR0917  # Dagster passes connections by name
        context: dg.AssetExecutionContext,
        lake: LakeResource,
        sources: SourcesResource,
        llm: LlmResource,
        embedder: EmbedderResource,
        milvus: MilvusResource,
        publication: PublicationResource,
    ) -> Iterator[dg.MaterializeResult[Any]]:
        given = Given(
            lake.open(),
            sources.settings,
            open_llm=lambda: llm.open(context.run.tags),
            open_embedder=embedder.open,
            open_vectors=milvus.open,
        )
        pipeline = Pipeline(given)
        step = pipeline.step(declared.name)
        progress = bar(step.title, context.log.info)
        work = Work(
            buckets=[int(key) for key in context.partition_keys] if step.bucketed else (),
            workers=given.settings.worker_count,
            run=context.run.run_id,
            allow_shrinking=publication.allow_shrinking,
            on_start=progress.start,
            on_progress=progress.advance,
        )
        report = pipeline.run(step, work)
        yield from results_of(context, pipeline, step, report)

    return asset


def _first_sentence(step: Step) -> str:
    return (type(step).__doc__ or "").strip().split("\n\n")[0]
