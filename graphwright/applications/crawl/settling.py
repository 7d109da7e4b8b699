"""When a page has settled: no request is open, its document rests, and no timer is about to run.

A page gathers what it asks for, and what it shows, for a moment, by timers of a few tenths of a
second: read before these have run, it lacks lists or links that it has a moment later. So they are
waited for (``page.js`` notes them), but not those that go round for ever.
"""

from __future__ import annotations

import asyncio
import enum
import functools
import time
from collections.abc import Callable
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.async_api import Page

    from graphwright.applications.crawl.watch import Requests

_QUIET_MS = 60
_NOISE_SECONDS = 2.0
_TIMERS_SECONDS = 1.5
"""So long at most a settling page is waited for because of its timers."""
_PAUSE_SECONDS = 0.01


class _Seen(enum.Enum):
    """What a short look at a document found; values are those of ``rest.js``."""

    RESTS = "rests"
    MOVES = "moves"
    WAITS = "waits"
    REPLACED = None


async def settled(
    page: Page, requests: Requests, seconds: float, crashed: Callable[[], bool]
) -> bool:
    """Wait until a page has settled, for ``seconds`` at most; say whether it came to that.

    What only moves, with all requests answered, has settled after ``_NOISE_SECONDS`` where its
    reading does not change, which the caller sees to. Raises Playwright's ``Error`` where the page
    was closed.
    """
    deadline = time.monotonic() + seconds
    noise = waited = 0.0
    while time.monotonic() < deadline:
        if crashed():
            return False
        if not requests.idle:
            await asyncio.sleep(_PAUSE_SECONDS)
            continue
        began = time.monotonic()
        seen = await _look(page, seconds)
        taken = time.monotonic() - began
        if seen is _Seen.WAITS:
            waited += taken
            if waited < _TIMERS_SECONDS:
                continue
            seen = _Seen.RESTS
        noise = 0.0 if seen is _Seen.REPLACED else noise + taken
        if seen is _Seen.RESTS and requests.idle:
            return True
        if noise > _NOISE_SECONDS and requests.idle:
            return False
    return False


async def _look(page: Page, seconds: float) -> _Seen:
    """Say what a document does in a short while, ``REPLACED`` where it is another meanwhile."""
    from playwright.async_api import Error  # noqa: PLC0415  # an extra

    try:
        seen = _Seen(await asyncio.wait_for(page.evaluate(_script(), _QUIET_MS), seconds))
    except (Error, TimeoutError):
        if page.is_closed():
            raise
        seen = _Seen.REPLACED
    if seen is _Seen.REPLACED:
        await asyncio.sleep(_PAUSE_SECONDS)
    return seen


@functools.cache
def _script() -> str:
    return resources.files(__package__).joinpath("rest.js").read_text(encoding="utf-8")
