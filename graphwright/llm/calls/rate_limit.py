"""Spaces calls so that an endpoint's limits a minute are kept; nothing here makes a call.

Each limit is a token bucket in the form of the generic cell rate algorithm (ITU-T I.371): one time
in the future says all, so a caller books its turn at once and then waits without a lock.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

_BURST_SECONDS = 1.0
"""What a bucket holds when full, in seconds of its rate: more would be let go at once."""


class Bucket:
    """A limit of ``per_minute`` units; units are booked before and corrected after use.

    In any span of t seconds, at most ``(t + 1) * per_minute / 60`` units begin, and the last one
    booked: a call larger than the bucket is let go, and those after it wait for it.
    """

    def __init__(self, per_minute: float, now: float) -> None:
        self._seconds_a_unit = 60.0 / per_minute
        self._full_at = now - _BURST_SECONDS

    def book(self, units: float, now: float) -> float:
        """Take units and return the time at which they may be used, ``now`` or later."""
        start = max(self._full_at, now - _BURST_SECONDS)
        self._full_at = start + units * self._seconds_a_unit
        return max(start, now)

    def correct(self, units: float) -> None:
        """Add units that were used beyond what was booked; give back where negative."""
        self._full_at += units * self._seconds_a_unit


class RateLimit:
    """Requests and tokens a minute of one endpoint, shared between threads; none where ``None``."""

    def __init__(
        self,
        requests_per_minute: int | None,
        tokens_per_minute: int | None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        now = clock()
        self._requests = Bucket(requests_per_minute, now) if requests_per_minute else None
        self._tokens = Bucket(tokens_per_minute, now) if tokens_per_minute else None

    def book(self, tokens: int) -> float:
        """Book a call of about this many tokens; return the seconds to wait before it is made."""
        with self._lock:
            now = self._clock()
            asked = self._requests.book(1, now) if self._requests else now
            sized = self._tokens.book(tokens, now) if self._tokens else now
        return max(asked, sized) - now

    def correct(self, booked: int, used: int) -> None:
        """Tell what a call used in truth, in tokens."""
        if self._tokens:
            with self._lock:
                self._tokens.correct(used - booked)
