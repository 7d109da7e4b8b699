"""Work that may hang on another machine, each piece with a limit of time by the clock.

It runs in threads, since what comes back is bytes and the time is spent waiting. A thread cannot be
ended from outside: one that is late is left behind with what it holds cut off, and ends with the
process at the latest.
"""

from __future__ import annotations

import contextlib
import dataclasses
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


class Deadline:
    """The moment by which a piece of work has to end, and what is cut off then."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds
        self._cuts: list[Callable[[], None]] = []
        self._over = False
        self._lock = threading.Lock()

    @property
    def left(self) -> float:
        """Return the seconds left, none or fewer where the moment has passed."""
        return self._end - time.monotonic()

    def check(self) -> float:
        """Return the seconds left; raise ``TimeoutError`` where there are none."""
        if self._over or self.left <= 0:
            raise TimeoutError
        return self.left

    def at_end(self, cut: Callable[[], None]) -> None:
        """Have something cut off when the work ends, in time or not.

        Raises ``TimeoutError`` where it has ended already.
        """
        with self._lock:
            if not self._over:
                self._cuts.append(cut)
                return
        _quietly(cut)
        raise TimeoutError

    def end(self) -> None:
        """Cut off what the work has left open."""
        with self._lock:
            self._over, cuts = True, self._cuts
            self._cuts = []
        for cut in cuts:
            _quietly(cut)


def map_within(
    function: Callable[[Item, Deadline], Result],
    items: Iterable[Item],
    *,
    seconds: float,
    at_once: int = 1,
) -> list[Result | None]:
    """Return what the function gives for each item, in order; None where it was not done in time.

    Each item may take ``seconds`` by the clock, and ``at_once`` of them are worked on together.
    What the function raises ends the whole.
    """
    lanes = _Lanes(function, list(items), seconds)
    try:
        return lanes.run(at_once)
    finally:
        lanes.leave()


@dataclasses.dataclass(frozen=True, slots=True)
class _Done(Generic[Result]):
    """What became of the item at a place."""

    place: int
    result: Result | None = None
    error: BaseException | None = None


class _Lane(threading.Thread, Generic[Item, Result]):
    """A thread that works on one item after the other: a connection may serve several."""

    def __init__(
        self, function: Callable[[Item, Deadline], Result], done: queue.SimpleQueue[_Done[Result]]
    ) -> None:
        super().__init__(daemon=True, name="time-limit")
        self._function = function
        self._done = done
        self.jobs: queue.SimpleQueue[tuple[int, Item, Deadline] | None] = queue.SimpleQueue()

    def run(self) -> None:
        """Work until told to leave."""
        while (job := self.jobs.get()) is not None:
            place, item, deadline = job
            try:
                self._done.put(_Done(place, self._function(item, deadline)))
            except BaseException as error:  # noqa: BLE001  # raised where the result is awaited
                self._done.put(_Done(place, error=error))
            finally:
                deadline.end()


class _Lanes(Generic[Item, Result]):
    """The threads that share the items."""

    def __init__(
        self, function: Callable[[Item, Deadline], Result], items: list[Item], seconds: float
    ) -> None:
        self._function, self._seconds = function, seconds
        self._waiting = deque(enumerate(items))
        self._results: list[Result | None] = [None] * len(items)
        self._done: queue.SimpleQueue[_Done[Result]] = queue.SimpleQueue()
        self._busy: dict[int, tuple[_Lane[Item, Result], Deadline]] = {}
        self._idle: list[_Lane[Item, Result]] = []

    def run(self, at_once: int) -> list[Result | None]:
        """Return the results in order of the items."""
        while self._waiting or self._busy:
            while self._waiting and len(self._busy) < at_once:
                self._start(*self._waiting.popleft())
            first = min(deadline.left for _, deadline in self._busy.values())
            with contextlib.suppress(queue.Empty):
                self._take(self._done.get(timeout=max(first, 0.0)))
            self._leave_late_ones()
        return self._results

    def leave(self) -> None:
        """Cut off what is still under way, and let the threads end."""
        for lane, deadline in self._busy.values():
            deadline.end()
            lane.jobs.put(None)
        for lane in self._idle:
            lane.jobs.put(None)

    def _start(self, place: int, item: Item) -> None:
        if self._idle:
            lane = self._idle.pop()
        else:
            lane = _Lane(self._function, self._done)
            lane.start()
        deadline = Deadline(self._seconds)
        self._busy[place] = lane, deadline
        lane.jobs.put((place, item, deadline))

    def _take(self, done: _Done[Result]) -> None:
        if done.place not in self._busy:
            return  # it was late, and is told so already
        lane, _ = self._busy.pop(done.place)
        self._idle.append(lane)
        if done.error is not None:
            raise done.error
        self._results[done.place] = done.result

    def _leave_late_ones(self) -> None:
        for place, (lane, deadline) in list(self._busy.items()):
            if deadline.left <= 0:
                del self._busy[place]
                lane.jobs.put(None)
                deadline.end()


def _quietly(cut: Callable[[], None]) -> None:
    with contextlib.suppress(OSError):
        cut()
