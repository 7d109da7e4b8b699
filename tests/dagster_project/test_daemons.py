"""What Dagster's own daemons do with the definitions: backfills over buckets, and freshness."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import dagster as dg
import yaml
from dagster._core.execution.backfill import BulkActionStatus, PartitionBackfill
from dagster._core.remote_origin import InProcessCodeLocationOrigin
from dagster._core.test_utils import InProcessTestWorkspaceLoadTarget, freeze_time
from dagster._core.types.loadable_target_origin import LoadableTargetOrigin
from dagster._core.workspace.context import WorkspaceProcessContext
from dagster._daemon.backfill import execute_backfill_iteration
from dagster._daemon.freshness import FreshnessDaemon
from tiny_project import Tiny, stale

from dagster_project.partitions import BUCKETS
from dagster_project.project import dagster_home

SNAPSHOT = dg.AssetKey("published_snapshot")
_IN_THIS_PROCESS = {
    "run_launcher": {
        "module": "dagster._core.launcher.sync_in_memory_run_launcher",
        "class": "SyncInMemoryRunLauncher",
    },
    "run_coordinator": {
        "module": "dagster._core.run_coordinator",
        "class": "DefaultRunCoordinator",
    },
}
"""Where a daemon launches a run: here, so that no process has to start for it."""


@contextmanager
def workspace(tiny: Tiny) -> Iterator[WorkspaceProcessContext]:
    """Yield what a daemon sees of the project: its definitions and its instance."""
    path = dagster_home(tiny.lake) / "dagster.yaml"
    settings = yaml.safe_load(path.read_text(encoding="utf-8"))
    path.write_text(yaml.safe_dump(settings | _IN_THIS_PROCESS), encoding="utf-8")
    module = LoadableTargetOrigin(module_name="dagster_project.definitions")
    target = InProcessTestWorkspaceLoadTarget(InProcessCodeLocationOrigin(module))
    with (
        tiny.loaded(),
        tiny.instance() as instance,
        WorkspaceProcessContext(instance, target) as opened,
    ):
        yield opened


def test_the_daemon_backfills_chosen_buckets_in_one_run(tiny: Tiny) -> None:
    chosen, table = BUCKETS.get_partition_keys()[3:6], dg.AssetKey("chunks")
    with workspace(tiny) as context:
        instance = context.instance
        before = {run.run_id for run in instance.get_runs()}
        instance.add_backfill(
            PartitionBackfill.from_asset_partitions(
                backfill_id="three",
                asset_graph=context.create_request_context().asset_graph,
                partition_names=chosen,
                asset_selection=[table],
                backfill_timestamp=datetime.now(UTC).timestamp(),
                tags={},
                dynamic_partitions_store=instance,
                all_partitions=False,
                title=None,
                description=None,
                run_config=None,
            )
        )
        for _ in range(3):  # it asks for the run, sees that it has ended, and ends the backfill
            problems = list(execute_backfill_iteration(context, logging.getLogger("daemon")))
            assert [problem for problem in problems if problem] == []
        backfill = instance.get_backfill("three")
        assert backfill is not None
        assert backfill.status is BulkActionStatus.COMPLETED_SUCCESS
        (run,) = [run for run in instance.get_runs() if run.run_id not in before]
        assert run.tags["dagster/asset_partition_range_start"] == chosen[0]
        assert run.tags["dagster/asset_partition_range_end"] == chosen[-1]
        made = instance.fetch_materializations(table, limit=len(chosen)).records
        assert {record.partition_key for record in made} == set(chosen)
        assert all("dagster/row_count" in (r.asset_materialization or r).metadata for r in made)
        assert stale(instance) == set()


def test_the_daemon_says_when_the_published_graph_is_overdue(tiny: Tiny) -> None:
    with workspace(tiny) as context:
        assert context.instance.freshness_enabled
        assert states(context, datetime.now(UTC)) == ["PASS"]
        assert states(context, datetime.now(UTC) + timedelta(hours=27)) == ["FAIL"]


def states(context: WorkspaceProcessContext, now: datetime) -> list[str]:
    """Return the freshness of the published graph after the daemon's look at that time."""
    with freeze_time(now):
        list(FreshnessDaemon().run_iteration(context))
    record = context.instance.get_freshness_state_records([SNAPSHOT])[SNAPSHOT]
    return [record.freshness_state.value]
