"""Automation: an asset is made again when the data, or the code, that it is made from changed.

Dagster's own ``eager()`` asks for a run whenever something upstream was materialised, changed or
not; a build that changes nothing would set off the next one. The sensor is off until switched on:
it is for teams that materialise single assets by hand; the schedule and the sensor on the sources
build everything in one run.
"""

import functools
import operator
from collections.abc import Iterable
from datetime import timedelta

import dagster as dg

_Condition = dg.AutomationCondition


_ROOTS = dg.AssetSelection.assets(
    *("source_documents", "seed_concepts", "seed_broader", "entity_decisions"),
    *("predicates", "applications"),
)
"""What nothing is before: a person, the schedule or the sensor has them looked at."""


def _changed() -> dg.AutomationCondition:  # type: ignore[type-arg]  # of any kind of key
    """Return the condition at the moment when data before an asset, or its code, has changed."""
    newer_data = _Condition.any_deps_match(
        _Condition.data_version_changed() & ~_Condition.executed_with_root_target()
    ).with_label("data before it changed in another run")
    return newer_data | _Condition.code_version_changed()


def _behind() -> dg.AutomationCondition:  # type: ignore[type-arg]  # of any kind of key
    """Return the condition that an asset, or one just before it, is still to be made again."""
    behind = _changed().since(_Condition.newly_updated()).with_label("not made again yet")
    return behind | _Condition.any_deps_match(behind).ignore(_ROOTS)


def follows_data(read_by_checks: Iterable[str] = ()) -> dg.AutomationCondition:  # type: ignore[type-arg]  # as above
    """Return the condition: newer data before it, or newer code, and nothing that is in the way.

    In the way is a table that is itself still to be made again: else a table that reads sentences
    and triples would be made when the first are new and the second are not, once more later, and
    the snapshot published after each step of the way. Two steps back are far enough for every
    table, and the snapshot is made of all tables. ``read_by_checks`` names tables that are not
    read to make the asset, but by its checks, which fail where these are of another state.
    """
    changed = _changed().since(_Condition.newly_requested() | _Condition.newly_updated())
    waits = _Condition.any_deps_match(_behind()).ignore(_ROOTS).with_label("waits for data")
    checks_wait = [_Condition.asset_matches(table, _behind()) for table in read_by_checks]
    return (
        changed.with_label("changed since it was made or asked for")
        & ~_Condition.in_progress()
        & ~functools.reduce(operator.or_, checks_wait, waits)
        & ~_Condition.any_deps_in_progress()
        & ~_Condition.any_deps_missing()
        & _Condition.all_deps_blocking_checks_passed()
    )


def published_in_time(waiting_hours: float) -> dg.FreshnessPolicy:
    """Return the policy: the graph is overdue where no run has published or confirmed it so long.

    Dagster's daemon goes by the clock alone; whether a document waits is what the check
    ``no_document_waits_too_long`` says.
    """
    return dg.FreshnessPolicy.time_window(fail_window=timedelta(hours=max(waiting_hours, 1 / 60)))


SENSOR = dg.AutomationConditionSensorDefinition(
    "follow_data",
    target=dg.AssetSelection.all(),
    default_status=dg.DefaultSensorStatus.STOPPED,
    minimum_interval_seconds=30,
    description="Materialises, step by step, what depends on data or code that changed; data that "
    "was made again and is the same sets nothing off.",
)
