"""Tasks done one after another in the calling process, where nothing has to be bounded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from graphwright.execution.executor import Conditions
from graphwright.execution.task import Result, Task, TaskFailure, guarded_task


class InProcessExecutor:
    """An ``Executor`` without workers: nothing is pickled, started or ended."""

    def run(
        self, function: Callable[[Task], Result], tasks: Iterable[Task], conditions: Conditions
    ) -> Iterator[tuple[Task, Result | TaskFailure]]:
        """Yield each task with its result. Raises ``ValueError`` where tasks are to be bounded."""
        if conditions.limited:
            raise ValueError("A task in the calling process cannot be bounded in time or memory.")
        started = False
        for task in tasks:
            if not started and conditions.initializer is not None:
                conditions.initializer(*conditions.initargs)
            started = True
            yield task, guarded_task(function, task)
