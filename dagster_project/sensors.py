"""What runs when something happened, once it is switched on: a build when the sources change."""

import json
from typing import Any

import dagster as dg

from dagster_project.automation import SENSOR
from dagster_project.jobs import BUILD_JOB
from dagster_project.observe import change_tags
from dagster_project.partitions import every_bucket
from graphwright.documents.watch import Comparison, compare, listing_fingerprint, look
from graphwright.lake import Lake
from graphwright.steps.documents import known_documents
from resources.lake import LakeResource
from resources.sources import SourcesResource

_ID_LENGTH = 16


@dg.sensor(
    name="sources",
    job_name=BUILD_JOB,
    minimum_interval_seconds=60,
    default_status=dg.DefaultSensorStatus.STOPPED,
    description="Asks for one build when documents in folders were added, edited or removed. It "
    "lists them, and reads only those whose size or time changed. Documents behind URLs are left "
    "to the schedule.",
)
def watch_sources(
    context: dg.SensorEvaluationContext, lake: LakeResource, sources: SourcesResource
) -> dg.SensorResult | dg.SkipReason:
    """Compare the sources with what was last built; the cursor holds the state last looked at."""
    settings, opened = sources.settings, lake.open()
    before: dict[str, Any] = json.loads(context.cursor) if context.cursor else {}
    seen = look(settings)
    now = {"listing": listing_fingerprint(seen), "built": _built(opened)}
    if all(before.get(name) == value for name, value in now.items()):
        return dg.SkipReason(f"The {len(seen):,} files look as they did at the last look.")
    compared = compare(settings, seen, known_documents(opened) or ())
    asked = before.get("asked"), before.get("count", 0)
    if not compared.changes:
        context.update_cursor(json.dumps({**now, "asked": None, "count": asked[1]}))
        return dg.SkipReason(f"The {len(seen):,} files hold what was last built from.")
    if compared.state == asked[0]:
        context.update_cursor(json.dumps({**now, "asked": asked[0], "count": asked[1]}))
        return dg.SkipReason("A build of just these documents was asked for already.")
    return _ask(compared, now, asked[1] + 1)


def _built(lake: Lake) -> str | None:
    """Return what stands for the documents that were last observed by a build."""
    state = lake.state(lake.path("source_documents"))
    return None if state is None else state.key


def _ask(compared: Comparison, now: dict[str, Any], count: int) -> dg.SensorResult:
    """Ask for a build; sources that return to an earlier state are new, so the key counts too."""
    request = dg.RunRequest(
        run_key=f"{compared.state[:_ID_LENGTH]}-{count}",
        tags={**every_bucket(), **change_tags(compared.changes)},
    )
    cursor = json.dumps({**now, "asked": compared.state, "count": count})
    return dg.SensorResult(run_requests=[request], cursor=cursor)


SENSORS = [watch_sources, SENSOR]
