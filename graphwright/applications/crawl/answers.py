"""What the server answers now: each request is asked once in a crawl, whichever page it is of.

It tells whether the scripts of a page are what they were, and whether a page need be opened at all.
"""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Awaitable, Callable, Sequence

from graphwright.applications.crawl.exchanges import Answered, Exchange, request_id
from graphwright.applications.crawl.wire import Asked
from graphwright.ids import fingerprint

Ask = Callable[[Asked], Awaitable[str]]
"""Sends a request, if it may pass, and returns the digest of its answer; empty: there is none."""

_AT_A_TIME = 6
"""Requests that are under way together, as a browser has to one server."""


class Answers:
    """Digests of answers by request; ``spared`` counts what need not be opened or pressed."""

    def __init__(self) -> None:
        self.spared = 0
        self._known: dict[str, asyncio.Future[str]] = {}
        self._room = asyncio.Semaphore(_AT_A_TIME)

    def forget(self) -> None:
        """Ask for all anew: the session that asked is another."""
        self._known.clear()

    async def scripts(self, addresses: Sequence[str], ask: Ask) -> str:
        """Return the digest of scripts, with all that they hold."""
        asked = (Asked("GET", address, "script") for address in addresses)
        return fingerprint([[one.address, await self._one(one, ask)] for one in asked])

    async def completed(self, exchange: Exchange | None, ask: Ask) -> Exchange | None:
        """Return an exchange with the answers that it lacks; None where one cannot be had."""
        if exchange is None:
            return None
        whole = [
            one if one.answer else dataclasses.replace(one, answer=await self._one(one.asked, ask))
            for one in exchange
        ]
        return tuple(whole) if all(one.answer for one in whole) else None

    async def are_same(self, exchange: Exchange, ask: Ask) -> bool:
        """Say whether the server answers all of an exchange as it did; its first request first."""
        if not exchange:
            return True
        first, *others = exchange

        async def same(one: Answered) -> bool:
            return await self._one(one.asked, ask) == one.answer

        return await same(first) and all(await asyncio.gather(*map(same, others)))

    async def _one(self, asked: Asked, ask: Ask) -> str:
        name = request_id(asked)
        known = self._known.get(name)
        if known is None:
            known = self._known[name] = asyncio.get_running_loop().create_future()
            try:
                async with self._room:
                    known.set_result(await ask(asked))
            except BaseException:
                self._known.pop(name, None)
                known.cancel()
                raise
        return await known
