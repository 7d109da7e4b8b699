"""What a snapshot folder says about itself: its manifest, its id, and the check against both.

Making the files is in ``publish.snapshot_files``, the pointer to the current one in ``pointer``.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from graphwright.errors import SnapshotError
from graphwright.ids import content_id

FORMAT_VERSION = 2
"""Version of the layout of a snapshot folder that is written."""

READABLE_FORMATS = (1, FORMAT_VERSION)
"""Versions that are read; a reader refuses any other. In the first every row had a vector."""

MANIFEST_NAME = "manifest.json"
REBUILD = "Build again, or go back to an older snapshot with rollback."


@dataclasses.dataclass(frozen=True, slots=True)
class FileEntry:
    """A file of a snapshot: its size in bytes, SHA-256 and rows (0 where it has none)."""

    bytes: int
    sha256: str
    rows: int


@dataclasses.dataclass(frozen=True, slots=True)
class Manifest:
    """What a snapshot holds; a function of its content and settings, without clock or path."""

    format: int
    settings: str
    embedder: str
    dimensions: int
    counts: Mapping[str, int]
    files: Mapping[str, FileEntry]

    @property
    def snapshot_id(self) -> str:
        """Return the snapshot's id: the hash of the manifest's content."""
        return content_id("snapshot", self.to_json())

    def to_json(self) -> str:
        """Return the manifest as canonical JSON text."""
        record = dataclasses.asdict(self)
        return json.dumps(record, sort_keys=True, indent=1, ensure_ascii=False) + "\n"

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Manifest:
        """Return the manifest that a parsed JSON object holds.

        Raises ``KeyError``, ``TypeError`` or ``AttributeError`` where it holds none.
        """
        files = {name: FileEntry(**entry) for name, entry in record["files"].items()}
        return cls(**{**record, "files": files})


def describe_file(path: Path, rows: int) -> FileEntry:
    """Return the manifest's entry of a file on disk."""
    return FileEntry(path.stat().st_size, sha256_file(path), rows)


def sha256_file(path: Path) -> str:
    """Return the SHA-256 of a file as 64 hex digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def read_manifest(folder: Path) -> Manifest:
    """Read a snapshot folder's manifest.

    Raises ``SnapshotError`` when it is absent, is no manifest, has another format version or
    does not belong to the folder (a folder is named after the hash of its manifest).
    """
    record = _read_record(folder)
    if record.get("format") not in READABLE_FORMATS:
        known = " or ".join(map(str, READABLE_FORMATS))
        raise SnapshotError(
            f"Snapshot {folder} has format {record.get('format')!r}, expected {known}.",
            remedy="Build again with this version of Graphwright.",
        )
    try:
        manifest = Manifest.from_record(record)
    except (KeyError, TypeError, AttributeError) as error:
        raise SnapshotError(
            f"The manifest of snapshot {folder} is incomplete: {error!r}.", remedy=REBUILD
        ) from None
    if manifest.snapshot_id != folder.name:
        raise SnapshotError(
            f"The manifest in {folder} was changed: its content has the id {manifest.snapshot_id}.",
            remedy=REBUILD,
        )
    return manifest


def _read_record(folder: Path) -> dict[str, Any]:
    path = folder / MANIFEST_NAME
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise SnapshotError(f"There is no snapshot at {folder}.", remedy=REBUILD) from None
    except (OSError, ValueError) as error:
        raise SnapshotError(f"{path} is not readable JSON: {error}.", remedy=REBUILD) from error
    if not isinstance(record, dict):
        raise SnapshotError(f"{path} holds no JSON object.", remedy=REBUILD)
    return record


def check_files(folder: Path, manifest: Manifest, *, hashes: bool) -> None:
    """Compare the folder's files with the manifest: sizes always, SHA-256 when ``hashes``.

    Raises ``SnapshotError`` that names the first file that is absent or differs.
    """
    for name, entry in manifest.files.items():
        if problem := file_problem(folder / name, entry, hashes=hashes):
            raise SnapshotError(f"Snapshot {folder} is damaged: {name} {problem}.", remedy=REBUILD)


def file_problem(path: Path, entry: FileEntry, *, hashes: bool) -> str | None:
    """Return how a file differs from its manifest's entry, or None."""
    try:
        size = path.stat().st_size
        digest = sha256_file(path) if hashes and size == entry.bytes else entry.sha256
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    if size != entry.bytes:
        return f"has {size} bytes, expected {entry.bytes}"
    if digest != entry.sha256:
        return f"has SHA-256 {digest}, expected {entry.sha256}"
    return None
