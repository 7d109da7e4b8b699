"""Step 8: the published snapshot, an immutable folder behind one atomic pointer."""

from typing import Any

import dagster as dg

from dagster_project.automation import FOLLOWS_DATA
from dagster_project.failures import retried
from dagster_project.materialize import group
from dagster_project.project import project_settings
from dagster_project.versions import PUBLISHED, code_version
from graphwright.serving.contents import REQUIRED
from graphwright.serving.publish import publish_snapshot
from graphwright.serving.snapshot import open_snapshot
from graphwright.tables import TABLES
from graphwright.vectors.embedder import embedder_fingerprint
from resources.lake import LakeResource
from resources.sources import SourcesResource


@dg.asset(
    deps=list(TABLES),
    code_version=code_version(PUBLISHED, project_settings()),
    automation_condition=FOLLOWS_DATA,
    group_name=group("serving"),
    kinds={"igraph", "arrow"},
    description="The graph, its tables and its vectors under one manifest, for readers. "
    "It is published only when every blocking check before it has passed.",
)
@retried
def published_snapshot(
    context: dg.AssetExecutionContext, lake: LakeResource, sources: SourcesResource
) -> dg.MaterializeResult[Any]:
    """Make the snapshot of the tables and point readers to it."""
    opened, settings = lake.open(), sources.settings
    snapshot_id = publish_snapshot(
        opened.root,
        {table: opened.paths(table) for table in REQUIRED},
        settings_fingerprint=settings.data_fingerprint,
        embedder_fingerprint=embedder_fingerprint(settings.embedding),
        keep=settings.keep_snapshots,
    )
    counts = open_snapshot(opened.root, snapshot_id).manifest.counts
    return dg.MaterializeResult(
        data_version=dg.DataVersion(snapshot_id),
        metadata={
            "snapshot": snapshot_id,
            "path": dg.MetadataValue.path(str(opened.root / "snapshots" / snapshot_id)),
            **dict(sorted(counts.items())),
        },
    )
