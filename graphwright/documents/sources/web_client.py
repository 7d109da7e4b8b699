"""What asks for a web page: requests, with each connection made and each redirect judged here."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote, urljoin, urlsplit, urlunsplit

import requests
from requests.adapters import HTTPAdapter
from requests.utils import select_proxy
from urllib3.connection import HTTPConnection, HTTPSConnection

from graphwright.documents.sources.web_route import FetchError, Route
from graphwright.execution.time_limit import Deadline

_MOST_REDIRECTS = 10
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_PIECE = 1 << 16
_REASONS: tuple[tuple[type[Exception], str], ...] = (
    (TimeoutError, "it took too long"),
    (requests.Timeout, "it took too long"),
    (requests.exceptions.SSLError, "its certificate or its TLS is not accepted"),
    (requests.exceptions.ProxyError, "the proxy does not let it through"),
    (requests.exceptions.ChunkedEncodingError, "its body breaks off or is malformed"),
    (requests.exceptions.ContentDecodingError, "its body is not encoded as it says"),
    (requests.exceptions.InvalidHeader, "its answer breaks off or is no HTTP"),
    (requests.exceptions.ConnectionError, "its answer breaks off or is no HTTP"),
    (ValueError, "its address is not valid"),
)
"""Errors in words: what they say themselves may hold addresses in memory, or another host's words.
The first that fits; ``ValueError`` is the base of all errors about addresses."""


def fetch_page(
    url: str, limit: int, deadline: Deadline, allowed: tuple[str, ...]
) -> tuple[bytes, Mapping[str, str]]:
    """Return the first ``limit`` bytes of the page behind a URL, decoded, and its headers.

    Raises ``FetchError`` that says why there are none.
    """
    try:
        with _Session(Route(deadline, allowed)) as session:
            response = session.followed(url, deadline)
            with response:
                return _body(response, limit, deadline), response.headers
    except (FetchError, MemoryError):
        raise
    except Exception as error:
        raise FetchError(_reason(error)) from error


def _reason(error: Exception) -> str:
    return next((said for kind, said in _REASONS if isinstance(error, kind)), type(error).__name__)


def _body(response: requests.Response, limit: int, deadline: Deadline) -> bytes:
    data = bytearray()
    try:
        for piece in response.iter_content(_PIECE):
            data += piece
            deadline.check()
            if len(data) >= limit:
                break
    except ValueError as error:  # a chunk of a negative length
        raise FetchError("its body breaks off or is malformed") from error
    return bytes(data[:limit])


class _Session(requests.Session):
    """A session that follows redirects one by one, each of them looked at."""

    def __init__(self, route: Route) -> None:
        super().__init__()
        self._route = route
        self.mount("http://", _Adapter(route))
        self.mount("https://", _Adapter(route))

    def get_redirect_target(self, resp: requests.Response) -> None:
        """Return nothing: requests would follow, and fails at a ``Location`` that is not UTF-8."""

    def followed(self, url: str, deadline: Deadline) -> requests.Response:
        """Return the good answer at the end of all redirects; raise ``FetchError`` for others."""
        source, user = _parted(url)
        address = source
        for _ in range(_MOST_REDIRECTS + 1):
            own = not self.should_strip_auth(source, address)
            response = self.get(
                address,
                auth=user if own else _nobody,
                timeout=deadline.check(),
                stream=True,
            )
            target = _target(address, response)
            if target is None:
                return _good(response)
            response.close()
            address, self._route.redirected = target, True
        raise FetchError(f"it redirects more than {_MOST_REDIRECTS} times")


def _nobody(request: requests.PreparedRequest) -> requests.PreparedRequest:
    """Name no user: without this a user of ``~/.netrc`` is sent to any host."""
    return request


def _parted(url: str) -> tuple[str, tuple[str, str] | None]:
    """Return a URL without user and password, and these."""
    user = requests.utils.get_auth_from_url(url)
    parts = urlsplit(url)
    plain = urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
    return plain, user if any(user) else None


def _good(response: requests.Response) -> requests.Response:
    if not 200 <= response.status_code < 300:
        response.close()
        raise FetchError(f"HTTP status {response.status_code}")
    return response


def _target(address: str, response: requests.Response) -> str | None:
    """Return where an answer redirects to, without a user; None where it does not.

    Raises ``FetchError`` for what is no page of the web, ``ValueError`` for what is no address.
    """
    stated = response.headers.get("Location")
    if response.status_code not in _REDIRECTS or not stated:
        return None
    target = urlsplit(urljoin(address, _text_of(stated)))
    if target.scheme not in ("http", "https"):
        raise FetchError("it redirects to what is neither http: nor https:")
    plain = target._replace(netloc=target.netloc.rpartition("@")[2], fragment="")
    return urlunsplit(plain)


def _text_of(header: str) -> str:
    """Return the text of a header, of which HTTP only says that it is bytes: UTF-8, or quoted."""
    data = header.encode("latin-1")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return re.sub(r"[^\x00-\x7f]", lambda found: quote(found[0].encode("latin-1")), header)


class _Adapter(HTTPAdapter):
    """Has its connections made by a route."""

    def __init__(self, route: Route) -> None:
        self._route = route
        super().__init__()

    def get_connection_with_tls_context(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the pool of a host, whose connections are the route's."""
        proxies = kwargs.get("proxies") or (args[1] if len(args) > 1 else None)
        if select_proxy(request.url, proxies):
            self._route.enter_through_proxy(urlsplit(request.url).hostname or "")
        pool = super().get_connection_with_tls_context(request, *args, **kwargs)
        ours = _CONNECTIONS.get(pool.ConnectionCls)
        if ours is not None:  # else it has them already, or they are those of a SOCKS proxy
            pool.ConnectionCls = functools.partial(ours, self._route)  # type: ignore[assignment]  # called like the class
        return pool


def _new_conn(self: Any) -> Any:
    return self.route.connect(
        self._dns_host, self.port, self.socket_options or (), checked=self.proxy is None
    )


class _Plain(HTTPConnection):
    """A connection over a route."""

    def __init__(self, route: Route, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.route = route

    _new_conn = _new_conn


class _Secure(HTTPSConnection):
    """The same with TLS."""

    def __init__(self, route: Route, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.route = route

    _new_conn = _new_conn


_CONNECTIONS: dict[Any, Callable[..., Any]] = {HTTPConnection: _Plain, HTTPSConnection: _Secure}
