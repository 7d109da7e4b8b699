"""Where a check stands: after the last table that it reads, in the order of the pipeline."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from pathlib import Path

from graphwright.errors import LakeError
from graphwright.quality.catalogue import Floors, checks_of
from graphwright.quality.check import Check, CheckResult
from graphwright.quality.result_cache import cached_results, run_or_reuse, tables_of
from graphwright.settings import Settings
from graphwright.store.lake import Lake
from graphwright.tables import TABLES

_ORDER = list(TABLES)


def placement_of(check: Check) -> str:
    """Return the last table in pipeline order that a check reads."""
    return max((check.table, *check.reads), key=_ORDER.index)


def floors_of(settings: Settings) -> Floors:
    """Return the shares under which the settings want a warning."""
    return Floors(settings.checks.parsed_share, settings.checks.sentence_yield)


def checks_at(home: str, floors: Floors) -> list[Check]:
    """Return the checks that can run once a table is made, and not before."""
    return _by_home(floors).get(home, [])


@functools.cache
def _by_home(floors: Floors) -> dict[str, list[Check]]:
    """Return all checks by their home; a build asks for each of some thirty tables."""
    found: dict[str, list[Check]] = {}
    for table in TABLES:
        for check in checks_of(table, floors):
            found.setdefault(placement_of(check), []).append(check)
    return found


def run_checks_at(lake: Lake, home: str, settings: Settings) -> list[CheckResult]:
    """Return the results of ``checks_at(home)``, in order; they run only where files are new."""
    checks, threads = checks_at(home, floors_of(settings)), settings.worker_count
    views = _views(lake, checks)
    return run_or_reuse(lake.cache / "checks", home, checks, views, threads=threads)


def known_results_at(lake: Lake, home: str, settings: Settings) -> list[CheckResult] | None:
    """Return the results of ``checks_at(home)``, or None where they must run first."""
    checks = checks_at(home, floors_of(settings))
    return cached_results(lake.cache / "checks", home, checks, _views(lake, checks))


def failed_blocking(lake: Lake, settings: Settings) -> tuple[str, ...]:
    """Return the failed checks that stop a publication, as "table: check", of all tables.

    They run only where files are new; none is after a build, whose checks have just run.
    """
    results = (result for table in TABLES for result in run_checks_at(lake, table, settings))
    failed = (result for result in results if not result.passed and result.blocking)
    return tuple(f"{result.table}: {result.name}" for result in failed)


def refusal(failed: Iterable[str]) -> LakeError:
    """Return the error of a publication that failed checks stop."""
    return LakeError(
        f"Nothing was published, because a check failed: {', '.join(failed)}.",
        remedy="Open the check in the UI (make ui); what was published before stays.",
    )


def failed_warnings(lake: Lake, settings: Settings) -> tuple[str, ...]:
    """Return the failed checks that stop nothing, as "table: check", of all tables."""
    known = (known_results_at(lake, table, settings) or () for table in TABLES)
    results = (result for results in known for result in results)
    failed = (result for result in results if not result.passed and not result.blocking)
    return tuple(f"{result.table}: {result.name}" for result in failed)


def _views(lake: Lake, checks: Iterable[Check]) -> dict[str, list[Path]]:
    return {table: lake.paths(table) for table in tables_of(checks)}
