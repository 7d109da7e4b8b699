"""Pages that work side by side in one browser, and what is done where one of them fails.

A page is replaced after some use, so that memory does not grow; one that hangs or crashes, and a
browser that ends, are replaced too, and what they were at is done once more.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence

from graphwright.applications.crawl.answers import Answers
from graphwright.applications.crawl.browser import BrowserProcess
from graphwright.applications.crawl.driver import Driver, LoggedOutError
from graphwright.applications.crawl.login import Login
from graphwright.applications.crawl.pictures import Pictures
from graphwright.applications.crawl.playwright_errors import playwright_errors
from graphwright.applications.crawl.settling import LoadingSigns
from graphwright.applications.crawl.tab import Session, Tab
from graphwright.applications.crawl.work import Earlier, Key, Known, Result, Work, part_of
from graphwright.errors import CrawlError
from graphwright.settings import ApplicationSettings
from graphwright.tables.applications import ActionOutcome

USES = 60
"""Pieces of work that one page does before another takes its place."""
_ATTEMPTS = 2
_GRACE = 3.0

NOTHING_EARLIER = Earlier()

Finished = Callable[[dict[Key, Result]], None]


class Crew:
    """All pages of a crawl; ``writes_on_load`` are requests that pages made when they opened."""

    def __init__(
        self, browser: BrowserProcess, settings: ApplicationSettings, pictures: Pictures
    ) -> None:
        self._browser = browser
        self._settings = settings
        self._login = Login(settings)
        self.answers = Answers()
        self._loading = LoadingSigns(settings.limits.page_seconds)
        self._pictures = pictures
        self._session: Session | None = None
        self._drivers: dict[int, Driver] = {}
        self._starting = asyncio.Lock()
        self._renewals = 0
        self.writes_on_load: set[tuple[str, str]] = set()

    async def do(
        self,
        works: Sequence[Work],
        known: Known,
        finished: Finished,
        earlier: Earlier = NOTHING_EARLIER,
    ) -> None:
        """Do pieces of work in any order; ``finished`` is called with the results of each.

        These are all of its keys', and what could be had of those that ``earlier`` names.
        Raises ``CrawlError`` where no browser or no session can be had.
        """
        waiting = deque(works)

        async def work(place: int) -> None:
            while waiting:
                finished(await self._one(place, waiting.popleft(), known, earlier))

        places = range(min(self._settings.contexts, len(waiting)))
        tasks = [asyncio.ensure_future(work(place)) for place in places]
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _one(
        self, place: int, work: Work, known: Known, earlier: Earlier
    ) -> dict[Key, Result]:
        """Do one piece of work, with another page or session where that fails."""
        done: dict[Key, Result] = {}
        left = _ATTEMPTS
        while left:
            starts = self._browser.starts
            try:
                await self._attempt(place, work, known, earlier, done)
            except LoggedOutError:
                await self._renew(place)
            except CrawlError as error:
                if not error.transient:
                    raise
                await self._replace(place)
            except playwright_errors():
                await self._replace(place)
            else:
                return done
            if self._browser.starts == starts:  # else it was the browser that failed
                left -= 1
        detail = "the page hung or crashed"
        for key in work.keys:
            done.setdefault(key, Result(ActionOutcome.FAILED, detail=detail, transient=True))
        return done

    async def _replace(self, place: int) -> None:
        """Put another page, and where it ended another browser, into the place of one that failed.

        Raises ``CrawlError`` where the browser has ended too often.
        """
        await self._dismiss(place)
        async with self._starting:
            await self._browser.check()

    async def _attempt(
        self, place: int, work: Work, known: Known, earlier: Earlier, done: dict[Key, Result]
    ) -> None:
        left = part_of(work, [key for key in work.keys if key not in done])
        if left is None:
            return
        driver = await self._driver(place)
        limit = 3 * self._settings.limits.page_seconds + _GRACE
        doing = driver.do(left, known, earlier)
        while True:
            try:
                key, result = await asyncio.wait_for(anext(doing), limit)
            except StopAsyncIteration:
                return
            if key in work.keys or not result.transient:
                done[key] = result
            self.writes_on_load.update(driver.tab.happened.writes_on_load)

    async def _driver(self, place: int) -> Driver:
        driver = self._drivers.get(place)
        if driver is not None and driver.tab.uses < USES and not driver.tab.crashed:
            driver.tab.uses += 1
            return driver
        await self._dismiss(place)
        tab = await self._tab()
        self._drivers[place] = Driver(
            tab, self._settings, self._login, self.answers, self._pictures, loading=self._loading
        )
        return self._drivers[place]

    async def _tab(self) -> Tab:
        """Return a new page with the session, logged in by the first that asks."""
        async with self._starting:
            browser = await self._browser.get()
            if self._session is None:
                self._session = self._login.session()
                if self._login.has_form:
                    self._session = await self._logged_in()
            session = self._session
        return await Tab.open(browser, self._settings, session)

    async def _logged_in(self) -> Session:
        tab = await Tab.open(await self._browser.get(), self._settings, Session())
        try:
            return await self._login.log_in(tab)
        finally:
            await tab.close()

    async def _renew(self, place: int) -> None:
        """Log in again where a session was lost.

        Raises ``CrawlError`` where no login helps.
        """
        driver = self._drivers.get(place)
        async with self._starting:
            if driver is None or driver.tab.session is self._session:
                self._renewals += 1
                if not self._login.has_form or self._renewals > self._settings.limits.states:
                    raise self._login.lost()
                self._session = await self._logged_in()
                self.answers = self.answers.anew()
        await self._dismiss(place)

    async def _dismiss(self, place: int) -> None:
        driver = self._drivers.pop(place, None)
        if driver is not None:
            await driver.tab.close()

    async def close(self) -> None:
        """Close all pages."""
        for place in list(self._drivers):
            await self._dismiss(place)
