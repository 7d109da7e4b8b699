"""The application itself: its data, who is logged in, and what answers a request."""

from __future__ import annotations

import hmac
import os
import secrets
import threading

from slipway import pages  # noqa: F401  # registers the routes
from slipway.data import Data, initial_data
from slipway.html import bare_page, page
from slipway.options import Options
from slipway.web import Request, Response, redirect, routes_of

USER = "ada"
USER_NAME = "Ada Brandt"
DEMO_PASSWORD = "harbour-light-7"  # noqa: S105  # of a demonstration without secrets
PASSWORD_VARIABLE = "SLIPWAY_PASSWORD"  # noqa: S105  # the name of a variable
COOKIE = "slipway_session"


class Site:
    """One Slipway: its ``data``, the ``writes`` that were asked of it, and its sessions.

    ``writes`` holds method and path of each request that changed data or tried to, in order of
    arrival.
    """

    def __init__(self, options: Options | None = None) -> None:
        self.options = options or Options()
        self.data: Data = initial_data(self.options.extra_rows)
        self.writes: list[str] = []
        self.logouts = 0
        self.lock = threading.RLock()
        self._sessions: dict[str, str] = {}

    def become(self, options: Options) -> None:
        """Start afresh with other options; sessions and what was logged stay."""
        with self.lock:
            self.options = options
            self.data = initial_data(options.extra_rows)

    def page(
        self, request: Request, title: str, body: str, scripts: tuple[str, ...] = ("slipway",)
    ) -> Response:
        """Return a page in the shell."""
        unread = len(self.data.lists["notices"])
        return page(self.options, request, title, body, unread=unread, scripts=scripts)

    def token_of(self, session: str | None) -> str:
        """Return what forms of a session send back; empty where nobody is logged in."""
        return self._sessions.get(session or "", "")

    def log_in(self, name: str, password: str) -> str | None:
        """Return a new session, or None where name or password is wrong."""
        expected = os.environ.get(PASSWORD_VARIABLE) or DEMO_PASSWORD
        right = hmac.compare_digest(password.encode(), expected.encode())
        if name != USER or not right:
            return None
        session = secrets.token_urlsafe(24)
        self._sessions[session] = secrets.token_urlsafe(24)
        return session

    def log_out(self, session: str | None) -> None:
        """End a session."""
        self.logouts += 1
        self._sessions.pop(session or "", None)

    def answer(self, request: Request) -> Response:
        """Return what a request is answered by: a page, or why there is none."""
        with self.lock:
            for route, keys in routes_of(request.method, request.path):
                if not route.open and request.user is None:
                    return redirect("/login")
                if route.writes:
                    self.writes.append(f"{request.method} {request.path}")
                    if request.method == "POST" and not self._has_token(request):
                        return error(403, "This form was not sent by a page of Slipway.")
                return route.handler(self, _with_keys(request, keys))
        return error(404, "Slipway has no such page.")

    def _has_token(self, request: Request) -> bool:
        sent = request.form.get("token", "")
        return bool(request.token) and hmac.compare_digest(sent.encode(), request.token.encode())


def error(status: int, text: str) -> Response:
    """Return a page that says what is wrong."""
    shown = bare_page("Slipway", f"<main><h1>Not possible</h1><p>{text}</p></main>", ())
    return Response(shown.body, status)


def _with_keys(request: Request, keys: tuple[str, ...]) -> Request:
    return Request(
        request.method,
        request.path,
        request.query,
        request.form,
        request.body,
        request.user,
        request.token,
        keys,
    )
