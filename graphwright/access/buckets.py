"""The tables by document of a view: those of its base without the rows of hidden documents.

Nothing is read anew: the rows of a document or chunk are those that it has in the base. Key, units
and causes of each file are what a build over the visible documents alone would give it, so the file
is the same to the byte, and what follows is current exactly where it would be. A file of which
nothing is hidden is a link.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from graphwright.errors import LakeError
from graphwright.steps.bucketed.plan import known_units
from graphwright.steps.bucketed.step import BucketStep
from graphwright.store.lake import Lake

_Keys = Mapping[str, tuple[str, str]]


class _Chosen(NamedTuple):
    """The units of a bucket that a view has: all, those that are final with their keys."""

    wanted: _Keys
    kept: _Keys
    complete: bool


def fill_buckets(step: BucketStep, base: Lake, view: Lake, buckets: int) -> int:
    """Bring a step's tables of a view up to date; return how many files were written or linked.

    Raises ``LakeError`` where the base is of other code or settings than the step.
    """
    done = 0
    for bucket in range(buckets):
        key = step.bucket_key(view, bucket)
        if _may_fail(step) or not all(view.is_current(t, key, bucket) for t in step.outputs):
            _fill(step, base, view, bucket, key)
            done += len(step.outputs)
    for table in step.outputs:
        view.drop_other_buckets(table, buckets)
    return done


def _may_fail(step: BucketStep) -> bool:
    """Whether rows of a unit may become others under the same key, once a retry succeeds."""
    return type(step).failed_units is not BucketStep.failed_units


def _fill(step: BucketStep, base: Lake, view: Lake, bucket: int, key: str) -> None:
    chosen = _choose(step, base, view, bucket)
    if _is_whole(step, base, bucket, key, chosen):
        for table in step.outputs:
            view.storage.link(base.path(table, bucket), view.path(table, bucket))
        return
    tables = {
        table: base.read_where(table, bucket, step.unit_column, chosen.wanted.keys())
        for table in step.outputs
    }
    failed = step.failed_units(tables)
    for table, rows in tables.items():
        view.write(
            table,
            rows,
            bucket=bucket,
            key=key,
            units=chosen.kept,
            causes=step.causes,
            complete=chosen.complete,
            failed=failed,
        )


def _choose(step: BucketStep, base: Lake, view: Lake, bucket: int) -> _Chosen:
    wanted = {unit.id: (unit.content_key, unit.identity_key) for unit in step.units(view, bucket)}
    known = known_units(step, base, bucket)
    kept = {unit: known[unit] for unit in wanted if unit in known}
    states = [base.state(base.path(table, bucket)) for table in step.outputs]
    if kept != wanted and all(state is not None and state.complete for state in states):
        raise LakeError(
            f"Step {step.name} would make other {step.unit} of the published tables than it did.",
            remedy="Build again: code or settings changed since this graph was published.",
        )
    return _Chosen(wanted, kept, kept == wanted)


def _is_whole(step: BucketStep, base: Lake, bucket: int, key: str, chosen: _Chosen) -> bool:
    """Return whether a bucket's files hide nothing, and are those of the same key."""
    if not chosen.complete or known_units(step, base, bucket) != chosen.kept:
        return False
    states = [base.state(base.path(table, bucket)) for table in step.outputs]
    return all(state is not None and state.complete and state.key == key for state in states)
