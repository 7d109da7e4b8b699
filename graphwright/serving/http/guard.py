"""What is refused before a route is looked for, and what every answer carries.

A body is read here, whole, within limits of size and time, so that no route waits for one.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from graphwright.serving.http.problems import FAILED, problem_response
from graphwright.serving.logs import LOGGER

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from graphwright.settings import ServeSettings

_LOCAL = ("localhost", "127.0.0.1", "[::1]")

_MOST_ADDRESS = 8_000
_MOST_HEADERS = 16_000

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
_HEADERS = {
    b"content-security-policy": _POLICY.encode(),
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-resource-policy": b"same-origin",
    b"cross-origin-opener-policy": b"same-origin",
    b"cache-control": b"private, no-store",
    b"vary": b"Authorization",
}
"""Headers of every answer; one that a route set itself stays, but for the policy."""


class Guard:
    """Refuses foreign hosts, encoded, large and slow bodies; adds the headers of safety."""

    def __init__(self, app: ASGIApp, settings: ServeSettings, hosts: tuple[str, ...] = ()) -> None:
        self._app = app
        self._limits = settings.limits
        self._hosts = {host.lower() for host in (*_LOCAL, *settings.allowed_hosts, *hosts)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or say why not."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            answer = _Answer(send)
            try:
                await self._http(scope, receive, answer.send)
            except Exception:
                logging.getLogger(LOGGER).exception("a request failed")
                if answer.begun:
                    raise
                await problem_response(500, FAILED)(scope, receive, answer.send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = self._refusal(scope)
        body = b""
        if refused is None:
            try:
                body = await asyncio.wait_for(self._body(receive), self._limits.body_seconds)
            except TimeoutError:
                refused = 408, f"The body did not come within {self._limits.body_seconds:g} s."
            except OverflowError:
                refused = self._too_large()
            except ConnectionError:
                return
        if refused is not None:
            headers = {"Connection": "close"}  # what it still sends is not read
            await problem_response(*refused, headers=headers)(scope, receive, send)
            return
        await self._app(scope, _replayed(body, receive), send)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        if len(scope["raw_path"]) + len(scope["query_string"]) > _MOST_ADDRESS:
            return (
                414,
                f"The address may have {_MOST_ADDRESS:,} bytes at most; POST long questions.",
            )
        if sum(len(name) + len(value) for name, value in headers.items()) > _MOST_HEADERS:
            return 431, f"The headers may have {_MOST_HEADERS:,} bytes at most."
        if _host_of(headers.get(b"host", "")) not in self._hosts:
            return 421, "The header Host names no host of this service."
        if headers.get(b"content-encoding", "identity").lower() != "identity":
            return 415, "The body is encoded; send it as it is."
        length = headers.get(b"content-length", "0")
        if not length.isdigit() or int(length[:20]) > self._limits.body_bytes:
            return self._too_large()
        return None

    def _too_large(self) -> tuple[int, str]:
        return 413, f"The body may have {self._limits.body_bytes:,} bytes at most."

    async def _body(self, receive: Receive) -> bytes:
        """Return the whole body; raise ``OverflowError`` as soon as it is too large."""
        parts, size, more = [], 0, True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ConnectionError
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            if size > self._limits.body_bytes:
                raise OverflowError
            more = message.get("more_body", False)
        return b"".join(parts)


def _host_of(header: str) -> str:
    """Return the name in a header Host without its port."""
    name, colon, port = header.lower().rpartition(":")
    return name if colon and port.isdigit() else header.lower()


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Return a function that gives a body that was read, then what comes after it."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return waiting.pop() if waiting else await receive()

    return replay


class _Answer:
    """What is sent, with the headers of safety; ``begun`` once there is a status."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.begun = False

    async def send(self, message: Message) -> None:
        """Send a message on."""
        if message["type"] == "http.response.start":
            self.begun = True
            own: list[Any] = list(message.get("headers", []))
            named = {name.lower() for name, _ in own}
            own += [(name, value) for name, value in _HEADERS.items() if name not in named]
            message = {**message, "headers": own}
        await self._send(message)
