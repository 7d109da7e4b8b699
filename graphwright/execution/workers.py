"""Worker processes: one function over many tasks, where no task can harm another.

What lives here: starting, limiting, recycling and ending the processes, and turning whatever
happens to a task into a value; what runs inside a process is in ``worker_side``. What does not: any
knowledge of documents, models or Dagster.

Processes are forked from a server that has nothing but the slow libraries loaded, never from the
calling program with its threads. So a program that calls ``run_tasks`` needs the usual
``if __name__ == "__main__":`` guard, and function, tasks and results must be picklable.
"""

from __future__ import annotations

import dataclasses
import itertools
import multiprocessing
import os
import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import TimeoutError as FutureTimeoutError
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import forkserver, resource_tracker
from types import TracebackType
from typing import Any, Generic, TypeVar

import pebble

from graphwright.errors import GraphwrightError
from graphwright.execution.worker_side import (
    FailureKind,
    SetupFailure,
    TaskFailure,
    call_task,
    guarded_task,
    start_worker,
)

__all__ = ["PATIENCE", "FailureKind", "TaskFailure", "run_tasks", "warm_up"]

Task = TypeVar("Task")
Result = TypeVar("Result")

_TASKS_AHEAD = 4
"""Tasks handed over or finished ahead, for each worker: enough that a slow task at the head does
not leave the others idle, few enough that memory does not grow with the number of tasks."""

_ATTEMPTS_ALONE = 2

PATIENCE = 10
"""Seconds by the clock for each second of processor time that a task may take: it may have to
share its core, but not wait for ever."""
_OUT_OF_TIME = getattr(signal, "SIGXCPU", 0)
"""The signal that ends a process past its processor time; Windows has none."""

_ONE_THREAD = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMEXPR_NUM_THREADS": "1",
    "VECLIB_MAXIMUM_THREADS": "1",
    "TOKENIZERS_PARALLELISM": "false",
}


_CONTEXT = multiprocessing.get_context("forkserver")


def warm_up(modules: Sequence[str]) -> None:
    """Start the server that workers are forked from, and let it import slow modules meanwhile.

    Returns at once. Once the server runs, or where another module of the list fails to import,
    nothing is lost: a worker imports what it needs itself. The modules must start no thread.
    """
    _CONTEXT.set_forkserver_preload(list(modules))
    with _one_thread_per_process():
        _start_server()


def _start_server() -> None:
    """Start the server, unless it runs, deaf to Ctrl-C: what it forks ends with the caller."""
    resource_tracker.ensure_running()  # the server starts it otherwise, and that lets SIGINT in
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def run_tasks(
    function: Callable[[Task], Result],
    tasks: Iterable[Task],
    *,
    workers: int,
    timeout_seconds: float | None,
    memory_mb: int | None = None,
    initializer: Callable[..., object] | None = None,
    initargs: Sequence[Any] = (),
    max_tasks: int = 0,
) -> Iterator[tuple[Task, Result | TaskFailure]]:
    """Yield each task with its result, in task order, computed by worker processes.

    A task that takes more than ``timeout_seconds`` of processor time, or ``PATIENCE`` times as
    long by the clock, is ended with its process; one that needs more than ``memory_mb`` of data in
    its process, raises or crashes becomes a ``TaskFailure``. So does one that is ended.
    A worker is replaced after ``max_tasks`` tasks (0: never). ``initializer(*initargs)`` runs in
    each new worker before its clock starts; what it raises is raised here, since no task could
    succeed. ``tasks`` is read only a little ahead of what has been yielded. With ``workers=0``
    and neither a timeout nor a memory limit, the tasks run in the calling process.

    Closing the generator, an exception in the caller and Ctrl-C end the workers; so does the
    death of the calling process.
    """
    if workers < 0:
        raise ValueError(f"workers is {workers}, but 0 or more was expected.")
    if workers == 0 and timeout_seconds is None and memory_mb is None:
        yield from _run_here(function, tasks, initializer, initargs)
        return
    remaining = iter(tasks)
    head = list(itertools.islice(remaining, max(workers, 1)))
    if not head:
        return
    options = _PoolOptions(len(head), timeout_seconds, memory_mb, initializer, initargs, max_tasks)
    with _one_thread_per_process():
        yield from _run_in_pools(function, itertools.chain(head, remaining), options)


def _run_here(
    function: Callable[[Task], Result],
    tasks: Iterable[Task],
    initializer: Callable[..., object] | None,
    initargs: Sequence[Any],
) -> Iterator[tuple[Task, Result | TaskFailure]]:
    started = False
    for task in tasks:
        if not started and initializer is not None:
            initializer(*initargs)
        started = True
        yield task, guarded_task(function, task)


@dataclasses.dataclass(frozen=True)
class _PoolOptions:
    workers: int
    timeout_seconds: float | None
    memory_mb: int | None
    initializer: Callable[..., object] | None
    initargs: Sequence[Any]
    max_tasks: int


def _run_in_pools(
    function: Callable[[Task], Result], tasks: Iterator[Task], options: _PoolOptions
) -> Iterator[tuple[Task, Result | TaskFailure]]:
    """Run tasks in one pool; when that pool breaks, run what it held one by one, then go on.

    A pool breaks as a whole when a worker is killed from outside at a bad moment (by the
    system's memory killer, for example). What it held is then run in a fresh process each, so
    that the guilty task alone is a failure.
    """
    while True:
        with _Pool(function, options) as pool:
            yield from pool.run(tasks)
            held = pool.held()
        if not held:
            return
        for task in held:
            yield task, _run_alone(function, task, options)


def _run_alone(
    function: Callable[[Task], Result], task: Task, options: _PoolOptions
) -> Result | TaskFailure:
    """Run one task in a fresh pool; a crash of the task itself does not break its pool."""
    for _ in range(_ATTEMPTS_ALONE):
        with _Pool(function, dataclasses.replace(options, workers=1)) as pool:
            for _, result in pool.run(iter([task])):
                return result
    raise GraphwrightError(
        "The worker processes end before they can start a task.",
        remedy="Raise the memory limit of the step, or run with fewer workers.",
    )


class _Pool(Generic[Task, Result]):
    """A pool of processes and the tasks that it holds, in order."""

    def __init__(self, function: Callable[[Task], Result], options: _PoolOptions) -> None:
        self._function = function
        self._options = options
        self._waiting: deque[tuple[Task, Any]] = deque()
        # Pickled here and restored only after the limits stand, so that what the initializer
        # imports is limited too.
        setup = pickle.dumps((options.initializer, tuple(options.initargs)))
        _start_server()
        self._pool = pebble.ProcessPool(
            max_workers=options.workers,
            max_tasks=options.max_tasks,
            initializer=start_worker,
            initargs=(options.memory_mb, options.timeout_seconds, setup),
            context=_CONTEXT,
        )

    def __enter__(self) -> _Pool[Task, Result]:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._pool.stop()
        self._pool.join()

    def run(self, tasks: Iterator[Task]) -> Iterator[tuple[Task, Result | TaskFailure]]:
        """Yield results in order until the tasks are done or the pool breaks."""
        while self._fill(tasks):
            task, future = self._waiting[0]
            try:
                outcome = _outcome(future, self._options)
            except BrokenProcessPool:
                return
            self._waiting.popleft()
            yield task, outcome

    def held(self) -> list[Task]:
        """Return the tasks that have no outcome yet, in order."""
        return [task for task, _ in self._waiting]

    def _fill(self, tasks: Iterator[Task]) -> bool:
        """Hand over tasks up to the bound; return whether any is waiting."""
        room = self._options.workers * _TASKS_AHEAD - len(self._waiting)
        for task in itertools.islice(tasks, room):
            self._waiting.append((task, self._schedule(task)))
        return bool(self._waiting)

    def _schedule(self, task: Task) -> Any:
        """Return the task's future, or ``None`` where the pool takes no tasks any more."""
        seconds = self._options.timeout_seconds
        longest = None if seconds is None else seconds * PATIENCE
        try:
            return self._pool.schedule(call_task, args=(self._function, task), timeout=longest)
        except RuntimeError:  # Pebble's word for a pool that broke since the last call
            return None


def _outcome(future: Any, options: _PoolOptions) -> Any:
    """Wait for a future and return the task's result or failure."""
    if future is None:
        raise BrokenProcessPool
    try:
        answer = pickle.loads(future.result())  # noqa: S301  # written by our own worker
    except BrokenProcessPool:
        raise
    except FutureTimeoutError:
        limit = (options.timeout_seconds or 0) * PATIENCE
        return TaskFailure(FailureKind.TIMEOUT, f"It took longer than {limit:g} seconds.")
    except pebble.ProcessExpired as expired:
        if expired.exitcode == -_OUT_OF_TIME:
            limit = options.timeout_seconds or 0
            message = f"It took more than {limit:g} seconds of processor time."
            return TaskFailure(FailureKind.TIMEOUT, message)
        return TaskFailure(FailureKind.CRASH, _crash_message(expired.exitcode, options))
    except Exception as error:  # noqa: BLE001  # a task or result that cannot be pickled
        return TaskFailure(FailureKind.ERROR, f"{type(error).__name__}: {error}")
    if isinstance(answer, SetupFailure):
        raise pickle.loads(answer.error)  # noqa: S301  # written by our own worker
    return answer


def _crash_message(exitcode: int | None, options: _PoolOptions) -> str:
    message = f"The worker process ended with exit code {exitcode}"
    if exitcode is not None and exitcode < 0:
        message = f"The worker process was ended by {signal.Signals(-exitcode).name}"
    if options.memory_mb and exitcode in (-signal.SIGABRT, -signal.SIGKILL, -signal.SIGSEGV):
        message += f" (it may have met the memory limit of {options.memory_mb} MB)"
    return message + "."


@contextmanager
def _one_thread_per_process() -> Iterator[None]:
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
