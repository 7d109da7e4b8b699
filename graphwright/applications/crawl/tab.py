"""One page of the browser, made safe: every request of it passes the wire's policy.

How it is come to states and what is tried there is in ``driver``; what may pass is in ``wire``.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
from collections.abc import Coroutine, Mapping
from http import HTTPStatus
from importlib import resources
from typing import TYPE_CHECKING, Any

from graphwright.applications.crawl.addresses import origin_of
from graphwright.applications.crawl.answer_digests import answer_digest
from graphwright.applications.crawl.exchanges import Exchange, Exchanges
from graphwright.applications.crawl.playwright_errors import playwright_errors
from graphwright.applications.crawl.settling import Settling
from graphwright.applications.crawl.watch import Happened, Requests
from graphwright.applications.crawl.wire import Asked, Verdict, WirePolicy
from graphwright.settings import ApplicationSettings

if TYPE_CHECKING:
    from playwright.async_api import (
        Browser,
        BrowserContext,
        CDPSession,
        Dialog,
        Frame,
        Page,
        Request,
        WebSocketRoute,
    )  # fmt: skip

FIXED_TIME = "2026-01-05T12:00:00Z"
"""The time of day of every page, so that clocks and calendars show the same in each crawl."""
_LEAVE = "() => { window.onbeforeunload = null; }"
_FRESH = """((number, stored) => {
  if (window.top !== window.self) return;
  try {
    if (sessionStorage.getItem("graphwright") === number) return;
    localStorage.clear();
    sessionStorage.clear();
    for (const [name, value] of stored) localStorage.setItem(name, value);
    sessionStorage.setItem("graphwright", number);
  } catch (refused) { /* a document without storage */ }
})"""
"""Run in every document: the first since an address was opened begins without what pages stored."""
_STORED = "() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])"
_PUT_BACK = """(kept) => {
  const put = (storage, items) => {
    storage.clear();
    for (const [name, value] of Object.entries(items)) storage.setItem(name, value);
  };
  const [local, session] = JSON.parse(kept);
  put(localStorage, local);
  put(sessionStorage, session);
}"""
_OPENED = "() => (window.__graphwright_opened || []).splice(0)"
_COLLECTED_EVERY = 5
"""Openings after which what left pages take in memory is given back: each may hold 20 MB."""
_SHORTEST_SECRET = 8
_LEAVING = "leaving"
_DRAWN = frozenset({"image", "font", "stylesheet", "script", "media"})
"""Kinds of requests by which a page is drawn."""
_PAGES = frozenset({"text/html", "application/xhtml+xml", ""})


class Session:
    """What a logged-in browser has: cookies and local storage; and how a server is answered.

    ``credentials`` are user and password of HTTP authentication.
    """

    def __init__(
        self,
        state: Mapping[str, Any] | None = None,
        credentials: tuple[str, str] | None = None,
    ) -> None:
        self.state: dict[str, Any] = dict(state or {"cookies": [], "origins": []})
        self.credentials = credentials

    def __repr__(self) -> str:
        return "Session(...)"  # it is a secret

    @property
    def secrets(self) -> frozenset[str]:
        """Return what proves who calls, as far as it is too long to stand anywhere by chance."""
        kept = [cookie["value"] for cookie in self.state["cookies"]]
        for origin in self.state.get("origins", ()):
            kept += [item["value"] for item in origin["localStorage"]]
        kept += self.credentials or ()
        return frozenset(one for one in kept if len(one) >= _SHORTEST_SECRET)

    def stored(self, home: str) -> list[tuple[str, str]]:
        """Return what the application keeps in the local storage of its origin."""
        return [
            (item["name"], item["value"])
            for origin in self.state.get("origins", ())
            if origin_of(origin["origin"]) == origin_of(home)
            for item in origin["localStorage"]
        ]


class Tab:
    """A page in a context of its own."""

    def __init__(self, page: Page, wire: CDPSession, settings: ApplicationSettings) -> None:
        self.page = page
        self.settings = settings
        self.policy = WirePolicy(settings)
        self.happened = Happened()
        self.logging_in = False
        self.crashed = False
        self.uses = 0
        self.cdp = wire
        self._leaving = 0
        self._opened = 0
        self._fresh: str | None = None
        self._requests = Requests(min(5.0, settings.limits.page_seconds / 2))
        self._exchanges = Exchanges(page)
        self._settling = Settling(page, self._requests, lambda: self.crashed)
        self._tasks: set[asyncio.Task[None]] = set()
        self._challenged: set[str] = set()
        self.session = Session()

    @classmethod
    async def open(cls, browser: Browser, settings: ApplicationSettings, session: Session) -> Tab:
        """Return a new page in a new context, with a session."""
        context = await browser.new_context(
            viewport={"width": settings.viewport[0], "height": settings.viewport[1]},
            locale=settings.locale,
            timezone_id=settings.timezone,
            reduced_motion="reduce",
            service_workers="block",
            accept_downloads=False,
            storage_state={"cookies": session.state["cookies"], "origins": []},
        )
        context.set_default_timeout(1000 * settings.limits.page_seconds)
        await context.clock.set_fixed_time(FIXED_TIME)
        for name in ("page", "timers", "title"):
            script = resources.files(__package__).joinpath(f"{name}.js").read_text(encoding="utf-8")
            await context.add_init_script(script)
        return await cls._in(context, settings, session)

    @classmethod
    async def _in(
        cls, context: BrowserContext, settings: ApplicationSettings, session: Session
    ) -> Tab:
        page = await context.new_page()
        tab = cls(page, await context.new_cdp_session(page), settings)
        tab.session = session
        await tab._listen(context)
        return tab

    async def _listen(self, context: BrowserContext) -> None:
        page = self.page
        await context.route_web_socket("**/*", self._socket)
        self.cdp.on("Fetch.requestPaused", lambda event: self._start(self._answer(event)))
        self.cdp.on("Fetch.authRequired", lambda event: self._start(self._authenticate(event)))
        self.cdp.on("Page.frameRequestedNavigation", self._asked_to_leave)
        await self.cdp.send("Page.enable")
        await self.cdp.send(
            "Fetch.enable",
            {
                "patterns": [
                    {"urlPattern": "*", "requestStage": "Request"},
                    {"urlPattern": "*", "resourceType": "Document", "requestStage": "Response"},
                ],
                "handleAuthRequests": self.session.credentials is not None,
            },
        )
        context.on("page", lambda opened: self._start(self._close_window(opened)))
        page.on("request", self._asked)
        page.on("requestfinished", self._requests.end)
        page.on("requestfailed", self._failed)
        page.on("dialog", lambda dialog: self._start(self._dismiss(dialog)))
        page.on("download", lambda download: self.happened.downloads.append(download.url))
        page.on("framenavigated", self._navigated)
        page.on("domcontentloaded", lambda _: setattr(self.happened, "loaded", True))
        page.on("crash", lambda _: setattr(self, "crashed", True))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(_quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, event: Mapping[str, Any]) -> None:
        """Let a request pass, or stop it and note why."""
        if "responseStatusCode" in event or "responseErrorReason" in event:
            await self._answer_response(event)
            return
        sent = event["request"]
        body = sent.get("postData", None if sent.get("hasPostData") else "")
        headers = {name.lower(): value for name, value in sent["headers"].items()}
        asked = Asked(sent["method"], sent["url"], event["resourceType"].lower(), headers, body)
        verdict = self.policy.decide(asked, logging_in=self.logging_in)
        if verdict is Verdict.PASS:
            await self.cdp.send("Fetch.continueRequest", {"requestId": event["requestId"]})
            return
        self._note(verdict, asked)
        reason = "Aborted" if asked.resource == "document" else "BlockedByClient"
        refusal = {"requestId": event["requestId"], "errorReason": reason}
        await self.cdp.send("Fetch.failRequest", refusal)
        if asked.resource == "document":
            self._requests.end(_LEAVING)

    async def _answer_response(self, event: Mapping[str, Any]) -> None:
        """Let a page come, and stop what is a file."""
        headers = {h["name"].lower(): h["value"] for h in event.get("responseHeaders", ())}
        if not is_file(event.get("responseStatusCode", 0), headers):
            await self.cdp.send("Fetch.continueRequest", {"requestId": event["requestId"]})
            return
        self.happened.downloads.append(event["request"]["url"])
        refusal = {"requestId": event["requestId"], "errorReason": "Aborted"}
        await self.cdp.send("Fetch.failRequest", refusal)
        self._requests.end(_LEAVING)

    def _note(self, verdict: Verdict, asked: Asked) -> None:
        happened = self.happened
        if verdict is Verdict.WRITES:
            writes = happened.writes_on_load if happened.moved else happened.writes
            writes.append((asked.method, asked.address))
        elif verdict is Verdict.DENIED and asked.resource in _DRAWN:
            return  # the icon of a button that deletes is no deletion
        elif verdict is Verdict.DENIED and not happened.moved:
            happened.denied.append(asked.address)
        elif verdict is Verdict.OUTSIDE and asked.resource == "document" and not happened.moved:
            happened.outside.append(asked.address)

    async def _authenticate(self, event: Mapping[str, Any]) -> None:
        """Answer the server's question for a password once; another means that it was wrong."""
        known = self.session.credentials
        inside = self.policy.is_inside(event["authChallenge"]["origin"])
        answer: dict[str, str] = {"response": "CancelAuth"}
        if known is not None and inside and event["requestId"] not in self._challenged:
            self._challenged.add(event["requestId"])
            answer = {"response": "ProvideCredentials", "username": known[0], "password": known[1]}
        else:
            self.happened.refused_login = True
        await self.cdp.send(
            "Fetch.continueWithAuth",
            {"requestId": event["requestId"], "authChallengeResponse": answer},
        )

    def _socket(self, route: WebSocketRoute) -> None:
        if not self.policy.may_connect(route.url):
            self._start(route.close(code=1008, reason="not while crawling"))
            return
        server = route.connect_to_server()

        def to_server(message: str | bytes) -> None:
            if self.policy.may_send(message):
                server.send(message)
            else:
                self._note(Verdict.WRITES, Asked("WEBSOCKET", route.url, "websocket"))

        def to_page(message: str | bytes) -> None:
            self._exchanges.heard(message)
            route.send(message)

        route.on_message(to_server)
        server.on_message(to_page)

    async def _close_window(self, opened: Page) -> None:
        """Close a window that a page opened against the rules."""
        if opened is not self.page:
            self.happened.windows.append(opened.url)
            await opened.close()

    async def _dismiss(self, dialog: Dialog) -> None:
        """Say no to a dialog; a page that asks whether to be left is left."""
        if dialog.type == "beforeunload":
            await dialog.accept()
            return
        self.happened.dialogs.append(dialog.type)
        await dialog.dismiss()

    def _asked(self, request: Request) -> None:
        self._requests.begin(request, request.resource_type, request.url)

    def _failed(self, request: Request) -> None:
        self._requests.end(request)
        if request.is_navigation_request():
            self._requests.end(_LEAVING)

    def _asked_to_leave(self, event: Mapping[str, Any]) -> None:
        """Note that the page is about to be left, which its request shows a little later."""
        if event.get("disposition") == "currentTab":
            self._leaving += 1
            self._requests.begin(_LEAVING, "document", f"leaving {self._leaving}")

    def _navigated(self, frame: Frame) -> None:
        if frame is self.page.main_frame:
            self.happened.moved = True
        self._requests.end(_LEAVING)

    def begin(self) -> None:
        """Note anew what happens from here on."""
        self.happened = Happened()
        self._exchanges.presses()

    async def go(self, address: str, referer: str | None) -> int | None:
        """Open an address as if new to the application; return the HTTP status where there is one.

        Raises Playwright's ``Error`` where it leads to no page.
        """
        with contextlib.suppress(*playwright_errors()):
            await self.page.evaluate(_LEAVE)
        if "#" in address or "#" in self.page.url:
            await self.page.goto("about:blank")
        await self.as_new()
        await self._begin_fresh()
        self._requests.clear()
        self.happened = Happened()
        self._exchanges.opens()
        response = await self.page.goto(address, referer=referer, wait_until="commit")
        return response.status if response else None

    async def as_new(self) -> None:
        """Have no other cookies than those of the session."""
        context = self.page.context
        await context.clear_cookies()
        if self.session.state["cookies"]:
            await context.add_cookies(self.session.state["cookies"])

    async def _begin_fresh(self) -> None:
        """Have the next document find stored what the session has, and those after it what it left.

        It is told by number: of a page that was left to nowhere nothing can be taken away.
        """
        if self._fresh is not None:
            old = {"identifier": self._fresh}
            await self.cdp.send("Page.removeScriptToEvaluateOnNewDocument", old)
        self._opened += 1
        if self._opened % _COLLECTED_EVERY == 0:
            await self.cdp.send("HeapProfiler.collectGarbage")
        stored = json.dumps(self.session.stored(self.settings.home))
        source = f'{_FRESH}("{self._opened}", {stored})'
        added = await self.cdp.send("Page.addScriptToEvaluateOnNewDocument", {"source": source})
        self._fresh = added["identifier"]

    async def settle(self, seconds: float | None = None) -> bool:
        """Wait until the page has settled, by default for a page's time; say if it came to that."""
        return await self._settling.wait(seconds or self.settings.limits.page_seconds)

    async def check(self) -> None:
        """Raise Playwright's ``Error``, or ``TimeoutError``, where the page works no more."""
        await asyncio.wait_for(self.page.title(), self.settings.limits.page_seconds)

    async def stored(self) -> str:
        """Return all that the page keeps in the browser, cookies aside."""
        try:
            return str(await self.page.evaluate(_STORED))
        except playwright_errors():
            return ""

    async def put_back(self, stored: str) -> None:
        """Give the browser back what the page kept in it before."""
        with contextlib.suppress(*playwright_errors()):
            await self.page.evaluate(_PUT_BACK, stored)

    async def entry(self) -> int:
        """Return which entry of its history the page is at; one that is replaced stays the same."""
        history = await self.cdp.send("Page.getNavigationHistory")
        return int(history["entries"][history["currentIndex"]]["id"])

    async def opened(self) -> list[str]:
        """Return the addresses that the page wanted to open in windows of their own."""
        try:
            found = await self.page.evaluate(_OPENED)
        except playwright_errors():
            found = []
        return [*map(str, found), *self.happened.windows]

    async def exchange(self) -> Exchange | None:
        """Return what the page asked for; of what was pressed alone where something was.

        None where it cannot be asked again, or must not: it would tell a secret to the lake, or a
        request that was stopped would not be met again.
        """
        if self.settings.sandbox or self.happened.writes_on_load:
            return None
        try:
            async with asyncio.timeout(self.settings.limits.page_seconds):
                found = await self._exchanges.gathered()
        except TimeoutError:
            return None
        return None if found is None or self._tells_secret(found) else found

    def _tells_secret(self, exchange: Exchange) -> bool:
        secrets = self.session.secrets
        return any(
            secret in told
            for one in exchange
            for told in (one.asked.address, one.asked.body or "", *one.asked.headers.values())
            for secret in secrets
        )

    async def ask(self, asked: Asked) -> str:
        """Return the digest of a request's answer; empty where it may not pass or fails."""
        if self.policy.decide(asked) is not Verdict.PASS:
            return ""
        headers = dict(asked.headers)
        if self.session.credentials is not None:
            plain = ":".join(self.session.credentials).encode()
            headers["authorization"] = f"Basic {base64.b64encode(plain).decode()}"
        with contextlib.suppress(*playwright_errors()):
            answer = await self.page.context.request.fetch(
                asked.address,
                method=asked.method,
                headers=headers,
                data=asked.body or None,
                max_redirects=0,
            )
            digest = answer_digest(answer.status, answer.headers, await answer.body())
            await answer.dispose()
            return digest
        return ""

    async def close(self) -> None:
        """Close page and context; what hangs is left to the browser's end."""
        for task in list(self._tasks):
            task.cancel()
        with contextlib.suppress(*playwright_errors()):
            await asyncio.wait_for(self.page.context.close(), 5)


def is_file(status: int, headers: Mapping[str, str]) -> bool:
    """Say whether an answer to a page's request is a file: to be kept, or of no page's type."""
    if not HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        return False
    if headers.get("content-disposition", "").strip().lower().startswith("attachment"):
        return True
    media = headers.get("content-type", "text/html").partition(";")[0].strip().lower()
    return media not in _PAGES


async def _quietly(work: Coroutine[Any, Any, None]) -> None:
    """Do what answers an event; its page may be gone by then."""
    with contextlib.suppress(*playwright_errors()):
        await work
