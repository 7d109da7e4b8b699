"""Units of work: what a bucketed step keeps, renames or works on, and what comes of one."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from graphwright.errors import GraphwrightError

Rows = dict[str, list[Any]]
"""Table name to rows (instances of the declaring dataclasses)."""


@dataclasses.dataclass(frozen=True, slots=True)
class Unit:
    """A unit of work: a document or a chunk.

    ``content_key`` stands for everything that shapes its result but its names and place;
    ``identity_key`` for these. Rows are kept unchanged where both are known, and renamed
    where only the content is.
    """

    id: str
    content_key: str
    identity_key: str


@dataclasses.dataclass(frozen=True, slots=True)
class UnitResult:
    """The rows of one unit; ``final`` is false where the next build should try again.

    ``changing`` says that it is not final because its source is being written to: what the unit had
    before, if anything, stands for it as long.
    ``measured`` are numbers that the step keeps beside the data, in its own order: seconds, tokens.
    """

    rows: Rows
    final: bool = True
    measured: tuple[float, ...] | None = None
    changing: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class Stopped:
    """A batch's answer when going on makes no sense, such as an endpoint that is not there."""

    error: GraphwrightError


@dataclasses.dataclass(frozen=True, slots=True)
class Pool:
    """How a step's worker processes are set up and bounded.

    Up to ``inline_units`` units are worked on in the calling process, where a process of their
    own would cost more than the work; a step with a timeout or a memory limit has none.
    """

    initializer: Callable[..., None] | None = None
    initargs: tuple[Any, ...] = ()
    timeout_seconds: float | None = None
    memory_mb: int | None = None
    max_tasks: int = 0
    inline_units: int = 0
