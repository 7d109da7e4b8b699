"""What of a step is new: units to keep, to rename, and to work on."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow.compute as pc

from graphwright.errors import LakeError, StorageError
from graphwright.steps.bucketed.unit import Rows, Unit
from graphwright.store.footer import FileState
from graphwright.store.lake import Lake
from graphwright.tables import ROW_TYPES, rows_of

if TYPE_CHECKING:
    from graphwright.steps.bucketed.step import BucketStep

_OLD = "old "


@dataclasses.dataclass(frozen=True, slots=True)
class Renamed:
    """A unit whose content is known under another name: where its rows lie, and that name."""

    unit: Unit
    folder: Path
    old: Unit


@dataclasses.dataclass(frozen=True, slots=True)
class BucketPlan:
    """What is to be done for one bucket whose files are not current.

    ``known`` are the units of its old files, with their keys.
    """

    bucket: int
    key: str
    units: Sequence[Unit]
    kept: Sequence[Unit]
    renamed: Sequence[Renamed]
    missing: Sequence[Unit]
    known: Mapping[str, tuple[str, str]]


def plan_bucket(
    step: BucketStep, lake: Lake, bucket: int, key: str, index: ContentIndex
) -> BucketPlan:
    """Sort a bucket's units into kept, renamed and missing ones."""
    known = known_units(step, lake, bucket)
    units = step.units(lake, bucket)
    kept, renamed, missing = [], [], []
    for unit in units:
        if known.get(unit.id) == (unit.content_key, unit.identity_key):
            kept.append(unit)
        elif (found := index.find(unit)) is not None:
            renamed.append(found)
        else:
            missing.append(unit)
    return BucketPlan(bucket, key, units, kept, renamed, missing, known)


def known_units(step: BucketStep, lake: Lake, bucket: int) -> Mapping[str, tuple[str, str]]:
    """Return the units, with their keys, that the old files of all outputs agree on."""
    paths = [lake.path(table, bucket) for table in step.outputs]
    states = [state for path in paths if (state := _readable_state(lake, path)) is not None]
    if len(states) < len(paths):
        return {}
    # Files of one digest have the same units, which need not be read twice.
    try:
        first, *others = [state.units for state in {s.digest: s for s in states}.values()]
    except LakeError:
        return {}  # damaged since its state was read
    return {unit: keys for unit, keys in first.items() if all(o.get(unit) == keys for o in others)}


def _readable_state(lake: Lake, path: Path) -> FileState | None:
    try:
        return lake.state(path)
    except LakeError:
        return None  # A damaged file holds nothing to keep; the step makes it again.


class ContentIndex:
    """Finds a unit of equal content anywhere in a step's old files.

    The old files are kept aside (by hard links) from the first look-up, since the step replaces
    them.
    """

    def __init__(self, lake: Lake, step: BucketStep) -> None:
        self._lake = lake
        self._step = step
        self._folder = lake.aside(step.outputs[0])
        self._entries: dict[str, tuple[Path, Unit]] | None = None

    def find(self, unit: Unit) -> Renamed | None:
        """Return where rows of the unit's content lie, or None."""
        if not self._step.renames:
            return None
        if self._entries is None:
            self._entries = self._load()
        entry = self._entries.get(unit.content_key)
        return None if entry is None else Renamed(unit, *entry)

    def _load(self) -> dict[str, tuple[Path, Unit]]:
        self.close()
        entries: dict[str, tuple[Path, Unit]] = {}
        for bucket in self._lake.buckets(self._step.outputs[0]):
            known = known_units(self._step, self._lake, bucket)
            if not known:
                continue
            folder = self._link(bucket)
            for unit, (content, identity) in sorted(known.items()):
                entries.setdefault(content, (folder, Unit(unit, content, identity)))
        return entries

    def _link(self, bucket: int) -> Path:
        folder = self._folder / f"{bucket:04d}"
        for table in self._step.outputs:
            self._lake.storage.link(self._lake.path(table, bucket), folder / f"{table}.parquet")
        return folder

    def close(self) -> None:
        """Drop the links, as far as the disk lets go of them: what stays only takes room."""
        with suppress(StorageError):
            self._lake.storage.delete(self._folder)


def renamed_rows(step: BucketStep, lake: Lake, plan: BucketPlan) -> list[Rows]:
    """Return the rows of the plan's renamed units under their new names."""
    if not plan.renamed:
        return []
    payloads = step.payloads(lake, plan.bucket, [entry.unit for entry in plan.renamed])
    by_folder: dict[Path, list[int]] = {}
    for number, entry in enumerate(plan.renamed):
        by_folder.setdefault(entry.folder, []).append(number)
    result = []
    for folder, numbers in by_folder.items():
        paths = {table: folder / f"{table}.parquet" for table in step.outputs}
        old = _old_rows(step, lake, paths, {plan.renamed[n].old.id for n in numbers})
        for number in numbers:
            entry = plan.renamed[number]
            rows = {table: grouped.get(entry.old.id, []) for table, grouped in old.items()}
            result.append(step.rename(rows, entry.unit, payloads[number], entry.old))
    return result


def rows_as_they_were(
    step: BucketStep, lake: Lake, plan: BucketPlan, changing: Collection[str]
) -> dict[str, Rows]:
    """Return the old rows of units that change while they are read, of those that have any."""
    wanted = {unit for unit in changing if unit in plan.known}
    if not wanted:
        return {}
    paths = {table: lake.path(table, plan.bucket) for table in step.outputs}
    old = _old_rows(step, lake, paths, wanted)
    found = {unit: {table: rows.get(unit, []) for table, rows in old.items()} for unit in wanted}
    kept = {unit: step.as_it_was(rows) for unit, rows in sorted(found.items())}
    return {unit: rows for unit, rows in kept.items() if rows is not None}


def key_as_it_was(keys: tuple[str, str]) -> tuple[str, str]:
    """Return the keys of a unit with rows of ``rows_as_they_were``: no unit that is read has them.

    So the next build reads it again, and takes nothing over that says that it is old.
    """
    content, identity = keys
    return _OLD + content.removeprefix(_OLD), identity


def _old_rows(
    step: BucketStep, lake: Lake, paths: Mapping[str, Path], wanted: set[str]
) -> dict[str, dict[str, list[object]]]:
    tables: dict[str, dict[str, list[object]]] = {}
    for table in step.outputs:
        data = lake.read_file(table, paths[table])
        data = data.filter(pc.field(step.unit_column).isin(sorted(wanted)))
        grouped: dict[str, list[object]] = {}
        rows: list[object] = rows_of(ROW_TYPES[table], data)
        for row in rows:
            grouped.setdefault(getattr(row, step.unit_column), []).append(row)
        tables[table] = grouped
    return tables
