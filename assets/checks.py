"""The checks of every table, derived from its declaration; blocking ones stand before publishing.

A check runs after the last table that it reads, and is shown there. Any of them can be run alone.
"""

from collections.abc import Iterator
from datetime import UTC, datetime

import dagster as dg

from graphwright.documents.sources.watch import compare_scan, scan
from graphwright.quality.catalogue import checks_at, placed_name, placement_of
from graphwright.quality.check import Check, CheckResult, Severity
from graphwright.quality.run import run_checks_at
from graphwright.quality.shrinkage import (
    COUNTED,
    STATES,
    documents_in,
    shrinking_check,
    shrinking_refusal,
    shrunken,
)
from graphwright.settings import CheckSettings, Settings
from graphwright.steps.bucketed.rows import known_documents
from graphwright.steps.publishing import SNAPSHOT
from graphwright.tables import TABLES
from resources.lake import LakeResource
from resources.publication import PublicationResource
from resources.sources import SourcesResource

WAITING_CHECK = "no_document_waits_too_long"

_SEVERITY = {Severity.WARN: dg.AssetCheckSeverity.WARN, Severity.ERROR: dg.AssetCheckSeverity.ERROR}


def pipeline_checks(settings: Settings) -> list[dg.AssetChecksDefinition]:
    """Return the checks of all tables, of losses, and of how long changed ones wait."""
    of_tables = [made for table in TABLES if (made := _checks_at(table, settings)) is not None]
    of_losses = [_shrinking(table, settings.checks) for table in COUNTED]
    return [*of_tables, *of_losses, _waiting(settings.checks)]


def _checks_at(home: str, settings: Settings) -> dg.AssetChecksDefinition | None:
    checks = {placed_name(check): check for check in checks_at(home, settings.checks)}
    if not checks:
        return None

    @dg.multi_asset_check(
        name=f"check_{home}", specs=[_spec(check) for check in checks.values()], can_subset=True
    )
    def run(
        context: dg.AssetCheckExecutionContext, lake: LakeResource, sources: SourcesResource
    ) -> Iterator[dg.AssetCheckResult]:
        wanted = {key.name for key in context.selected_asset_check_keys}
        chosen = {name: check for name, check in checks.items() if name in wanted}
        results = run_checks_at(lake.open(), home, sources.settings, chosen)
        for check, result in zip(chosen.values(), results, strict=True):
            yield _result(check, result)

    return run


def _spec(check: Check) -> dg.AssetCheckSpec:
    home = placement_of(check)
    return dg.AssetCheckSpec(
        placed_name(check),
        asset=home,
        description=check.description,
        blocking=check.blocking,
        additional_deps=sorted({check.table, *check.reads} - {home}),
    )


def _result(check: Check, result: CheckResult) -> dg.AssetCheckResult:
    shares = {"share": result.share, "floor": result.floor}
    return dg.AssetCheckResult(
        asset_key=placement_of(check),
        check_name=placed_name(check),
        passed=result.passed,
        severity=_SEVERITY[result.severity],
        description=None if result.passed else f"{result.failed_rows} rows break it.",
        metadata={
            "failed_rows": result.failed_rows,
            "failed_rows_allowed": 0,
            **{name: value for name, value in shares.items() if value is not None},
            "sample": dg.MetadataValue.md(result.sample),
            "sql": dg.MetadataValue.md(f"```sql\n{result.sql}\n```"),
        },
    )


def _shrinking(table: str, limits: CheckSettings) -> dg.AssetChecksDefinition:
    whole, parts = ("application", "states") if table == STATES else ("collection", "documents")

    @dg.asset_check(
        asset=table,
        name=shrinking_check(table),
        blocking=True,
        description=f"No {whole} has lost more than {limits.lost_share:.0%} of its published "
        f"{parts}, where that is {limits.lost_documents} or more of them, unless the run says "
        "that they are gone on purpose.",
    )
    def shrinking(
        context: dg.AssetCheckExecutionContext,
        lake: LakeResource,
        sources: SourcesResource,
        publication: PublicationResource,
    ) -> dg.AssetCheckResult:
        """Compare the documents or states that there are with those that are published."""
        opened, allowed = lake.open(), publication.allow_shrinking
        found = shrunken(opened.root, documents_in(opened, table), sources.settings, table)
        said = " ".join(map(str, found))
        if found and not allowed:
            context.log.error(str(shrinking_refusal([said], table)))
        return dg.AssetCheckResult(
            # Not a failure that warns: for the automation that would be one that stops it.
            passed=allowed or not found,
            description=f"{'Allowed by the run. ' if allowed else ''}{said}" if found else None,
            metadata={"failed_rows": len(found)},
        )

    return shrinking


def _waiting(limits: CheckSettings) -> dg.AssetChecksDefinition:
    @dg.asset_check(
        asset=SNAPSHOT,
        name=WAITING_CHECK,
        description="No document that changed at its source has waited for a build for more than "
        f"{limits.waiting_hours:g} hours. Web pages and removed files state no time and do not "
        "count.",
    )
    def waiting(lake: LakeResource, sources: SourcesResource) -> dg.AssetCheckResult:
        """Compare the sources with what the tables were made from, and with the clock."""
        settings, opened = sources.settings, lake.open()
        seen = scan(settings, opened.places)
        compared = compare_scan(settings, seen, known_documents(opened) or ())
        hours = _hours_since(compared.waiting_since)
        changes = {name: str(counts) for name, counts in compared.changes.items()}
        return dg.AssetCheckResult(
            passed=hours <= settings.checks.waiting_hours,
            severity=dg.AssetCheckSeverity.WARN,
            description=f"The first of the changed documents has waited for {hours:.1f} hours.",
            metadata={"failed_rows": len(changes), "hours": hours, **changes},
        )

    return waiting


def _hours_since(time: str | None) -> float:
    if time is None:
        return 0.0
    return (datetime.now(UTC) - datetime.fromisoformat(time)).total_seconds() / 3600
