"""What is known of a view beside its tables: of which states of the main lake it has snapshots.

views/AUDIENCE/             the view: a lake of its own
views/AUDIENCE.json         its record
views/AUDIENCE.lock         held by who makes it
views/AUDIENCE.progress     how far that is
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import os
import time
from pathlib import Path

from graphwright.access.audience import Audience, signature_of
from graphwright.errors import ViewNotReady
from graphwright.graph.pointer import known_pointer
from graphwright.store.folder import LOCAL_FILES
from graphwright.store.lake import Lake
from graphwright.store.sealed_json import read_sealed_json, sealed_json

_USED_SECONDS = 10.0
"""Uses within so short a time count as one."""


@dataclasses.dataclass(frozen=True, slots=True)
class ViewRecord:
    """A view's groups, its snapshot of each state, and all documents that it may tell of.

    A state is the id of the main snapshot with what its readers see of it.
    """

    groups: tuple[str, ...]
    states: dict[str, str]
    documents: tuple[str, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class ViewPlace:
    """Where the view of an audience lies."""

    views: Path
    id: str

    @classmethod
    def of(cls, lake: Lake, audience: Audience) -> ViewPlace:
        """Return the place of an audience's view in a lake."""
        return cls(lake.views, audience.id)

    @property
    def root(self) -> Path:
        """Return the folder of the view."""
        return self.views / self.id

    @property
    def lock(self) -> Path:
        """Return the file that is locked by who makes the view."""
        return self.views / f"{self.id}.lock"

    @property
    def _record(self) -> Path:
        return self.views / f"{self.id}.json"

    @property
    def _progress(self) -> Path:
        return self.views / f"{self.id}.progress"

    def read(self) -> ViewRecord | None:
        """Return the record; None where there is none or it is damaged: the view is made again."""
        try:
            return _read(self._record, signature_of(self._record))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def write(self, record: ViewRecord) -> None:
        """Replace the record. Raises ``StorageError``."""
        with LOCAL_FILES.replacing(self._record) as temporary:
            temporary.write_text(sealed_json(dataclasses.asdict(record)), encoding="utf-8")

    def is_ready(self, state: str) -> bool:
        """Return whether readers of the view get its snapshot of a state of the main lake."""
        record, pointer = self.read(), known_pointer(self.root)
        snapshot = record and record.states.get(state)
        return pointer is not None and pointer.current == snapshot

    def kept_snapshot(self, state: str) -> str | None:
        """Return the snapshot of a state, if the view still keeps it."""
        record, pointer = self.read(), known_pointer(self.root)
        snapshot = record.states.get(state) if record else None
        return snapshot if pointer is not None and snapshot in pointer.history else None

    def delete(self) -> None:
        """Delete the view; the record goes first, so that nobody takes what is left for whole."""
        for path in (self._record, self._progress, self.root):
            LOCAL_FILES.delete(path)

    def note_use(self) -> None:
        """Note that the view is used now: of too many views the longest unused goes."""
        with contextlib.suppress(OSError):  # it only orders what is deleted first
            if time.time() - self.lock.stat().st_mtime > _USED_SECONDS:
                os.utime(self.lock)

    @property
    def used(self) -> float:
        """Return when the view was used last, in seconds."""
        return self.lock.stat().st_mtime

    def note_progress(self, step: str, done: int, steps: int) -> None:
        """Note how far the making is."""
        with LOCAL_FILES.replacing(self._progress) as temporary:
            temporary.write_text(f"{done} {steps} {step}", encoding="utf-8")

    def end_progress(self) -> None:
        """Note that nobody makes the view now."""
        LOCAL_FILES.delete(self._progress)

    def not_ready(self) -> ViewNotReady:
        """Return the error that says how far the making is."""
        try:
            done, steps, step = self._progress.read_text("utf-8").split(" ", 2)
            return ViewNotReady(step, int(done), int(steps))
        except (OSError, ValueError):
            return ViewNotReady()


@functools.lru_cache(maxsize=64)
def _read(path: Path, _signature: tuple[int, ...]) -> ViewRecord:
    found = read_sealed_json(path.read_bytes())
    return ViewRecord(tuple(found["groups"]), dict(found["states"]), tuple(found["documents"]))


def places(lake: Lake) -> list[ViewPlace]:
    """Return the places of all views that there are, whole or not, in order of id."""
    files = LOCAL_FILES.paths(lake.views, "*.lock")
    return [ViewPlace(lake.views, path.stem) for path in files]
