"""What Dagster knows of an asset before it is made: columns, order, versions, owners and tags."""

import dagster as dg

from assets.automation import follows_data, published_in_time
from assets.crawled import crawl_key
from graphwright.quality.catalogue import checks_at
from graphwright.quality.check import tables_of
from graphwright.settings import Settings
from graphwright.steps.applications import ApplicationsStep
from graphwright.steps.base.step import Step
from graphwright.steps.listed import BroaderStep, SeedsStep
from graphwright.steps.publishing import SNAPSHOT, PublishStep
from graphwright.tables import GROUPS, TABLES, Table

STEP_TAG = "graphwright/step"
"""Tag of an asset: the name of the step that makes it, as plans and costs name it."""

_GROUPS = (*GROUPS, PublishStep.group)


def specs_of(step: Step, settings: Settings) -> list[dg.AssetSpec]:
    """Return the specs of all that a step makes."""
    if isinstance(step, PublishStep):
        return [_snapshot_spec(step, settings)]
    return [_table_spec(table, step, settings) for table in step.outputs]


def _table_spec(table: str, step: Step, settings: Settings) -> dg.AssetSpec:
    declared = TABLES[table]
    read_by_checks = [] if step.bucketed else _read_by_checks(table, step, settings)
    return dg.AssetSpec(
        table,
        deps=[*step.inputs, *_outside(step, settings)],
        # Nothing makes the seed concepts: they are a file.
        code_version=None if isinstance(step, (SeedsStep, BroaderStep)) else step.version,
        automation_condition=follows_data(read_by_checks) if step.inputs else None,
        description=declared.description,
        group_name=group_name(declared.group),
        kinds={"parquet", *step.technologies},
        owners=list(settings.owners),
        tags={STEP_TAG: step.name},
        metadata={
            "dagster/column_schema": _column_schema(declared),
            "key": ", ".join(declared.key),
        },
    )


def _outside(step: Step, settings: Settings) -> list[dg.AssetKey]:
    """Return the assets that no build makes and that a step reads: crawls."""
    if not isinstance(step, ApplicationsStep):
        return []
    return [crawl_key(application.name) for application in settings.applications]


def _snapshot_spec(step: Step, settings: Settings) -> dg.AssetSpec:
    return dg.AssetSpec(
        SNAPSHOT,
        deps=list(step.inputs),
        code_version=step.version,
        automation_condition=follows_data(),
        freshness_policy=published_in_time(settings.checks.waiting_hours),
        description="The graph, its tables and its vectors under one manifest, for readers. "
        "It is published only when every blocking check before it has passed.",
        group_name=group_name(step.group),
        kinds=set(step.technologies),
        owners=list(settings.owners),
        tags={STEP_TAG: step.name},
    )


def group_name(group: str) -> str:
    """Return Dagster's name of a part of the pipeline: it sorts them by name, so with a number.

    Two digits: the tenth would stand before the second.
    """
    return f"step_{_GROUPS.index(group) + 1:02d}_{group}"


def _column_schema(table: Table) -> dg.TableSchema:
    """Return the Dagster column schema of a declared table."""
    return dg.TableSchema(
        columns=[
            dg.TableColumn(
                name=column.name,
                type=str(column.type),
                description=column.description,
                constraints=dg.TableColumnConstraints(
                    nullable=column.nullable, unique=table.key == (column.name,)
                ),
            )
            for column in table.columns
        ]
    )


def _read_by_checks(table: str, step: Step, settings: Settings) -> list[str]:
    """Return the tables that only the checks of a whole table read; buckets are made together."""
    checks = checks_at(table, settings.checks)
    return sorted({*tables_of(checks)} - {table, *step.inputs})
