"""Folders for what is needed while a process runs; what a killed process left is taken away."""

from __future__ import annotations

import contextlib
import glob
import tempfile
from collections.abc import Iterator
from pathlib import Path

from graphwright.errors import StorageError
from graphwright.store.folder import LOCAL_FILES

_HELD = "held"
"""The file of a folder that its process has locked, as long as it runs."""


@contextlib.contextmanager
def temporary_folder(prefix: str) -> Iterator[Path]:
    """Yield a new folder among the system's temporary ones, which is gone after the block.

    A process that is killed cannot take its folder away: the next that makes one of this prefix
    does, and knows by a lock, which ends with its process, that nobody needs it.
    """
    _take_away(prefix)
    with tempfile.TemporaryDirectory(prefix=prefix) as name, _held(Path(name)):
        yield Path(name)


@contextlib.contextmanager
def _held(folder: Path) -> Iterator[None]:
    """Keep a folder's file locked; it gets its name only then, or others could be quicker.

    Where the disk has no links it gets none, and the folder is never taken for a left one.
    """
    new = folder / "new"
    with LOCAL_FILES.lock(new, wait=False):
        LOCAL_FILES.link(new, folder / _HELD, copy=False)
        yield


def _take_away(prefix: str) -> None:
    temporary = Path(tempfile.gettempdir())
    for place in LOCAL_FILES.paths(temporary, f"{glob.escape(prefix)}*/{_HELD}"):
        with contextlib.suppress(StorageError):  # it is somebody else's
            if not place.parent.is_symlink():
                with LOCAL_FILES.lock(place, wait=False) as held:
                    if held:
                        LOCAL_FILES.delete(place.parent)
