"""One function over many tasks, by the executor that fits: the way into this package.

Nothing here knows documents, models or Dagster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from graphwright.execution.executor import Conditions, Executor
from graphwright.execution.fork_server import warm_up
from graphwright.execution.in_process import InProcessExecutor
from graphwright.execution.processes import PATIENCE, ProcessExecutor
from graphwright.execution.task import FailureKind, Result, Task, TaskFailure
from graphwright.registry import Registry

__all__ = ["EXECUTORS", "PATIENCE", "FailureKind", "TaskFailure", "run_tasks", "warm_up"]

EXECUTORS: Registry[Executor] = Registry("The executor of tasks")
EXECUTORS.register("processes", ProcessExecutor())
EXECUTORS.register("in_process", InProcessExecutor())


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
    executor: str | None = None,
) -> Iterator[tuple[Task, Result | TaskFailure]]:
    """Yield each task with its result, in task order, computed by worker processes.

    A task that takes more than ``timeout_seconds`` of processor time, or ``PATIENCE`` times as
    long by the clock, is ended with its process; one that needs more than ``memory_mb`` of data in
    its process, raises or crashes becomes a ``TaskFailure``. So does one that is ended. The rest
    is said in ``Conditions`` and ``Executor``. Without an ``executor``, by name, the tasks run in
    the calling process where ``workers`` is 0 and nothing is limited, else in processes; no step
    names one.
    Raises ``SettingsError`` for an executor that there is not.
    """
    if workers < 0:
        raise ValueError(f"workers is {workers}, but 0 or more was expected.")
    conditions = Conditions(workers, timeout_seconds, memory_mb, initializer, initargs, max_tasks)
    fitting = "processes" if workers or conditions.limited else "in_process"
    yield from EXECUTORS.get(executor or fitting).run(function, tasks, conditions)
