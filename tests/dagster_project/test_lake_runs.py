"""One build of a lake at a time: launched runs wait for the lock, or say who has it."""

import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import dagster as dg
import pytest
from tiny_project import Tiny, new_project

from assets.pools import milvus_pool
from dagster_project import lake_runs
from dagster_project.lake_runs import (
    lake_executor,
    lake_tags,
    tidy_after_the_dead,
)
from graphwright.errors import LakeError
from graphwright.store.lake import Lake


@dg.op
def look_at_the_lock(context: dg.OpExecutionContext) -> bool:
    """Return whether somebody holds the lake's lock."""
    try:
        with Lake(Path(context.run.tags["root"])).exclusive():
            return False
    except LakeError:
        return True


@dg.op
def must_be_held(context: dg.OpExecutionContext, held: bool) -> None:
    assert held
    instance = context.instance
    run = instance.get_run_by_id(context.run_id)
    assert run is not None
    assert lake_runs.LAKE_TAG in run.tags


def small_job(lake: str) -> dg.JobDefinition:
    """Return a job with the executor of a project."""

    @dg.job(executor_def=lake_executor(Tiny(Path(lake).parent).project))
    def small() -> None:
        must_be_held(look_at_the_lock())

    return small


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Tiny]:
    """A project that the environment names."""
    tiny = new_project(tmp_path / "project")
    with tiny.environment():
        yield tiny


def launch(
    tiny: Tiny, instance: dg.DagsterInstance, tags: Mapping[str, str] | None = None
) -> dg.JobExecutionResult:
    """Execute the job as a launched run does: with its own executor."""
    return dg.execute_job(
        dg.build_reconstructable_job(
            __name__, "small_job", (str(tiny.lake),), {}, str(Path(__file__).parent)
        ),
        instance=instance,
        tags={"root": str(tiny.lake), **(tags or {})},
        raise_on_error=False,
    )


def test_a_launched_run_holds_the_lake_and_lets_go_of_it(empty: Tiny) -> None:
    with empty.instance() as instance:
        assert launch(empty, instance).success
    with Lake(empty.lake).exclusive():
        pass


def test_a_run_that_is_executed_again_is_not_taken_for_its_dead_parent(empty: Tiny) -> None:
    with empty.instance() as instance:
        parent = instance.get_run_by_id(launch(empty, instance).run_id)
        assert parent is not None
        again = launch(empty, instance, parent.tags)  # Dagster's page gives it all of them
        assert again.success
        assert "ended before the run did" not in messages(instance, again.run_id)


def test_every_job_takes_the_lake_also_what_is_materialised_by_hand(empty: Tiny) -> None:
    jobs = empty.definitions.get_repository_def().get_all_jobs()
    executors = {job.name: job.executor_def.name for job in jobs}
    assert executors.pop("rollback") == "in_process"  # it changes one pointer and waits for nobody
    assert {"__ASSET_JOB", "build", "build_collection", "publish", "check"} <= executors.keys()
    assert set(executors.values()) == {"lake"}


def test_a_second_build_waits_for_the_first(empty: Tiny) -> None:
    with empty.instance() as instance, ThreadPoolExecutor() as pool:
        with Lake(empty.lake).exclusive():
            second = pool.submit(launch, empty, instance)
            until_it_says(instance, "This run waits 3600 s for it")
            assert not second.done()
        assert second.result().success


def until_it_says(instance: dg.DagsterInstance, wanted: str) -> None:
    """Return as soon as the log of the one run says what is wanted."""
    for _ in range(600):
        runs = instance.get_runs()
        if runs and wanted in messages(instance, runs[0].run_id):
            return
        time.sleep(0.1)
    raise AssertionError(f"No run said {wanted!r} within a minute.")


def test_a_second_build_that_waited_long_enough_says_who_has_the_lake(
    empty: Tiny,
) -> None:
    empty.settings(runs={"wait_seconds": 0})
    with empty.instance() as instance:
        with Lake(empty.lake).exclusive():
            result = launch(empty, instance)
        assert not result.success
        said = messages(instance, result.run_id)
    assert f"Another build is writing to the lake at {empty.lake}" in said
    assert "must_be_held" not in said


def messages(instance: dg.DagsterInstance, run_id: str) -> str:
    """Return all that a run's log says, errors included."""
    entries = instance.all_logs(run_id)
    failures = (e.dagster_event for e in entries if e.dagster_event is not None)
    errors = (e.job_failure_data.error for e in failures if e.is_job_failure)
    return "\n".join([*(e.message for e in entries), *(str(error) for error in errors)])


def test_what_a_killed_run_held_is_freed_and_its_record_says_so(empty: Tiny) -> None:
    pool = milvus_pool(empty.lake)
    with empty.instance() as instance:
        dead = instance.create_run_for_job(small_job(str(empty.lake)))
        instance.add_run_tags(dead.run_id, lake_tags(empty.lake, dead.run_id))
        # The second has not got the lock: it is not tagged.
        waiting = instance.create_run_for_job(small_job(str(empty.lake)))
        for run in (dead, waiting):
            instance.report_engine_event("started", run)
            instance.handle_run_event(run.run_id, started(run.job_name))
        storage = instance.event_log_storage
        storage.initialize_concurrency_limit_to_default(pool)
        storage.claim_concurrency_slot(pool, dead.run_id, "entity_embeddings")
        assert storage.get_concurrency_info(pool).active_run_ids == {dead.run_id}

        tidy_after_the_dead(instance, empty.lake)
        assert storage.get_concurrency_info(pool).active_run_ids == set()
        statuses = [instance.get_run_by_id(run.run_id) for run in (dead, waiting)]
    assert [run and run.status for run in statuses] == [
        dg.DagsterRunStatus.FAILURE,
        dg.DagsterRunStatus.STARTED,
    ]


def started(job: str) -> dg.DagsterEvent:
    return dg.DagsterEvent(dg.DagsterEventType.RUN_START.value, job)
