"""Worker processes: one function over many tasks, where no task can harm another.

What lives here: feeding, recycling and ending the processes, and turning whatever happens to a task
into a value. What runs inside a process is in ``worker_side``, what it is forked from in
``fork_server``.
"""

from __future__ import annotations

import dataclasses
import itertools
import pickle
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import TimeoutError as FutureTimeoutError
from concurrent.futures.process import BrokenProcessPool
from types import TracebackType
from typing import Any, Generic

import pebble

from graphwright.errors import GraphwrightError
from graphwright.execution.executor import Conditions
from graphwright.execution.fork_server import CONTEXT, one_thread_per_process, start_server
from graphwright.execution.task import FailureKind, Result, Task, TaskFailure
from graphwright.execution.worker_side import SetupFailure, call_task, start_worker

_TASKS_AHEAD = 4
"""Tasks handed over or finished ahead, for each worker: enough that a slow task at the head does
not leave the others idle, few enough that memory does not grow with the number of tasks."""

_ATTEMPTS_ALONE = 2

PATIENCE = 10
"""Seconds by the clock for each second of processor time that a task may take: it may have to
share its core, but not wait for ever."""
_OUT_OF_TIME = getattr(signal, "SIGXCPU", 0)
"""The signal that ends a process past its processor time; Windows has none."""


class ProcessExecutor:
    """An ``Executor`` of processes of this machine.

    Functions, tasks and results must be picklable, and a program that uses it needs the usual
    ``if __name__ == "__main__":`` guard. Closing the iterator, an exception in the caller and
    Ctrl-C end the workers; so does the death of the calling process.
    """

    def run(
        self, function: Callable[[Task], Result], tasks: Iterable[Task], conditions: Conditions
    ) -> Iterator[tuple[Task, Result | TaskFailure]]:
        """Yield each task with its result, in task order; one worker where none is asked for."""
        remaining = iter(tasks)
        head = list(itertools.islice(remaining, max(conditions.workers, 1)))
        if not head:
            return
        enough = dataclasses.replace(conditions, workers=len(head))
        with one_thread_per_process():
            yield from _run_in_pools(function, itertools.chain(head, remaining), enough)


def _run_in_pools(
    function: Callable[[Task], Result], tasks: Iterator[Task], conditions: Conditions
) -> Iterator[tuple[Task, Result | TaskFailure]]:
    """Run tasks in one pool; when it breaks, run its unfinished tasks one by one, then go on.

    A pool breaks as a whole when a worker is killed from outside at a bad moment (by the
    system's memory killer, for example). Its tasks are then run in a fresh process each, so that
    the guilty task alone is a failure.
    """
    while True:
        with _Pool(function, conditions) as pool:
            yield from pool.run(tasks)
            unfinished = pool.unfinished()
        if not unfinished:
            return
        for task in unfinished:
            yield task, _run_alone(function, task, conditions)


def _run_alone(
    function: Callable[[Task], Result], task: Task, conditions: Conditions
) -> Result | TaskFailure:
    """Run one task in a fresh pool; a crash of the task itself does not break its pool."""
    for _ in range(_ATTEMPTS_ALONE):
        with _Pool(function, dataclasses.replace(conditions, workers=1)) as pool:
            for _, result in pool.run(iter([task])):
                return result
    raise GraphwrightError(
        "The worker processes end before they can start a task.",
        remedy="In a script of yours, put what builds under 'if __name__ == \"__main__\":', since "
        "worker processes read it too; else raise the memory limit of the step (parse.memory_mb), "
        "or run with fewer workers.",
    )


class _Pool(Generic[Task, Result]):
    """A pool of processes and the tasks that it was given, in order."""

    def __init__(self, function: Callable[[Task], Result], conditions: Conditions) -> None:
        self._function = function
        self._conditions = conditions
        self._waiting: deque[tuple[Task, Any]] = deque()
        # Pickled here and restored only after the limits stand, so that what the initializer
        # imports is limited too.
        setup = pickle.dumps((conditions.initializer, tuple(conditions.initargs)))
        start_server()
        self._pool = pebble.ProcessPool(
            max_workers=conditions.workers,
            max_tasks=conditions.max_tasks,
            initializer=start_worker,
            initargs=(conditions.memory_mb, conditions.timeout_seconds, setup),
            context=CONTEXT,
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
                outcome = _outcome(future, self._conditions)
            except BrokenProcessPool:
                return
            self._waiting.popleft()
            yield task, outcome

    def unfinished(self) -> list[Task]:
        """Return the tasks that have no outcome yet, in order."""
        return [task for task, _ in self._waiting]

    def _fill(self, tasks: Iterator[Task]) -> bool:
        """Hand over tasks up to the bound; return whether any is waiting."""
        room = self._conditions.workers * _TASKS_AHEAD - len(self._waiting)
        for task in itertools.islice(tasks, room):
            self._waiting.append((task, self._schedule(task)))
        return bool(self._waiting)

    def _schedule(self, task: Task) -> Any:
        """Return the task's future, or ``None`` where the pool takes no tasks any more."""
        seconds = self._conditions.timeout_seconds
        longest = None if seconds is None else seconds * PATIENCE
        try:
            return self._pool.schedule(call_task, args=(self._function, task), timeout=longest)
        except RuntimeError:  # Pebble's word for a pool that broke since the last call
            return None


def _outcome(future: Any, conditions: Conditions) -> Any:
    """Wait for a future and return the task's result or failure."""
    if future is None:
        raise BrokenProcessPool
    try:
        answer = pickle.loads(future.result())  # noqa: S301  # written by our own worker
    except BrokenProcessPool:
        raise
    except FutureTimeoutError:
        limit = (conditions.timeout_seconds or 0) * PATIENCE
        return TaskFailure(FailureKind.TIMEOUT, f"It took longer than {limit:g} seconds.")
    except pebble.ProcessExpired as expired:
        if expired.exitcode == -_OUT_OF_TIME:
            limit = conditions.timeout_seconds or 0
            message = f"It took more than {limit:g} seconds of processor time."
            return TaskFailure(FailureKind.TIMEOUT, message)
        return TaskFailure(FailureKind.CRASH, _crash_message(expired.exitcode, conditions))
    except Exception as error:  # noqa: BLE001  # a task or result that cannot be pickled
        return TaskFailure(FailureKind.ERROR, f"{type(error).__name__}: {error}")
    if isinstance(answer, SetupFailure):
        raise pickle.loads(answer.error)  # noqa: S301  # written by our own worker
    return answer


def _crash_message(exitcode: int | None, conditions: Conditions) -> str:
    message = f"The worker process ended with exit code {exitcode}"
    if exitcode is not None and exitcode < 0:
        message = f"The worker process was ended by {signal.Signals(-exitcode).name}"
    if conditions.memory_mb and exitcode in (-signal.SIGABRT, -signal.SIGKILL, -signal.SIGSEGV):
        message += f" (it may have met the memory limit of {conditions.memory_mb} MB)"
    return message + "."
