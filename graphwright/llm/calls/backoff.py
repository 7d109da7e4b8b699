"""How long to wait before a call is repeated."""

from __future__ import annotations

import dataclasses
import random
import threading
import time


@dataclasses.dataclass(frozen=True, slots=True)
class Backoff:
    """Exponential delays in seconds with jitter; the endpoint's ``Retry-After`` comes first."""

    first: float = 0.5
    most: float = 60.0
    patience: float = 120.0
    """An endpoint that asks for a longer wait than this is not waited for."""

    def delay(self, attempt: int, retry_after: float | None) -> float | None:
        """Return the delay before retry number ``attempt`` (from 0); ``None`` is past patience.

        Up to a quarter is added at random, so that workers turned away together do not come back
        together. Chance decides only when a call is made, never what stands in a table.
        """
        if retry_after is not None and retry_after > self.patience:
            return None
        delay = min(self.first * 2.0 ** min(attempt, 32), self.most)
        return max(delay, retry_after or 0.0) * (1 + random.random() / 4)  # noqa: S311  # no secret


class SharedPause:
    """A pause that one turned-away worker asks for and all workers of a client keep.

    ``stop`` ends every pause at once and for good.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._until = 0.0
        self._stopped = threading.Event()

    def ask(self, seconds: float) -> None:
        """Let no call start for ``seconds`` from now."""
        with self._lock:
            self._until = max(self._until, time.monotonic() + seconds)

    def keep(self) -> None:
        """Wait until nobody asks for a pause any more."""
        while (left := self._until - time.monotonic()) > 0 and not self._stopped.is_set():
            self._stopped.wait(left)

    def wait(self, seconds: float) -> None:
        """Wait alone."""
        self._stopped.wait(seconds)

    def stop(self) -> None:
        """End all pauses, now and later."""
        self._stopped.set()

    @property
    def stopped(self) -> bool:
        """Whether ``stop`` was called."""
        return self._stopped.is_set()
