"""Everything that Dagster loads: assets, checks, jobs and resources of one project."""

import dagster as dg

import assets
from dagster_project.jobs import JOBS
from dagster_project.project import lake_root, sources_file
from resources.embedder import EmbedderResource
from resources.lake import LakeResource
from resources.milvus import MilvusResource
from resources.sources import SourcesResource


def resources(sources: str, lake: str) -> dict[str, dg.ConfigurableResource]:  # type: ignore[type-arg]  # of any kind
    """Return the resources of a project: its sources file and its lake."""
    sources_resource, lake_resource = SourcesResource(file=sources), LakeResource(root=lake)
    return {
        "sources": sources_resource,
        "lake": lake_resource,
        "embedder": EmbedderResource(sources=sources_resource),
        "milvus": MilvusResource(sources=sources_resource, lake=lake_resource),
    }


@dg.definitions
def defs() -> dg.Definitions:
    """Return the definitions of the project that the environment names."""
    return dg.Definitions(
        assets=dg.load_assets_from_package_module(assets),
        asset_checks=dg.load_asset_checks_from_package_module(assets),
        jobs=JOBS,
        resources=resources(str(sources_file()), str(lake_root())),
        # Steps share worker processes of their own; a process a step would only load models again.
        executor=dg.in_process_executor,
    )
