"""The example's application over HTTP: who may ask, what is logged, what its options change."""

from __future__ import annotations

import datetime
import http.client
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from urllib.parse import urlencode, urlsplit

import pytest
from gold_format import EXAMPLES
from slipway.options import Options
from slipway.server import running
from slipway.site import DEMO_PASSWORD, PASSWORD_VARIABLE, USER, Site


class Client:
    """A client that keeps the cookie of its session."""

    def __init__(self, home: str) -> None:
        self.host = urlsplit(home).netloc
        self.cookie = ""

    def ask(
        self, method: str, path: str, form: dict[str, str] | None = None
    ) -> tuple[int, str, str]:
        """Return status, text and where the answer sends its reader."""
        connection = http.client.HTTPConnection(self.host, timeout=10)
        headers = {"Cookie": self.cookie}
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection.request(
            method, path, urlencode(form or {}) if form is not None else None, headers
        )
        answer = connection.getresponse()
        text = answer.read().decode("utf-8", "replace")
        cookie = answer.headers.get("Set-Cookie")
        if cookie:
            self.cookie = cookie.split(";")[0]
        connection.close()
        return answer.status, text, answer.headers.get("Location", "")

    def log_in(self, password: str = DEMO_PASSWORD) -> str:
        """Log in, and return where that leads."""
        return self.ask("POST", "/login", {"name": USER, "password": password})[2]

    def get(self, path: str) -> str:
        """Return a page."""
        status, text, _ = self.ask("GET", path)
        assert status == 200, (path, status)
        return text

    def token(self) -> str:
        """Return what a form sends back."""
        found = re.search(r'name="token" content="([^"]+)"', self.get("/"))
        assert found is not None
        return found[1]


@pytest.fixture
def site() -> Site:
    return Site(Options(clock=datetime.datetime(2026, 3, 2, 9, 30)))


@pytest.fixture
def home(site: Site) -> Iterator[str]:
    with running(site) as address:
        yield address


@pytest.fixture
def client(home: str) -> Client:
    one = Client(home)
    assert one.log_in() == "/"
    return one


def test_nobody_sees_a_page_without_a_session(home: str) -> None:
    stranger = Client(home)
    assert stranger.ask("GET", "/sales/orders")[2] == "/login"
    assert stranger.log_in("wrong") == "/login?wrong=1"
    assert stranger.ask("POST", "/sales/orders", {"customer": "x"})[2] == "/login"


def test_the_password_is_taken_from_the_environment(
    home: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PASSWORD_VARIABLE, "another")
    assert Client(home).log_in() == "/login?wrong=1"
    assert Client(home).log_in("another") == "/"


def test_reading_changes_nothing(site: Site, client: Client) -> None:
    before = site.data.digest()
    for path in (
        "/",
        "/sales/orders?status=Held&sort=total&page=2",
        "/sales/orders/4000",
        "/board",
    ):
        client.get(path)
    assert client.ask("POST", "/stock/transfers/new/lines", {"source": "Norrvik"})[0] == 200
    assert (site.writes, site.data.digest()) == ([], before)


def test_each_write_is_logged_and_changes_the_digest(site: Site, client: Client) -> None:
    before = site.data.digest()
    client.ask("POST", "/sales/orders/4001/delete", {"token": client.token()})
    first = site.data.digest()
    client.ask("GET", "/service/cases/301?action=take")
    second = site.data.digest()
    client.ask("GET", "/sales/orders/4000/hold?do=hold")
    assert site.writes == [
        "POST /sales/orders/4001/delete",
        "GET /service/cases/301?action=take",
        "GET /sales/orders/4000/hold",
    ]
    assert len({before, first, second, site.data.digest()}) == 4


def test_a_write_without_the_token_is_logged_and_refused(site: Site, client: Client) -> None:
    before = site.data.digest()
    status, _, _ = client.ask("POST", "/admin/reset", {"token": "made up"})
    assert (status, site.writes, site.data.digest()) == (403, ["POST /admin/reset"], before)


def test_logout_ends_one_session(site: Site, home: str, client: Client) -> None:
    other = Client(home)
    other.log_in()
    client.ask("GET", "/logout")
    assert client.ask("GET", "/")[2] == "/login"
    assert "Dashboard" in other.get("/")
    assert site.logouts == 1


def test_texts_of_users_are_escaped(client: Client) -> None:
    shown = client.get("/search?q=%3Cscript%3Ealert(1)%3C/script%3E")
    assert "<script>alert" not in shown
    assert "&lt;script&gt;alert" in shown


@pytest.mark.parametrize(
    "path", ["/static/../site.py", "/static/%2e%2e/site.py", "/sales/orders/..", "/nothing"]
)
def test_paths_lead_nowhere_else(client: Client, path: str) -> None:
    assert client.ask("GET", path)[0] in (303, 404)


def test_too_large_a_request_is_refused(client: Client) -> None:
    assert client.ask("POST", "/sales/orders", {"customer": "x" * 200_000})[0] == 413


def test_wrong_ids_lead_back_to_the_list(client: Client) -> None:
    assert client.ask("GET", "/sales/orders/99999")[2] == "/sales/orders"
    assert client.ask("GET", "/service/calendar/2026-99")[2] == "/service/calendar"


def test_the_calendar_has_no_end(client: Client) -> None:
    path, met = "/service/calendar", []
    for _ in range(40):
        met.append(path)
        found = re.search(r'href="([^"]+)">Next month', client.get(path))
        assert found is not None
        path = found[1]
    assert len(set(met)) == 40
    assert "2029-07" in path


def test_two_starts_show_the_same_pages(client: Client, site: Site) -> None:
    other = Site(site.options)
    with running(other) as address:
        again = Client(address)
        again.log_in()
        for path in ("/sales/orders", "/stock/items/7", "/service/calendar"):
            one, two = (
                re.sub(r'(content|value)="[^"]{20,}"', "", c.get(path)) for c in (client, again)
            )
            assert one == two


def test_options_change_what_they_say_and_sessions_stay(site: Site, client: Client) -> None:
    assert "Request a certificate" not in client.get("/service/certificates")
    assert "09:30:00" in client.get("/")
    site.options = Options(changed_page=True, moved_menu=True)
    assert "Request a certificate" in client.get("/service/certificates")
    sales = client.get("/")
    assert sales.index("Audit log") < sales.index("Price lists")


def test_several_clients_ask_at_once(home: str) -> None:
    failed: list[str] = []

    def work() -> None:
        one = Client(home)
        one.log_in()
        for number in range(4000, 4010):
            if f"Order {number}" not in one.get(f"/sales/orders/{number}"):
                failed.append(str(number))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


def test_the_command_starts_at_once_and_tells_what_was_written() -> None:
    began = time.monotonic()
    command = [sys.executable, str(EXAMPLES / "application"), "--port", "0", "--rows", "3"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=dict(os.environ))
    assert process.stdout is not None
    try:
        said = process.stdout.readline()
        taken = time.monotonic() - began
        client = Client(said.split()[-1])
        client.log_in()
        assert "Close case" in client.get("/service/cases/301")
        client.ask("GET", "/service/cases/301/close")
        process.send_signal(signal.SIGTERM)
        rest, _ = process.communicate(timeout=10)
    finally:
        process.kill()
    assert said.startswith("Slipway serves at http://127.0.0.1:")
    assert taken < 3  # under 1 s where the machine does nothing else
    assert rest.splitlines() == ["write: GET /service/cases/301/close", "1 writes; data changed"]
