"""What runs inside a worker process: its limits, its end with the caller, and a task's outcome.

Starting, feeding and ending the processes is in ``processes``.
"""

from __future__ import annotations

import ctypes
import dataclasses
import math
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import connection

from graphwright.display.messages import guard_messages
from graphwright.errors import GraphwrightError
from graphwright.execution.task import (
    FailureKind,
    Result,
    Task,
    TaskFailure,
    describe,
    guarded_task,
    memory_failure,
)

_LINUX_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG


@dataclasses.dataclass(frozen=True, slots=True)
class SetupFailure:
    """The worker's initializer raised: a fault of the program, not of the task."""

    error: bytes


@dataclasses.dataclass
class _WorkerState:
    setup_failure: SetupFailure | None = None
    seconds: float | None = None


_WORKER = _WorkerState()


def start_worker(memory_mb: int | None, seconds: float | None, setup: bytes) -> None:
    """Set this process's limits, then run ``setup``: a pickled initializer and its arguments.

    ``seconds`` is the processor time that each task may take.
    """
    _end_with_parent()
    guard_messages()
    _WORKER.seconds = seconds
    if memory_mb is not None:
        _limit_memory(memory_mb)
    try:
        initializer, initargs = pickle.loads(setup)  # noqa: S301  # written by our own parent
        if initializer is not None:
            initializer(*initargs)
    except (Exception, SystemExit) as error:  # noqa: BLE001  # handed to the parent, which raises it
        _WORKER.setup_failure = SetupFailure(_portable_error(error))


def _portable_error(error: BaseException) -> bytes:
    """Return the error pickled, as a plain ``GraphwrightError`` where it cannot travel itself."""
    try:
        data = pickle.dumps(error)
        pickle.loads(data)  # noqa: S301  # written one line above
    except Exception:  # noqa: BLE001  # any error of an error's own pickling
        return pickle.dumps(GraphwrightError(f"A worker could not start: {describe(error)}"))
    return data


def _end_with_parent() -> None:
    """End this process as soon as the calling one has ended, however that happened.

    The server that this process was forked from ends with the calling one.
    """
    if sys.platform == "linux":
        # The kernel's own signal also reaches a process that is stuck in native code.
        ctypes.CDLL(None).prctl(_LINUX_DEATH_SIGNAL, signal.SIGKILL)
    process = multiprocessing.parent_process()
    if process is None or not process.is_alive():
        os._exit(1)
    threading.Thread(target=_watch_parent, name="watch-parent", daemon=True).start()


def _watch_parent() -> None:
    process = multiprocessing.parent_process()
    if process is not None:
        connection.wait([process.sentinel])
        os._exit(1)


def _limit_memory(memory_mb: int) -> None:
    """Bound the process's private data; reserved address space alone does not count."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415  # absent on Windows

    wanted = memory_mb * 1024 * 1024
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (wanted, hard))


@contextmanager
def _limited_time(seconds: float | None) -> Iterator[None]:
    """Have the kernel end this process with SIGXCPU where it computes longer than that meanwhile.

    Rounded up to whole seconds. Unlike time by the clock, this does not depend on what else the
    machine does.
    """
    if seconds is None or sys.platform == "win32":
        yield
        return
    import resource  # noqa: PLC0415  # absent on Windows

    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # the signal would leave an image of memory
    end = math.ceil(time.process_time() + seconds)
    soft = end if hard == resource.RLIM_INFINITY else min(end, hard)
    resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))


def call_task(function: Callable[[Task], Result], task: Task) -> bytes:
    """Run a task and return its outcome, pickled here so that a failure of that is an outcome."""
    if _WORKER.setup_failure is not None:
        return pickle.dumps(_WORKER.setup_failure)
    try:
        with _limited_time(_WORKER.seconds):
            return pickle.dumps(guarded_task(function, task))
    except MemoryError as error:
        return pickle.dumps(memory_failure(error))
    except Exception as error:  # noqa: BLE001  # a result that cannot be pickled
        return pickle.dumps(TaskFailure(FailureKind.ERROR, describe(error)))
