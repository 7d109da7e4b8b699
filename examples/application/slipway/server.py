"""HTTP for a site, on 127.0.0.1 alone."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from slipway.site import COOKIE, USER_NAME, Site, error
from slipway.web import Request, Response, redirect

LARGEST_BODY = 100_000
POLICY = "default-src 'self'; frame-ancestors 'self'; form-action 'self'; base-uri 'none'"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "Slipway"
    timeout = 60

    @property
    def site(self) -> Site:
        return self.server.site  # type: ignore[attr-defined, no-any-return]  # set by ``server_of``

    def do_GET(self) -> None:  # the name that http.server asks for
        self._answer("GET", b"")

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > LARGEST_BODY:
            self.close_connection = True
            self._send(error(413, "The request is too large, or does not say how large it is."))
            return
        self._answer("POST", self.rfile.read(int(length)))

    def log_message(self, format: str, *args: Any) -> None:  # its name there
        """Print nothing: what matters is in ``Site.writes``."""

    def _answer(self, method: str, body: bytes) -> None:
        parts = urlsplit(self.path)
        session = self._session()
        if (method, parts.path) == ("POST", "/login"):
            self._send(self._log_in(body))
        elif parts.path == "/logout":
            self.site.log_out(session)
            self._send(redirect("/login", ("Set-Cookie", f"{COOKIE}=; Max-Age=0; Path=/")))
        else:
            self._send(self.site.answer(self._request(method, parts.path, parts.query, body)))

    def _request(self, method: str, path: str, query: str, body: bytes) -> Request:
        token = self.site.token_of(self._session())
        kind = self.headers.get("Content-Type", "")
        sent = _json_of(body) if kind.startswith("application/json") else None
        form = _pairs(body) if kind.startswith("application/x-www-form-urlencoded") else {}
        if (header := self.headers.get("X-Slipway-Token")) is not None:
            form["token"] = header
        user = USER_NAME if token else None
        return Request(method, path, dict(parse_qsl(query)), form, sent, user, token)

    def _session(self) -> str | None:
        cookies: SimpleCookie = SimpleCookie()
        with contextlib.suppress(Exception):
            cookies.load(self.headers.get("Cookie", ""))
        return cookies[COOKIE].value if COOKIE in cookies else None

    def _log_in(self, body: bytes) -> Response:
        sent = _pairs(body)
        session = self.site.log_in(sent.get("name", ""), sent.get("password", ""))
        if session is None:
            return redirect("/login?wrong=1")
        cookie = f"{COOKIE}={session}; HttpOnly; SameSite=Lax; Path=/"
        return redirect("/", ("Set-Cookie", cookie))

    def _send(self, response: Response) -> None:
        self.send_response(response.status)
        self.send_header("Content-Type", response.kind)
        self.send_header("Content-Length", str(len(response.body)))
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", "no-store")
        for name, value in response.headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(response.body)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, site: Site, port: int) -> None:
        self.site = site
        super().__init__(("127.0.0.1", port), _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Stay silent: browsers break off connections at will."""


def server_of(site: Site, port: int = 0) -> _Server:
    """Return a server of a site on a port of 127.0.0.1, by default a free one; not yet serving."""
    return _Server(site, port)


def address_of(server: _Server) -> str:
    """Return the home address of a server."""
    return f"http://127.0.0.1:{server.server_address[1]}/"


@contextlib.contextmanager
def running(site: Site, port: int = 0) -> Iterator[str]:
    """Serve a site in a thread, and give its home address; its data and log are the site's."""
    server = server_of(site, port)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield address_of(server)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _pairs(body: bytes) -> dict[str, str]:
    return dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))


def _json_of(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return None
