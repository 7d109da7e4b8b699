"""Running checks, all of a table or chosen ones; a result that is still true is kept."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from graphwright.errors import LakeError
from graphwright.quality.catalogue import checks_at, placed_name
from graphwright.quality.check import Check, CheckResult, tables_of
from graphwright.quality.result_cache import ResultCache
from graphwright.settings import Settings
from graphwright.store.lake import Lake
from graphwright.store.queries import DEFAULT_MEMORY_LIMIT, Views, open_views
from graphwright.tables import TABLES


def run_checks(
    checks: Sequence[Check],
    views: Views,
    *,
    threads: int = 1,
    memory_limit: str = DEFAULT_MEMORY_LIMIT,
) -> list[CheckResult]:
    """Run checks over the Parquet files in ``views`` and return a result for each, in order.

    ``views`` needs the tables of every check's ``reads``. Raises ``LakeError`` for a missing one
    and for a file that cannot be read at all; a table of a wrong schema is a failed result.
    """
    needed = _needed(checks, views)
    with open_views(needed, threads=threads, memory_limit=memory_limit) as connection:
        return [check.run(connection, needed) for check in checks]


def run_checks_at(
    lake: Lake, table: str, settings: Settings, names: Collection[str] | None = None
) -> list[CheckResult]:
    """Return the results of the checks placed at a table, in the order of ``checks_at``.

    ``names`` chooses some of them, by ``placed_name``. A check runs only where it, or a file that
    it reads, is new since it ran last. Raises ``LakeError`` for a name that no check there has,
    and as ``run_checks`` does.
    """
    checks = _chosen(checks_at(table, settings.checks), table, names)
    views, cache = _views(lake, checks), _cache(lake, table)
    results = cache.find(checks, views)
    new = [check for check, result in zip(checks, results, strict=True) if result is None]
    sound = {table: lake.sound_paths(table) for table in tables_of(new)}
    ran = run_checks(new, sound, threads=settings.worker_count) if new else []
    if new:
        cache.store(new, views, ran)
    made = iter(ran)
    return [result or next(made) for result in results]


def known_results_at(lake: Lake, table: str, settings: Settings) -> list[CheckResult] | None:
    """Return the results of the checks placed at a table, or None where one must run first."""
    checks = checks_at(table, settings.checks)
    results = _cache(lake, table).find(checks, _views(lake, checks))
    known = [result for result in results if result is not None]
    return known if len(known) == len(results) else None


def failed_blocking(lake: Lake, settings: Settings) -> tuple[str, ...]:
    """Return the failed checks that stop a publication, as "table: check", of all tables.

    They run only where files are new; none is after a build, whose checks have just run.
    """
    results = (result for table in TABLES for result in run_checks_at(lake, table, settings))
    failed = (result for result in results if not result.passed and result.blocking)
    return tuple(f"{result.table}: {result.name}" for result in failed)


def failed_warnings(lake: Lake, settings: Settings) -> tuple[str, ...]:
    """Return the failed checks that stop nothing, as "table: check", of all tables."""
    known = (known_results_at(lake, table, settings) or () for table in TABLES)
    results = (result for results in known for result in results)
    failed = (result for result in results if not result.passed and not result.blocking)
    return tuple(f"{result.table}: {result.name}" for result in failed)


def refusal(failed: Iterable[str]) -> LakeError:
    """Return the error of a publication that failed checks stop."""
    return LakeError(
        f"Nothing was published, because a check failed: {', '.join(failed)}.",
        remedy="Open the check in the UI (make ui); what was published before stays.",
    )


def _chosen(checks: list[Check], table: str, names: Collection[str] | None) -> list[Check]:
    if names is None:
        return checks
    there = {placed_name(check): check for check in checks}
    if unknown := sorted(set(names) - set(there)):
        raise LakeError(
            f"No check at '{table}' is named {', '.join(unknown)}; there are {', '.join(there)}.",
            remedy="Correct the name.",
        )
    return [check for name, check in there.items() if name in names]


def _cache(lake: Lake, table: str) -> ResultCache:
    return ResultCache(lake.cache / "checks" / f"{table}.json")


def _views(lake: Lake, checks: Iterable[Check]) -> dict[str, list[Path]]:
    return {table: lake.paths(table) for table in tables_of(checks)}


def _needed(checks: Iterable[Check], views: Views) -> Views:
    names = sorted({name for check in checks for name in check.reads})
    if missing := [name for name in names if name not in views]:
        raise LakeError(
            f"The checks read {', '.join(names)}, but no path was given for {', '.join(missing)}.",
            remedy="Give each a list of Parquet files (an empty list for an empty table).",
        )
    return {name: views[name] for name in names}
