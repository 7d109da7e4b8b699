"""When a page has settled: nothing is open, nothing moves, and nothing is about to come.

A page gathers what it asks for, and what it shows, for a moment, by timers of a few tenths of a
second, and shows by something that turns that it works on more. Read before these have ended, it
lacks lists or links that it has a moment later. So they are waited for: timers, which ``page.js``
notes, as far as they do not go round for ever, and animations without end, as far as those end.
"""

from __future__ import annotations

import asyncio
import enum
import functools
import time
from collections import Counter
from collections.abc import Callable
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.async_api import Page

    from graphwright.applications.crawl.watch import Requests

_QUIET_MS = 60
_NOISE_SECONDS = 2.0
_PATIENCE_SECONDS = 1.5
"""So long at most a page is waited for because of its timers, or of what turns on it."""
_ENDLESS = 3
"""What turned for longer than that so many times says nothing: it is not waited for again."""
_PAUSE_SECONDS = 0.01


class _Seen(enum.Enum):
    """What a short look at a document found; values are those of ``rest.js``."""

    RESTS = "rests"
    MOVES = "moves"
    WAITS = "waits"
    TURNS = "turns"
    REPLACED = "replaced"


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
        while time.monotonic() < deadline:
            if self._crashed():
                return False
            if not self._requests.idle:
                await asyncio.sleep(_PAUSE_SECONDS)
                continue
            began = time.monotonic()
            seen, turning = await self._look(seconds)
            taken = time.monotonic() - began
            if seen in {_Seen.WAITS, _Seen.TURNS}:
                waited += taken
                if waited < _PATIENCE_SECONDS:
                    continue
                self._outlasted.update(turning)
                seen = _Seen.RESTS
            noise = 0.0 if seen is _Seen.REPLACED else noise + taken
            if seen is _Seen.RESTS and self._requests.idle:
                return True
            if noise > _NOISE_SECONDS and self._requests.idle:
                return False
        return False

    async def _look(self, seconds: float) -> tuple[_Seen, frozenset[str]]:
        """Return what the document does in a short while, and what turns on it, by name."""
        from playwright.async_api import Error  # noqa: PLC0415  # an extra

        endless = sorted(name for name, times in self._outlasted.items() if times >= _ENDLESS)
        given = [_QUIET_MS, endless]
        try:
            told = await asyncio.wait_for(self._page.evaluate(_script(), given), seconds)
        except (Error, TimeoutError):
            if self._page.is_closed():
                raise
            told = None
        match told:
            case {"what": "rests" | "moves" | "waits" | "turns" as what, "turning": [*turning]}:
                return _Seen(what), frozenset(map(str, turning))
        await asyncio.sleep(_PAUSE_SECONDS)  # it is being read, or the page meddles with scripts
        return _Seen.REPLACED, frozenset()


@functools.cache
def _script() -> str:
    return resources.files(__package__).joinpath("rest.js").read_text(encoding="utf-8")
