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
from typing import Any, NoReturn

from plain_build import Worked, build_plainly

from graphwright.execution.workers import run_tasks
from graphwright.settings import load_settings
from graphwright.steps.base.language_models import load_language, load_resolver
from graphwright.steps.bucketed import runner

_CHANGES = frozenset({"os.link", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.truncate"})
_PATIENCE_SECONDS = 300.0


@dataclasses.dataclass(frozen=True)
class Outcome:
    """What became of a build: ``worked`` is None where it was killed or failed.

    ``changes`` is the number of changes to the file system that a finished build made.
    """

    killed: bool = False
    worked: Worked | None = None
    changes: int = 0
    error: str = ""


@dataclasses.dataclass(frozen=True)
class _Job:
    sources: Path
    lake: Path
    kill_before: int | None
    env: Mapping[str, str]
    checked: bool


def warm_build(
    sources: Path,
    lake: Path,
    *,
    kill_before_change: int | None = None,
    env: Mapping[str, str] | None = None,
    checked: bool = True,
) -> Outcome:
    """Build in a forked process, killed before its n-th change of a file below the lake.

    Counted are openings for writing, renames, links, removals and new folders, from 1. ``env``
    is added to the process's environment; ``checked`` is that of ``build_plainly``.
    """
    server = _server()
    server.send(_Job(sources, lake, kill_before_change, dict(env or {}), checked))
    assert server.poll(_PATIENCE_SECONDS), f"A build of {sources} did not end."
    outcome: Outcome = server.recv()
    return outcome


@cache
def _server() -> Connection:
    """Return the line to the process that forks builds; it ends with this one.

    It is not the server that ``graphwright.execution.workers`` forks from: of that kind
    a program has one, and tests of workers want it as it is.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    context.Process(target=_serve, args=(theirs,), name="warm-builds", daemon=True).start()
    theirs.close()
    return ours


# What follows runs in the server, and in the processes that it forks.


def _serve(line: Connection) -> None:
    import warm_models  # noqa: F401  # loads them, once

    while True:
        try:
            job = line.recv()
        except EOFError:
            return
        receiver, sender = multiprocessing.Pipe(duplex=False)
        child = os.fork()
        if child == 0:
            receiver.close()
            _build(sender, job)
        sender.close()
        said = _said(receiver)
        _, status = os.waitpid(child, 0)
        killed = os.waitstatus_to_exitcode(status) == -signal.SIGKILL
        line.send(Outcome(killed=killed, **said))


def _said(receiver: Connection) -> dict[str, Any]:
    with receiver:
        try:
            said: dict[str, Any] = receiver.recv()
        except EOFError:  # it ended before it said anything
            return {}
    return said


def _build(sender: Connection, job: _Job) -> NoReturn:
    """Build, say what came of it, and end this process without the server's own exit."""
    os.environ.update(job.env)
    runner.run_tasks = _run_here  # type: ignore[assignment]  # the same work, in this process
    counter = _Changes(str(job.lake), job.kill_before)
    sys.addaudithook(counter.see)
    try:
        worked = build_plainly(load_settings(job.sources), job.lake, checked=job.checked)
        sender.send({"worked": worked, "changes": counter.count})
    except BaseException:  # noqa: BLE001  # the test shows it
        sender.send({"error": traceback.format_exc()})
    sender.close()
    os._exit(0)


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
