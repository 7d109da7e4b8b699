"""A small web application for tests of crawls: pages by path, a log of requests, a login if asked.

Every page has the same shell, so that links to all of them are on each.
"""

from __future__ import annotations

import base64
import contextlib
import dataclasses
import http.server
import shutil
import threading
import urllib.parse
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from graphwright.applications.capture import Capture
from graphwright.applications.crawl.crawling import crawl_application
from graphwright.applications.crawl.report import CrawlReport
from graphwright.applications.observation import Observation, ObservedAction, ObservedState
from graphwright.applications.observation_store import load_observation
from graphwright.settings import ApplicationSettings
from graphwright.store.lake import Lake
from graphwright.tables.applications import UiElement

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
USER, PASSWORD = "robin", "correct horse"

LOGIN_PAGE = """<title>Welcome</title><main><h1>Log in</h1>
<form method="post" action="/login">
<label>User <input name="user" type="text"></label>
<label>Password <input name="pass" type="password"></label>
<button>Log in</button></form></main>"""


@dataclasses.dataclass
class Site:
    """Pages by path; ``shell`` are those that every page links to.

    ``login`` asks for a form's session, ``basic`` for HTTP's. ``forget_after`` requests the server
    forgets its sessions, once.
    """

    pages: dict[str, str | Callable[[], str]] = dataclasses.field(default_factory=dict)
    answers: dict[str, tuple[int, dict[str, str], bytes]] = dataclasses.field(default_factory=dict)
    shell: tuple[str, ...] = ()
    login: bool = False
    basic: bool = False
    forget_after: int = 0
    log: list[tuple[str, str]] = dataclasses.field(default_factory=list)
    referers: dict[str, str | None] = dataclasses.field(default_factory=dict)
    sessions: set[str] = dataclasses.field(default_factory=set)
    address: str = ""
    logins: int = 0

    @property
    def written(self) -> list[tuple[str, str]]:
        """Return the requests that write, the login aside."""
        safe = ("GET", "HEAD", "OPTIONS")
        return [(m, p) for m, p in self.log if m not in safe and p != "/login"]

    def opened(self, path: str) -> int:
        return sum(1 for method, opened in self.log if method == "GET" and opened == path)

    def page(self, path: str) -> str | None:
        made = self.pages.get(path) or self.pages.get(path.partition("?")[0])
        if made is None:
            return None
        links = "".join(f'<a href="{to}">{_name(to)}</a> ' for to in self.shell)
        body = made if isinstance(made, str) else made()
        return f"<!doctype html><nav>{links}</nav>{body}"


def _name(path: str) -> str:
    return path.strip("/").replace("/", " ").title() or "Home"


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    site: Site

    def log_message(self, format: str, *arguments: object) -> None:
        pass

    def do_GET(self) -> None:
        site, path = self.site, self.path
        site.log.append(("GET", path))
        site.referers.setdefault(path, self.headers.get("Referer"))
        if site.forget_after and len(site.log) >= site.forget_after:
            site.forget_after = 0
            site.sessions.clear()
        if site.basic and not self._knows_basic():
            self._send(401, b"who?", {"WWW-Authenticate": 'Basic realm="site"'})
        elif site.login and self._session() not in site.sessions:
            self._send(200, LOGIN_PAGE.encode())
        elif path in site.answers:
            status, headers, body = site.answers[path]
            self._send(status, body, headers)
        elif (page := site.page(path)) is not None:
            self._send(200, page.encode())
        else:
            self._send(404, b"<title>Nothing here</title>")

    def do_POST(self) -> None:
        site = self.site
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        site.log.append(("POST", self.path))
        form = urllib.parse.parse_qs(body)
        if self.path == "/login" and (form["user"], form["pass"]) == ([USER], [PASSWORD]):
            site.logins += 1
            name = f"session{site.logins}"
            site.sessions.add(name)
            self._send(303, b"", {"Location": "/", "Set-Cookie": f"sid={name}; Path=/"})
        elif self.path == "/login":
            self._send(200, LOGIN_PAGE.encode())
        else:
            self._send(200, b"written")

    def do_PUT(self) -> None:
        self.do_POST()

    def do_DELETE(self) -> None:
        self.do_POST()

    def _session(self) -> str | None:
        cookies = dict(
            part.strip().partition("=")[::2] for part in self.headers.get("Cookie", "").split(";")
        )
        return cookies.get("sid")

    def _knows_basic(self) -> bool:
        right = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
        return self.headers.get("Authorization") == f"Basic {right}"

    def _send(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        given = {"Content-Type": "text/html; charset=utf-8", **(headers or {})}
        for name, value in given.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        with contextlib.suppress(ConnectionError):
            self.wfile.write(body)


@contextlib.contextmanager
def serving(site: Site) -> Iterator[Site]:
    """Run a site on a free port of this machine until the block ends."""
    handler = type("Handler", (_Handler,), {"site": site})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    site.address = f"http://127.0.0.1:{server.server_port}"
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()


def settings_of(site: Site, **given: object) -> ApplicationSettings:
    """Return what a crawl of a site is told; ``given`` goes before."""
    return ApplicationSettings.model_validate(
        {"name": "site", "home": f"{site.address}/", "limits": {"page_seconds": 10}, **given}
    )


@dataclasses.dataclass(frozen=True)
class Seen:
    """An observation by titles and names, as a reader of a test thinks of it."""

    observation: Observation

    def capture(self, state: ObservedState) -> Capture:
        return self.observation.captures[state.capture]

    def state(self, title: str) -> ObservedState:
        """Return the one state of a title, or of a title and an open dialog: ``Home/Help``."""
        found = [state for state in self.observation.states if self.title(state) == title]
        assert len(found) == 1, f"{len(found)} states are {title}: {self.titles}"
        return found[0]

    def title(self, state: ObservedState) -> str:
        capture = self.capture(state)
        return "/".join([capture.title, *capture.dialogs])

    @property
    def titles(self) -> list[str]:
        return sorted(map(self.title, self.observation.states))

    def element(self, action: ObservedAction) -> UiElement:
        states = {state.identity: state for state in self.observation.states}
        elements = self.capture(states[action.state]).elements
        return next(element for element in elements if element.key == action.element)

    def action(self, title: str, name: str) -> ObservedAction:
        identity = self.state(title).identity
        found = [
            action
            for action in self.observation.actions
            if action.state == identity and self.element(action).name == name
        ]
        assert len(found) == 1, f"{len(found)} actions of {title} are {name}"
        return found[0]

    def target(self, title: str, name: str) -> str | None:
        wanted = self.action(title, name).target
        states = {state.identity: state for state in self.observation.states}
        return None if wanted is None else self.title(states[wanted])


def crawl_site(
    lake: Lake, site: Site, *, clean: bool = False, **given: object
) -> tuple[Seen, CrawlReport]:
    """Crawl a site that is served, and return what the lake then holds; skips without a browser."""
    if BROWSER is None:
        pytest.skip("no Chromium is installed")
    report = crawl_application(lake, settings_of(site, **given), clean=clean)
    observation = load_observation(lake, "site")
    assert observation is not None
    return Seen(observation), report


def pids_below(pid: int) -> list[int]:
    """Return the processes that a process has started, and those that these have."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            fields = stat.read_text().rpartition(")")[2].split()
            if int(fields[1]) == pid:
                child = int(stat.parent.name)
                found += [child, *pids_below(child)]
    return found
