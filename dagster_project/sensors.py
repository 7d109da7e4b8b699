"""What runs when something happened, once it is switched on: a build when the sources change."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import dagster as dg
import pyarrow as pa

from assets.automation import SENSOR
from assets.observe import DECISIONS_TAG, PREDICATES_TAG, change_tags, seeds_tag
from assets.partitions import range_of_buckets
from dagster_project.jobs import BUILD_JOB
from graphwright.documents.sources.watch import compare_scan, listing_fingerprint, scan
from graphwright.entities.decisions import decision_table
from graphwright.entities.predicates import predicate_table
from graphwright.entities.seed_concepts import broader_table, seed_table
from graphwright.errors import LakeError
from graphwright.ids import fingerprint
from graphwright.settings import Settings
from graphwright.steps.bucketed.rows import known_documents
from graphwright.steps.listed import listed_key
from graphwright.store.lake import Lake
from resources.lake import LakeResource
from resources.sources import SourcesResource

_ID_LENGTH = 16


@dg.sensor(
    name="sources",
    job_name=BUILD_JOB,
    minimum_interval_seconds=60,
    default_status=dg.DefaultSensorStatus.STOPPED,
    description="Asks for one build when documents in folders were added, edited or removed, or "
    "seed concepts, decisions or predicates changed. It lists the documents, and reads only those "
    "whose size or time changed. Documents behind URLs are left to the schedule.",
)
def watch_sources(
    context: dg.SensorEvaluationContext, lake: LakeResource, sources: SourcesResource
) -> dg.SensorResult | dg.SkipReason:
    """Compare the sources with what was last built; the cursor holds the state last looked at."""
    settings, opened = sources.settings, lake.open()
    before: dict[str, Any] = json.loads(context.cursor) if context.cursor else {}
    seen, declared = scan(settings, opened.places), _declared(settings)
    keys = {table: listed_key(rows) for table, rows in declared.items()}
    now = {
        "listing": listing_fingerprint(seen),
        "declared": keys,
        "built": _built(opened),
    }
    if all(before.get(name) == value for name, value in now.items()):
        return dg.SkipReason(f"The {len(seen):,} files look as they did at the last look.")
    compared = compare_scan(settings, seen, known_documents(opened) or ())
    tags = change_tags(compared.changes)
    changed = {table for table, key in keys.items() if not opened.is_current(table, key)}
    if changed & {"seed_concepts", "seed_broader"}:
        tags |= seeds_tag(declared["seed_concepts"].num_rows)
    if "entity_decisions" in changed:
        tags |= DECISIONS_TAG
    if "predicates" in changed:
        tags |= PREDICATES_TAG
    state, count = fingerprint([compared.state, keys]), before.get("count", 0)
    if not tags:
        context.update_cursor(json.dumps({**now, "asked": None, "count": count}))
        return dg.SkipReason(f"The {len(seen):,} files hold what was last built from.")
    if state == before.get("asked"):
        context.update_cursor(json.dumps({**now, "asked": state, "count": count}))
        return dg.SkipReason("A build of just these documents was asked for already.")
    cursor = json.dumps({**now, "asked": state, "count": count + 1})
    every_bucket = range_of_buckets(range(settings.buckets))
    request = _request(state, count + 1, {**every_bucket, **tags})
    return dg.SensorResult(run_requests=[request], cursor=cursor)


_DECLARED: dict[str, Callable[[Settings], pa.Table]] = {
    "seed_concepts": lambda settings: seed_table(settings.seed_path),
    "seed_broader": lambda settings: broader_table(settings.seed_path),
    "entity_decisions": lambda settings: decision_table(settings.decisions_path),
    "predicates": lambda settings: predicate_table(
        settings.predicates_path, closed=settings.predicate_vocabulary == "closed"
    ),
}
"""What the team declares in files, by the table that lists it."""


def _declared(settings: Settings) -> dict[str, pa.Table]:
    return {table: rows(settings) for table, rows in _DECLARED.items()}


def _built(lake: Lake) -> list[str | None]:
    """Return what stands for documents and what the team declares as a build last observed them."""
    return [_key(lake, table) for table in ("source_documents", *_DECLARED)]


def _key(lake: Lake, table: str) -> str | None:
    try:
        state = lake.state(lake.path(table))
    except LakeError:
        return None  # damaged: a build makes it again
    return None if state is None else state.key


def _request(state: str, count: int, tags: Mapping[str, str]) -> dg.RunRequest:
    """Return a build; sources that return to an earlier state are new, so the key counts too."""
    return dg.RunRequest(run_key=f"{state[:_ID_LENGTH]}-{count}", tags=tags)


SENSORS = [watch_sources, SENSOR]
