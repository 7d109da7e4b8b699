"""Requests, responses and routes, in as few words as the pages need."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from slipway.site import Site


@dataclasses.dataclass(frozen=True)
class Request:
    """What a client asks: ``query`` and ``form`` hold the last value of each name.

    ``user`` is the name of who is logged in, ``token`` what a form of theirs must send back.
    """

    method: str
    path: str
    query: Mapping[str, str]
    form: Mapping[str, str]
    body: Any = None
    user: str | None = None
    token: str = ""
    keys: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True)
class Response:
    """What a client gets."""

    body: bytes
    status: int = 200
    kind: str = "text/html; charset=utf-8"
    headers: tuple[tuple[str, str], ...] = ()


Handler = Callable[["Site", Request], Response]


@dataclasses.dataclass(frozen=True)
class Route:
    """A path, with ``*`` for a part that names a row; ``writes`` is said of what changes data."""

    method: str
    pattern: str
    handler: Handler
    writes: bool
    open: bool

    def keys(self, method: str, path: str) -> tuple[str, ...] | None:
        """Return the parts that stand for ``*``, or None where the route is another's."""
        expression = re.escape(self.pattern).replace(r"\*", "([A-Za-z0-9-]{1,40})")
        found = re.fullmatch(expression, path)
        return found.groups() if found and method == self.method else None


ROUTES: list[Route] = []


def route(
    method: str, pattern: str, *, writes: bool = False, open_to_all: bool = False
) -> Callable[[Handler], Handler]:
    """Register a function for a method and a path."""

    def register(handler: Handler) -> Handler:
        ROUTES.append(Route(method, pattern, handler, writes, open_to_all))
        return handler

    return register


def routes_of(method: str, path: str) -> Iterator[tuple[Route, tuple[str, ...]]]:
    """Yield the routes that answer, in order of registration."""
    for one in ROUTES:
        keys = one.keys(method, path)
        if keys is not None:
            yield one, keys


def redirect(address: str, *headers: tuple[str, str]) -> Response:
    """Send the client to another address of the application."""
    return Response(b"", 303, headers=(("Location", address), *headers))


def download(name: str, body: str, kind: str = "text/csv; charset=utf-8") -> Response:
    """Return a file that a browser saves."""
    header = ("Content-Disposition", f'attachment; filename="{name}"')
    return Response(body.encode(), kind=kind, headers=(header,))
