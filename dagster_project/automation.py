"""Automation: an asset is made again when the data, or the code, that it is made from changed.

Dagster's own ``eager()`` asks for a run whenever something upstream was materialised, changed or
not; a build that changes nothing would set off the next one. The sensor is off until switched on:
it is for teams that materialise single assets by hand; the schedule and the sensor on the sources
build everything in one run.
"""

from datetime import timedelta

import dagster as dg

from dagster_project.project import project_settings

_Condition = dg.AutomationCondition


def _follows_data() -> dg.AutomationCondition:  # type: ignore[type-arg]  # of any kind of key
    """Return the condition: newer data before it, or newer code, and nothing that is in the way."""
    newer_data = _Condition.any_deps_match(
        _Condition.data_version_changed() & ~_Condition.executed_with_root_target()
    ).with_label("data before it changed in another run")
    changed = (newer_data | _Condition.code_version_changed()).since(
        _Condition.newly_requested() | _Condition.newly_updated()
    )
    return (
        changed.with_label("changed since it was made or asked for")
        & ~_Condition.in_progress()
        & ~_Condition.any_deps_in_progress()
        & ~_Condition.any_deps_missing()
        & _Condition.all_deps_blocking_checks_passed()
    )


FOLLOWS_DATA = _follows_data()

PUBLISHED_IN_TIME = dg.FreshnessPolicy.time_window(
    fail_window=timedelta(hours=max(project_settings().checks.waiting_hours, 1 / 60))
)
"""The graph is overdue where no run has published or confirmed it for so long.

Dagster's daemon goes by the clock alone; whether a document waits is what the check
``no_document_waits_too_long`` says.
"""

SENSOR = dg.AutomationConditionSensorDefinition(
    "follow_data",
    target=dg.AssetSelection.all(),
    default_status=dg.DefaultSensorStatus.STOPPED,
    minimum_interval_seconds=30,
    description="Materialises, step by step, what depends on data or code that changed; data that "
    "was made again and is the same sets nothing off.",
)
