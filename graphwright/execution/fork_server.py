"""The server that worker processes are forked from, with the slow libraries loaded and no thread.

Never from the calling program: it has threads, and may hold locks that a fork would copy.
"""

from __future__ import annotations

import dataclasses
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import forkserver, resource_tracker

CONTEXT = multiprocessing.get_context("forkserver")

_ONE_THREAD = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMEXPR_NUM_THREADS": "1",
    "VECLIB_MAXIMUM_THREADS": "1",
    "TOKENIZERS_PARALLELISM": "false",
}


def warm_up(modules: Sequence[str]) -> None:
    """Start the server that workers are forked from, and let it import slow modules meanwhile.

    Returns at once. Once the server runs, or where another module of the list fails to import,
    nothing is lost: a worker imports what it needs itself. The modules must start no thread.
    """
    CONTEXT.set_forkserver_preload(list(modules))
    with one_thread_per_process():
        start_server()


def start_server() -> None:
    """Start the server, unless it runs, deaf to Ctrl-C: what it forks ends with the caller."""
    resource_tracker.ensure_running()  # the server starts it otherwise, and that lets SIGINT in
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def one_thread_per_process() -> Iterator[None]:
    """Give processes that are spawned meanwhile one BLAS and OpenMP thread each.

    The libraries read these variables when they are loaded, which a spawned process may do
    while it imports the main module; so they must stand in its environment from the start.
    """
    with _ENVIRONMENT.lock:
        if _ENVIRONMENT.users == 0:
            _ENVIRONMENT.saved = {name: os.environ.get(name) for name in _ONE_THREAD}
            os.environ.update(_ONE_THREAD)
        _ENVIRONMENT.users += 1
    try:
        yield
    finally:
        with _ENVIRONMENT.lock:
            _ENVIRONMENT.users -= 1
            if _ENVIRONMENT.users == 0:
                _restore_environment(_ENVIRONMENT.saved)


def _restore_environment(saved: dict[str, str | None]) -> None:
    for name, value in saved.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


@dataclasses.dataclass
class _Environment:
    lock: threading.Lock = dataclasses.field(default_factory=threading.Lock)
    users: int = 0
    saved: dict[str, str | None] = dataclasses.field(default_factory=dict)


_ENVIRONMENT = _Environment()
