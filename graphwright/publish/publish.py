"""Publishing: from the lake's tables to an immutable folder and one atomic pointer change.

A snapshot is made in a temporary folder beside its place, renamed into it, and only then named
by the pointer. A crash at any point leaves the pointer on a whole snapshot; what it leaves behind
is cleaned by the next publish. What the folder holds is in ``snapshot_files``.
"""

from __future__ import annotations

import dataclasses
import os
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from graphwright.errors import SnapshotError, StorageError
from graphwright.graph.manifest import (
    FORMAT_VERSION,
    MANIFEST_NAME,
    Manifest,
    check_files,
    read_manifest,
    sha256_file,
)
from graphwright.graph.pointer import (
    Pointer,
    known_pointer,
    read_pointer,
    snapshots_root,
    write_pointer,
)
from graphwright.ids import ID_LENGTH, fingerprint
from graphwright.publish.history import log
from graphwright.publish.history.origin import Origin
from graphwright.publish.mapped_tables import TablePaths
from graphwright.publish.snapshot_files import check_paths, write_snapshot_files
from graphwright.store.storage import Storage, open_storage

_BUILDING = ".building-"
_RETIRED = ".retired-"
_ID = re.compile(f"[0-9a-f]{{{ID_LENGTH}}}")
"""Of the folders that are not hidden, only those named like a snapshot are ever deleted."""


def publish_snapshot(
    lake_root: Path,
    tables: TablePaths,
    *,
    settings_fingerprint: str,
    embedder_fingerprint: str,
    keep: int,
    origin: Callable[[], Origin] | None = None,
    storage: Storage | None = None,
    checksum: Callable[[Path], str | None] = sha256_file,
) -> str:
    """Publish the lake's tables as a snapshot and return its id.

    ``tables`` names the Parquet files of each of ``snapshot_files.REQUIRED``; ``keep`` is how many
    snapshots stay for rollback, the current one included; ``origin`` tells what the tables were
    made from, which the history needs to explain a difference; ``storage`` keeps the lake, by
    default a folder; ``checksum`` tells a table's file by its content. Equal content gives the id
    it had, and publishing it again changes nothing but files that are not as they were published.

    Raises ``SnapshotError`` and leaves the published snapshot as it is where a table is absent,
    tables contradict each other or the disk takes no snapshot (full, for example). What is refused
    of the lock or the history stays the ``StorageError`` that names its file. Both are transient
    where the disk is only busy.
    """
    check_paths(tables)
    root, storage = snapshots_root(lake_root), storage or open_storage(lake_root)
    with _exclusive(storage, root):
        pointer, before = _published(lake_root)
        with _disk_errors(root):
            _clean(storage, root, pointer)
            prints = (settings_fingerprint, embedder_fingerprint)
            inputs = _inputs_fingerprint(tables, checksum, *prints)
            if pointer and pointer.inputs == inputs and _intact(root / pointer.current):
                return pointer.current
            snapshot_id = _build(storage, root, tables, prints, pointer)
        number = _record(storage, lake_root, pointer, snapshot_id, origin)
        earlier = [i for i in before if i != snapshot_id]
        kept = (*earlier, snapshot_id)[-max(keep, 1) :]
        _point(storage, lake_root, Pointer(snapshot_id, kept, inputs, number))
    return snapshot_id


def is_published(
    lake_root: Path,
    tables: TablePaths,
    *,
    settings_fingerprint: str,
    embedder_fingerprint: str,
    storage: Storage | None = None,
    checksum: Callable[[Path], str | None] = sha256_file,
) -> bool:
    """Return whether publishing these tables would change nothing.

    It would where the current snapshot is of others or not whole, and where a killed publish left
    something to clear away. Raises ``SnapshotError`` where a table is absent.
    """
    check_paths(tables)
    pointer = known_pointer(lake_root)
    if pointer is None or pointer.inputs is None:
        return False
    storage = storage or open_storage(lake_root)
    if _leftovers(storage, snapshots_root(lake_root), pointer):
        return False
    prints = (settings_fingerprint, embedder_fingerprint)
    inputs = _inputs_fingerprint(tables, checksum, *prints)
    return pointer.inputs == inputs and _intact(snapshots_root(lake_root) / pointer.current)


def _published(lake_root: Path) -> tuple[Pointer | None, Sequence[str]]:
    """Return the pointer and the snapshots that are kept; after a damaged one the folders tell."""
    try:
        pointer = read_pointer(lake_root)
    except SnapshotError:
        return None, _snapshot_ids(snapshots_root(lake_root))
    return pointer, pointer.history if pointer else ()


def _record(
    storage: Storage,
    lake_root: Path,
    pointer: Pointer | None,
    snapshot_id: str,
    origin: Callable[[], Origin] | None,
) -> int:
    """Write to the history what the publication will change, and return its number."""
    if pointer and pointer.current == snapshot_id:
        return pointer.publication  # the tables' files differ, the snapshot does not
    number = log.next_number(storage, lake_root, pointer)
    base = pointer.current if pointer else None
    told = origin() if origin else None
    log.record_publication(storage, lake_root, number, snapshot_id, base, origin=told)
    return number


def find_snapshot(lake_root: Path, name: str) -> str:
    """Return the id of the kept snapshot whose id is, or alone begins with, ``name``.

    Raises ``SnapshotError`` where none or several do.
    """
    root = snapshots_root(lake_root)
    kept = _snapshot_ids(root)
    found = [name] if name in kept else [i for i in kept if name and i.startswith(name)]
    if len(found) == 1:
        return found[0]
    problem = f"{len(found)} snapshots begin with" if found else "There is no snapshot"
    raise SnapshotError(
        f"{problem} {name!r} in {root}.",
        remedy=f"Kept are: {', '.join(kept) or 'none'}.",
    )


def snapshot_pair(lake_root: Path, old: str | None, new: str | None) -> tuple[str, str]:
    """Return the ids of two kept snapshots: by default the published one and the one before it.

    Raises ``SnapshotError`` where there is no such pair.
    """
    pointer = read_pointer(lake_root)
    if pointer is None and (old is None or new is None):
        raise SnapshotError(
            f"There is nothing to compare: nothing is published in {snapshots_root(lake_root)}.",
            remedy="Build first (make build), or name the lake with --lake.",
        )
    current, history = (pointer.current, pointer.history) if pointer else ("", ())
    second = current if new is None else find_snapshot(lake_root, new)
    if old is not None:
        return find_snapshot(lake_root, old), second
    earlier = history[: history.index(second)] if second in history else ()
    if not earlier:
        raise SnapshotError(
            f"There is nothing to compare: no snapshot in {snapshots_root(lake_root)} is older "
            f"than {second}.",
            remedy=_how_to_compare(history),
        )
    return earlier[-1], second


def _how_to_compare(history: Sequence[str]) -> str:
    if len(history) == 1:
        return "A build after a change publishes a second one."
    return f"Name two of those that are kept: {', '.join(history)}."


def rollback(lake_root: Path, name: str, storage: Storage | None = None) -> str:
    """Point readers to a kept snapshot, after its hashes are checked, and return its id.

    ``name`` is its id or the beginning of it. Nothing is deleted. Raises ``SnapshotError`` where
    there is no such snapshot or it is damaged, and else as ``publish_snapshot`` does.
    """
    root, storage = snapshots_root(lake_root), storage or open_storage(lake_root)
    snapshot_id = find_snapshot(lake_root, name)
    with _exclusive(storage, root):
        with _disk_errors(root):
            check_files(root / snapshot_id, read_manifest(root / snapshot_id), hashes=True)
        pointer = known_pointer(lake_root)  # a rollback writes a lost or damaged one again
        history = pointer.history if pointer else tuple(_snapshot_ids(root))
        known = history if snapshot_id in history else (*history, snapshot_id)
        number = log.next_number(storage, lake_root, pointer)
        base = pointer.current if pointer else None
        log.record_rollback(storage, lake_root, number, snapshot_id, base)
        with _disk_errors(root):
            write_pointer(storage, lake_root, Pointer(snapshot_id, known, publication=number))
    return snapshot_id


def forget_snapshots(
    lake_root: Path, snapshots: Collection[str], storage: Storage | None = None
) -> None:
    """Keep these snapshots no longer; the published one stays. Raises as ``publish_snapshot``."""
    root, storage = snapshots_root(lake_root), storage or open_storage(lake_root)
    with _exclusive(storage, root):
        pointer = read_pointer(lake_root)
        if pointer is None:
            return
        kept = tuple(i for i in pointer.history if i == pointer.current or i not in snapshots)
        _point(storage, lake_root, dataclasses.replace(pointer, history=kept))


def _snapshot_ids(root: Path) -> list[str]:
    """Return the ids of the snapshot folders, oldest first."""
    if not root.is_dir():
        return []
    folders = [path for path in root.iterdir() if (path / MANIFEST_NAME).is_file()]
    visible = [path for path in folders if not path.name.startswith(".")]
    return [p.name for p in sorted(visible, key=lambda p: (p.stat().st_mtime_ns, p.name))]


@contextmanager
def _disk_errors(root: Path) -> Iterator[None]:
    """Turn what the disk refuses of a snapshot, or of the pointer, into one error."""
    try:
        yield
    except (OSError, StorageError) as error:
        cause = error.__cause__ or error  # of what a storage refuses, in the disk's own words
        words = getattr(cause, "strerror", None) or cause
        raise SnapshotError(
            f"The snapshot cannot be written to {root}: {words}.",
            remedy="Free space or correct the rights; the published snapshot is untouched.",
            transient=isinstance(error, StorageError) and error.transient,
        ) from error


@contextmanager
def _exclusive(storage: Storage, root: Path) -> Iterator[None]:
    """Hold the lock of the snapshots folder; a killed process lets go of it."""
    with storage.lock(root / ".lock", wait=True):
        yield


def _clean(storage: Storage, root: Path, pointer: Pointer | None) -> None:
    """Remove what a killed publish left: half-made, retired and never published folders."""
    for path in _leftovers(storage, root, pointer):
        storage.delete(path)


def _leftovers(storage: Storage, root: Path, pointer: Pointer | None) -> list[Path]:
    """Return what no reader and no pointer knows.

    Without a pointer no finished folder counts: it may have been lost, not never written.
    """
    folders = [path for path in storage.paths(root) if path.is_dir()]
    unknown = [
        path
        for path in folders
        if path.name.startswith((_BUILDING, _RETIRED))
        or (pointer is not None and _ID.fullmatch(path.name) and path.name not in pointer.history)
    ]
    return [*storage.leftovers(root), *unknown]


def _inputs_fingerprint(
    tables: TablePaths, checksum: Callable[[Path], str | None], settings: str, embedder: str
) -> str:
    hashes = {name: [checksum(path) for path in paths] for name, paths in tables.items()}
    return fingerprint([FORMAT_VERSION, settings, embedder, hashes])


def _intact(folder: Path) -> bool:
    """Tell whether a snapshot folder is there with every file as it was published."""
    try:
        check_files(folder, read_manifest(folder), hashes=True)
    except SnapshotError:
        return False
    return True


def _build(
    storage: Storage,
    root: Path,
    tables: TablePaths,
    prints: tuple[str, str],
    base: Pointer | None,
) -> str:
    """Make the snapshot beside its place, move it there and return its id.

    ``prints`` are the fingerprints of the settings and of the embedder.
    """
    staging = root / f"{_BUILDING}{os.getpid()}"
    staging.mkdir()
    try:
        manifest = write_snapshot_files(staging, tables, *prints)
        (staging / MANIFEST_NAME).write_text(manifest.to_json(), encoding="utf-8")
        if base:
            _share_files(storage, staging, manifest, root / base.current)
        storage.seal(staging)
        _install(storage, staging, root / manifest.snapshot_id)
    finally:
        with suppress(StorageError):
            storage.delete(staging)
    return manifest.snapshot_id


def _share_files(storage: Storage, staging: Path, manifest: Manifest, base: Path) -> None:
    """Replace files that the base snapshot holds too by links to it, where the store has any."""
    try:
        others = read_manifest(base).files
    except SnapshotError:
        return  # a damaged base has nothing worth sharing; the new snapshot keeps its own files
    for name, entry in manifest.files.items():
        source, target = base / name, staging / name
        if others.get(name) != entry or not source.is_file():
            continue
        if sha256_file(source) == entry.sha256:
            storage.link(source, target, copy=False)  # without links, the file made stays


def _install(storage: Storage, staging: Path, place: Path) -> None:
    if place.exists():
        if _intact(place):
            return
        storage.move(place, place.with_name(f"{_RETIRED}{place.name}"))
    storage.move(staging, place)


def _point(storage: Storage, lake_root: Path, pointer: Pointer) -> None:
    """Point readers to the pointer's snapshot, then retire those that it no longer names."""
    root = snapshots_root(lake_root)
    with _disk_errors(root):
        write_pointer(storage, lake_root, pointer)
        _clean(storage, root, pointer)
    log.prune(storage, lake_root, pointer)
