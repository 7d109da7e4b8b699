"""How a bucketed step does only what is new: plan, keep, work in processes, write.

What a step does with a unit is its own affair: see the modules of the steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from graphwright.execution.workers import TaskFailure, run_tasks
from graphwright.steps.base.step import StepReport, Work
from graphwright.steps.bucketed.plan import (
    BucketPlan,
    ContentIndex,
    key_as_it_was,
    plan_bucket,
    renamed_rows,
    rows_as_they_were,
)
from graphwright.steps.bucketed.unit import Stopped, Unit, UnitResult
from graphwright.store.footer import row_count
from graphwright.store.lake import Lake
from graphwright.tables import TABLES

if TYPE_CHECKING:
    from graphwright.steps.bucketed.step import BucketStep


def run_buckets(step: BucketStep, lake: Lake, work: Work) -> StepReport:
    """Bring the buckets of a run up to date and return what was done."""
    report = StepReport()
    try:
        _run_planned(step, lake, work, report)
    except BaseException as error:
        try:
            step.finish(lake, work.run)
        except Exception as second:  # noqa: BLE001  # whatever it is, the first error is the cause
            error.add_note(f"Then the end of step {step.name} failed too: {second}")
        raise
    report.numbers = step.finish(lake, work.run)
    return report


def _run_planned(step: BucketStep, lake: Lake, work: Work, report: StepReport) -> None:
    index = ContentIndex(lake, step)
    try:
        plans = [p for bucket in work.buckets if (p := _plan(step, lake, bucket, index, report))]
        work.on_start(sum(len(plan.missing) for plan in plans))
        if any(plan.missing for plan in plans):
            step.prepare(lake, work.run, lambda: (b for _, b in _batches(step, lake, plans)))
        results = _results(step, lake, plans, work.workers)
        for plan in plans:
            done = _collect(plan, results, work.on_progress)
            _write(step, lake, plan, done, report)
    finally:
        index.close()


def _plan(
    step: BucketStep, lake: Lake, bucket: int, index: ContentIndex, report: StepReport
) -> BucketPlan | None:
    """Return the plan of a bucket, or None where its files are current."""
    if step.is_current(lake, bucket):
        for table in step.outputs:
            report.count(table, bucket, row_count(lake.path(table, bucket)))
        state = lake.state(lake.path(step.outputs[0], bucket))
        report.kept += len(state.units) if state else 0
        return None
    plan = plan_bucket(step, lake, bucket, step.bucket_key(lake, bucket), index)
    report.kept += len(plan.kept)
    report.renamed += len(plan.renamed)
    report.worked += len(plan.missing)
    return plan


def _collect(
    plan: BucketPlan,
    results: Iterator[list[tuple[Unit, UnitResult]]],
    on_progress: Callable[[int], None],
) -> dict[str, UnitResult]:
    done: dict[str, UnitResult] = {}
    while len(done) < len(plan.missing):
        finished = next(results)
        done.update((unit.id, result) for unit, result in finished)
        on_progress(len(finished))
    return done


def _results(
    step: BucketStep, lake: Lake, plans: Sequence[BucketPlan], workers: int
) -> Iterator[list[tuple[Unit, UnitResult]]]:
    """Yield each batch of missing units with its results, in the order of the plans."""
    units = sum(len(plan.missing) for plan in plans)
    if units == 0:
        return
    processes = 0 if units <= step.pool.inline_units else workers
    waiting: list[tuple[Sequence[Unit], list[Any]]] = []

    def tasks() -> Iterator[list[Any]]:
        for batch, payload in _batches(step, lake, plans):
            waiting.append((batch, payload))
            yield payload

    for _, outcome in _run(step, tasks(), processes):
        batch, payload = waiting.pop(0)
        if isinstance(outcome, Stopped):
            raise outcome.error
        if isinstance(outcome, TaskFailure):
            done = _one_by_one(step, batch, payload, outcome, min(processes, 1))
        else:
            done = outcome
        yield list(zip(batch, done, strict=True))


def _batches(
    step: BucketStep, lake: Lake, plans: Sequence[BucketPlan]
) -> Iterator[tuple[Sequence[Unit], list[Any]]]:
    """Yield batches of units with their payloads, read bucket by bucket as they are asked for."""
    for plan in plans:
        payloads = step.payloads(lake, plan.bucket, plan.missing) if plan.missing else []
        for start in range(0, len(plan.missing), step.batch):
            stop = start + step.batch
            yield plan.missing[start:stop], payloads[start:stop]


def _one_by_one(
    step: BucketStep,
    batch: Sequence[Unit],
    payloads: list[Any],
    failure: TaskFailure,
    workers: int,
) -> list[UnitResult]:
    """Work on a failed batch one unit at a time, so that only the culprit fails.

    With no worker where the batch had none: what an LLM's step has open cannot go to a process.
    """
    if len(batch) == 1:
        return [step.failed(batch[0], payloads[0], failure)]
    results = []
    outcomes = _run(step, ([payload] for payload in payloads), workers)
    for unit, payload, (_, outcome) in zip(batch, payloads, outcomes, strict=True):
        if isinstance(outcome, Stopped):
            raise outcome.error
        if isinstance(outcome, TaskFailure):
            results.append(step.failed(unit, payload, outcome))
        else:
            results.append(outcome[0])
    return results


def _run(
    step: BucketStep, tasks: Iterator[list[Any]], workers: int
) -> Iterator[tuple[list[Any], list[UnitResult] | Stopped | TaskFailure]]:
    return run_tasks(
        step.work,
        tasks,
        workers=workers,
        timeout_seconds=step.pool.timeout_seconds,
        memory_mb=step.pool.memory_mb,
        initializer=step.pool.initializer,
        initargs=step.pool.initargs,
        max_tasks=step.pool.max_tasks,
    )


def _write(
    step: BucketStep,
    lake: Lake,
    plan: BucketPlan,
    done: Mapping[str, UnitResult],
    report: StepReport,
) -> None:
    again = {unit for unit, result in done.items() if not result.final}
    report.not_final += len(again)
    units = {u.id: (u.content_key, u.identity_key) for u in plan.units if u.id not in again}
    changing = [unit for unit, result in done.items() if result.changing]
    old = rows_as_they_were(step, lake, plan, changing)
    units |= {unit: key_as_it_was(plan.known[unit]) for unit in old}
    new = (old.get(unit, result.rows) for unit, result in done.items())
    made = [*renamed_rows(step, lake, plan), *new]
    tables = {
        table: pa.concat_tables(
            [
                _kept_rows(step, lake, table, plan),
                TABLES[table].from_rows(row for rows in made for row in rows.get(table, ())),
            ]
        )
        for table in step.outputs
    }
    failed = step.failed_units(tables)
    for table, data in tables.items():
        lake.write(
            table,
            data,
            bucket=plan.bucket,
            key=plan.key,
            units=units,
            causes=step.causes,
            complete=not again,
            failed=failed,
        )
        report.count(table, plan.bucket, data.num_rows)
    ids = [unit.id for unit in plan.units]
    if step.measures is not None:
        measured = {unit: r.measured for unit, r in done.items() if r.measured is not None}
        step.measures.note(lake, step.name, plan.bucket, ids, measured)


def _kept_rows(step: BucketStep, lake: Lake, table: str, plan: BucketPlan) -> pa.Table:
    if not plan.kept:
        return TABLES[table].empty()
    wanted = [unit.id for unit in plan.kept]
    return lake.read_where(table, plan.bucket, step.unit_column, wanted)
