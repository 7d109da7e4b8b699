"""Steps that look outside: documents, seed concepts, decisions on names, crawled applications."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import dagster as dg

from assets.failures import retried
from assets.fetched import fetched_of_run, narrowed
from assets.observe import SourcesConfig, change_tags, observe, seeds_tag
from assets.results import results_of
from assets.specs import specs_of
from graphwright.settings import Settings
from graphwright.steps.base.step import Given, Work
from graphwright.steps.listed import ListedStep, SeedsStep, SourcesStep
from graphwright.steps.pipeline import Pipeline
from graphwright.tables import SourceDocument
from resources.lake import LakeResource
from resources.sources import SourcesResource

_TOLD = {
    "predicates": "Read which predicates say the same, and which are each other's inverse.",
    "seed_broader": "Read what the data team puts above what.",
    "entity_decisions": "Read what the team decided about names.",
    "applications": "List the applications, with where the last crawl of each stands.",
}
"""What is said of steps whose asset does nothing but run them."""


def listed_asset(
    step: ListedStep, settings: Settings, found: Sequence[SourceDocument] | None
) -> dg.AssetsDefinition:
    """Return the asset of a step that lists what the outside holds."""
    specs = specs_of(step, settings)
    if isinstance(step, SourcesStep):
        return _documents(specs, found)
    if isinstance(step, SeedsStep):
        return _seeds(specs)
    return _plain(step, specs, _TOLD[step.name])


def _documents(
    specs: Sequence[dg.AssetSpec], found: Sequence[SourceDocument] | None
) -> dg.AssetsDefinition:
    @dg.multi_asset(specs=specs)
    @retried
    def source_documents(
        context: dg.AssetExecutionContext,
        config: SourcesConfig,
        lake: LakeResource,
        sources: SourcesResource,
    ) -> Iterator[dg.MaterializeResult[Any]]:
        """Observe the sources: list every document and hash its bytes."""
        opened, settings = lake.open(), sources.settings
        if found is None:
            asked = narrowed(settings, config.collections)
            remote = fetched_of_run(opened, context.run.run_id, asked)
        else:
            remote = None
        seen = observe(opened, settings, config, found, remote)
        _tag(context, change_tags(seen.changes))
        pipeline = Pipeline(Given(opened, settings, seen.documents))
        step = pipeline.step("source_documents")
        report = pipeline.run(step, Work())
        report.numbers |= {f"changes_in_{name}": str(n) for name, n in seen.changes.items()}
        yield from results_of(context, pipeline, step, report)

    return source_documents


def _seeds(specs: Sequence[dg.AssetSpec]) -> dg.AssetsDefinition:
    @dg.multi_asset(specs=specs)
    @retried
    def seed_concepts(
        context: dg.AssetExecutionContext, lake: LakeResource, sources: SourcesResource
    ) -> Iterator[dg.MaterializeResult[Any]]:
        """Read the concepts that the data team declared."""
        pipeline = Pipeline(Given(lake.open(), sources.settings))
        step = pipeline.step("seed_concepts")
        report = pipeline.run(step, Work())
        if report.made:
            _tag(context, seeds_tag(report.total("seed_concepts")))
        yield from results_of(context, pipeline, step, report)

    return seed_concepts


def _plain(
    step: ListedStep, specs: Sequence[dg.AssetSpec], description: str
) -> dg.AssetsDefinition:
    @dg.multi_asset(name=step.name, specs=specs, description=description)
    @retried
    def listed(
        context: dg.AssetExecutionContext, lake: LakeResource, sources: SourcesResource
    ) -> Iterator[dg.MaterializeResult[Any]]:
        pipeline = Pipeline(Given(lake.open(), sources.settings))
        made = pipeline.step(step.name)
        yield from results_of(context, pipeline, made, pipeline.run(made, Work()))

    return listed


def _tag(context: dg.AssetExecutionContext, tags: Mapping[str, str]) -> None:
    """Tag the run with what changed, however it was started."""
    if tags:
        context.instance.add_run_tags(context.run.run_id, dict(tags))
