"""When a page has settled: nothing is open, nothing moves, and nothing is about to come.

A page gathers what it asks for, and what it shows, for a moment, by timers of a few tenths of a
second, and shows by something that turns that it works on more. Read before these have ended, it
lacks lists or links that it has a moment later. So they are waited for: timers, which ``timers.js``
notes, as far as they do not go round for ever, and animations without end and other signs of
loading, as far as those end.
"""

from __future__ import annotations

import asyncio
import enum
import functools
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from importlib import resources
from typing import TYPE_CHECKING

from graphwright.applications.crawl.playwright_errors import playwright_errors

if TYPE_CHECKING:
    from playwright.async_api import Page

    from graphwright.applications.capture import Reading
    from graphwright.applications.crawl.watch import Requests

_QUIET_MS = 60
_NOISE_SECONDS = 2.0
_PATIENCE_SECONDS = 1.5
"""So long at most a page is waited for because of its timers, or of what turns on it."""
_TIMES_OUTLASTED = 3
"""What turned for longer than that so many times in a row is not waited for again."""
_MOST_NAMES, _LONGEST_NAME = 20, 100
_PAUSE_SECONDS = 0.01
_LOADING_SECONDS, _LOADING_PAUSE_SECONDS = 6.0, 0.1
"""So long at most a page is waited for that says that it loads: some ask each five seconds."""


class _Seen(enum.Enum):
    """What a short look at a document found; values are those of ``rest.js``."""

    RESTS = "rests"
    MOVES = "moves"
    WAITS = "waits"
    TURNS = "turns"
    REPLACED = "replaced"


_WAITING = frozenset({_Seen.WAITS, _Seen.TURNS})


class LoadingSigns:
    """Reads pages again that show a sign of loading; knows after a while which never goes.

    ``page_seconds`` is how long one page may take; half of it is the most that is spent here.
    """

    def __init__(self, page_seconds: float) -> None:
        self._seconds = min(_LOADING_SECONDS, page_seconds / 2)
        self._outlasted: dict[str, set[str]] = {}

    async def read(self, reading: Reading, again: Callable[[float], Awaitable[Reading]]) -> Reading:
        """Return a reading, or another as long as it shows a sign of loading.

        ``again`` is told for how many seconds it may wait. A sign that outlasted the time on this
        page, or on some others in a row, is looked at once more, as it may go there.
        """
        deadline = time.monotonic() + self._seconds
        while sign := reading.busy:
            place = reading.capture.template
            places = self._outlasted.setdefault(sign, set())
            is_endless = place in places or len(places) >= _TIMES_OUTLASTED
            await asyncio.sleep(_LOADING_PAUSE_SECONDS)
            reading = await again(max(_LOADING_PAUSE_SECONDS, deadline - time.monotonic()))
            if reading.busy != sign:
                places.clear()
            elif is_endless:
                break
            elif time.monotonic() > deadline:
                places.add(place)
                break
        return reading


class Settling:
    """Waits until a page has settled; knows after a while what turns on it for ever."""

    def __init__(self, page: Page, requests: Requests, crashed: Callable[[], bool]) -> None:
        self._page = page
        self._requests = requests
        self._crashed = crashed
        self._outlasted: Counter[str] = Counter()

    async def wait(self, seconds: float) -> bool:
        """Wait until the page has settled, for ``seconds`` at most; say whether it came to that.

        What only moves, with all requests answered, has settled after ``_NOISE_SECONDS`` where its
        reading does not change, which the caller sees to. Raises Playwright's ``Error`` where the
        page was closed.
        """
        deadline = time.monotonic() + seconds
        noise = waited = 0.0
        turned: frozenset[str] = frozenset()
        while (began := time.monotonic()) < deadline:
            if self._crashed():
                return False
            if not self._requests.idle:
                await asyncio.sleep(_PAUSE_SECONDS)
                continue
            seen, turning = await self._look(deadline - began)
            taken = time.monotonic() - began
            if seen is _Seen.REPLACED:
                noise = waited = 0.0  # another document is another page
                continue
            turned |= turning
            if seen in _WAITING and waited < _PATIENCE_SECONDS:
                waited += taken
                if waited >= _PATIENCE_SECONDS:
                    self._outlasted.update(turning)
                continue
            noise += taken
            if seen is _Seen.RESTS:
                self._have_ended(turned)
            if self._requests.idle and seen is not _Seen.MOVES:
                return True
            if self._requests.idle and noise > _NOISE_SECONDS:
                return False
        return False

    def _have_ended(self, turned: frozenset[str]) -> None:
        for name in turned:
            del self._outlasted[name]

    async def _look(self, seconds: float) -> tuple[_Seen, frozenset[str]]:
        """Return what the document does in a short while, and what turns on it, by name."""
        endless = [name for name, times in self._outlasted.items() if times >= _TIMES_OUTLASTED]
        given = [_QUIET_MS, sorted(endless)]
        try:
            told = await asyncio.wait_for(self._page.evaluate(_script(), given), seconds)
        except playwright_errors():
            if self._page.is_closed():
                raise
            told = None
        match told:
            case {"what": "rests" | "moves" | "waits" | "turns" as what, "turning": [*turning]}:
                names = (str(name)[:_LONGEST_NAME] for name in turning[:_MOST_NAMES])
                return _Seen(what), frozenset(names)
        await asyncio.sleep(_PAUSE_SECONDS)  # it is being read, or the page meddles with scripts
        return _Seen.REPLACED, frozenset()


@functools.cache
def _script() -> str:
    return resources.files(__package__).joinpath("rest.js").read_text(encoding="utf-8")
