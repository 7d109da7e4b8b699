"""A file system of its own that is soon full, for tests of what a full disk does."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest


@contextlib.contextmanager
def tiny_disk(place: Path, size: str) -> Iterator[Path]:
    """Mount a file system of a size such as ``2m`` at a new folder; skip where that is refused."""
    if os.geteuid() != 0:
        pytest.skip("only root can mount a file system of its own that is full")
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", place],
        capture_output=True,
        check=False,
    )
    if mounted.returncode != 0:
        pytest.skip(f"no file system can be mounted here: {mounted.stderr.decode().strip()}")
    try:
        yield place
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)
