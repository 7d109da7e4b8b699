"""The log of publications: ``history`` in the lake, one record for each change of the pointer.

    history/000012.json       when, which snapshot after which, counts, what changed and why
    history/000012.parquet    every difference as a row (``compare.SCHEMA``)
    history/origins/ID.parquet    what a kept snapshot was made from

It stands outside the snapshots, because a snapshot is a function of documents and settings alone,
while this depends on what was published before, and when. A record is written before the pointer
names its number: one above that number is of a publication that was killed, and is written over.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from graphwright.errors import SnapshotError
from graphwright.graph.manifest import read_manifest
from graphwright.graph.pointer import Pointer, read_pointer, snapshots_root
from graphwright.publish.history.compare import (
    SCHEMA,
    Counts,
    Difference,
    Side,
    compare,
)
from graphwright.publish.history.origin import (
    Origin,
    history_root,
    origin_path,
    read_origin,
    write_origin,
)
from graphwright.store.storage import Storage, open_storage

PUBLISHED, ROLLED_BACK = "published", "rolled back"
KEPT_RECORDS = 1000
"""Records that stay; their rows stay only as long as the snapshot they tell about."""


@dataclasses.dataclass(frozen=True, slots=True)
class Publication:
    """One change of the pointer.

    ``base`` is the snapshot before it, ``changes`` thing to change to reason to number (empty for
    the first snapshot and for a rollback), ``problem`` says why a difference could not be told.
    """

    number: int
    kind: str
    snapshot: str
    base: str | None
    at: str
    counts: Mapping[str, int]
    changes: Counts
    versions: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    problem: str | None = None


def publications(lake_root: Path) -> list[Publication]:
    """Return the publications that took place, oldest first.

    Raises ``SnapshotError`` where a record or the pointer is damaged.
    """
    pointer = read_pointer(lake_root)
    last = pointer.publication if pointer else 0
    paths = open_storage(lake_root).paths(history_root(lake_root), "[0-9]*.json")
    return [_read(path) for path in paths if int(path.stem) <= last]


def last_publication(lake_root: Path) -> Publication | None:
    """Return the publication that the pointer is of, or None where its record cannot be read.

    Raises ``SnapshotError`` where the pointer is damaged.
    """
    pointer = read_pointer(lake_root)
    try:
        return _read(_path(lake_root, pointer.publication, ".json")) if pointer else None
    except SnapshotError:
        return None  # a build is not there to tell of the past


def damaged_records(lake_root: Path) -> list[tuple[Path, str]]:
    """Return each file of the log that cannot be read, with the reason."""
    found = []
    storage, root = open_storage(lake_root), history_root(lake_root)
    readers = (("[0-9]*.json", _read), ("[0-9]*.parquet", pq.ParquetFile))
    for pattern, read in readers:
        for path in storage.paths(root, pattern):
            try:
                read(path)
            except (SnapshotError, OSError, pa.ArrowException) as error:
                found.append((path, str(error)))
    return found


def changes_of(lake_root: Path, publication: Publication) -> pa.Table | None:
    """Return a publication's differences as rows, or None where they are no longer kept."""
    path = _path(lake_root, publication.number, ".parquet")
    if not path.exists():
        return None
    try:
        return pq.ParquetFile(path).read().cast(SCHEMA)
    except (OSError, pa.ArrowException) as error:
        raise _damaged(path, error) from error


def record_publication(
    storage: Storage,
    lake_root: Path,
    number: int,
    snapshot: str,
    base: str | None,
    *,
    origin: Origin | None,
) -> None:
    """Write what the publication of a snapshot changes, before the pointer names it."""
    if origin is not None:
        write_origin(storage, origin_path(lake_root, snapshot), origin)
    difference, problem = None, None
    if base is not None:
        try:
            difference = difference_of(lake_root, base, snapshot)
        except SnapshotError as error:
            problem = str(error)  # A damaged old snapshot must not stop the new one.
    rows = _path(lake_root, number, ".parquet")
    with storage.replacing(rows) as temporary:
        table = difference.rows if difference else SCHEMA.empty_table()
        pq.write_table(table, temporary, compression="zstd")
    _write(
        storage,
        lake_root,
        Publication(
            number=number,
            kind=PUBLISHED,
            snapshot=snapshot,
            base=base,
            at=_now(),
            counts=_counts(lake_root, snapshot),
            changes=difference.counts() if difference else {},
            versions=difference.versions if difference else (),
            settings=difference.settings if difference else (),
            problem=problem,
        ),
    )


def record_rollback(
    storage: Storage, lake_root: Path, number: int, snapshot: str, base: str | None
) -> None:
    """Write that readers were pointed to an older snapshot, before the pointer names it."""
    counts = _counts(lake_root, snapshot)
    storage.delete(_path(lake_root, number, ".parquet"))
    _write(storage, lake_root, Publication(number, ROLLED_BACK, snapshot, base, _now(), counts, {}))


def next_number(storage: Storage, lake_root: Path, pointer: Pointer | None) -> int:
    """Return the number of the next publication; after a lost pointer the records tell it."""
    if pointer is not None:
        return pointer.publication + 1
    records = storage.paths(history_root(lake_root), "[0-9]*.json")
    return max((int(path.stem) for path in records), default=0) + 1


def difference_of(lake_root: Path, old: str, new: str) -> Difference:
    """Return what differs between two kept snapshots, and why.

    Raises ``SnapshotError`` where one of them is not kept or cannot be read.
    """
    found = compare(_side(lake_root, old), _side(lake_root, new))
    return dataclasses.replace(found, old=old, new=new)


def prune(storage: Storage, lake_root: Path, pointer: Pointer) -> None:
    """Drop what tells about snapshots that are no longer kept, and all but the last records."""
    root, kept = history_root(lake_root), set(pointer.history)
    for path in storage.paths(root / "origins", "*.parquet"):
        if path.stem not in kept:
            storage.delete(path)
    for path in storage.paths(root, "[0-9]*.json"):
        number, rows = int(path.stem), path.with_suffix(".parquet")
        if number <= pointer.publication - KEPT_RECORDS:
            storage.delete(path)
        elif not rows.exists() or (number <= pointer.publication and _tells_of(path, kept)):
            continue
        storage.delete(rows)


def _side(lake_root: Path, snapshot: str) -> Side:
    folder = snapshots_root(lake_root) / snapshot
    read_manifest(folder)
    return Side(folder, read_origin(origin_path(lake_root, snapshot)))


def _counts(lake_root: Path, snapshot: str) -> Mapping[str, int]:
    return dict(sorted(read_manifest(snapshots_root(lake_root) / snapshot).counts.items()))


def _path(lake_root: Path, number: int, suffix: str) -> Path:
    return history_root(lake_root) / f"{number:06d}{suffix}"


def _now() -> str:
    # The one clock here: when readers were pointed to a snapshot is history, not data.
    return datetime.now(UTC).isoformat(timespec="seconds")


def _write(storage: Storage, lake_root: Path, publication: Publication) -> None:
    text = json.dumps(dataclasses.asdict(publication), indent=1, ensure_ascii=False) + "\n"
    path = _path(lake_root, publication.number, ".json")
    with storage.replacing(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


def _read(path: Path) -> Publication:
    try:
        record: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        lines = {name: tuple(record[name]) for name in ("versions", "settings")}
        return Publication(**{**record, **lines})
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise _damaged(path, error) from error


def _tells_of(path: Path, kept: set[str]) -> bool:
    try:
        return _read(path).snapshot in kept
    except SnapshotError:
        return True  # A damaged record is for whoever reads the history, not for who publishes.


def _damaged(path: Path, error: Exception) -> SnapshotError:
    return SnapshotError(
        f"{path} cannot be read: {' '.join(str(error).split())}.",
        remedy="Delete it: it only tells what was published; no snapshot depends on it.",
    )
