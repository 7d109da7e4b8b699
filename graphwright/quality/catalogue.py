"""All checks: those of every table, and after which table each can run.

What is done about a failure (a build that stops, a warning in a UI) is decided where checks are
used; running them is in ``run``.
"""

from __future__ import annotations

import functools

from graphwright.errors import LakeError
from graphwright.quality.check import Check
from graphwright.quality.declared_checks import declared_checks
from graphwright.quality.domain_checks import domain_checks
from graphwright.settings import CheckSettings
from graphwright.tables import TABLES

_PIPELINE_ORDER = list(TABLES)
_DEFAULTS = CheckSettings()


def checks_of(table: str, thresholds: CheckSettings = _DEFAULTS) -> tuple[Check, ...]:
    """Return the checks of a table, those of its declaration first; names differ in a table.

    Raises ``LakeError`` for a name that is not declared.
    """
    if table not in TABLES:
        raise LakeError(
            f"'{table}' is no declared table; declared are {', '.join(TABLES)}.",
            remedy="Correct the name.",
        )
    return (*declared_checks(TABLES[table]), *domain_checks(table, thresholds))


def placement_of(check: Check) -> str:
    """Return the table after which a check can run: the last that it reads, in pipeline order."""
    return max((check.table, *check.reads), key=_PIPELINE_ORDER.index)


def placed_name(check: Check) -> str:
    """Return a name that tells a check from all others placed at the same table."""
    return check.name if placement_of(check) == check.table else f"{check.table}_{check.name}"


def checks_at(table: str, thresholds: CheckSettings) -> list[Check]:
    """Return the checks placed at a table: they can run once it is made, and not before."""
    return _by_placement(thresholds).get(table, [])


@functools.cache
def _by_placement(thresholds: CheckSettings) -> dict[str, list[Check]]:
    """Return all checks by the table they are placed at; a build asks for each of some thirty."""
    found: dict[str, list[Check]] = {}
    for table in TABLES:
        for check in checks_of(table, thresholds):
            found.setdefault(placement_of(check), []).append(check)
    return found
