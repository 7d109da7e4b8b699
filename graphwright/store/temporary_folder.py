"""Folders for what is needed while a process runs; what a killed process left is taken away."""

from __future__ import annotations

import contextlib
import fcntl
import glob
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

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
    """Keep a folder's file locked; it gets its name only then, or others could be quicker."""
    new = folder / "new"
    with new.open("wb") as file:
        with contextlib.suppress(OSError):  # no locks here: then the folder is nobody's to take
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
            new.rename(folder / _HELD)
        yield


def _take_away(prefix: str) -> None:
    pattern = f"{glob.escape(prefix)}*/{_HELD}"
    for place in sorted(Path(tempfile.gettempdir()).glob(pattern)):
        with contextlib.suppress(OSError):  # it is held, or somebody else's
            if not place.parent.is_symlink():
                with place.open("rb") as file:
                    fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
                    shutil.rmtree(place.parent)
