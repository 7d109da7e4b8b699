"""Where a check stands: after the last table that it reads, in the order of the pipeline."""

from __future__ import annotations

from pathlib import Path

from graphwright.lake import Lake
from graphwright.quality.check import Check, CheckResult
from graphwright.quality.checks import checks_of
from graphwright.quality.remembered import remembered_results, run_or_remember
from graphwright.tables import TABLES

_ORDER = list(TABLES)


def home_of(check: Check) -> str:
    """Return the last table in pipeline order that a check reads."""
    return max((check.table, *check.reads), key=_ORDER.index)


def checks_at(home: str) -> list[Check]:
    """Return the checks that can run once a table is made, and not before."""
    return [check for table in TABLES for check in checks_of(table) if home_of(check) == home]


def run_checks_at(lake: Lake, home: str, threads: int) -> list[CheckResult]:
    """Return the results of ``checks_at(home)``, in order; they run only where files are new."""
    checks, views = checks_at(home), _views(lake)
    return run_or_remember(lake.cache / "checks", home, checks, views, threads=threads)


def known_results_at(lake: Lake, home: str) -> list[CheckResult] | None:
    """Return the results of ``checks_at(home)``, or None where they must run first."""
    return remembered_results(lake.cache / "checks", home, checks_at(home), _views(lake))


def failed_warnings(lake: Lake) -> tuple[str, ...]:
    """Return the failed checks that stop nothing, as "table: check", of all tables."""
    results = (result for table in TABLES for result in known_results_at(lake, table) or ())
    failed = (result for result in results if not result.passed and not result.blocking)
    return tuple(f"{result.table}: {result.name}" for result in failed)


def _views(lake: Lake) -> dict[str, list[Path]]:
    return {table: lake.paths(table) for table in TABLES}
