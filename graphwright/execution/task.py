"""A task that worker processes do, and what becomes of one that gives no result."""

from __future__ import annotations

import dataclasses
import traceback
from collections.abc import Callable
from enum import StrEnum
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")


class FailureKind(StrEnum):
    """What became of a task that has no result."""

    TIMEOUT = "timeout"
    CRASH = "crash"
    MEMORY = "memory"
    ERROR = "error"


@dataclasses.dataclass(frozen=True, slots=True)
class TaskFailure:
    """A task without a result: ``kind`` is a ``FailureKind`` value."""

    kind: str
    message: str


def guarded_task(function: Callable[[Task], Result], task: Task) -> Result | TaskFailure:
    """Return the task's result, or what went wrong."""
    try:
        return function(task)
    except MemoryError as error:
        return memory_failure(error)
    except (Exception, SystemExit) as error:  # noqa: BLE001  # one task never stops the others
        return TaskFailure(FailureKind.ERROR, describe(error))


def memory_failure(error: MemoryError) -> TaskFailure:
    """Return the failure of a task that met its limit of memory."""
    detail = f" ({error})" if str(error) else ""
    return TaskFailure(FailureKind.MEMORY, f"It needed more memory than it may use{detail}.")


def describe(error: BaseException) -> str:
    """Return type, message and place of an error, in one line."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" (in {frames[-1].name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{place}"
