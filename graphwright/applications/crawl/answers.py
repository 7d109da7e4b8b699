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
    """Digests of answers by request; ``spared`` counts what was not opened or pressed by them."""

    def __init__(self) -> None:
        self.spared = 0
        self._known: dict[str, asyncio.Task[str]] = {}
        self._room = asyncio.Semaphore(_AT_A_TIME)

    def forget(self) -> None:
        """Ask for all anew: the session that asked is another."""
        self._known = {}

    async def scripts(self, addresses: Sequence[str], ask: Ask) -> str:
        """Return the digest of scripts, with all that they hold."""
        asked = (Asked("GET", address, "script") for address in addresses)
        return fingerprint([[one.address, await self._one(one, ask)] for one in asked])

    async def completed(self, exchange: Exchange | None, ask: Ask) -> Exchange | None:
        """Return an exchange with the answers that it lacks; None where one cannot be had.

        One is asked for after the other: another page may be waiting for the server.
        """
        if exchange is None:
            return None
        found = [
            dataclasses.replace(one, answer=one.answer or await self._one(one.asked, ask))
            for one in exchange
        ]
        return tuple(found) if all(one.answer for one in found) else None

    async def are_same(self, exchange: Exchange, ask: Ask, seconds: float) -> bool:
        """Say whether the server answers all of an exchange as it did, in so many seconds.

        What another page asked for is known, and tells at once. Of the others the first request, a
        page's document, is asked first.
        """
        if not all(self._may_be_same(one) for one in exchange):
            return False

        async def same(one: Answered) -> bool:
            return await self._one(one.asked, ask) == one.answer

        try:
            async with asyncio.timeout(seconds):
                if not all([await same(one) for one in exchange[:1]]):
                    return False
                for told in asyncio.as_completed(map(same, exchange[1:])):
                    if not await told:
                        return False
        except TimeoutError:
            return False
        return True

    def _may_be_same(self, one: Answered) -> bool:
        """Say whether nothing that is known speaks against it."""
        task = self._known.get(request_id(one.asked))
        if task is None or not task.done() or task.cancelled() or task.exception() is not None:
            return True
        return task.result() == one.answer

    async def _one(self, asked: Asked, ask: Ask) -> str:
        """Return the digest of one answer; that there is none is not kept.

        Who asks first may be stopped meanwhile, so the request is a task of its own.
        """
        known, name = self._known, request_id(asked)
        if name not in known:
            known[name] = asyncio.ensure_future(self._sent(asked, ask))
        task = known[name]
        answer = await asyncio.shield(task)
        if not answer and known.get(name) is task:
            del known[name]
        return answer

    async def _sent(self, asked: Asked, ask: Ask) -> str:
        async with self._room:
            return await ask(asked)
