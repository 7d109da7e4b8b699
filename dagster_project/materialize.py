"""What every asset tells Dagster: its spec from the declared table, and what a step did."""

import base64
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import dagster as dg

from dagster_project.progress import bar
from graphwright.inspection.counts import breakdowns
from graphwright.inspection.samples import sample_markdown
from graphwright.lake import Lake
from graphwright.settings import Settings
from graphwright.steps.runner import StepReport, run_step
from graphwright.steps.step import BucketStep
from graphwright.steps.whole import WholeReport, run_sql_table
from graphwright.tables import TABLES, Table
from resources.lake import LakeResource
from resources.sources import SourcesResource
from sql import READS

_GROUPS = ("documents", "text", "language", "triples", "entities", "graph", "vectors", "serving")
"""Steps of the pipeline in order; Dagster sorts groups by name, so each gets its number."""


def group(name: str) -> str:
    """Return the Dagster group of a step: its number and its name."""
    return f"step_{_GROUPS.index(name) + 1}_{name}"


def column_schema(table: Table) -> dg.TableSchema:
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


def spec(table: str, deps: Iterable[str], *, kinds: Iterable[str] = ()) -> dg.AssetSpec:
    """Return the asset spec of a declared table."""
    declared = TABLES[table]
    return dg.AssetSpec(
        table,
        deps=list(deps),
        description=declared.description,
        group_name=group(declared.group),
        kinds={"parquet", *kinds},
        metadata={
            "dagster/column_schema": column_schema(declared),
            "key": ", ".join(declared.key),
        },
    )


def run_buckets(
    context: dg.AssetExecutionContext, step: BucketStep, lake: Lake, settings: Settings
) -> Iterator[dg.MaterializeResult[Any]]:
    """Bring the run's buckets of a step up to date and yield a result for each of its tables."""
    buckets = [int(key) for key in context.partition_keys]
    progress = bar(step.name, context.log.info)
    report = run_step(
        step,
        lake,
        buckets,
        workers=settings.worker_count,
        on_start=progress.start,
        on_progress=progress.advance,
    )
    for table in step.outputs:
        lake.drop_other_buckets(table, settings.buckets)
        yield _bucket_result(context, lake, table, report)


def _bucket_result(
    context: dg.AssetExecutionContext, lake: Lake, table: str, report: StepReport
) -> dg.MaterializeResult[Any]:
    key = dg.AssetKey(table)
    for bucket, rows in sorted(report.rows.get(table, {}).items()):
        context.add_asset_metadata(
            {"dagster/row_count": rows}, asset_key=key, partition_key=f"{bucket:04d}"
        )
    return dg.MaterializeResult(
        asset_key=key,
        metadata={
            "rows_in_this_run": report.total(table),
            "units_worked_on": report.worked,
            "units_taken_over": report.kept,
            "units_renamed": report.renamed,
            "units_to_try_again": report.not_final,
            **table_metadata(lake, table),
        },
    )


Extra = Callable[[Lake], Mapping[str, Any]]
"""Makes metadata that one asset shows beside what every table shows."""


def sql_asset(
    table: str,
    extra: Extra = lambda lake: {},
    wanted: Callable[[Settings], bool] = lambda settings: True,
) -> dg.AssetsDefinition:
    """Return the asset of a table that one SELECT in ``sql/`` makes; empty where not wanted."""

    @dg.multi_asset(name=table, specs=[spec(table, READS[table], kinds=["duckdb", "sql"])])
    def asset(lake: LakeResource, sources: SourcesResource) -> dg.MaterializeResult[Any]:
        opened, settings = lake.open(), sources.settings
        report = run_sql_table(
            opened,
            table,
            READS[table] if wanted(settings) else None,
            settings.buckets,
            threads=settings.worker_count,
        )
        return whole_result(opened, table, report, extra(opened))

    return asset


def whole_result(
    lake: Lake, table: str, report: WholeReport, more: Mapping[str, Any] | None = None
) -> dg.MaterializeResult[Any]:
    """Return the result of a whole table, with a sample of its rows."""
    return dg.MaterializeResult(
        asset_key=dg.AssetKey(table),
        metadata={
            "dagster/row_count": report.rows,
            "made_again": report.made,
            **table_metadata(lake, table),
            **(more or {}),
        },
    )


def table_metadata(lake: Lake, table: str) -> dict[str, Any]:
    """Return where a table lies, a Markdown sample of its rows, and its counts by reason."""
    paths = lake.paths(table)
    folder = paths[0].parent if TABLES[table].bucketed and paths else lake.path(table)
    metadata = {
        "path": dg.MetadataValue.path(str(folder)),
        "sample": dg.MetadataValue.md(sample_markdown(TABLES[table], paths)),
    }
    if counts := breakdowns({table: paths}):
        metadata["counts"] = dg.MetadataValue.md(counts)
    return metadata


def picture(png: bytes, title: str) -> dg.MarkdownMetadataValue:
    """Return a PNG as Markdown that Dagster's page shows in place."""
    data = base64.b64encode(png).decode("ascii")
    return dg.MetadataValue.md(f"![{title}](data:image/png;base64,{data})")
