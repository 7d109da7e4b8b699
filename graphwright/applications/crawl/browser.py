"""The browser of a crawl: which one is taken, how it is started, and what ends with it."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
from collections.abc import Sequence
from shutil import which
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from graphwright.errors import CrawlError, ExtraError
from graphwright.settings import ApplicationSettings

if TYPE_CHECKING:
    from playwright.async_api import Browser, Playwright

_NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
"""Programs, the first that is installed is taken: Chromium without its windows sees the same for
much less processor time."""
_PATIENCE_SECONDS = 20.0
_ARGUMENTS = (
    "--block-new-web-contents",
    "--disable-background-networking",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-sync",
    "--no-pings",
)
_LEAN = (
    "--js-flags=--single-threaded-gc --no-maglev --invocation-count-for-turbofan=100000"
    " --interrupt-budget=3000000",
)
"""A page is looked at for a second or two: threads that compile and collect beside it only take
processor time from other pages."""


def find_browser(named: str | None) -> str:
    """Return the path of the browser that the settings name, else of one that is installed.

    Raises ``CrawlError`` where there is none, and ``ExtraError`` without what drives it.
    """
    if importlib.util.find_spec("playwright") is None:
        raise ExtraError(
            "A crawl needs a package that is not installed: playwright.",
            remedy="Run 'make crawl' in a checkout, or 'pip install graphwright[crawl]'.",
        )
    for name in (named,) if named else _NAMES:
        path = which(name)
        if path is not None:
            return path
    sought = f"{named} is none" if named else f"none of {', '.join(_NAMES)} is installed"
    raise CrawlError(
        f"There is no browser to crawl with: {sought}.",
        remedy="Install Chromium, or name its program under 'crawl: browser:'.",
    )


def _resolver_rules(settings: ApplicationSettings) -> str:
    """Return Chromium's rules by which no host but the application's has an address."""
    addresses = [settings.home]
    if settings.login is not None and settings.login.address is not None:
        addresses.append(settings.login.address)
    hosts = sorted({urlsplit(address).hostname or "" for address in addresses})
    return ", ".join(["MAP * ~NOTFOUND", *(f"EXCLUDE {host}" for host in hosts)])


class BrowserProcess:
    """One browser, started anew at most ``restarts`` times where it ends before its crawl."""

    def __init__(self, path: str, settings: ApplicationSettings, restarts: int = 5) -> None:
        self._path = path
        rules = f"--host-resolver-rules={_resolver_rules(settings)}"
        self._arguments = [*_ARGUMENTS, *_LEAN, rules]
        self._left = restarts
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self.starts = 0

    async def get(self) -> Browser:
        """Return the browser, started where it does not run.

        Raises ``CrawlError`` where it cannot be started, or has ended too often.
        """
        if self._browser is not None and self._browser.is_connected():
            return self._browser
        if self.starts and self._left <= 0:
            raise CrawlError(
                f"The browser ended {self.starts} times during the crawl.",
                remedy="See that memory suffices, then crawl again: it goes on where it stopped.",
                transient=True,
            )
        self._left -= 1 if self.starts else 0
        self.starts += 1
        self._browser = await self._launch(self._arguments)
        return self._browser

    async def check(self) -> None:
        """See whether the browser still works, and start it anew where it does not.

        Raises ``CrawlError`` like ``get``.
        """
        from playwright.async_api import Error  # noqa: PLC0415  # an extra

        try:
            context = await asyncio.wait_for((await self.get()).new_context(), _PATIENCE_SECONDS)
            await asyncio.wait_for(context.close(), _PATIENCE_SECONDS)
        except (Error, TimeoutError):
            await self.close()
            await self.get()

    async def _launch(self, arguments: Sequence[str]) -> Browser:
        from playwright.async_api import Error, async_playwright  # noqa: PLC0415  # an extra

        await self.close()
        self._playwright = await async_playwright().start()
        try:
            return await self._playwright.chromium.launch(
                executable_path=self._path, args=list(arguments), handle_sigint=False
            )
        except Error as error:
            await self.close()
            raise CrawlError(
                f"The browser {self._path} cannot be started: {str(error).splitlines()[0]}",
                remedy="Start it by hand to see why, or name another under 'crawl: browser:'.",
            ) from error

    async def close(self) -> None:
        """End the browser and what drives it, as far as they still run."""
        from playwright.async_api import Error  # noqa: PLC0415  # an extra

        browser, playwright = self._browser, self._playwright
        self._browser = self._playwright = None
        with contextlib.suppress(Error, TimeoutError):
            if browser is not None:
                await asyncio.wait_for(browser.close(), _PATIENCE_SECONDS)
        with contextlib.suppress(Error, TimeoutError):
            if playwright is not None:
                await asyncio.wait_for(playwright.stop(), _PATIENCE_SECONDS)
