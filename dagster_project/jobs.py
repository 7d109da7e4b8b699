"""The jobs: one for each thing that a data team asks a graph for."""

from typing import Any

import dagster as dg
import pydantic

from assets.crawled import crawl_op
from assets.observe import SourcesConfig
from graphwright.errors import GraphwrightError
from graphwright.graph.pointer import known_pointer
from graphwright.publish.publish import rollback as roll_back
from graphwright.settings import Settings
from graphwright.steps.publishing import SNAPSHOT
from resources.lake import LakeResource

BUILD_JOB = "build"
CRAWL_JOB = "crawl_applications"


class RollbackConfig(dg.Config):
    """Which snapshot readers shall get."""

    snapshot: str = pydantic.Field(description="Id of a kept snapshot: 'graphwright status'.")


@dg.op(description="Points readers to an earlier snapshot, after its hashes were checked.")
def point_to_snapshot(
    context: dg.OpExecutionContext, config: RollbackConfig, lake: LakeResource
) -> None:
    """Change the pointer, and note it on the asset that readers get."""
    root = lake.open().root
    try:
        before = known_pointer(root)
        roll_back(root, config.snapshot)
    except GraphwrightError as error:
        raise dg.Failure(description=str(error), allow_retries=False) from error
    left = "none" if before is None else before.current
    noted = {"rolled_back_to": config.snapshot, "rolled_back_from": left}
    context.log_event(dg.AssetObservation(SNAPSHOT, metadata=noted))


@dg.job(
    # Not with the executor that waits for the lake: who rolls back cannot wait for a build to end.
    executor_def=dg.in_process_executor,
    description="Points readers to an earlier snapshot at once, also while a build runs; no table "
    "changes, and the next build publishes what the sources hold again.",
)
def rollback() -> None:
    """Roll back; the config names the snapshot."""
    point_to_snapshot()


def crawl_jobs(settings: Settings) -> list[dg.JobDefinition]:
    """Return the job that crawls the applications; none where the settings name none."""
    if not settings.applications:
        return []

    @dg.job(
        name=CRAWL_JOB,
        # Not with the executor that waits for the lake: builds go on while a crawl takes its time.
        executor_def=dg.in_process_executor,
        description="Crawls each application, by difference from its last crawl, and keeps what it "
        "saw; the next build makes tables of that. What one application refuses stops no other.",
    )
    def crawl_applications() -> None:
        for application in settings.applications:
            crawl_op(application)()

    return [crawl_applications]


def asset_jobs(settings: Settings) -> list[Any]:  # Dagster does not export their type
    """Return the jobs over assets and checks."""
    first = SourcesConfig(collections=[settings.collections[0].name])
    every_asset, every_check = dg.AssetSelection.all(), dg.AssetSelection.all_asset_checks()
    return [
        dg.define_asset_job(
            BUILD_JOB,
            selection=every_asset,
            description="From the sources to a published snapshot; does only what is new.",
        ),
        dg.define_asset_job(
            "build_collection",
            selection=every_asset,
            config=dg.RunConfig(ops={"source_documents": first}),
            description="The same for the collections that the config of source_documents names: "
            "only their documents are looked at and parsed. Documents of the others stay as they "
            "were last seen, with what was made of them; the global tables and the snapshot cover "
            "all. Use it where looking at every source takes long.",
        ),
        dg.define_asset_job(
            "publish",
            selection=dg.AssetSelection.assets(SNAPSHOT) | every_check,
            description="Checks the tables as they stand and publishes them; makes no table again.",
        ),
        dg.define_asset_job(
            "check",
            selection=every_check,
            description="Checks the tables as they stand, and how long changed documents have "
            "waited.",
        ),
    ]
