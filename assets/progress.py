"""Progress of long steps: bars in a terminal, lines in Dagster's log."""

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import Protocol

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)


class Bar(Protocol):
    """What a step tells about its progress."""

    def start(self, total: int) -> None:
        """State how much there is to do."""

    def advance(self, done: int) -> None:
        """State that some more of it is done."""


class _LogBar:
    """Writes a line for each tenth of the work."""

    def __init__(self, title: str, log: Callable[[str], None]) -> None:
        self._title, self._log = title, log
        self._total = self._done = self._said = 0

    def start(self, total: int) -> None:
        self._total = total
        if total:
            self._log(f"{self._title}: {total} to do")

    def advance(self, done: int) -> None:
        self._done += done
        tenth = 10 * self._done // max(self._total, 1)
        if tenth > self._said:
            self._said = tenth
            self._log(f"{self._title}: {self._done} of {self._total}")


class _TerminalBar:
    def __init__(self, title: str, progress: Progress) -> None:
        self._title, self._progress = title, progress
        self._task = progress.add_task(title, total=None, visible=False)

    def start(self, total: int) -> None:
        self._progress.update(self._task, total=total, visible=total > 0)

    def advance(self, done: int) -> None:
        self._progress.advance(self._task, done)


_active: list[Progress] = []


@contextlib.contextmanager
def terminal_bars() -> Iterator[None]:
    """Show bars on standard error while the block runs, where that is a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console  # noqa: PLC0415  # only where bars are shown

    columns = (
        TextColumn("{task.description:<22}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as progress:
        _active.append(progress)
        try:
            yield
        finally:
            _active.pop()


def bar(title: str, log: Callable[[str], None]) -> Bar:
    """Return a terminal bar where a build shows them, else one that writes to the log."""
    return _TerminalBar(title, _active[-1]) if _active else _LogBar(title, log)
