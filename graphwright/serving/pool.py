"""A few threads in which functions run, and a queue that does not grow without end."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from graphwright.errors import RequestError

P = ParamSpec("P")
T = TypeVar("T")


class Pool:
    """``threads`` that work, ``queue`` places to wait, ``seconds`` for waiting and work together.

    What is overdue still holds its thread until it ends, so a service of slow answers fills up and
    says so, and never starts more work than it has threads.
    """

    def __init__(self, threads: int, queue: int, seconds: float) -> None:
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix="answer")
        self._threads = threads
        self._places = threads + queue
        self._seconds = seconds
        self._lock = threading.Lock()
        self._taken = 0

    @property
    def taken(self) -> int:
        """The places that are taken: requests that are worked on or wait."""
        return self._taken

    @property
    def waiting(self) -> int:
        """How many of them wait for a thread."""
        return max(0, self._taken - self._threads)

    @property
    def full(self) -> bool:
        """Whether the next request would be refused."""
        return self._taken >= self._places

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what a function returns; raise ``RequestError``, ``full`` or ``overdue``."""
        with self._lock:
            if self._taken >= self._places:
                raise RequestError(
                    f"{self._taken} requests are being answered or wait, and no more may.",
                    code="full",
                    remedy="Ask again in a moment.",
                )
            self._taken += 1
        try:
            future = self._executor.submit(function, *args, **kwargs)
        except BaseException:
            self._leave(None)
            raise
        future.add_done_callback(self._leave)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), self._seconds)
        except TimeoutError as error:
            raise RequestError(
                f"The answer took longer than {self._seconds:g} seconds.",
                code="overdue",
                remedy="Ask for less, or again later.",
            ) from error

    def _leave(self, _future: Future[Any] | None) -> None:
        with self._lock:
            self._taken -= 1

    def close(self) -> None:
        """Take no more work; what waits is dropped, what runs ends by itself."""
        self._executor.shutdown(wait=False, cancel_futures=True)
