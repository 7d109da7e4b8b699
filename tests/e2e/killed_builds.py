"""Killing a build of the command line, and what must then be true of its processes."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from e2e_project import PATIENCE_SECONDS


def wait_for(condition: Callable[[], bool], process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until the condition holds; fail where the process ends or hangs before."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert process.poll() is None, f"The build ended before its moment:\n{log.read_text()}"
        assert time.monotonic() < deadline, "The build never came to its moment."
        time.sleep(0.01)


def kill_with_workers(build: subprocess.Popen[bytes]) -> bool:
    """Kill a build, if it still runs, and wait until its worker processes have ended too."""
    workers = children_of(build.pid)
    build.kill()
    killed = build.wait() == -signal.SIGKILL
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not all(map(gone, workers)):
        assert time.monotonic() < deadline, "Workers outlive a killed build."
        time.sleep(0.05)
    return killed


def children_of(pid: int) -> list[int]:
    """Return the live descendants of a process."""
    if not Path("/proc/self/task").exists():
        pytest.skip("this system does not list the children of a process")
    found: list[int] = []
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, children.read_text().split()):
            found += [child, *children_of(child)]
    return found


def gone(pid: int) -> bool:
    """Whether a process has ended (a zombie has)."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return True
    return state == "Z"
