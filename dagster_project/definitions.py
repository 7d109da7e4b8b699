"""Everything that Dagster loads of one project: assets, checks, jobs, schedules and resources."""

import dagster as dg

import assets
from dagster_project.jobs import ASSET_JOBS, rollback
from dagster_project.lake_runs import lake_executor
from dagster_project.project import lake_root, sources_file
from dagster_project.schedules import SCHEDULES
from dagster_project.sensors import SENSORS
from resources.embedder import EmbedderResource
from resources.lake import LakeResource
from resources.llm import LlmResource
from resources.milvus import MilvusResource
from resources.sources import SourcesResource


def resources(sources: str, lake: str) -> dict[str, dg.ConfigurableResource]:  # type: ignore[type-arg]  # of any kind
    """Return the resources of a project: its sources file and its lake."""
    sources_resource, lake_resource = SourcesResource(file=sources), LakeResource(root=lake)
    return {
        "sources": sources_resource,
        "lake": lake_resource,
        "llm": LlmResource(sources=sources_resource, lake=lake_resource),
        "embedder": EmbedderResource(sources=sources_resource),
        "milvus": MilvusResource(sources=sources_resource, lake=lake_resource),
    }


@dg.definitions
def defs() -> dg.Definitions:
    """Return the definitions of the project that the environment names."""
    return dg.Definitions(
        assets=dg.load_assets_from_package_module(assets),
        asset_checks=dg.load_asset_checks_from_package_module(assets),
        jobs=[*ASSET_JOBS, rollback],
        schedules=SCHEDULES,
        sensors=SENSORS,
        resources=resources(str(sources_file()), str(lake_root())),
        executor=lake_executor,
    )
