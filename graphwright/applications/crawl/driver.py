"""A page led through an application: to a state, and through what is tried there.

Each way in is told from the others by the identity of what is seen. What a page is not led to
becomes a result with a reason; only a browser that ends, or a page that hangs, is an exception.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import re
import time
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from graphwright.applications.address_templates import template_of
from graphwright.applications.capture import Box, ElementPlace, Reading
from graphwright.applications.crawl.addresses import ends_session, without_fragment
from graphwright.applications.crawl.answers import Answers
from graphwright.applications.crawl.login import Login
from graphwright.applications.crawl.pictures import Pictures
from graphwright.applications.crawl.playwright_errors import playwright_errors
from graphwright.applications.crawl.settling import LoadingSigns
from graphwright.applications.crawl.tab import Tab
from graphwright.applications.crawl.watch import Happened
from graphwright.applications.crawl.work import (
    Earlier,
    Key,
    Known,
    Landing,
    Result,
    Route,
    Step,
    Tries,
    Visit,
    Work,
)
from graphwright.applications.identity import capture_id, state_identity
from graphwright.applications.page_reader import read_page
from graphwright.errors import CrawlError
from graphwright.settings import ApplicationSettings
from graphwright.tables.applications import ActionKind, ActionOutcome

if TYPE_CHECKING:
    from playwright.async_api import Locator

_NET_ERROR = re.compile(r"net::(ERR_[A-Z_]+)")
_SHUTS = re.compile(
    r"\W*(?:close|cancel|done|dismiss|schlie(?:ss|ß)en|abbrechen|fermer|annuler|cerrar|cancelar)?\W*$",
    re.IGNORECASE,
)
"""Names of buttons that shut a dialog; one that does something else is noticed."""
_PRESS_SECONDS = 1.0
_LOOK_MILLISECONDS = 100
_READ_AGAIN = 3
_ERRORS_OF_HTTP, _ERRORS_OF_SERVERS = 400, 500
_PLAIN = {
    "ERR_TOO_MANY_REDIRECTS": "it redirects in a circle",
    "ERR_CONNECTION_REFUSED": "nothing answers there",
    "ERR_NAME_NOT_RESOLVED": "another origin",
    "ERR_EMPTY_RESPONSE": "the server answers nothing",
    "ERR_CONNECTION_RESET": "the server broke off",
}


class NotThereError(Exception):
    """A state could not be come to; the message says what was found instead."""


class LoggedOutError(Exception):
    """The application asks to log in where it knew its caller before."""


class Driver:
    """What leads one page; it has no memory of what it did but what the browser keeps."""

    def __init__(
        self,
        tab: Tab,
        settings: ApplicationSettings,
        login: Login,
        answers: Answers,
        pictures: Pictures,
        *,
        loading: LoadingSigns,
    ) -> None:
        self.tab = tab
        self._settings = settings
        self._login = login
        self._answers = answers
        self._pictures = pictures
        self._loading = loading
        self._at: Reading | None = None
        self._kept = ""
        self._entry = 0

    async def do(
        self, work: Work, known: Known, earlier: Earlier
    ) -> AsyncIterator[tuple[Key, Result]]:
        """Do a piece of work, and yield what came of each key of it, and of what ``earlier`` names.

        Raises ``LoggedOutError``; what was yielded before is done then.
        """
        self._at = None
        if isinstance(work, Tries):
            async for found in self._tries(work, known, earlier):
                yield found
            return
        (key,) = work.keys
        as_before = await self._as_before(key, earlier)
        result = as_before or await self._visit(work, key, known)
        yield key, result
        route = Route(work.address, work.referer)
        shown = as_before is None
        async for found in self._go_on(route, key, result, known, earlier, shown=shown):
            yield found

    async def _as_before(self, key: Key, earlier: Earlier) -> Result | None:
        """Return what came of work in an earlier crawl, if the server answers as it did then.

        For what is pressed that is asked only where its state was spared too.
        """
        whole = earlier.whole(key)
        landing = whole.landing if whole else None
        if landing is None or landing.exchange is None:
            return None
        if not self._pictures.has(landing.identity, landing.capture):
            return None
        await self.tab.as_new()
        seconds = self._settings.limits.page_seconds
        if not await self._answers.are_same(landing.exchange, self.tab.ask, seconds):
            return None
        self._answers.count_spared()
        return whole

    async def _visit(self, work: Visit, key: Key, known: Known) -> Result:
        """Open an address and say which state it shows."""
        failed = await self._open(work.address, work.referer)
        return await self._land(key, known) if failed is None else failed

    async def _tries(
        self, work: Tries, known: Known, earlier: Earlier
    ) -> AsyncIterator[tuple[Key, Result]]:
        """Press elements of a state one after the other, and go on from where they lead."""
        last = work.keys[-1]
        for key, step in zip(work.keys, work.elements, strict=True):
            try:
                before = await self._come_to(work)
            except NotThereError as error:
                yield key, _failed(f"its state could not be come to again: {error}", transient=True)
                continue
            self._at = None
            step = _as_now(step, before)  # noqa: PLW2901  # the same element, where it is now
            result, seen = await self._outcome(work, key, step, known, before)
            yield key, result
            if earlier.onward(key, result):
                route = _after(work.route, step, result)
                async for found in self._go_on(route, key, result, known, earlier):
                    yield found
            elif key != last:
                await self._come_back(result, step, seen, before)

    async def _go_on(
        self,
        route: Route,
        key: Key,
        result: Result,
        known: Known,
        earlier: Earlier,
        *,
        shown: bool = True,
    ) -> AsyncIterator[tuple[Key, Result]]:
        """Press what ``earlier`` names of a state, come to by ``route``.

        ``shown`` says that the page shows it. Else it was spared to be shown, and where the server
        answers what it did when an element was pressed, that need not be pressed.
        """
        elements = earlier.onward(key, result)
        reading = result.landing.reading if result.landing else None
        if not elements or result.landing is None or reading is None:
            return
        state = result.landing.identity
        there = [element for element in elements if element in reading.places]
        left: list[Step] = []
        late = time.monotonic() + self._settings.limits.page_seconds
        for step in (Step(state, element, reading.places[element]) for element in there):
            pressed: Key = ("try", state, step.element)
            asks = not shown and time.monotonic() < late
            as_before = await self._as_before(pressed, earlier) if asks else None
            if as_before is None:
                left.append(step)
                continue
            yield pressed, as_before
            onward = _after(route, step, as_before)
            async for found in self._go_on(onward, pressed, as_before, known, earlier, shown=False):
                yield found
        if left:
            self._at, self._kept = None, ""
            if shown:
                if not await self._is_as(reading):
                    return  # it went on while it was noted: what is asked for is pressed later
                await self._keep()
            async for found in self._tries(Tries(state, route, tuple(left)), known, earlier):
                yield found
        self._at = None

    # ---- ways to a state

    async def _open(self, address: str, referer: str | None) -> Result | None:
        """Open an address; return a result only where it shows no page.

        Raises Playwright's ``Error`` where the browser, not the address, is the reason.
        """
        try:
            status = await self.tab.go(address, referer)
        except playwright_errors() as error:
            await self.tab.check()
            return self._refused(str(error))
        if not await self.tab.settle() and not await self._stands_still():
            seconds = self._settings.limits.page_seconds
            return _failed(f"the page did not settle in {seconds:g} s")
        if status is not None and status >= _ERRORS_OF_HTTP and not await self._is_login():
            return _failed(f"HTTP {status}", transient=status >= _ERRORS_OF_SERVERS)
        return None

    def _refused(self, message: str) -> Result:
        """Return what it means that an address led to no page."""
        if (stopped := _stopped(self.tab.happened)) is not None:
            return stopped
        found = _NET_ERROR.search(message)
        if found is None:
            seconds = self._settings.limits.page_seconds
            return _failed(f"no page came in {seconds:g} s", transient=True)
        return _failed(
            _PLAIN.get(found[1], found[1]), transient=found[1] != "ERR_TOO_MANY_REDIRECTS"
        )

    async def _stands_still(self) -> bool:
        """Say whether a page that goes on changing reads the same all the while."""
        first = await self._look()
        for _ in range(_READ_AGAIN):
            await asyncio.sleep(0.1)
            if (await self._look()).capture != first.capture:
                return False
        return True

    async def _come_to(self, work: Tries) -> Reading:
        """Come to a state, from where the page is or anew, and return what it shows.

        Raises ``NotThereError``.
        """
        if self._at is not None:
            return self._at
        for _ in range(2):
            found = await self._follow(work.route)
            if found is None:
                reading = await self._read()
                if state_identity(self._settings.name, reading.capture) == work.state:
                    await self._keep()
                    return reading
                found = "another state is there"
        raise NotThereError(found)

    async def _follow(self, route: Route) -> str | None:
        """Go a whole way; return what stopped it."""
        failed = await self._open(route.address, route.referer)
        if failed is not None:
            return failed.detail or failed.outcome.value
        await self._check_session()
        for step in route.steps:
            now = _as_now(step, await self._read())
            self.tab.begin()
            if (stopped := await self._press(now.place, doubled=step.doubled)) is not None:
                return stopped
            await self.tab.settle()
        return None

    async def _return(self, before: Reading) -> bool:
        """Come back to where an element was pressed by what a user would do; say whether it did."""
        happened = self.tab.happened
        if happened.loaded:
            return False
        try:
            if self.tab.page.url != before.address:
                if await self.tab.entry() == self._entry:
                    return False  # the address was replaced: the way back leads elsewhere
                await self.tab.page.go_back(wait_until="commit", timeout=2000)
            else:
                await self.tab.page.keyboard.press("Escape")
            if not await self.tab.settle():
                return False
            return await self._is_as(before)
        except playwright_errors():
            return False

    async def _is_as(self, before: Reading) -> bool:
        now = await self._read()
        titled = dataclasses.replace(now.capture, title=before.capture.title)
        if (titled, now.address) != (before.capture, before.address):
            return False  # a title may come late, and another than before
        await self._put_back()
        self._at = now
        return True

    async def _keep(self) -> None:
        """Note what is needed to come back to where the page is."""
        self._kept, self._entry = await self.tab.stored(), await self.tab.entry()

    async def _put_back(self) -> None:
        """Give the browser what the page kept in it before an element was pressed."""
        if self._kept and await self.tab.stored() != self._kept:
            await self.tab.put_back(self._kept)

    # ---- what is tried

    async def _come_back(
        self, result: Result, step: Step, seen: Reading | None, before: Reading
    ) -> None:
        """Come back to where an element was pressed, if that is a small step."""
        if seen is not None and seen.capture == before.capture:
            if seen.address == before.address:
                await self._put_back()
                self._at = seen
            return
        if result.outcome is ActionOutcome.FAILED:
            return
        if not await self._return(before) and seen is not None:
            await self._undo(step, seen, before)

    async def _undo(self, step: Step, seen: Reading, before: Reading) -> None:
        """Shut what a press opened by another press, if the page is as it was after that.

        What opens a part shuts it again, under whatever name, and beside a menu or by its own
        button a layer is shut. That spares the page to be opened anew. Not where a press may change
        the application.
        """
        left = self.tab.happened.loaded or await self.tab.entry() != self._entry
        if left or self._settings.sandbox:
            return
        with contextlib.suppress(*playwright_errors()):  # the page is opened anew then
            self.tab.begin()
            if await self._shut(step, seen, before) and await self.tab.settle():
                await self._is_as(before)

    async def _shut(self, step: Step, seen: Reading, before: Reading) -> bool:
        """Press what is likely to shut what an element opened; say whether there is such."""
        mouse, locator = self.tab.page.mouse, self.tab.page.locator(step.place.selector).first
        if len(seen.capture.dialogs) > len(before.capture.dialogs):
            closing = _closing(seen)
            if closing is not None:
                return await self._press(closing) is None
        layered = len(seen.capture.menus) > len(before.capture.menus)
        box = step.place.box if layered else None
        if box is None:
            found = await locator.bounding_box(timeout=_LOOK_MILLISECONDS)
            box = found and Box(*(round(found[name]) for name in ("x", "y", "width", "height")))
        if box is None:
            return False
        await mouse.click(box.x + box.width / 2, box.y + box.height / 2)
        return True

    async def _outcome(
        self, work: Tries, key: Key, step: Step, known: Known, before: Reading
    ) -> tuple[Result, Reading | None]:
        """Press an element, twice where it only listens and once does nothing; say what came."""
        listens = _only_listens(before, step.element)
        for doubled in (False, True) if listens else (False,):
            self.tab.begin()
            stopped = await self._press(step.place, doubled=doubled)
            if stopped is not None:
                return _failed(stopped), None
            settled = await self.tab.settle() or await self._stands_still()
            result = await self._judged(key, known, doubled=doubled)
            if result is not None:
                return result, None
            if not settled:
                seconds = self._settings.limits.page_seconds
                return _failed(f"the page did not settle in {seconds:g} s"), None
            reading = await self._read()
            result = await self._judged(key, known, doubled=doubled)  # it may have gone on loading
            if result is not None:
                return result, None
            if state_identity(self._settings.name, reading.capture) != work.state:
                await self._check_session()
                return await self._landed(key, reading, known, doubled=doubled), reading
        detail = None
        if self.tab.happened.dialogs:
            detail = f"the page asked by {self.tab.happened.dialogs[0]}, which was dismissed"
        return Result(ActionOutcome.NO_EFFECT, detail=detail), reading

    async def _judged(self, key: Key, known: Known, *, doubled: bool) -> Result | None:
        """Return what the wire or another window says an action is, None: the page shows it."""
        happened = self.tab.happened
        if happened.writes:
            method, address = happened.writes[0]
            request = f"{method} {template_of(address, self._settings.home)}"
            return Result(
                ActionOutcome.BLOCKED, kind=ActionKind.COMMIT, request=request, doubled=doubled
            )
        if (stopped := _stopped(happened)) is not None:
            return stopped
        for address in await self.tab.opened():
            return await self._window(address, key, known)
        return None

    async def _window(self, address: str, key: Key, known: Known) -> Result:
        """Look at what an element opened in a window of its own."""
        if not self.tab.policy.is_inside(address):
            return _denied(ActionKind.EXTERNAL, "a window of another origin")
        if self.tab.policy.is_denied(address):
            return _denied_address(address)
        failed = await self._open(address, self.tab.page.url)
        # What led to this address was asked by another page.
        return failed or (await self._land(key, known)).without_exchange()

    async def _press(self, place: ElementPlace, *, doubled: bool = False) -> str | None:
        """Press an element as a user does, by script where it is covered; return why it failed."""
        from playwright.async_api import Error  # noqa: PLC0415  # an extra

        element = self.tab.page.locator(place.selector).first
        try:
            await self._by_mouse(element, doubled=doubled)
        except Error:
            try:
                await element.dispatch_event(
                    "dblclick" if doubled else "click", timeout=1000 * _PRESS_SECONDS
                )
            except Error:
                await self.tab.check()
                return "the element is not there any more"
        return None

    async def _by_mouse(self, element: Locator, *, doubled: bool) -> None:
        if doubled:
            await element.dblclick(timeout=1000 * _PRESS_SECONDS)
        else:
            await element.click(timeout=1000 * _PRESS_SECONDS)

    # ---- what is seen

    async def _read(self) -> Reading:
        """Return what the page shows, once it shows no sign of loading, if it comes to that."""
        reading = await self._look()
        return await self._loading.read(reading, self._look_again)

    async def _look_again(self, seconds: float) -> Reading:
        await self.tab.settle(seconds)
        return await self._look()

    async def _look(self) -> Reading:
        """Return what the page shows; it may be in the midst of being replaced."""
        for _ in range(_READ_AGAIN):
            try:
                return await read_page(self.tab.page, self._settings)
            except (CrawlError, *playwright_errors()):
                if self.tab.page.is_closed() or self.tab.crashed:
                    raise
                await self.tab.settle()
        return await read_page(self.tab.page, self._settings)

    async def _land(self, key: Key, known: Known) -> Result:
        reading = await self._read()
        await self._check_session()
        return await self._landed(key, reading, known)

    async def _landed(
        self, key: Key, reading: Reading, known: Known, *, doubled: bool = False
    ) -> Result:
        """Return the state that the page shows."""
        name = self._settings.name
        identity = state_identity(name, reading.capture)
        is_known = known(identity)
        exchange = None if is_known else await self.tab.exchange()
        seconds = self._settings.limits.page_seconds
        capture = capture_id(name, reading.capture)
        picture = None
        if not is_known and not self._pictures.has(identity, capture):
            picture = await self._pictures.take(key, self.tab)
        landing = Landing(
            identity,
            capture,
            await self._answers.scripts(reading.scripts, self.tab.ask),
            reading.address,
            None if is_known else reading,
            picture,
            await self._answers.completed(exchange, self.tab.ask, seconds),
        )
        return Result(ActionOutcome.DONE, landing, doubled=doubled)

    async def _is_login(self) -> bool:
        return await self._login.is_asked(self.tab)

    async def _check_session(self) -> None:
        if await self._is_login():
            raise LoggedOutError


def _after(route: Route, step: Step, result: Result) -> Route:
    """Return the way to where a step led, pressed as it was."""
    taken = dataclasses.replace(step, doubled=result.doubled)
    return dataclasses.replace(route, steps=(*route.steps, taken))


def _as_now(step: Step, reading: Reading) -> Step:
    """Return a step with the place of its element on the page as it is now.

    What opens in layers stands elsewhere in the document once others were opened before.
    """
    return dataclasses.replace(step, place=reading.places.get(step.element, step.place))


def _closing(reading: Reading) -> ElementPlace | None:
    """Return the button of the open dialog that only shuts it, by its name, the last of them."""
    found = [
        reading.places[one.key]
        for one in reading.capture.elements
        if one.region == "dialog" and _SHUTS.match(one.name)
    ]
    return found[-1] if found else None


def _only_listens(reading: Reading, key: str) -> bool:
    found = (element for element in reading.capture.elements if element.key == key)
    return any(element.found_by == "listener" for element in found)


def _failed(detail: str, *, transient: bool = False) -> Result:
    return Result(ActionOutcome.FAILED, detail=detail, transient=transient)


def _denied(kind: ActionKind, detail: str) -> Result:
    return Result(ActionOutcome.DENIED, kind=kind, detail=detail)


def _stopped(happened: Happened) -> Result | None:
    """Return what it means that the wire stopped the way to a page."""
    if happened.denied:
        return _denied_address(happened.denied[0])
    if happened.outside:
        return _denied(ActionKind.EXTERNAL, "it leads to another origin")
    if happened.downloads:
        return _denied(ActionKind.DOWNLOAD, "a file, which is not taken")
    return None


def _denied_address(address: str) -> Result:
    if ends_session(without_fragment(address)):
        return _denied(ActionKind.LOGOUT, "it ends the session")
    return _denied(ActionKind.COMMIT, "its address is known to write")
