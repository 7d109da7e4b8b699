"""The bytes of documents that are not of this machine, as they were last fetched, and of tickets.

A build fetches before it holds its lake, and parses what was fetched: so no server can keep the
lake locked, and a page that differs each time is parsed as it was when its hash was taken.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import time
from collections.abc import Collection
from pathlib import Path

from graphwright.errors import GoneError, StorageError
from graphwright.ids import sha256_bytes
from graphwright.store.folder import LOCAL_FILES
from graphwright.store.lake import FETCHED, Lake

_KEPT_SECONDS = 24 * 3600.0
"""How long a page stays that no row names: another build may have fetched it and wait for the
lake."""


@dataclasses.dataclass(frozen=True, slots=True)
class Pages:
    """A folder with a file for each content, named by its SHA-256."""

    folder: Path

    @classmethod
    def of(cls, lake: Lake) -> Pages:
        """Return the pages that a lake keeps."""
        return cls(lake.cache / FETCHED)

    def keep(self, data: bytes, sha256: str) -> None:
        """Keep a content; raises ``StorageError`` where the disk refuses."""
        path = self.folder / sha256
        with contextlib.suppress(OSError):
            if path.stat().st_size == len(data) and path.read_bytes() == data:
                os.utime(path)
                return
        # Not written through: there may be 20,000, and a damaged one is seen when it is read.
        with LOCAL_FILES.replacing(path, synced=False) as temporary:
            temporary.write_bytes(data)

    def sizes(self) -> dict[str, int]:
        """Return the size of each content that is kept, for the price of a listing."""
        try:
            with os.scandir(self.folder) as entries:
                return {entry.name: entry.stat().st_size for entry in entries}
        except FileNotFoundError:
            return {}

    def read(self, sha256: str) -> bytes:
        """Return a content; raises ``GoneError`` where it is absent or damaged."""
        with contextlib.suppress(OSError, StorageError):
            path = self.folder / sha256
            data = path.read_bytes()
            if sha256_bytes(data) == sha256:
                return data
            LOCAL_FILES.delete(path)  # or it would be taken to be kept
        raise GoneError(
            "What was fetched of it is no longer in the lake's cache.",
            remedy="Build again, with the sources.",
        )

    def drop_others(self, wanted: Collection[str]) -> None:
        """Delete the contents that no row names, once they are a day old."""
        oldest = time.time() - _KEPT_SECONDS
        for name in self.sizes().keys() - set(wanted):
            path = self.folder / name
            with contextlib.suppress(OSError, StorageError):  # what stays only takes room
                if path.stat().st_mtime < oldest:
                    LOCAL_FILES.delete(path)


NO_PAGES = Pages(Path(os.devnull))
"""For documents that are files of this machine."""
