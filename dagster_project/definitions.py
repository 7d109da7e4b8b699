"""Everything that Dagster loads of one project: assets, checks, jobs, schedules and resources."""

from collections.abc import Sequence

import dagster as dg

from assets import pipeline_assets, pipeline_checks
from dagster_project.environment import named_project
from dagster_project.jobs import asset_jobs, crawl_jobs, rollback
from dagster_project.lake_runs import lake_executor
from dagster_project.schedules import crawls, nightly_build
from dagster_project.sensors import SENSORS
from graphwright.display.messages import guard_messages
from graphwright.project import Project
from graphwright.tables import SourceDocument
from resources.embedder import EmbedderResource
from resources.lake import LakeResource
from resources.llm import LlmResource
from resources.milvus import MilvusResource
from resources.publication import PublicationResource
from resources.sources import SourcesResource


@dg.definitions
def defs() -> dg.Definitions:
    """Return the definitions of the project that the environment names."""
    guard_messages()
    return definitions_of(named_project())


def definitions_of(
    project: Project, found: Sequence[SourceDocument] | None = None
) -> dg.Definitions:
    """Return the definitions of a project whose settings are in a file.

    ``found`` are the documents that the sources hold, where the caller has just looked.
    """
    settings = project.settings
    return dg.Definitions(
        assets=pipeline_assets(project, found),
        asset_checks=pipeline_checks(settings),
        jobs=[*asset_jobs(settings), *crawl_jobs(settings), rollback],
        schedules=[nightly_build(settings), *crawls(settings)],
        sensors=SENSORS,
        resources=resources_of(project),
        executor=lake_executor(project),
    )


def resources_of(project: Project) -> dict[str, dg.ConfigurableResource]:  # type: ignore[type-arg]  # of any kind
    """Return the connections of a project: they read its settings when a step asks for them."""
    sources, lake = SourcesResource(file=str(project.sources)), LakeResource(root=str(project.root))
    return {
        "sources": sources,
        "lake": lake,
        "llm": LlmResource(sources=sources, lake=lake),
        "embedder": EmbedderResource(sources=sources),
        "milvus": MilvusResource(sources=sources, lake=lake),
        "publication": PublicationResource(),
    }
