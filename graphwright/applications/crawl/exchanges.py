"""What a page asked the server and what it was answered, told by the browser.

An exchange that can be asked again tells without a browser whether the page is as it was. Streams,
sockets that told something, requests that failed and answers that were not kept cannot: such a page
has none.
"""

from __future__ import annotations

import asyncio
import dataclasses
import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING

from graphwright.applications.crawl.answer_digests import answer_digest, leads_on
from graphwright.applications.crawl.playwright_errors import playwright_errors
from graphwright.applications.crawl.wire import Asked
from graphwright.ids import content_id

if TYPE_CHECKING:
    from playwright.async_api import Page, Request

_PROGRAM = frozenset({"script", "stylesheet"})
"""What many pages load, and is asked for by its address alone."""
_SHOWN = frozenset({"document", "xhr", "fetch"}) | _PROGRAM
"""Kinds of requests that tell what a page shows."""
_KEPT_HEADERS = frozenset(
    {"accept", "accept-language", "content-type", "user-agent", "x-requested-with"}
)
"""Headers that are asked with again, with the referer of a document; none proves who asks."""
_OF_LIBRARIES = ("hx-", "turbo-", "x-inertia", "x-pjax")
"""How headers begin by which libraries ask for a part of a page."""
_SERVERS_CONTROL = frozenset({"connection_ack", "ka", "ping", "pong", "complete"})
"""Messages of a server that say nothing of the application, in both protocols of GraphQL."""
_GIVEN_UP = ("ERR_ABORTED", "ERR_BLOCKED_BY_CLIENT")
"""How requests fail that the page took back, or that were stopped: nothing of them is shown."""
_MOST_REQUESTS, _MOST_CHARACTERS = 300, 1_000_000


@dataclasses.dataclass(frozen=True, slots=True)
class Answered:
    """A request and the digest of its answer; that of a script or style sheet may lack yet."""

    asked: Asked
    answer: str


Exchange = tuple[Answered, ...]


def request_id(asked: Asked) -> str:
    """Return what tells a request from others."""
    headers = json.dumps(sorted(asked.headers.items()))
    return content_id("request", asked.method, asked.address, headers, asked.body)


class Exchanges:
    """Listens to one page.

    Of what is pressed since an address was opened all is one exchange, as what was fetched for one
    press may be shown by the next.
    """

    def __init__(self, page: Page) -> None:
        self._asked: dict[Request, bool] = {}
        self._answered: dict[Request, Answered | None] = {}
        self._has_pressed = False
        self._cannot_be_asked = False
        page.on("request", self._begun)
        page.on("requestfinished", self._finished)
        page.on("requestfailed", self._failed)

    def opens(self) -> None:
        """Note anew what is asked from here on: an address is opened."""
        self._forget()
        self._has_pressed = self._cannot_be_asked = False

    def presses(self) -> None:
        """Note anew what is asked from here on, where this is the first press of its page."""
        if not self._has_pressed:
            self._forget()
        self._has_pressed = True

    def _forget(self) -> None:
        self._asked.clear()
        self._answered.clear()

    def _begun(self, request: Request) -> None:
        if request.resource_type == "eventsource":
            self._cannot_be_asked = True
        elif request.resource_type in _SHOWN and not request.url.startswith(("data:", "blob:")):
            self._asked[request] = False

    def _finished(self, request: Request) -> None:
        if request in self._asked:
            self._asked[request] = True

    def _failed(self, request: Request) -> None:
        was_asked = self._asked.pop(request, None) is not None
        if was_asked and not any(one in (request.failure or "") for one in _GIVEN_UP):
            self._cannot_be_asked = True

    def heard(self, message: str | bytes) -> None:
        """Take in what a socket told the page."""
        try:
            told = json.loads(message)
            control = told.get("type") in _SERVERS_CONTROL
        except (ValueError, AttributeError, RecursionError):
            control = False
        self._cannot_be_asked |= not control

    async def gathered(self) -> Exchange | None:
        """Return all that was asked and answered, each once; None where it cannot be asked again.

        The answers of scripts and style sheets are empty: who asks for each once fills them in.
        """
        asked = list(self._asked)
        if self._cannot_be_asked or not all(self._asked.values()) or len(asked) > _MOST_REQUESTS:
            return None
        new = [request for request in asked if request not in self._answered]
        for request, found in zip(new, await asyncio.gather(*map(_answered, new)), strict=True):
            self._answered[request] = found
        return _each_once([self._answered.get(request) for request in asked])


def _each_once(answered: list[Answered | None]) -> Exchange | None:
    """Return each request once; None where one lacks, is answered in two ways, or all are long."""
    found: dict[str, Answered] = {}
    for one in answered:
        if one is None or found.setdefault(request_id(one.asked), one).answer != one.answer:
            return None
    characters = sum(len(one.asked.address) + len(one.asked.body or "") for one in found.values())
    return tuple(found.values()) if characters <= _MOST_CHARACTERS else None


async def _answered(request: Request) -> Answered | None:
    """Return a request with its answer, None where one of them cannot be had."""
    if request.resource_type in _PROGRAM:
        return Answered(Asked(request.method, request.url, request.resource_type), "")
    try:
        response = await request.response()
        if response is None:
            return None
        status = response.status
        if status == HTTPStatus.NOT_MODIFIED:
            status = HTTPStatus.OK  # what the browser had is what was answered before
        body = b"" if leads_on(status) else await response.body()
        answer = answer_digest(status, response.headers, body)
        sent = (request.post_data_buffer or b"").decode()
    except (UnicodeDecodeError, *playwright_errors()):
        return None
    headers = _kept(request.resource_type, request.headers)
    asked = Asked(request.method, request.url, request.resource_type, headers, sent)
    return Answered(asked, answer)


def _kept(resource: str, headers: Mapping[str, str]) -> dict[str, str]:
    kept = _KEPT_HEADERS | {"referer"} if resource == "document" else _KEPT_HEADERS
    return {
        name: value
        for name, value in headers.items()
        if name in kept or name.startswith(_OF_LIBRARIES)
    }
