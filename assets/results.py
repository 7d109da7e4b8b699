"""What a step tells Dagster after it has run: data versions, numbers, counts, samples, pictures."""

import shlex
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import dagster as dg

from assets.bucket_events import stamp_buckets
from graphwright.display.grid import Grid
from graphwright.display.markdown import data_uri, grid_markdown
from graphwright.graph.pointer import snapshots_root
from graphwright.ids import fingerprint
from graphwright.inspection.llm_usage import llm_usage_grids
from graphwright.inspection.slowest_documents import slowest_documents
from graphwright.inspection.snapshot_changes import (
    change_numbers,
    publication_grids,
    publication_line,
)
from graphwright.inspection.table_profile import profile_table
from graphwright.publish.history.log import changes_of, last_publication
from graphwright.review import REVIEW_PORT
from graphwright.settings import Settings
from graphwright.steps.base.step import Step, StepReport
from graphwright.steps.llm.step import LlmBucketStep
from graphwright.steps.parse import ParseStep
from graphwright.steps.pipeline import Pipeline
from graphwright.steps.publishing import SNAPSHOT, PublishStep
from graphwright.store.lake import Lake
from graphwright.tables import TABLES
from sql import READS
from sql.lineage import column_lineage


def results_of(
    context: dg.AssetExecutionContext, pipeline: Pipeline, step: Step, report: StepReport
) -> Iterator[dg.MaterializeResult[Any]]:
    """Yield a result for each output of a step, and log the buckets of a run over several."""
    lake, settings = pipeline.given.lake, pipeline.given.settings
    if isinstance(step, PublishStep):
        yield _published(lake.root, report)
    elif not step.bucketed:
        yield from (_whole(lake, step, table, report) for table in step.outputs)
    else:
        for table in step.outputs:
            shown = _of_buckets(lake, step, table, report, settings)
            yield from _buckets(context, lake, step, table, shown)


def _whole(lake: Lake, step: Step, table: str, report: StepReport) -> dg.MaterializeResult[Any]:
    return dg.MaterializeResult(
        asset_key=table,
        data_version=dg.DataVersion(step.data_version(lake, table)),
        metadata={
            "dagster/row_count": report.total(table),
            "made_again": report.made,
            **_table_metadata(lake, table),
            **_lineage(table),
            **(_to_review(lake, report.total(table)) if table == "review_queue" else {}),
            **report.numbers,
        },
    )


def _to_review(lake: Lake, pairs: int) -> dict[str, Any]:
    """Return what a page shows of the pairs that wait for a person, and how to begin."""
    command = f"graphwright review --lake {shlex.quote(str(lake.root))}"
    return {
        "pairs_to_review": pairs,
        "review_command": command,
        "review_page": dg.MetadataValue.url(f"http://127.0.0.1:{REVIEW_PORT}/review"),
    }


def _buckets(
    context: dg.AssetExecutionContext,
    lake: Lake,
    step: Step,
    table: str,
    shown: Mapping[int, dict[str, Any]],
) -> Iterator[dg.MaterializeResult[Any]]:
    """Yield one result for a table; where its buckets differ, log each with its own version."""
    versions = {bucket: step.data_version(lake, table, bucket) for bucket in shown}
    if len(set(versions.values())) == 1:
        # One bucket, or all are empty: one thing is true of each.
        last = max(shown)
        version = dg.DataVersion(versions[last])
        yield dg.MaterializeResult(asset_key=table, data_version=version, metadata=shown[last])
    else:
        of_all = dg.DataVersion(fingerprint(list(versions.values())))
        yield dg.MaterializeResult(asset_key=table, data_version=of_all)
        stamp_buckets(context, table, versions, shown)


def _of_buckets(
    lake: Lake, step: Step, table: str, report: StepReport, settings: Settings
) -> dict[int, dict[str, Any]]:
    """Return what a page shows of each bucket of the run, in order.

    Dagster plots a bucketed table bucket by bucket, so each has its own numbers; what is true of
    the whole table stands with the last, the one that the table's own page shows.
    """
    rows = {bucket: n for bucket, n in report.rows.get(table, {}).items() if bucket is not None}
    shown: dict[int, dict[str, Any]] = {
        bucket: {
            "dagster/row_count": rows[bucket],
            "bytes_of_bucket": lake.path(table, bucket).stat().st_size,
        }
        for bucket in sorted(rows)
    }
    shown[max(rows)] |= {
        "rows_in_this_run": report.total(table),
        "units_worked_on": report.worked,
        "units_taken_over": report.kept,
        "units_renamed": report.renamed,
        "units_to_try_again": report.not_final,
        **report.numbers,
        **_of_step(lake, step, table, settings),
        **_table_metadata(lake, table),
    }
    return shown


def _of_step(lake: Lake, step: Step, table: str, settings: Settings) -> dict[str, Any]:
    """Return what a page shows of the work itself: slow documents, what an LLM cost."""
    if isinstance(step, ParseStep):
        slow = slowest_documents(lake)
        return {"slowest": _markdown([slow])} if slow.rows else {}
    if isinstance(step, LlmBucketStep) and table == step.outputs[0]:
        grids = llm_usage_grids(lake, settings.llm, [step.name])
        return {"llm_usage": _markdown(grids)} if grids else {}
    return {}


def _table_metadata(lake: Lake, table: str) -> dict[str, Any]:
    """Return what a page shows of a table: its place, numbers, counts, a sample and pictures."""
    paths = lake.paths(table)
    folder = paths[0].parent if TABLES[table].bucketed and paths else lake.path(table)
    seen = profile_table(lake, table)
    return {
        "path": dg.MetadataValue.path(str(folder)),
        "bytes_on_disk": sum(path.stat().st_size for path in paths),
        **seen.numbers,
        **({"counts": _markdown(seen.counts)} if seen.counts else {}),
        "sample": _markdown([seen.sample]),
        **{name: _picture(path, name) for name, path in seen.pictures.items()},
    }


def _lineage(table: str) -> dict[str, Any]:
    """Return the columns that each column of a table is made from, where a SELECT makes it."""
    if table not in READS:
        return {}
    lineage = {
        column: [dg.TableColumnDep(asset_key=of, column_name=name) for of, name in made_from]
        for column, made_from in column_lineage(table).items()
    }
    return {"dagster/column_lineage": dg.TableColumnLineage(lineage)}


def _published(root: Path, report: StepReport) -> dg.MaterializeResult[Any]:
    snapshot: str = report.numbers["snapshot"]
    return dg.MaterializeResult(
        asset_key=SNAPSHOT,
        data_version=dg.DataVersion(snapshot),
        metadata={
            "snapshot": snapshot,
            "path": dg.MetadataValue.path(str(snapshots_root(root) / snapshot)),
            **_changes(root, new=report.made),
        },
    )


def _changes(root: Path, *, new: bool) -> dict[str, Any]:
    """Return the counts of the last publication, and what changed if it is one of this run."""
    last = last_publication(root)
    if last is None:  # its record is damaged, or was deleted, as the message of one says
        return {"changes": "It is not recorded what changed."}
    lines = [publication_line(last) if new else "Nothing changed: the snapshot stays.", ""]
    grids = publication_grids(last, changes_of(root, last)) if new else []
    numbers = change_numbers(last.changes if new else {})
    changed = dg.MetadataValue.md("\n".join([*lines, *map(grid_markdown, grids)]))
    return {"publication": last.number, "changes": changed, **numbers, **last.counts}


def _markdown(grids: Iterable[Grid]) -> dg.MarkdownMetadataValue:
    return dg.MetadataValue.md("\n".join(map(grid_markdown, grids)))


def _picture(path: Path, title: str) -> dg.MarkdownMetadataValue:
    """Return a PNG as Markdown that Dagster's page shows in place."""
    return dg.MetadataValue.md(f"![{title}]({data_uri(path.read_bytes())})")
