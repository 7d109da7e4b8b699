"""What every asset tells Dagster: its spec from the declared table, and what a step did."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import dagster as dg

from dagster_project.automation import follows_data
from dagster_project.failures import retried
from dagster_project.progress import bar
from dagster_project.project import project_settings
from dagster_project.versions import code_version, file_version, stamp_buckets
from graphwright.ids import fingerprint
from graphwright.inspection.grid import Grid
from graphwright.inspection.llm_usage import llm_usage_grids
from graphwright.inspection.look import look
from graphwright.inspection.markdown import data_uri, grid_markdown
from graphwright.inspection.slow import slow_documents
from graphwright.planning.costs import Stopwatch, note_cost
from graphwright.quality.homes import checks_at, floors_of
from graphwright.quality.remembered import tables_of
from graphwright.settings import Settings
from graphwright.steps.documents import ParseStep
from graphwright.steps.llm_session import LlmSession
from graphwright.steps.pipeline import LLM_STEPS, make_step
from graphwright.steps.runner import StepReport, run_step
from graphwright.steps.whole import WholeReport, run_sql_table
from graphwright.store.lake import Lake
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
    declared, deps = TABLES[table], list(deps)
    return dg.AssetSpec(
        table,
        deps=deps,
        code_version=code_version(table, project_settings()),
        automation_condition=follows_data(_read_by_checks(table, deps)) if deps else None,
        description=declared.description,
        group_name=group(declared.group),
        kinds={"parquet", *kinds},
        metadata={
            "dagster/column_schema": column_schema(declared),
            "key": ", ".join(declared.key),
        },
    )


def _read_by_checks(table: str, deps: Iterable[str]) -> list[str]:
    """Return the tables that only the checks of a whole table read; buckets are made together."""
    if TABLES[table].bucketed:
        return []
    checks = checks_at(table, floors_of(project_settings()))
    return sorted({*tables_of(checks)} - {table, *deps})


def run_buckets(
    context: dg.AssetExecutionContext,
    name: str,
    lake: Lake,
    settings: Settings,
    llm: LlmSession | None = None,
) -> Iterator[dg.MaterializeResult[Any]]:
    """Bring the run's buckets of a step up to date and yield a result for each of its tables.

    ``llm`` is what a step that asks an LLM asks.
    """
    step = make_step(name, lake, settings, llm=llm)
    buckets = [int(key) for key in context.partition_keys]
    progress, watch = bar(step.name, context.log.info), Stopwatch()
    report = run_step(
        step,
        lake,
        buckets,
        workers=settings.worker_count,
        on_start=progress.start,
        on_progress=progress.advance,
        run=context.run.run_id,
    )
    note_cost(lake, step.name, report.worked, watch.seconds)
    for table in step.outputs:
        lake.drop_other_buckets(table, settings.buckets)
        shown = _of_buckets(lake, table, report)
        versions = [file_version(lake, table, bucket) for bucket in buckets]
        if len({version.value for version in versions}) == 1:
            # One bucket, or all are empty: one thing is true of each.
            yield dg.MaterializeResult(
                asset_key=table, data_version=versions[0], metadata=shown[buckets[-1]]
            )
        else:
            of_all = dg.DataVersion(fingerprint([version.value for version in versions]))
            yield dg.MaterializeResult(asset_key=table, data_version=of_all)
            stamp_buckets(context, lake, table, shown)


def _of_buckets(lake: Lake, table: str, report: StepReport) -> dict[int, dict[str, Any]]:
    """Return what a page shows of each bucket of the run, in order.

    Dagster plots a bucketed table bucket by bucket, so each has its own numbers; what is true of
    the whole table stands with the last, the one that the table's own page shows.
    """
    rows = sorted(report.rows.get(table, {}).items())
    shown: dict[int, dict[str, Any]] = {
        bucket: {
            "dagster/row_count": count,
            "bytes_of_bucket": lake.path(table, bucket).stat().st_size,
        }
        for bucket, count in rows
    }
    shown[rows[-1][0]] |= {
        "rows_in_this_run": report.total(table),
        "units_worked_on": report.worked,
        "units_taken_over": report.kept,
        "units_renamed": report.renamed,
        "units_to_try_again": report.not_final,
        **report.numbers,
        **_llm_usage(lake, table),
        **table_metadata(lake, table),
    }
    return shown


def sql_asset(table: str) -> dg.AssetsDefinition:
    """Return the asset of a table that one SELECT in ``sql/`` makes."""

    @dg.multi_asset(name=table, specs=[spec(table, READS[table], kinds=["duckdb", "sql"])])
    @retried
    def asset(
        context: dg.AssetExecutionContext, lake: LakeResource, sources: SourcesResource
    ) -> dg.MaterializeResult[Any]:
        opened, watch = lake.open(), Stopwatch()
        report = run_sql_table(opened, table, sources.settings)
        note_cost(opened, table, report.rows if report.made else 0, watch.seconds)
        return whole_result(opened, table, report)

    return asset


def whole_result(
    lake: Lake,
    table: str,
    report: WholeReport,
    more: Mapping[str, Any] | None = None,
    data_version: str | None = None,
) -> dg.MaterializeResult[Any]:
    """Return the result of a whole table, with a sample of its rows.

    Its data version is the digest of its file where none is given.
    """
    own = file_version(lake, table) if data_version is None else dg.DataVersion(data_version)
    return dg.MaterializeResult(
        asset_key=dg.AssetKey(table),
        data_version=own,
        metadata={
            "dagster/row_count": report.rows,
            "made_again": report.made,
            **table_metadata(lake, table),
            **(more or {}),
        },
    )


def table_metadata(lake: Lake, table: str) -> dict[str, Any]:
    """Return what a page shows of a table: its place, numbers, counts, a sample and pictures."""
    paths = lake.paths(table)
    folder = paths[0].parent if TABLES[table].bucketed and paths else lake.path(table)
    seen = look(lake, table)
    return {
        "path": dg.MetadataValue.path(str(folder)),
        "bytes_on_disk": sum(path.stat().st_size for path in paths),
        **seen.numbers,
        **({"counts": _markdown(seen.counts)} if seen.counts else {}),
        **_slowest(lake, table),
        "sample": _markdown([seen.sample]),
        **{name: _picture(path, name) for name, path in seen.pictures.items()},
    }


def _slowest(lake: Lake, table: str) -> dict[str, Any]:
    """Return the slowest documents where the table is of the step that is timed."""
    slow = slow_documents(lake) if table in ParseStep.outputs else None
    return {"slowest": _markdown([slow])} if slow and slow.rows else {}


def _llm_usage(lake: Lake, table: str) -> dict[str, Any]:
    """Return what an LLM cost where the table is the main one of a step that asks one."""
    if table not in LLM_STEPS:
        return {}
    grids = llm_usage_grids(lake, project_settings().llm, [table])
    return {"llm_usage": _markdown(grids)} if grids else {}


def _markdown(grids: Iterable[Grid]) -> dg.MarkdownMetadataValue:
    return dg.MetadataValue.md("\n".join(map(grid_markdown, grids)))


def _picture(path: Path, title: str) -> dg.MarkdownMetadataValue:
    """Return a PNG as Markdown that Dagster's page shows in place."""
    return dg.MetadataValue.md(f"![{title}]({data_uri(path.read_bytes())})")
