"""A check, its result, and the list of checks of every table.

Which checks there are stands in ``declared_checks`` and ``domain_checks``; what is done
about a failure (a build that stops, a warning in a UI) is decided where they are used.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graphwright.errors import LakeError
from graphwright.quality.check import Check, CheckResult, Severity, SqlCheck
from graphwright.quality.declared_checks import declared_checks
from graphwright.quality.domain_checks import Floors, domain_checks
from graphwright.store.queries import DEFAULT_MEMORY_LIMIT, Views, open_views
from graphwright.tables import TABLES

__all__ = ["Check", "CheckResult", "Floors", "Severity", "SqlCheck", "checks_of", "run_checks"]


def checks_of(table: str, floors: Floors | None = None) -> tuple[Check, ...]:
    """Return the checks of a table, those of its declaration first; names differ in a table.

    Raises ``LakeError`` for a name that is not declared.
    """
    if table not in TABLES:
        raise LakeError(
            f"'{table}' is no declared table; declared are {', '.join(TABLES)}.",
            remedy="Correct the name.",
        )
    return (*declared_checks(TABLES[table]), *domain_checks(table, floors or Floors()))


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


def _needed(checks: Iterable[Check], views: Views) -> Views:
    names = sorted({name for check in checks for name in check.reads})
    if missing := [name for name in names if name not in views]:
        raise LakeError(
            f"The checks read {', '.join(names)}, but no path was given for {', '.join(missing)}.",
            remedy="Give each a list of Parquet files (an empty list for an empty table).",
        )
    return {name: views[name] for name in names}
