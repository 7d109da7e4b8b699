"""What runs by the clock, once it is switched on: the build each night."""

import dagster as dg

from dagster_project.jobs import BUILD_JOB
from dagster_project.partitions import every_bucket
from dagster_project.project import project_settings
from graphwright.errors import SettingsError


def _every_bucket(_context: dg.ScheduleEvaluationContext) -> dg.RunRequest:
    return dg.RunRequest(tags=every_bucket())


def nightly_build() -> dg.ScheduleDefinition:
    """Return the schedule that the settings ask for. Raises ``SettingsError``."""
    runs = project_settings().runs
    try:
        return dg.ScheduleDefinition(
            name="nightly",
            job_name=BUILD_JOB,
            cron_schedule=runs.nightly,
            execution_timezone=runs.timezone,
            execution_fn=_every_bucket,
            default_status=dg.DefaultScheduleStatus.STOPPED,
            description="Builds everything. It reads every document anew, so it also finds what "
            "the sensor cannot see: web pages, and files that changed with size and time kept.",
        )
    except dg.DagsterInvalidDefinitionError as error:
        raise SettingsError(
            f"runs.nightly is {runs.nightly!r} in timezone {runs.timezone!r}, but five fields of "
            f"a cron schedule and a timezone such as Europe/Berlin were expected: {error}.",
            remedy="Correct 'runs' in sources.yaml.",
        ) from None


SCHEDULES = [nightly_build()]
