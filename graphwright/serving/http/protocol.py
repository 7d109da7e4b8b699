"""Limits of time for what a client sends before its request is whole."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

_TOO_SLOW = (
    b"HTTP/1.1 408 Request Timeout\r\ncontent-type: application/json\r\nconnection: close\r\n"
    b"content-length: %d\r\n\r\n%s"
)


def timed_protocol(header_seconds: float) -> type[H11Protocol]:
    """Return uvicorn's protocol, closing connections whose headers do not come in time.

    uvicorn limits only the time between two requests of a connection.
    """

    class TimedProtocol(H11Protocol):
        """HTTP/1.1 with a limit of time for the headers of each request."""

        _timer: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            """Start the clock: the first request has to come."""
            super().connection_made(transport)
            self._set_clock()

        def data_received(self, data: bytes) -> None:
            """Take what came; the clock runs while headers are not whole."""
            super().data_received(data)
            self._set_clock()

        def connection_lost(self, exc: Exception | None) -> None:
            """Stop the clock."""
            self._stop_clock()
            super().connection_lost(exc)

        def _set_clock(self) -> None:
            idle = self.cycle is None or self.cycle.response_complete
            if not idle:
                self._stop_clock()
            elif self._timer is None and not self.transport.is_closing():
                self._timer = self.loop.call_later(header_seconds, self._overdue)

        def _stop_clock(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

        def _overdue(self) -> None:
            self._timer = None
            if not self.transport.is_closing():
                body = b'{"error":"too_slow","message":"The request did not come in time.",'
                body += b'"problems":[]}'
                self.transport.write(_TOO_SLOW % (len(body), body))
                self.transport.close()

    return TimedProtocol


def protocol_options(header_seconds: float) -> dict[str, Any]:
    """Return uvicorn's options for what is taken off the wire."""
    return {
        "http": timed_protocol(header_seconds),
        "ws": "none",
        "h11_max_incomplete_event_size": 16_384,
        "timeout_keep_alive": 10,
        "proxy_headers": False,
        "server_header": False,
        "access_log": False,
        "log_config": None,
    }
