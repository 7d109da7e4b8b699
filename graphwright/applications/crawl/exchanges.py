"""What a page asked the server and what it was answered, told by the browser.

An exchange that can be asked again tells without a browser whether the page is as it was. Streams,
sockets that told something and answers that were not kept cannot: such a page has none.
"""

from __future__ import annotations

import asyncio
import dataclasses
import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING

from graphwright.applications.crawl.answer_digests import answer_digest
from graphwright.applications.crawl.playwright_errors import playwright_errors
from graphwright.applications.crawl.wire import SOCKET_CONTROL, Asked
from graphwright.ids import content_id

if TYPE_CHECKING:
    from playwright.async_api import Page, Request

_PROGRAM = frozenset({"script", "stylesheet"})
"""What many pages load, and is asked for by its address alone."""
_SHOWN = frozenset({"document", "xhr", "fetch"}) | _PROGRAM
"""Kinds of requests that tell what a page shows."""
_KEPT_HEADERS = frozenset(
    {"accept", "accept-language", "content-type", "referer", "user-agent", "x-requested-with"}
)
"""Headers that are asked with again; none of them proves who asks."""
_OF_LIBRARIES = ("hx-", "turbo-", "x-inertia", "x-pjax")
"""How headers begin by which libraries ask for a part of a page."""


@dataclasses.dataclass(frozen=True, slots=True)
class Answered:
    """A request and the digest of its answer; empty is that of a program, which ``Answers`` has."""

    asked: Asked
    answer: str


Exchange = tuple[Answered, ...]


def request_id(asked: Asked) -> str:
    """Return what tells a request from others."""
    headers = json.dumps(sorted(asked.headers.items()))
    return content_id("request", asked.method, asked.address, headers, asked.body)


class Exchanges:
    """Listens to one page; ``begin`` forgets what was before."""

    def __init__(self, page: Page) -> None:
        self._asked: dict[Request, bool] = {}
        self._told_by_others = False
        page.on("request", self._begun)
        page.on("requestfinished", self._finished)
        page.on("requestfailed", self._failed)

    def begin(self) -> None:
        """Note anew what is asked from here on."""
        self._asked.clear()
        self._told_by_others = False

    def _begun(self, request: Request) -> None:
        if request.resource_type == "eventsource":
            self._told_by_others = True
        elif request.resource_type in _SHOWN and not request.url.startswith(("data:", "blob:")):
            self._asked[request] = False

    def _finished(self, request: Request) -> None:
        if request in self._asked:
            self._asked[request] = True

    def _failed(self, request: Request) -> None:
        self._asked.pop(request, None)

    def heard(self, message: str | bytes) -> None:
        """Take in what a socket told the page."""
        try:
            told = json.loads(message)
            control = told.get("type") in SOCKET_CONTROL
        except (ValueError, AttributeError, RecursionError):
            control = False
        self._told_by_others |= not control

    async def gathered(self) -> Exchange | None:
        """Return all that was asked and answered, each once; None where it cannot be asked again.

        Answers of scripts and style sheets are empty: who asks for each once a crawl fills them in.
        """
        if self._told_by_others or not all(self._asked.values()):
            return None
        each = await asyncio.gather(*map(_answered, list(self._asked)))
        found = {request_id(one.asked): one for one in each if one is not None}
        return None if None in each else tuple(found.values())


async def _answered(request: Request) -> Answered | None:
    """Return a request with its answer, None where one of them cannot be had."""
    try:
        if request.resource_type in _PROGRAM:
            return Answered(Asked(request.method, request.url, request.resource_type), "")
        response = await request.response()
        if response is None:
            return None
        moved = HTTPStatus.MULTIPLE_CHOICES <= response.status < HTTPStatus.BAD_REQUEST
        body = b"" if moved else await response.body()
        answer = answer_digest(response.status, response.headers, body)
        headers = _kept(request.headers)
        asked = Asked(
            request.method, request.url, request.resource_type, headers, request.post_data or ""
        )
    except (UnicodeDecodeError, *playwright_errors()):
        return None
    return Answered(asked, answer)


def _kept(headers: Mapping[str, str]) -> dict[str, str]:
    return {
        name: value
        for name, value in headers.items()
        if name.lower() in _KEPT_HEADERS or name.lower().startswith(_OF_LIBRARIES)
    }
