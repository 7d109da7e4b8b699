"""Whether the bytes of a lake are those that were written: tables, snapshots, caches and views.

Everything is read and hashed once, nothing is changed. What is found is named with what to do; a
build makes damaged tables and the published snapshot again by itself.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from graphwright.access.base import bases_root
from graphwright.access.record import ViewPlace, places
from graphwright.code_versions import CACHE_NAME
from graphwright.errors import GraphwrightError, SnapshotError
from graphwright.graph.manifest import file_problem, read_manifest
from graphwright.graph.pointer import Pointer, read_pointer, snapshots_root
from graphwright.ids import sha256_bytes
from graphwright.publish.history.log import damaged_records
from graphwright.publish.publish import forget_snapshots
from graphwright.store.checksum import read_seal
from graphwright.store.folder import LOCAL_FILES
from graphwright.store.footer import is_sealed
from graphwright.store.lake import FETCHED, Lake, open_lake
from graphwright.store.sealed_json import read_sealed_json
from graphwright.tables import TABLES
from graphwright.vectors.embedding_cache import open_segment
from graphwright.vectors.sync_state import SYNC_STATES

_BUILD = "Build again: it is made anew."
_PUBLISH = "Build again: it is published anew from the tables, as it was."
_KEPT = "There is no going back to it; 'graphwright verify --repair' forgets it."
_CACHE = "Delete it, or repair: what it held is made anew when it is needed."
_RECORD = "Delete it, or repair: it only tells what was published."
_VIEW = "Forget it with 'graphwright views remove', or repair: it is made anew when asked for."
_BASE = "Build again, or repair: views are made from it."
_POINTER = "Build again, or name a snapshot with rollback: that writes it again."


@dataclasses.dataclass(frozen=True, slots=True)
class Damage:
    """A file that is not as it was written: what it is of, how it differs, and what to do.

    ``part`` is table, snapshot, kept snapshot, pointer, history, cache, view or base of views;
    ``path`` is relative to the lake.
    """

    part: str
    path: str
    problem: str
    remedy: str


@dataclasses.dataclass(frozen=True, slots=True)
class Verification:
    """What looking at every byte of a lake has found.

    ``files`` and ``bytes`` were looked at; ``unsealed`` of them are table files of an older
    version, which carry no checksum until the next build writes them again.
    """

    files: int
    bytes: int
    unsealed: int
    damage: tuple[Damage, ...]

    @property
    def sound(self) -> bool:
        """Return whether nothing is damaged."""
        return not self.damage

    def to_dict(self) -> dict[str, Any]:
        """Return all of it as what JSON can hold."""
        return {"sound": self.sound, **dataclasses.asdict(self)}


def verify_lake(lake: Lake) -> Verification:
    """Read every file of the tables, snapshots, history, caches and views of a lake, and hash it.

    Raises ``LakeError`` where there is nothing to look at.
    """
    return _Look(lake).result()


def remove_damaged(lake: Lake, found: Verification) -> None:
    """Delete what is damaged of caches, kept snapshots, views and the past.

    Tables and the published snapshot stay until a build, which takes a damaged one for absent,
    replaces them. Raises ``StorageError``.
    """
    for damage in found.damage:
        if damage.part == "history":
            lake.storage.delete(lake.root / damage.path)
        elif damage.part == "cache":
            LOCAL_FILES.delete(lake.root / damage.path)
    kept = {Path(d.path).parts[1] for d in found.damage if d.part == "kept snapshot"}
    kept |= {Path(d.path).parts[2] for d in found.damage if d.part == "base of views"}
    if kept:  # none is the published one: of its base only what is damaged goes
        forget_snapshots(lake.root, kept, lake.storage)
    for name in sorted({Path(d.path).parts[1] for d in found.damage if d.part == "view"}):
        place = ViewPlace(lake.views, name)
        with lake.storage.lock(place.lock, wait=True):
            place.delete()


class _Look:
    """Goes through a lake once, and counts."""

    def __init__(self, lake: Lake) -> None:
        self._lake = lake
        self._files = self._bytes = self._unsealed = 0
        self._problems: dict[tuple[int, int], str | None] = {}

    def result(self) -> Verification:
        damage = [*self._parts(), *self._bases(), *self._views()]
        if not self._files and not damage:
            raise SnapshotError(
                f"There is nothing to verify in the lake at {self._lake.root}.",
                remedy="Build first (make build), or name the lake with --lake.",
            )
        return Verification(self._files, self._bytes, self._unsealed, tuple(damage))

    def _parts(self) -> Iterator[Damage]:
        """Yield what is damaged of the lake itself."""
        yield from self._tables()
        yield from self._snapshots()
        yield from self._history()
        yield from self._caches()

    def _bases(self) -> Iterator[Damage]:
        for folder in LOCAL_FILES.paths(bases_root(self._lake)):
            for path in LOCAL_FILES.paths(folder, "tables/**/*.parquet"):
                yield from self._looked_at("base of views", path, _BASE, self._seal_of)
            for path in LOCAL_FILES.paths(folder, "base.json"):
                yield from self._looked_at("base of views", path, _BASE, _read_json)

    def _views(self) -> Iterator[Damage]:
        """Yield what is damaged of the views that are whole; their files may be links."""
        lake = self._lake
        for place in places(lake):
            if place.read() is not None:
                self._lake = open_lake(place.root)
                found = list(self._parts())
                self._lake = lake
                for one in found:
                    yield self._damage("view", place.root / one.path, one.problem, _VIEW)

    def _tables(self) -> Iterator[Damage]:
        tables = {name: self._lake.paths(name) for name in TABLES}
        if not any(tables.values()):
            return  # they may be deleted: a build makes them again
        buckets = {path.name for name, paths in tables.items() if TABLES[name].bucketed
                   for path in paths}  # fmt: skip
        for name, paths in tables.items():
            there = {path.name for path in paths}
            for path in paths:
                yield from self._looked_at("table", path, _BUILD, self._seal_of)
            wanted = buckets if TABLES[name].bucketed else {f"{name}.parquet"}
            folder = self._lake.tables / name if TABLES[name].bucketed else self._lake.tables
            for missing in sorted(wanted - there):
                yield self._damage("table", folder / missing, "is not there", _BUILD)

    def _seal_of(self, path: Path) -> None:
        if not is_sealed(path):
            self._unsealed += 1

    def _snapshots(self) -> Iterator[Damage]:
        root = snapshots_root(self._lake.root)
        try:
            pointer = read_pointer(self._lake.root)
        except SnapshotError as error:
            yield self._damage("pointer", root / "published.json", str(error), _POINTER)
            return
        for snapshot in pointer.history if pointer else ():
            yield from self._snapshot(root / snapshot, pointer)

    def _snapshot(self, folder: Path, pointer: Pointer | None) -> Iterator[Damage]:
        current = pointer is not None and folder.name == pointer.current
        part, remedy = ("snapshot", _PUBLISH) if current else ("kept snapshot", _KEPT)
        try:
            manifest = read_manifest(folder)
        except SnapshotError as error:
            yield self._damage(part, folder / "manifest.json", str(error), remedy)
            return
        for name, entry in manifest.files.items():
            self._count(folder / name)
            if problem := file_problem(folder / name, entry, hashes=True):
                yield self._damage(part, folder / name, problem, remedy)

    def _history(self) -> Iterator[Damage]:
        for path, problem in damaged_records(self._lake.root):
            yield self._damage("history", path, problem, _RECORD)

    def _caches(self) -> Iterator[Damage]:
        readers: dict[str, Callable[[Path], object]] = {
            "embeddings/*/*/*.arrow": open_segment,
            f"{SYNC_STATES}/*.parquet": read_seal,
            "name_mentions/*.parquet": read_seal,
            "implicit_ticket_links/*.parquet": read_seal,
            f"{FETCHED}/*": _read_page,
            "llm/*/*.json": _read_json,
            "checks/*.json": _read_json,
            CACHE_NAME: _read_json,
        }
        for pattern, read in readers.items():
            for path in LOCAL_FILES.paths(self._lake.cache, pattern):
                yield from self._looked_at("cache", path, _CACHE, read)

    def _looked_at(
        self, part: str, path: Path, remedy: str, read: Callable[[Path], object]
    ) -> Iterator[Damage]:
        status = path.stat()
        file = (status.st_dev, status.st_ino)
        if file not in self._problems:
            self._count(path)
            self._problems[file] = _problem_of(path, read)
        if problem := self._problems[file]:
            yield self._damage(part, path, problem, remedy)

    def _count(self, path: Path) -> None:
        self._files += 1
        self._bytes += path.stat().st_size if path.exists() else 0

    def _damage(self, part: str, path: Path, problem: str, remedy: str) -> Damage:
        return Damage(part, path.relative_to(self._lake.root).as_posix(), problem, remedy)


def _problem_of(path: Path, read: Callable[[Path], object]) -> str | None:
    try:
        read(path)
    except (OSError, ValueError, GraphwrightError) as error:
        return str(error)
    return None


def _read_page(path: Path) -> None:
    if path.suffix != ".tmp" and sha256_bytes(path.read_bytes()) != path.name:
        raise ValueError("its content is not what its name says")


def _read_json(path: Path) -> None:
    read_sealed_json(path.read_bytes(), unsealed=True)
