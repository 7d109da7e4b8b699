"""What happens on a page while something is done there: requests, dialogs, other windows.

A stopped request counts for an action only until the page has gone elsewhere: what the next page
asks for when it is loaded, the action did not ask for.
"""

from __future__ import annotations

import dataclasses
import time

_ENDLESS = frozenset({"eventsource", "websocket", "ping", "media", "image", "font", "texttrack"})


@dataclasses.dataclass
class Happened:
    """What was met since something was begun; ``writes`` are method and address."""

    writes: list[tuple[str, str]] = dataclasses.field(default_factory=list)
    writes_on_load: list[tuple[str, str]] = dataclasses.field(default_factory=list)
    denied: list[str] = dataclasses.field(default_factory=list)
    outside: list[str] = dataclasses.field(default_factory=list)
    downloads: list[str] = dataclasses.field(default_factory=list)
    dialogs: list[str] = dataclasses.field(default_factory=list)
    windows: list[str] = dataclasses.field(default_factory=list)
    moved: bool = False
    loaded: bool = False
    refused_login: bool = False


class Requests:
    """Requests of a page that have not come to their end.

    One that stays open for ``patience`` seconds is a stream: its like is not waited for again.
    """

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._open: dict[object, tuple[str, float]] = {}
        self._streams: set[str] = set()

    def begin(self, request: object, kind: str, address: str) -> None:
        """Note that a request was sent."""
        plain = address.partition("?")[0]
        if kind not in _ENDLESS and plain not in self._streams:
            self._open[request] = (plain, time.monotonic())

    def end(self, request: object) -> None:
        """Note that a request has come to its end."""
        self._open.pop(request, None)

    def clear(self) -> None:
        """Forget all: the page is another."""
        self._open.clear()

    @property
    def idle(self) -> bool:
        """Whether nothing is waited for."""
        late = time.monotonic() - self._patience
        for request, (plain, since) in list(self._open.items()):
            if since < late:
                self._streams.add(plain)
                del self._open[request]
        return not self._open
