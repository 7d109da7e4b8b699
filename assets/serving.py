"""Step 8: the published snapshot, an immutable folder behind one atomic pointer."""

from pathlib import Path
from typing import Any

import dagster as dg

from dagster_project.automation import PUBLISHED_IN_TIME, follows_data
from dagster_project.failures import retried
from dagster_project.materialize import group
from dagster_project.project import project_settings
from dagster_project.versions import code_version
from graphwright.graph.pointer import read_pointer, snapshots_root
from graphwright.inspection.changes import change_numbers, publication_grids, publication_line
from graphwright.inspection.markdown import grid_markdown
from graphwright.planning.staleness import SNAPSHOT
from graphwright.publish.contents import REQUIRED
from graphwright.publish.history.log import changes_of, publications
from graphwright.publish.history.origin import origin_of
from graphwright.publish.publish import publish_snapshot
from graphwright.quality.homes import failed_blocking, refusal
from graphwright.settings import Settings
from graphwright.store.lake import Lake
from graphwright.tables import TABLES
from graphwright.vectors.embedder import embedder_fingerprint
from resources.lake import LakeResource
from resources.sources import SourcesResource


@dg.asset(
    deps=list(TABLES),
    code_version=code_version(SNAPSHOT, project_settings()),
    automation_condition=follows_data(),
    freshness_policy=PUBLISHED_IN_TIME,
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
    _refuse_unchecked(opened, settings)
    before = read_pointer(opened.root)
    snapshot_id = publish_snapshot(
        opened.root,
        {table: opened.paths(table) for table in REQUIRED},
        settings_fingerprint=settings.data_fingerprint,
        embedder_fingerprint=embedder_fingerprint(settings.embedding),
        keep=settings.keep_snapshots,
        origin=lambda: origin_of(opened, settings),
    )
    return dg.MaterializeResult(
        data_version=dg.DataVersion(snapshot_id),
        metadata={
            "snapshot": snapshot_id,
            "path": dg.MetadataValue.path(str(snapshots_root(opened.root) / snapshot_id)),
            **_changes(opened.root, before.publication if before else 0),
        },
    )


def _refuse_unchecked(lake: Lake, settings: Settings) -> None:
    """Raise ``LakeError`` where a check fails that must pass: Dagster lets a person make the
    snapshot alone, in a run without the checks of its tables.
    """
    if failed := failed_blocking(lake, settings):
        raise refusal(failed)


def _changes(root: Path, before: int) -> dict[str, Any]:
    """Return the counts of the last publication, and what changed if it is one of this run."""
    pointer = read_pointer(root)
    number = pointer.publication if pointer else 0
    last = next((entry for entry in publications(root) if entry.number == number), None)
    if last is None:  # a damaged record was deleted, as its message says
        return {"publication": number, "changes": "It is not recorded what changed."}
    new = number != before
    lines = [publication_line(last) if new else "Nothing changed: the snapshot stays.", ""]
    grids = publication_grids(last, changes_of(root, last)) if new else []
    numbers = change_numbers(last.changes if new else {})
    changed = dg.MetadataValue.md("\n".join([*lines, *map(grid_markdown, grids)]))
    return {"publication": number, "changes": changed, **numbers, **last.counts}
