"""Web pages: what any server may do to a build, and where a fetch may lead."""

from __future__ import annotations

import base64
import socket
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from benchmarks import hostile_web
from benchmarks.hostile_web import RawServer, head, redirect
from graphwright.documents.sources.discover import discover
from graphwright.documents.sources.internal_addresses import kind_of, parsed_address
from graphwright.documents.sources.pages import Pages
from graphwright.documents.sources.remote import fetch_remote
from graphwright.documents.sources.web_route import FetchError, Route
from graphwright.execution.time_limit import Deadline
from graphwright.settings import parse_settings
from graphwright.tables import SourceDocument

PAGE = head("Content-Type: text/plain", "Content-Length: 2") + b"ok"


def fetched(url: str, pages: Pages | None = None, **fetch: Any) -> SourceDocument:
    """The row of one URL."""
    raw: dict[str, object] = {"collections": [{"name": "web", "urls": [url]}], "fetch": fetch}
    settings = parse_settings(raw, origin=Path("/sources.yaml"))
    (row,) = discover(settings, remote=fetch_remote(settings, pages))
    return row


@pytest.mark.timeout(120)
def test_no_server_and_no_address_stops_or_holds_a_build(tmp_path: Path) -> None:
    outcomes = hostile_web.run(hostile_web.CASES, tmp_path)
    assert [(o.name, o.word) for o in outcomes if not o.passed] == []
    assert len(outcomes) == len({o.name for o in outcomes}) >= 90


def test_an_address_that_is_not_looked_up_in_time_is_a_row(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    released = threading.Event()
    looked_up = socket.getaddrinfo

    def slow(host: Any, *args: Any, **more: Any) -> Any:
        released.wait()
        return looked_up(host, *args, **more)

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    with RawServer(PAGE) as server:
        row = fetched(f"{server.url}/page.txt", timeout_seconds=0.2)
        released.set()
    assert "took too long" in (row.problem or "")


@pytest.fixture
def target() -> Iterator[RawServer]:
    with RawServer(PAGE) as server:
        yield server


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "localhost", "2130706433", "017700000001", "0x7f.0.0.1", "127.1", "0.0.0.0",
     "::ffff:127.0.0.1", "[::1]"],
)  # fmt: skip
def test_a_page_of_the_internet_leads_to_nothing_on_this_machine(
    target: RawServer, host: str
) -> None:
    route = Route(Deadline(5), ())
    route.redirected = True
    with pytest.raises(FetchError, match=r"loopback address.*fetch\.internal_redirects"):
        route.connect(host, target.port, (), checked=True)
    with pytest.raises(FetchError, match="loopback address"):
        route.enter_through_proxy(host)
    assert target.requests == []


def test_networks_of_the_settings_may_be_redirected_into(target: RawServer) -> None:
    route = Route(Deadline(5), ("127.0.0.0/16",))
    route.redirected = True
    with closing(route.connect("127.0.0.1", target.port, (), checked=True)) as connection:
        assert connection.getpeername() == ("127.0.0.1", target.port)
    with pytest.raises(FetchError, match="loopback"):
        route.connect("127.1.0.1", target.port, (), checked=True)


def test_a_source_in_a_network_may_redirect_inside_it_and_into_no_other(
    target: RawServer,
) -> None:
    with RawServer(redirect(f"{target.url}/page.txt")) as source:
        assert fetched(f"{source.url}/page.txt").problem is None
    with RawServer(redirect("http://192.168.7.7/")) as source:
        assert "private address" in (fetched(f"{source.url}/page.txt").problem or "")


def test_what_is_judged_is_the_address_that_is_connected_to(
    target: RawServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that resolves to another address each time is asked for once a connection."""
    asked: list[str] = []
    looked_up = socket.getaddrinfo

    def rebinding(host: Any, *args: Any, **more: Any) -> Any:
        if host != "rebind.example":
            return looked_up(host, *args, **more)
        asked.append(host)
        address = "127.0.0.1" if len(asked) == 1 else "10.0.0.1"
        return looked_up(address, *args, **more)

    monkeypatch.setattr(socket, "getaddrinfo", rebinding)
    with RawServer(redirect(f"http://rebind.example:{target.port}/page.txt")) as source:
        assert fetched(f"{source.url}/page.txt").problem is None
        assert asked == ["rebind.example"]
        assert "private address" in (fetched(f"{source.url}/page.txt").problem or "")
    assert len(target.requests) == 1


def test_a_redirect_that_resolves_to_several_addresses_is_refused_for_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked_up = socket.getaddrinfo

    def both(host: Any, port: int, *args: Any, **more: Any) -> Any:
        return [
            *looked_up("127.0.0.1", port, *args, **more),
            *looked_up("10.0.0.1", port, *args, **more),
        ]

    monkeypatch.setattr(socket, "getaddrinfo", both)
    with RawServer(lambda c, r: c.sendall(redirect("http://127.0.0.1:9/"))) as source:
        assert "private address" in (fetched(f"{source.url}/").problem or "")


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("8.8.8.8", None), ("2606:4700::1111", None), ("10.255.255.255", "private"),
        ("172.32.0.1", None), ("100.64.0.1", "shared"), ("100.128.0.1", None),
        ("100.100.100.200", "metadata"), ("168.63.129.16", "metadata"),
        ("fe80::1%eth0", "link-local"),
        ("::ffff:169.254.169.254", "metadata"), ("64:ff9b::808:808", None),
        ("64:ff9b::7f00:1", "loopback"), ("2002:7f00:1::", "loopback"), ("::7f00:1", "loopback"),
        ("::", "loopback"), ("fc00::1", "private"), ("192.0.2.1", "reserved"),
        ("240.0.0.1", "reserved"),
    ],
)  # fmt: skip
def test_kinds_of_addresses(address: str, kind: str | None) -> None:
    assert kind_of(parsed_address(address)) == kind


def authorization(request: bytes) -> str | None:
    """The user and password of a request."""
    for line in request.split(b"\r\n"):
        name, _, value = line.partition(b": ")
        if name.lower() == b"authorization":
            return base64.b64decode(value.removeprefix(b"Basic ")).decode()
    return None


def test_a_password_goes_along_on_its_own_host_and_to_no_other(
    target: RawServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("default login ann password kept\n")
    netrc.chmod(0o600)
    monkeypatch.setenv("NETRC", str(netrc))

    def answer(connection: socket.socket, request: bytes) -> None:
        there = f"http://bob:theirs@127.0.0.1:{target.port}/page.txt"
        first = request.startswith(b"GET /first")
        connection.sendall(redirect("/second" if first else there))

    with RawServer(answer) as source:
        row = fetched(f"http://user:p%40ss@127.0.0.1:{source.port}/first")
        assert row.problem is None
        assert [authorization(r) for r in source.requests] == ["user:p@ss", "user:p@ss"]
    assert [authorization(request) for request in target.requests] == [None]
    assert "p%40ss" not in str(row)


def test_a_cookie_of_one_host_is_not_sent_to_another(target: RawServer) -> None:
    there = f"http://localhost:{target.port}/page.txt"
    lines = ("Set-Cookie: key=secret", f"Location: {there}", "Content-Length: 0")
    with RawServer(head(*lines, status="302 Found")) as source:
        assert fetched(f"{source.url}/").problem is None
    assert b"secret" not in target.requests[0]


def test_a_location_in_latin_1_or_utf_8_is_followed() -> None:
    for target, path in (
        (b"/caf\xe9.txt", b"/caf%E9.txt"),
        (b"/caf\xc3\xa9.txt", b"/caf%C3%A9.txt"),
    ):
        answers = {
            b"/": b"HTTP/1.1 301 Moved\r\nContent-Length: 0\r\nLocation: " + target + b"\r\n\r\n",
            path: PAGE,
        }

        def answer(connection: socket.socket, request: bytes, known: Any = answers) -> None:
            connection.sendall(known.get(request.split()[1], head(status="404 Not Found")))

        with RawServer(answer) as source:
            assert fetched(f"{source.url}/").problem is None


def test_what_was_fetched_is_kept_once_and_checked(tmp_path: Path) -> None:
    pages = Pages(tmp_path / "pages")
    with RawServer(PAGE) as server:
        row = fetched(f"{server.url}/page.txt", pages)
        (kept,) = pages.folder.iterdir()
        kept.write_bytes(b"no")
        with pytest.raises(Exception, match="no longer in the lake's cache"):
            pages.read(row.sha256)
        fetched(f"{server.url}/page.txt", pages)
    assert pages.read(row.sha256) == b"ok"
    pages.drop_others(set())
    assert kept.exists(), "another build may have fetched it just now"


def test_a_store_that_hangs_is_a_row() -> None:
    import fsspec
    from fsspec.implementations.memory import MemoryFileSystem

    released = threading.Event()

    class Hanging(MemoryFileSystem):
        protocol = "hanging"

        def isdir(self, path: str) -> bool:
            return False if "read" in path else released.wait()

        def _open(self, *args: Any, **more: Any) -> Any:
            released.wait()

    fsspec.register_implementation("hanging", Hanging, clobber=True)
    listed = fetched("hanging://user:secret@list", timeout_seconds=0.2)
    read = fetched("hanging://read.md", timeout_seconds=0.2)
    released.set()
    assert "cannot be listed: it took too long" in (listed.problem or "")
    assert "cannot be read: it took too long" in (read.problem or "")
    assert "secret" not in str(listed)
