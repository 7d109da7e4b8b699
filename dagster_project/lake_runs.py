"""One build of a lake at a time, however it was started: by the command line or by Dagster.

A run that Dagster launched holds the lake's lock from its first step to its last, in the process
that executes or oversees its steps; the command line holds it itself. Whoever gets the lock knows
that every other run that had it is dead, and tidies up after it.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import dagster as dg

from assets.fetched import hand_over, narrowed, needs_fetching
from assets.pools import milvus_pool
from graphwright.documents.sources.pages import Pages
from graphwright.documents.sources.remote import fetch_remote
from graphwright.errors import LakeError
from graphwright.project import Project
from graphwright.settings import Settings
from graphwright.steps.listed import SourcesStep
from graphwright.store.lake import open_lake
from graphwright.tables import SourceDocument

_SOURCES = SourcesStep.name

LAKE_TAG = "graphwright/lake"
"""Tag of a run that got the lock of the lake that it names, with the run's own id beside it.

Dagster gives a run that is executed again the tags of its parent, which holds nothing any more.
"""

_POLL_SECONDS = 1.0
_ALIVE = [
    dg.DagsterRunStatus.STARTING,
    dg.DagsterRunStatus.STARTED,
    dg.DagsterRunStatus.CANCELING,
]


def lake_tags(root: Path, run_id: str) -> dict[str, str]:
    """Return the tags of the run that holds the lake's lock."""
    return {LAKE_TAG: f"{root} held by {run_id}"}


def tidy_after_the_dead(instance: dg.DagsterInstance, root: Path) -> None:
    """Free what runs that were killed held of Dagster's, and say in their record that they died.

    The caller holds the lake's lock and has not tagged its own run yet.
    """
    for run in instance.get_runs(filters=dg.RunsFilter(statuses=_ALIVE)):
        if lake_tags(root, run.run_id).items() <= run.tags.items():
            instance.report_run_failed(run, "The process of this run ended before the run did.")
    pool, storage = milvus_pool(root), instance.event_log_storage
    if pool in storage.get_concurrency_keys():
        for run_id in storage.get_concurrency_info(pool).active_run_ids:
            storage.free_concurrency_slots_for_run(run_id)


class _LakeExecutor(dg.Executor):
    """Executes a run with another executor while it holds the lake's lock."""

    def __init__(self, inner: dg.Executor, project: Project) -> None:
        self._inner, self._project, self._root = inner, project, project.root
        self._wait_seconds = project.settings.runs.wait_seconds

    @property
    def retries(self) -> Any:
        """Return whether steps may be tried again."""
        return self._inner.retries

    def execute(self, plan_context: Any, execution_plan: Any) -> Iterator[dg.DagsterEvent]:
        """Wait for the lake, then yield the events of the run. Raises ``LakeError``.

        What is not of this machine is fetched before the lake is held.
        """
        asked = self._to_fetch(plan_context, execution_plan)
        fetched = self._fetched(plan_context, asked) if asked else []
        with ExitStack() as stack:
            stack.enter_context(self._lake(plan_context))
            if asked:
                lake = self._project.lake
                hand_over(lake, plan_context.run_id, asked, fetched)
            instance = plan_context.instance
            tidy_after_the_dead(instance, self._root)
            run_id = plan_context.run_id
            instance.add_run_tags(run_id, lake_tags(self._root, run_id))
            yield from self._inner.execute(plan_context, execution_plan)

    def _to_fetch(self, plan_context: Any, execution_plan: Any) -> Settings | None:
        """Return the settings of what this run has to fetch, if it lists the sources at all."""
        if _SOURCES not in execution_plan.step_keys_to_execute:
            return None
        config = plan_context.run_config.get("ops", {}).get(_SOURCES, {}).get("config", {})
        return narrowed(self._project.settings, config.get("collections", ()))

    def _fetched(self, plan_context: Any, asked: Settings) -> list[SourceDocument]:
        """Fetch where no other build is at work."""
        if not needs_fetching(asked):
            return []
        self._lake(plan_context).close()
        return fetch_remote(asked, Pages.of(self._project.lake))

    def _lake(self, plan_context: Any) -> ExitStack:
        """Return the entered lock, waiting for it as long as the settings say."""
        deadline, told = time.monotonic() + self._wait_seconds, False
        while True:
            stack = ExitStack()
            try:
                stack.enter_context(open_lake(self._root).exclusive())
            except LakeError as error:
                if not error.transient or time.monotonic() >= deadline:
                    raise
                if not told:
                    plan_context.log.info(
                        f"{error} This run waits {self._wait_seconds:g} s for it."
                    )
                told = True
                _stop_if_cancelled(plan_context)
                time.sleep(_POLL_SECONDS)
            else:
                return stack


def _stop_if_cancelled(plan_context: Any) -> None:
    run = plan_context.instance.get_run_by_id(plan_context.run_id)
    if run is not None and run.status in (
        dg.DagsterRunStatus.CANCELING,
        dg.DagsterRunStatus.CANCELED,
    ):
        raise dg.DagsterExecutionInterruptedError("Cancelled while it waited for the lake.")


def _requirements(config: Mapping[str, object]) -> Sequence[dg.ExecutorRequirement]:
    return dg.multiple_process_executor_requirements() if "multiprocess" in config else []


def lake_executor(project: Project) -> dg.ExecutorDefinition:
    """Return the executor of a project's runs.

    Steps run in one process by default, since they share worker processes of their own.
    """

    @dg.executor(
        name="lake",
        config_schema=dg.Field(
            dg.Selector(  # type: ignore[no-untyped-call]  # Dagster leaves it without types
                {
                    "in_process": dg.in_process_executor.config_schema.as_field(),
                    "multiprocess": dg.multiprocess_executor.config_schema.as_field(),
                }
            ),
            default_value={"in_process": {}},
        ),
        requirements=_requirements,
    )
    def lake(init_context: dg.InitExecutorContext) -> dg.Executor:
        make = dg.multi_or_in_process_executor.executor_creation_fn
        assert make is not None  # Dagster's own executors have one
        return _LakeExecutor(make(init_context), project)

    return lake
