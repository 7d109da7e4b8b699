"""The build in this process: the same assets and checks as in Dagster's UI, one run."""

import contextlib
import dataclasses
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import dagster as dg
import pyarrow.parquet as pq

from dagster_project.jobs import BUILD_JOB
from dagster_project.progress import terminal_bars
from dagster_project.project import LAKE_VARIABLE, SOURCES_VARIABLE, dagster_home, remember
from graphwright.errors import GraphwrightError, LakeError, SettingsError
from graphwright.lake import Lake
from graphwright.serving.pointer import read_pointer
from graphwright.settings import Settings
from graphwright.tables import TABLES

_RANGE_START = "dagster/asset_partition_range_start"
_RANGE_END = "dagster/asset_partition_range_end"


@dataclasses.dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build did: rows of each table, the snapshot published, seconds of each step.

    ``warnings`` are the checks that failed without blocking the publication.
    """

    run_id: str
    rows: dict[str, int]
    snapshot: str
    seconds: dict[str, float]
    warnings: tuple[str, ...]


def build(settings: Settings, lake_root: Path, *, quiet: bool = False) -> BuildReport:
    """Build the graph of ``settings`` into the lake, and publish it if every check passes.

    Raises ``GraphwrightError`` that says what stopped the build; what was published stays then.
    """
    root = lake_root.absolute()
    lake = Lake(root)
    with lake.exclusive():
        sources = remember(settings, root)
        with _project(sources, root), _instance(root) as instance:
            result = _execute(settings, sources, root, instance, quiet)
    return _report(lake, result)


@contextmanager
def _project(sources: Path, root: Path) -> Iterator[None]:
    """Point this process's definitions at the project."""
    names = {SOURCES_VARIABLE: str(sources), LAKE_VARIABLE: str(root)}
    before = {name: os.environ.get(name) for name in names}
    os.environ.update(names)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


@contextmanager
def _instance(root: Path) -> Iterator[dg.DagsterInstance]:
    """Open Dagster's instance in the lake, where the UI finds the run too."""
    with dg.DagsterInstance.from_config(str(dagster_home(root))) as instance:
        yield instance


def _execute(
    settings: Settings, sources: Path, root: Path, instance: dg.DagsterInstance, quiet: bool
) -> dg.ExecuteInProcessResult:
    from dagster_project import definitions, partitions  # noqa: PLC0415  # read the environment

    keys = partitions.BUCKETS.get_partition_keys()
    if len(keys) != settings.buckets:
        raise SettingsError(
            f"This process loaded {len(keys)} buckets, but the settings ask for "
            f"{settings.buckets}.",
            remedy="Build in a new process: graphwright build.",
        )
    job = definitions.defs().resolve_job_def(BUILD_JOB)
    with contextlib.nullcontext() if quiet else terminal_bars(), _clear_errors():
        return job.execute_in_process(
            instance=instance,
            resources=definitions.resources(str(sources), str(root)),
            tags={_RANGE_START: keys[0], _RANGE_END: keys[-1]},
            # Dagster's own lines go to its event log; here one message says what went wrong.
            run_config={"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
        )


@contextmanager
def _clear_errors() -> Iterator[None]:
    """Raise the error that stopped a step in place of Dagster's wrapping of it."""
    try:
        yield
    except dg.DagsterExecutionInterruptedError:
        raise LakeError(
            "The build was interrupted.",
            remedy="What was published stays; build again and it goes on where it stopped.",
        ) from None
    except Exception as error:
        cause: BaseException | None = error
        while cause is not None and not isinstance(cause, GraphwrightError):
            cause = cause.__cause__
        if cause is None:
            raise
        raise cause from None


def _report(lake: Lake, result: dg.ExecuteInProcessResult) -> BuildReport:
    checks = [check for check in result.get_asset_check_evaluations() if not check.passed]
    failed = [f"{c.asset_key.to_user_string()}: {c.check_name}" for c in checks]
    pointer = read_pointer(lake.root)
    if not result.success or pointer is None:
        raise LakeError(
            f"Nothing was published, because a check failed: {', '.join(failed)}.",
            remedy="Open the check in the UI (make ui); what was published before stays.",
        )
    return BuildReport(
        run_id=result.run_id,
        rows={name: _rows(lake, name) for name in TABLES},
        snapshot=pointer.current,
        seconds={
            event.step_key: event.step_success_data.duration_ms / 1000
            for event in result.all_events
            if event.is_step_success and event.step_key is not None
        },
        warnings=tuple(failed),
    )


def _rows(lake: Lake, table: str) -> int:
    return sum(pq.read_metadata(path).num_rows for path in lake.paths(table))
