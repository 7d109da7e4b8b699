"""What runs by the clock, once it is switched on: the build each night, and crawls."""

import dagster as dg

from assets.partitions import range_of_buckets
from dagster_project.jobs import BUILD_JOB, CRAWL_JOB
from graphwright.errors import SettingsError
from graphwright.settings import Settings


def nightly_build(settings: Settings) -> dg.ScheduleDefinition:
    """Return the schedule that the settings ask for. Raises ``SettingsError``."""
    runs, every_bucket = settings.runs, range_of_buckets(range(settings.buckets))
    try:
        return dg.ScheduleDefinition(
            name="nightly",
            job_name=BUILD_JOB,
            cron_schedule=runs.nightly,
            execution_timezone=runs.timezone,
            execution_fn=lambda _context: dg.RunRequest(tags=every_bucket),
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


def crawls(settings: Settings) -> list[dg.ScheduleDefinition]:
    """Return the schedule of crawls, if the settings ask for one. Raises ``SettingsError``."""
    cron, timezone = settings.crawl.schedule, settings.runs.timezone
    if cron is None or not settings.applications:
        return []
    try:
        schedule = dg.ScheduleDefinition(
            name="crawls",
            job_name=CRAWL_JOB,
            cron_schedule=cron,
            execution_timezone=timezone,
            default_status=dg.DefaultScheduleStatus.STOPPED,
            description="Crawls the applications; the next build makes tables of what was seen.",
        )
    except dg.DagsterInvalidDefinitionError as error:
        raise SettingsError(
            f"crawl.schedule is {cron!r} in timezone {timezone!r}, but five fields of a cron "
            f"schedule were expected: {error}.",
            remedy="Correct 'crawl' in sources.yaml.",
        ) from None
    return [schedule]
