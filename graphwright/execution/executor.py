"""What does tasks: an executor, and the conditions under which it does them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol

from graphwright.execution.task import Result, Task, TaskFailure


@dataclasses.dataclass(frozen=True)
class Conditions:
    """How many workers there are, what each may use, and how it starts.

    ``timeout_seconds`` of processor time are for a task, ``memory_mb`` of data for a worker.
    ``initializer(*initargs)`` runs in each new worker before the clock of its first task starts.
    A worker is replaced after ``max_tasks`` tasks (0: never).
    """

    workers: int
    timeout_seconds: float | None = None
    memory_mb: int | None = None
    initializer: Callable[..., object] | None = None
    initargs: Sequence[Any] = ()
    max_tasks: int = 0

    @property
    def limited(self) -> bool:
        """Say whether tasks are bounded in time or memory."""
        return self.timeout_seconds is not None or self.memory_mb is not None


class Executor(Protocol):
    """Applies one function to many tasks."""

    def run(
        self, function: Callable[[Task], Result], tasks: Iterable[Task], conditions: Conditions
    ) -> Iterator[tuple[Task, Result | TaskFailure]]:
        """Yield each task with its result, in task order, reading ``tasks`` only a little ahead.

        Whatever goes wrong with one task is its ``TaskFailure`` and harms no other. What the
        initializer raises is raised here, since no task could succeed.
        """
        ...
