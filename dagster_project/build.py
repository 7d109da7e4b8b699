"""The build in this process: the same assets and checks as in Dagster's UI, one run."""

import contextlib
import gc
import sqlite3
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import dagster as dg

from assets.failures import RETRIES_OFF
from assets.fetched import fetch_for_lake
from assets.partitions import range_of_buckets
from assets.progress import terminal_bars
from assets.views import VIEWS
from dagster_project.environment import check_lake_path, dagster_home
from dagster_project.jobs import BUILD_JOB
from dagster_project.lake_runs import lake_tags, tidy_after_the_dead
from graphwright.access.views import views_are_current
from graphwright.code_versions import remember
from graphwright.documents.sources.discover import discover
from graphwright.documents.sources.watch import contents_of, count_changes
from graphwright.engine import BuildReport
from graphwright.errors import GraphwrightError, LakeError
from graphwright.execution.workers import warm_up
from graphwright.graph.pointer import read_pointer
from graphwright.planning.staleness import find_stale
from graphwright.project import Project
from graphwright.quality.run import failed_warnings, refusal
from graphwright.quality.shrinkage import (
    SHRINKING_CHECK,
    STATES,
    readable_documents,
    refuse_shrinking,
    shrinking_check,
    shrinking_refusal,
)
from graphwright.settings import Settings
from graphwright.steps.base.step import Given
from graphwright.steps.bucketed.rows import known_documents
from graphwright.steps.costs import Stopwatch, note_cost
from graphwright.steps.pipeline import WARMED_UP, Pipeline
from graphwright.steps.slow_modules import FOR_PARSING, SLOW_MODULES
from graphwright.store.folder import is_full
from graphwright.store.lake import Lake
from graphwright.tables import TABLES, SourceDocument
from resources.llm import MAX_COST

_FEW_DOCUMENTS = 24
"""Changed documents that mostly give fewer chunks than worker processes are started for."""

_NEW_OBJECTS = 50_000
"""New objects after which circles among them are looked for: Python's own choice is 700."""


def build(
    root: Path,
    settings: Settings,
    *,
    quiet: bool = False,
    max_cost: float | None = None,
    allow_shrinking: bool = False,
) -> BuildReport:
    """Build the graph of the settings into the lake, and publish it if every check passes.

    ``max_cost`` is a budget in money for the LLM of this build, over that of the settings;
    ``allow_shrinking`` publishes also where documents were lost.
    Raises ``GraphwrightError`` that says what stopped the build; what was published stays then.
    """
    check_lake_path(root)
    project = Project(root)
    lake = project.lake
    if max_cost is not None:
        settings.llm.with_most_money(max_cost)  # says now what is wrong with it
    remote = fetch_for_lake(lake, settings)  # no server can keep the lake locked
    with _rare_collections(), lake.exclusive(), _disk_errors():
        found = discover(settings, lake.places, remote=remote, lake=lake)
        if not allow_shrinking:  # before anything is made of what is left
            refuse_shrinking(root, readable_documents(found), settings)
        stale = find_stale(Pipeline(Given(lake, settings, found)))
        serving = views_are_current(Project(root, given=settings))
        wanted = [*stale.reasons, VIEWS] if stale or not serving else []
        # Not before: readers go on with the settings of what is published if these cannot be met.
        project.keep_settings(settings)
        if not wanted:
            remember(lake.cache)
            return _report(lake, settings, None)
        watch = Stopwatch()
        if stale.reasons.keys() & WARMED_UP:
            warm_up(_needed_by_workers(lake, found))
        tags = range_of_buckets(stale.buckets) if stale.buckets else {}
        if max_cost is not None:
            tags[MAX_COST] = str(max_cost)
        config = {"publication": {"config": {"allow_shrinking": allow_shrinking}}}
        result = _execute(project, found, wanted, tags=tags, resources=config, quiet=quiet)
        report = _report(lake, settings, result)
        note_cost(lake, "besides", 1, max(0.0, watch.seconds - _working_seconds(report)))
    return report


@contextmanager
def _rare_collections() -> Iterator[None]:
    """Look seldom for circles of objects: rows are many and form none; it is a tenth of an edit."""
    before = gc.get_threshold()
    gc.set_threshold(_NEW_OBJECTS, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _needed_by_workers(lake: Lake, found: Sequence[SourceDocument]) -> Sequence[str]:
    """Return the modules that worker processes will most likely need; what lacks costs seconds."""
    known = known_documents(lake) or ()
    changes = count_changes(known, contents_of(found)).values()
    few = sum(change.added + change.edited for change in changes) <= _FEW_DOCUMENTS
    return FOR_PARSING if few else SLOW_MODULES


def _execute(
    project: Project,
    found: Sequence[SourceDocument],
    assets: Sequence[str],
    *,
    tags: Mapping[str, str],
    resources: Mapping[str, object],
    quiet: bool,
) -> dg.ExecuteInProcessResult:
    """Run the stale assets and their checks; the others would do nothing."""
    from dagster_project.definitions import definitions_of  # noqa: PLC0415  # takes a second

    job = definitions_of(project, found).resolve_job_def(BUILD_JOB)
    run_id, root = str(uuid.uuid4()), project.root
    tags = {
        **tags,
        **lake_tags(root, run_id),
        RETRIES_OFF: run_id,  # who waits at a terminal wants to know at once
    }
    # Dagster's instance in the lake, where the UI finds the run too.
    with (
        dg.DagsterInstance.from_config(str(dagster_home(root))) as instance,
        contextlib.nullcontext() if quiet else terminal_bars(),
        _clear_errors(instance, run_id),
    ):
        tidy_after_the_dead(instance, root)
        return job.execute_in_process(
            instance=instance,
            run_id=run_id,
            asset_selection=[dg.AssetKey(name) for name in assets],
            tags=tags,
            # Dagster's own lines go to its event log; here one message says what went wrong.
            run_config={
                "loggers": {"console": {"config": {"log_level": "CRITICAL"}}},
                "resources": resources,
            },
        )


@contextmanager
def _disk_errors() -> Iterator[None]:
    """Say what it means that Dagster cannot write its record; tables have their own message."""
    try:
        yield
    except Exception as error:
        cause = next(filter(_is_of_the_disk, _causes(error)), None)
        if cause is None or isinstance(error, GraphwrightError):
            raise
        raise LakeError(
            f"Dagster's record of the build could not be written: {cause}.",
            remedy="Free some space if the disk is full, and see that no other program holds the "
            "lake's folder 'dagster'; then build again: it goes on where it stopped. Delete the "
            "folder if it is damaged: it only tells of earlier runs.",
        ) from None


def _is_of_the_disk(cause: BaseException) -> bool:
    return isinstance(cause, sqlite3.Error) or (isinstance(cause, OSError) and is_full(cause))


@contextmanager
def _clear_errors(instance: dg.DagsterInstance, run_id: str) -> Iterator[None]:
    """Raise the error that stopped a step in place of Dagster's wrapping of it."""
    try:
        yield
    except (dg.DagsterExecutionInterruptedError, KeyboardInterrupt):
        raise LakeError(
            "The build was interrupted.",
            remedy="What was published stays; build again and it goes on where it stopped.",
        ) from None
    except Exception as error:
        ours = next((e for e in _causes(error) if isinstance(e, GraphwrightError)), None)
        if ours is not None:
            raise ours from None
        if failed := _failed_blocking_checks(instance, run_id):
            raise _refusal(failed) from None
        raise


def _failed_blocking_checks(
    instance: dg.DagsterInstance, run_id: str
) -> list[dg.AssetCheckEvaluation]:
    """Return the failed checks that stop a run; a warning never does."""
    logs = instance.all_logs(run_id, of_type=dg.DagsterEventType.ASSET_CHECK_EVALUATION)
    events = (entry.dagster_event for entry in logs if entry.dagster_event is not None)
    checks = (event.asset_check_evaluation_data for event in events)
    stops = (c for c in checks if c.blocking and c.severity == dg.AssetCheckSeverity.ERROR)
    return [check for check in stops if not check.passed]


def _refusal(checks: Iterable[dg.AssetCheckEvaluation]) -> LakeError:
    """Return the error of a run that failed checks stopped; lost documents are told in words."""
    failed = [check for check in checks if not check.passed]
    for name, table in ((SHRINKING_CHECK, "parsed_documents"), (shrinking_check(STATES), STATES)):
        if lost := [check for check in failed if check.check_name == name]:
            return shrinking_refusal([check.description or "" for check in lost], table)
    return refusal(f"{check.asset_key.to_user_string()}: {check.check_name}" for check in failed)


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield an error and what caused it; some libraries' errors are their own cause."""
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        yield cause
        cause = cause.__cause__


def _report(
    lake: Lake, settings: Settings, result: dg.ExecuteInProcessResult | None
) -> BuildReport:
    """Return the report of a run, or of none where nothing was stale."""
    pointer = read_pointer(lake.root)
    if (result is not None and not result.success) or pointer is None:
        raise _refusal(result.get_asset_check_evaluations() if result else ())
    return BuildReport(
        run_id=result.run_id if result else None,
        rows={name: lake.row_count(name) for name in TABLES},
        snapshot=pointer.current,
        seconds=_seconds(result) if result else {},
        warnings=failed_warnings(lake, settings),
    )


def _working_seconds(report: BuildReport) -> float:
    """Return the seconds of the steps whose cost is noted by themselves, not those of checks."""
    return sum(spent for step, spent in report.seconds.items() if step in TABLES)


def _seconds(result: dg.ExecuteInProcessResult) -> dict[str, float]:
    return {
        event.step_key: event.step_success_data.duration_ms / 1000
        for event in result.all_events
        if event.is_step_success and event.step_key is not None
    }
