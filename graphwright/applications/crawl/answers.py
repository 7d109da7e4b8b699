"""What the server answers now: each request is asked once in a crawl, whichever page it is of.

It tells whether the scripts of a page are what they were, and whether a page need be opened at all.
"""

from __future__ import annotations

import asyncio
import dataclasses
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence

from graphwright.applications.crawl.exchanges import Answered, Exchange, request_id
from graphwright.applications.crawl.wire import Asked
from graphwright.ids import fingerprint

Ask = Callable[[Asked], Awaitable[str]]
"""Sends a request, if it may pass, and returns the digest of its answer; empty: there is none."""

_AT_A_TIME = 6
"""Requests that are under way together, as a browser has to one server."""


class Answers:
    """Digests of answers by request; ``spared`` counts what was not opened or pressed by them."""

    def __init__(self, counts: Counter[str] | None = None) -> None:
        self._counts: Counter[str] = Counter() if counts is None else counts
        self._known: dict[str, asyncio.Task[str]] = {}
        self._room = asyncio.Semaphore(_AT_A_TIME)

    def anew(self) -> Answers:
        """Return what asks for all anew, as another session, and goes on counting."""
        return Answers(self._counts)

    @property
    def spared(self) -> int:
        """Return how much was not opened or pressed."""
        return self._counts["spared"]

    def count_spared(self) -> None:
        """Count what is not opened or pressed."""
        self._counts["spared"] += 1

    async def scripts(self, addresses: Sequence[str], ask: Ask) -> str:
        """Return the digest of scripts, with all that they hold."""
        asked = (Asked("GET", address, "script") for address in addresses)
        return fingerprint([[one.address, await self._one(one, ask)] for one in asked])

    async def completed(
        self, exchange: Exchange | None, ask: Ask, seconds: float
    ) -> Exchange | None:
        """Return an exchange with the answers that it lacks; None where one cannot be had in time.

        One is asked for after the other: another page may be waiting for the server.
        """
        if exchange is None:
            return None
        found: list[Answered] = []
        try:
            async with asyncio.timeout(seconds):
                for one in exchange:
                    answer = one.answer or await self._one(one.asked, ask)
                    if not answer:
                        return None
                    found.append(dataclasses.replace(one, answer=answer))
        except TimeoutError:
            return None
        return tuple(found)

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
                for some in _in_batches(exchange):  # what differs leaves few under way
                    if not all(await asyncio.gather(*map(same, some))):
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


def _in_batches(exchange: Exchange) -> Iterator[Exchange]:
    """Yield the first request, and then as many together as may be under way."""
    yield exchange[:1]
    for start in range(1, len(exchange), _AT_A_TIME):
        yield exchange[start : start + _AT_A_TIME]
