"""The one file that says which snapshot readers get: ``snapshots/published.json``.

It is only ever replaced whole and durably, so a reader sees the old or the new one. What a snapshot
holds is in ``manifest``; making and retiring snapshots in ``publish``.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path

from graphwright.errors import SnapshotError
from graphwright.store.sealed_json import read_sealed_json, sealed_json
from graphwright.store.storage import Storage

POINTER_NAME = "published.json"


@dataclasses.dataclass(frozen=True, slots=True)
class Pointer:
    """The current snapshot and those kept for rollback.

    ``history`` is oldest first and holds ``current``; ``inputs`` is the fingerprint of the lake
    tables that the current snapshot was made from, or null where that is not known;
    ``publication`` is the number of the last record of the history that took place.
    """

    current: str
    history: tuple[str, ...]
    inputs: str | None = None
    publication: int = 0


def snapshots_root(lake_root: Path) -> Path:
    """Return the folder of a lake's snapshots."""
    return lake_root / "snapshots"


def read_pointer(lake_root: Path) -> Pointer | None:
    """Return the lake's pointer, or None where nothing was published.

    Raises ``SnapshotError`` when the file is there and is no pointer.
    """
    path = snapshots_root(lake_root) / POINTER_NAME
    try:
        record = read_sealed_json(path.read_bytes(), unsealed=True)  # older pointers have no seal
        pointer = Pointer(
            current=record["current"],
            history=tuple(record["history"]),
            inputs=record["inputs"],
            publication=int(record.get("publication", 0)),  # older pointers have none
        )
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SnapshotError(
            f"{path} is damaged: {error}.",
            remedy="Build again, or name a snapshot with rollback, to write it again; the snapshots"
            " are untouched.",
        ) from error
    return pointer


def known_pointer(lake_root: Path) -> Pointer | None:
    """Return the pointer, or None where it is absent or damaged, for who writes it again."""
    try:
        return read_pointer(lake_root)
    except SnapshotError:
        return None


def write_pointer(storage: Storage, lake_root: Path, pointer: Pointer) -> None:
    """Replace the lake's pointer atomically and durably."""
    root = snapshots_root(lake_root)
    text = sealed_json(dataclasses.asdict(pointer), indent=1) + "\n"
    with storage.replacing(root / POINTER_NAME, durable=True) as temporary:
        temporary.write_text(text, encoding="utf-8")
