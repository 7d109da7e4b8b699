"""Which exchanges of a page with its server can be asked again."""

from __future__ import annotations

import asyncio
import dataclasses
import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

import pytest

from graphwright.applications.crawl.answers import Answers
from graphwright.applications.crawl.exchanges import Answered, Exchange, Exchanges
from graphwright.applications.crawl.wire import Asked

if TYPE_CHECKING:
    from playwright.async_api import Page


@dataclasses.dataclass(frozen=True, slots=True)
class Response:
    """A response as Playwright has it."""

    status: int
    headers: Mapping[str, str]
    content: bytes

    async def body(self) -> bytes:
        return self.content


@dataclasses.dataclass(slots=True, eq=False)
class Request:
    """A request as Playwright has it."""

    url: str
    resource_type: str = "fetch"
    content: bytes = b"[]"
    post_data_buffer: bytes | None = None
    failure: str | None = None
    method: str = "GET"
    headers: Mapping[str, str] = dataclasses.field(
        default_factory=lambda: {"accept": "*/*", "authorization": "secret", "referer": "/a"}
    )

    async def response(self) -> Response:
        return Response(200, {"content-type": "application/json"}, self.content)


class Listened:
    """A page whose requests are made by the test."""

    def __init__(self) -> None:
        self._heard: dict[str, Callable[[Any], None]] = {}
        self.exchanges = Exchanges(cast("Page", self))

    def on(self, event: str, heard: Callable[[Any], None]) -> None:
        self._heard[event] = heard

    def sends(self, request: Request, ending: str | None = "requestfinished") -> None:
        self._heard["request"](request)
        if ending is not None:
            self._heard[ending](request)

    def gathered(self) -> Exchange | None:
        return asyncio.run(self.exchanges.gathered())


@pytest.fixture
def page() -> Listened:
    return Listened()


def addresses(exchange: Exchange | None) -> list[str] | None:
    return None if exchange is None else [one.asked.address for one in exchange]


def test_what_was_answered_can_be_asked_again_without_what_proves_who_asks(page: Listened) -> None:
    page.sends(Request("/a", "document"))
    page.sends(Request("/b"))
    page.sends(Request("/b"))
    page.sends(Request("/c.png", "image"))
    page.sends(Request("data:x", "document"))
    found = page.gathered()
    assert addresses(found) == ["/a", "/b"]
    assert found is not None
    assert [dict(one.asked.headers) for one in found] == [
        {"accept": "*/*", "referer": "/a"},
        {"accept": "*/*"},
    ]


def test_of_what_is_pressed_all_is_kept_since_its_page_was_opened(page: Listened) -> None:
    page.sends(Request("/a", "document"))
    page.exchanges.presses()
    page.sends(Request("/b"))
    page.exchanges.presses()
    page.sends(Request("/c"))
    assert addresses(page.gathered()) == ["/b", "/c"]
    page.exchanges.opens()
    assert addresses(page.gathered()) == []


@pytest.mark.parametrize(
    ("request_", "ending", "is_kept"),
    [
        (Request("/x"), None, False),
        (Request("/x", failure="net::ERR_CONNECTION_RESET"), "requestfailed", False),
        (Request("/x", failure="net::ERR_ABORTED"), "requestfailed", True),
        (Request("/x", failure="net::ERR_BLOCKED_BY_CLIENT.Inspector"), "requestfailed", True),
        (Request("/x", failure="net::ERR_BLOCKED_BY_CLIENT"), "requestfailed", True),
        (Request("/x", "eventsource"), None, False),
        (Request("/b", content=b"[2]"), "requestfinished", False),
        (Request("/x", post_data_buffer=b"\xff", method="POST"), "requestfinished", False),
        (Request("/x" * 600_000), "requestfinished", False),
    ],
)
def test_what_cannot_be_asked_again_is_not_kept(
    page: Listened, request_: Request, ending: str | None, is_kept: bool
) -> None:
    page.sends(Request("/b"))
    page.sends(request_, ending)
    assert (page.gathered() is not None) is is_kept


def test_of_very_many_requests_none_is_kept(page: Listened) -> None:
    for number in range(301):
        page.sends(Request(f"/{number}"))
    assert page.gathered() is None


@pytest.mark.parametrize(
    ("message", "is_kept"),
    [
        (json.dumps({"type": "connection_ack"}), True),
        (json.dumps({"type": "ka"}), True),
        (json.dumps({"type": "next", "payload": {}}), False),
        (json.dumps([1]), False),
        ("{", False),
        (b"\xff", False),
    ],
)
def test_what_a_socket_told_cannot_be_asked_again(
    page: Listened, message: str | bytes, is_kept: bool
) -> None:
    page.sends(Request("/b"))
    page.exchanges.heard(message)
    page.exchanges.presses()
    assert (page.gathered() is not None) is is_kept


_EXCHANGE = tuple(Answered(Asked("GET", f"/{one}"), one) for one in "abc")


def are_same(told: Mapping[str, str], *, seconds: float = 5.0) -> tuple[bool, list[str]]:
    asked_for: list[str] = []

    async def ask(asked: Asked) -> str:
        asked_for.append(asked.address)
        await asyncio.sleep(0 if asked.address in told else 60)
        return told[asked.address]

    async def both() -> bool:
        answers = Answers()
        first = await answers.are_same(_EXCHANGE, ask, seconds)
        assert await answers.are_same(_EXCHANGE, ask, seconds) is first
        return first

    return asyncio.run(both()), asked_for


def test_each_request_is_asked_once_and_the_first_that_differs_tells() -> None:
    alike = {"/a": "a", "/b": "b", "/c": "c"}
    same, asked_for = are_same(alike)
    assert same
    assert (asked_for[0], sorted(asked_for)) == ("/a", ["/a", "/b", "/c"])
    assert are_same({**alike, "/a": "x"}) == (False, ["/a"])
    assert not are_same({**alike, "/c": "x"})[0]


def test_what_another_page_was_answered_tells_without_asking() -> None:
    asked_for: list[str] = []

    async def ask(asked: Asked) -> str:
        asked_for.append(asked.address)
        return "new"

    async def both() -> bool:
        answers = Answers()
        await answers.completed((Answered(Asked("GET", "/c"), ""),), ask, 5.0)
        return await answers.are_same(_EXCHANGE, ask, 5.0)

    assert not asyncio.run(both())
    assert asked_for == ["/c"]


def test_what_is_not_answered_in_time_is_not_the_same() -> None:
    assert not are_same({"/a": "a", "/b": "b"}, seconds=0.05)[0]


def test_who_stops_waiting_stops_nobody_else() -> None:
    going = asyncio.Event

    async def both() -> str:
        answers, may_answer = Answers(), going()

        async def ask(_asked: Asked) -> str:
            await may_answer.wait()
            return "told"

        first = asyncio.ensure_future(answers.scripts(["/s"], ask))
        second = asyncio.ensure_future(answers.scripts(["/s"], ask))
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.sleep(0)
        may_answer.set()
        return await second

    assert asyncio.run(both())


def test_a_failure_is_asked_for_again() -> None:
    told = iter(["", "told"])

    async def ask(_asked: Asked) -> str:
        return next(told)

    async def twice() -> list[Exchange | None]:
        answers, lacking = Answers(), (Answered(Asked("GET", "/s"), ""),)
        return [await answers.completed(lacking, ask, 5.0) for _ in range(2)]

    failed, found = asyncio.run(twice())
    assert failed is None
    assert found == (Answered(Asked("GET", "/s"), "told"),)
