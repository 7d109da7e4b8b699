"""The checks of every table, derived from its declaration; blocking ones stand before publishing.

A check runs after the last table that it reads, and is shown there.
"""

from collections.abc import Iterator
from datetime import UTC, datetime

import dagster as dg

from dagster_project.jobs import WAITING_CHECK
from dagster_project.project import project_settings
from graphwright.documents.sources.watch import compare, look
from graphwright.planning.staleness import SNAPSHOT
from graphwright.quality.checks import Check, CheckResult, Severity
from graphwright.quality.homes import checks_at, floors_of, home_of, run_checks_at
from graphwright.steps.documents import known_documents
from graphwright.tables import TABLES
from resources.lake import LakeResource
from resources.sources import SourcesResource

_SET = project_settings().checks
_SEVERITY = {Severity.WARN: dg.AssetCheckSeverity.WARN, Severity.ERROR: dg.AssetCheckSeverity.ERROR}


def _shown_name(check: Check) -> str:
    return check.name if home_of(check) == check.table else f"{check.table}_{check.name}"


def _spec(check: Check) -> dg.AssetCheckSpec:
    home = home_of(check)
    return dg.AssetCheckSpec(
        _shown_name(check),
        asset=home,
        description=check.description,
        blocking=check.blocking,
        additional_deps=sorted({check.table, *check.reads} - {home}),
    )


def _result(check: Check, result: CheckResult) -> dg.AssetCheckResult:
    return dg.AssetCheckResult(
        asset_key=home_of(check),
        check_name=_shown_name(check),
        passed=result.passed,
        severity=_SEVERITY[result.severity],
        description=None if result.passed else f"{result.failed_rows} rows break it.",
        metadata={
            "failed_rows": result.failed_rows,
            "failed_rows_allowed": 0,
            **{
                name: value
                for name, value in (("share", result.share), ("floor", result.floor))
                if value is not None
            },
            "sample": dg.MetadataValue.md(result.sample),
            "sql": dg.MetadataValue.md(f"```sql\n{result.sql}\n```"),
        },
    )


def _checks_at(home: str) -> dg.AssetChecksDefinition | None:
    checks = checks_at(home, floors_of(project_settings()))
    if not checks:
        return None

    @dg.multi_asset_check(name=f"check_{home}", specs=[_spec(check) for check in checks])
    def run(lake: LakeResource, sources: SourcesResource) -> Iterator[dg.AssetCheckResult]:
        results = run_checks_at(lake.open(), home, sources.settings)
        for check, result in zip(checks, results, strict=True):
            yield _result(check, result)

    return run


@dg.asset_check(
    asset=SNAPSHOT,
    name=WAITING_CHECK,
    description="No document that changed at its source has waited for a build for more than "
    f"{_SET.waiting_hours:g} hours. Web pages and removed files state no time and do not count.",
)
def waiting(lake: LakeResource, sources: SourcesResource) -> dg.AssetCheckResult:
    """Compare the sources with what the tables were made from, and with the clock."""
    settings = sources.settings
    compared = compare(settings, look(settings), known_documents(lake.open()) or ())
    hours = _hours_since(compared.waiting_since)
    changes = {name: str(counts) for name, counts in compared.changes.items()}
    return dg.AssetCheckResult(
        passed=hours <= settings.checks.waiting_hours,
        severity=dg.AssetCheckSeverity.WARN,
        description=f"The first of the changed documents has waited for {hours:.1f} hours.",
        metadata={"failed_rows": len(changes), "hours": hours, **changes},
    )


def _hours_since(time: str | None) -> float:
    if time is None:
        return 0.0
    return (datetime.now(UTC) - datetime.fromisoformat(time)).total_seconds() / 3600


CHECKS = [definition for table in TABLES if (definition := _checks_at(table)) is not None]
