"""What is counted, logged and traced of each request: its route, never its address or its body."""

from __future__ import annotations

import contextvars
import secrets
import time
from typing import TYPE_CHECKING, Any

from graphwright.serving.logs import RequestRecord, log_request
from graphwright.serving.metrics import OTHER
from graphwright.serving.tracing import span

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from graphwright.serving.metrics import Metrics

_QUIET = ("/health", "/ready", "/metrics")
"""What machines ask every few seconds: counted, but no line in the log while all is well."""


_NOTED: contextvars.ContextVar[dict[str, Any]] = contextvars.ContextVar("noted")

_CLIENT_GONE = 499


def note(**fields: str) -> None:
    """Add fields of ``RequestRecord`` to the line of the request that is under way."""
    _NOTED.get({}).update(fields)


class Observed:
    """Counts a request, times it, writes its line and its span; gives it an id."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and note how it ended."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status, began = _CLIENT_GONE, time.perf_counter()
        request_id = secrets.token_hex(8)
        noted: dict[str, Any] = {}
        _NOTED.set(noted)

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                named = (b"x-request-id", request_id.encode())
                message = {**message, "headers": [*message.get("headers", []), named]}
            await send(message)

        with self._metrics.in_flight(), span("request", request_id=request_id) as current:
            try:
                await self._app(scope, receive, sending)
            finally:
                seconds, route = time.perf_counter() - began, route_of(scope)
                current.set_attribute("http.route", route)
                current.set_attribute("http.response.status_code", status)
                self._metrics.request_ended(route, status, seconds)
                if status == 503:
                    self._metrics.request_rejected()
                if route not in _QUIET or status >= 400:
                    log_request(RequestRecord(request_id, route, status, seconds * 1e3, **noted))


def route_of(scope: Scope) -> str:
    """Return the pattern of the route that was found, or "other"."""
    path = getattr(scope.get("route"), "path", None)
    return path if isinstance(path, str) else OTHER
