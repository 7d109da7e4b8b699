"""Plain builds in processes of their own that are forked from one with every model loaded.

A build costs what its work costs, not the seconds of starting Python; and as it is a process, it
can be killed at any moment, for example just before its n-th change to the file system.
"""

from __future__ import annotations

import dataclasses
import multiprocessing
import os
import signal
import sys
import traceback
from collections.abc import Callable, Mapping
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from plain_build import Worked, build_plainly

from graphwright.settings import load_settings
from graphwright.steps import runner
from graphwright.steps.language import load_language, load_resolver
from graphwright.workers import run_tasks

_CHANGES = frozenset({"os.link", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.truncate"})
_PATIENCE_SECONDS = 300.0


@dataclasses.dataclass(frozen=True)
class Outcome:
    """What became of a build: ``worked`` is None where it was killed or failed.

    ``changes`` is the number of changes to the file system that a finished build made.
    """

    exitcode: int
    worked: Worked | None = None
    changes: int = 0
    error: str = ""

    @property
    def killed(self) -> bool:
        return self.exitcode == -signal.SIGKILL


def warm_build(
    sources: Path,
    lake: Path,
    *,
    kill_before_change: int | None = None,
    env: Mapping[str, str] | None = None,
) -> Outcome:
    """Build in a forked process, killed before its n-th change of a file below the lake.

    Counted are openings for writing, renames, links, removals and new folders, from 1. ``env``
    is added to the process's environment.
    """
    receiver, sender = multiprocessing.Pipe(duplex=False)
    arguments = (sender, sources, lake, kill_before_change, dict(env or {}))
    process = _server().Process(target=_build, args=arguments)  # type: ignore[attr-defined]  # of every context
    process.start()
    sender.close()
    process.join(_PATIENCE_SECONDS)
    if process.is_alive():
        process.kill()
        process.join()
        raise AssertionError(f"A build of {sources} did not end in {_PATIENCE_SECONDS:g} s.")
    assert process.exitcode is not None
    with receiver:
        return Outcome(process.exitcode, **_said(receiver))


def _said(receiver: Connection) -> dict[str, Any]:
    try:
        said: dict[str, Any] = receiver.recv()
    except EOFError:  # killed before it said anything
        return {}
    return said


@cache
def _server() -> multiprocessing.context.BaseContext:
    """Return the context whose server has loaded the models; it ends with this process."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["warm_models"])
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))  # the server's only way
    try:
        multiprocessing.forkserver.ensure_running()
    finally:
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before
    return context


# What follows runs in the forked process.


def _build(
    sender: Connection, sources: Path, lake: Path, kill_before: int | None, env: dict[str, str]
) -> None:
    assert "warm_models" in sys.modules, "The server could not load the models."
    os.environ.update(env)
    runner.run_tasks = _run_here  # type: ignore[assignment]  # the same work, in this process
    counter = _Changes(str(lake), kill_before)
    sys.addaudithook(counter.see)
    try:
        worked = build_plainly(load_settings(sources), lake)
    except BaseException:
        sender.send({"error": traceback.format_exc()})
        raise
    sender.send({"worked": worked, "changes": counter.count})


class _Changes:
    """Counts changes of files below a folder, and ends this process before one of them."""

    def __init__(self, folder: str, kill_before: int | None) -> None:
        self.count = 0
        self._folder = folder
        self._kill_before = kill_before

    def see(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not (event in _CHANGES or (event == "open" and _writes(arguments))):
            return
        if not str(arguments[0]).startswith(self._folder):
            return
        self.count += 1
        if self.count == self._kill_before:
            os.kill(os.getpid(), signal.SIGKILL)


def _writes(arguments: tuple[Any, ...]) -> bool:
    flags = arguments[2] if len(arguments) > 2 else 0
    return bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))


def _run_here(
    function: Callable[..., Any],
    tasks: Any,
    *,
    initializer: Callable[..., object] | None = None,
    initargs: Any = (),
    **limits: Any,
) -> Any:
    """Run tasks as ``run_tasks`` does, in this process, with the models that are loaded."""
    if initializer in (load_language, load_resolver):
        initializer = None
    return run_tasks(
        function,
        tasks,
        workers=0,
        timeout_seconds=None,
        initializer=initializer,
        initargs=() if initializer is None else initargs,
    )
