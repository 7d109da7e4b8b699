"""What Dagster's own daemons do with the definitions: ticks, backfills over buckets, freshness."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import dagster as dg
import pytest
import yaml
from dagster._core.execution.backfill import BulkActionStatus, PartitionBackfill
from dagster._core.remote_origin import InProcessCodeLocationOrigin
from dagster._core.test_utils import InProcessTestWorkspaceLoadTarget, freeze_time
from dagster._core.types.loadable_target_origin import LoadableTargetOrigin
from dagster._core.workspace.context import WorkspaceProcessContext
from dagster._daemon.backfill import execute_backfill_iteration
from dagster._daemon.freshness import FreshnessDaemon
from dagster._daemon.sensor import execute_sensor_iteration
from dagster._scheduler.scheduler import launch_scheduled_runs
from tiny_project import BUCKETS, EDITED, Tiny, stale

from assets.partitions import partition_key
from dagster_project.environment import dagster_home
from dagster_project.lake_runs import lake_tags
from graphwright.tables import TABLES

SNAPSHOT = dg.AssetKey("published_snapshot")
KEYS = [partition_key(bucket) for bucket in range(BUCKETS)]
_MOST_LOOKS = 20
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
        tiny.environment(),
        tiny.instance() as instance,
        WorkspaceProcessContext(instance, target) as opened,
    ):
        yield opened


def backfill(
    context: WorkspaceProcessContext, name: str, assets: Collection[str], buckets: Sequence[str]
) -> list[dg.DagsterRun]:
    """Ask for a backfill as the page does, let the daemon do it, and return its runs in order."""
    instance = context.instance
    before = {run.run_id for run in instance.get_runs()}
    instance.add_backfill(
        PartitionBackfill.from_asset_partitions(
            backfill_id=name,
            asset_graph=context.create_request_context().asset_graph,
            partition_names=buckets,
            asset_selection=[dg.AssetKey(asset) for asset in assets],
            backfill_timestamp=datetime.now(UTC).timestamp(),
            tags={},
            dynamic_partitions_store=instance,
            all_partitions=False,
            title=None,
            description=None,
            run_config=None,
        )
    )
    for _ in range(_MOST_LOOKS):  # it asks for a run, sees that it has ended, and goes on
        problems = list(execute_backfill_iteration(context, logging.getLogger("daemon")))
        assert [problem for problem in problems if problem] == []
        found = instance.get_backfill(name)
        assert found is not None
        if found.status is not BulkActionStatus.REQUESTED:
            break
    assert found.status is BulkActionStatus.COMPLETED_SUCCESS
    return [run for run in reversed(instance.get_runs()) if run.run_id not in before]


@pytest.mark.long
def test_the_daemon_backfills_chosen_buckets_in_one_run(tiny: Tiny) -> None:
    chosen, table = KEYS[1:3], dg.AssetKey("chunks")
    with workspace(tiny) as context:
        instance = context.instance
        (run,) = backfill(context, "two", ["chunks"], chosen)
        assert run.tags["dagster/asset_partition_range_start"] == chosen[0]
        assert run.tags["dagster/asset_partition_range_end"] == chosen[-1]
        made = instance.fetch_materializations(table, limit=len(chosen)).records
        assert {record.partition_key for record in made} == set(chosen)
        assert all("dagster/row_count" in (r.asset_materialization or r).metadata for r in made)
        assert stale(instance) == set()


@pytest.mark.long
def test_a_backfill_of_everything_is_a_build(tiny: Tiny, edited: Tiny) -> None:
    tiny.write(*EDITED)
    with workspace(tiny) as context:
        every = [*TABLES, "published_snapshot", "access_views"]
        runs = backfill(context, "all", every, KEYS)
        held = [run for run in runs if lake_tags(tiny.lake, run.run_id).items() <= run.tags.items()]
        assert held == runs  # one writer: each had the lake to itself
        assert len(runs) == 3  # the sources, the buckets, and what follows
        assert runs[0].tags["graphwright.changed/handbook"] == "0 added, 1 edited, 0 removed"
        assert stale(context.instance) == set()
    assert tiny.snapshot == edited.snapshot


@pytest.mark.long
def test_the_daemons_run_what_the_sensor_and_the_schedule_ask_for(tiny: Tiny, edited: Tiny) -> None:
    tiny.write(*EDITED)
    with workspace(tiny) as context:
        instance, logger = context.instance, logging.getLogger("daemon")
        (location,) = context.create_request_context().code_locations
        (repository,) = location.get_repositories().values()
        instance.start_sensor(repository.get_sensor("sources"))
        instance.start_schedule(repository.get_schedule("nightly"))

        problems = list(execute_sensor_iteration(context, logger, None, None))
        assert [problem for problem in problems if problem] == []
        run = instance.get_runs(limit=1)[0]
        assert (run.job_name, run.status) == ("build", dg.DagsterRunStatus.SUCCESS)
        assert run.tags["dagster/sensor_name"] == "sources"
        assert run.tags["graphwright.changed/handbook"] == "0 added, 1 edited, 0 removed"
        assert tiny.snapshot == edited.snapshot

        night = datetime.now(UTC) + timedelta(days=1)
        with freeze_time(night):
            problems = list(launch_scheduled_runs(context, logger, night, {}))
        assert [problem for problem in problems if problem] == []
        nightly = instance.get_runs(limit=1)[0]
        assert (nightly.job_name, nightly.status) == ("build", dg.DagsterRunStatus.SUCCESS)
        assert nightly.tags["dagster/schedule_name"] == "nightly"
        assert stale(instance) == set()
    assert tiny.snapshot == edited.snapshot


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
