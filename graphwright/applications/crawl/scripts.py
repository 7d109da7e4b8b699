"""The digest of the scripts that a page loads: where it differs, what elements do may differ."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from graphwright.ids import fingerprint, sha256_bytes

Fetch = Callable[[str], Awaitable[bytes]]


class ScriptDigests:
    """Hashes of scripts by address; each script is fetched once in a crawl."""

    def __init__(self) -> None:
        self._known: dict[str, asyncio.Future[str]] = {}

    async def of(self, scripts: Sequence[str], fetch: Fetch) -> str:
        """Return the digest of scripts; ``fetch`` gives the bytes of one, none where it cannot."""
        return fingerprint([[address, await self._one(address, fetch)] for address in scripts])

    async def _one(self, address: str, fetch: Fetch) -> str:
        known = self._known.get(address)
        if known is None:
            known = self._known[address] = asyncio.get_running_loop().create_future()
            try:
                known.set_result(sha256_bytes(await fetch(address)))
            except BaseException:
                del self._known[address]
                known.cancel()
                raise
        return await known
