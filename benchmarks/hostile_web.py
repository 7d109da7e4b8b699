"""Fetch from servers that try to stop, hold or mislead a build, and show what became of each.

    .venv/bin/python benchmarks/hostile_web.py [--only WORD]

Each case is a server on this machine, or an address that is none. Beside it stand an honest page
and a file of a folder; all are found as a build finds them. A case is passed where its document is
a row with the reason that is right (or with the right text), and the other two are read as ever.
The last line is one JSON object: cases, passed and the names of the failed.
"""

from __future__ import annotations

import argparse
import dataclasses
import gzip
import json
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

sys.path.insert(
    0, str(Path(__file__).resolve().parents[1])
)  # as a script, only this folder is on it

from graphwright.documents.sources.discover import discover
from graphwright.documents.sources.pages import Pages
from graphwright.documents.sources.remote import fetch_remote
from graphwright.settings import FetchSettings, Settings, parse_settings
from graphwright.tables import SourceDocument, table_of

LIMIT_SECONDS = 1.0
MAX_BYTES = 100_000
_GOOD = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 6\r\n\r\nhonest"

Handler = Callable[[socket.socket, bytes], None]
Answer = bytes | Handler | None


class RawServer:
    """A server on 127.0.0.1 that answers each request with bytes, or by a function.

    It knows nothing of HTTP, so it can break every rule. ``requests`` are those that came.
    """

    def __init__(self, answer: bytes | Handler, host: str = "127.0.0.1") -> None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self.requests: list[bytes] = []
        self._answer = answer
        self._listener = socket.create_server((host, 0), family=family)
        self.port: int = self._listener.getsockname()[1]
        self.url = f"http://{f'[{host}]' if ':' in host else host}:{self.port}"
        threading.Thread(target=self._serve, daemon=True).start()

    def __enter__(self) -> RawServer:
        return self

    def __exit__(self, *args: object) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)  # wakes who waits in accept
        self._listener.close()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._listener.accept()
                threading.Thread(target=self._talk, args=(connection,), daemon=True).start()

    def _talk(self, connection: socket.socket) -> None:
        with connection, suppress(OSError):
            request = connection.recv(1 << 16)
            self.requests.append(request)
            if isinstance(self._answer, bytes):
                connection.sendall(self._answer)
            else:
                self._answer(connection, request)


def head(*lines: str, status: str = "200 OK") -> bytes:
    """Return the head of an answer."""
    return "\r\n".join([f"HTTP/1.1 {status}", *lines, "", ""]).encode("latin-1")


def redirect(target: str, status: str = "302 Found") -> bytes:
    """Return an answer that redirects."""
    return head(f"Location: {target}", "Content-Length: 0", status=status)


def drip(piece: bytes, first: bytes = b"", seconds: float = 0.05) -> Handler:
    """Return an answer that never ends: it sends a piece, waits, and sends it again."""

    def answer(connection: socket.socket, request: bytes) -> None:
        connection.sendall(first)
        while True:
            connection.sendall(piece)
            time.sleep(seconds)

    return answer


def flood(piece: bytes, first: bytes = b"") -> Handler:
    """Return an answer that never ends, and comes as fast as it can."""
    return drip(piece, first, 0)


class FullServer:
    """A server that takes no connection, and has no room for one that waits."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=0)
        self.port: int = self._listener.getsockname()[1]
        self._waiting = [socket.socket() for _ in range(4)]
        for connection in self._waiting:
            connection.setblocking(False)
            connection.connect_ex(("127.0.0.1", self.port))

    def __enter__(self) -> FullServer:
        return self

    def __exit__(self, *args: object) -> None:
        for open_socket in (self._listener, *self._waiting):
            open_socket.close()


def silence(connection: socket.socket, request: bytes) -> None:
    """Answer nothing, and keep the connection."""
    while connection.recv(1 << 16):
        pass


@dataclasses.dataclass(frozen=True)
class Case:
    """A server's answer (None: it takes no connection), or an address that is none.

    ``reason`` is what the row must say, ``text`` what a good page must hold; ``scheme`` and
    ``path`` say how the server is asked.
    """

    name: str
    answer: Answer = b""
    reason: str = ""
    text: bytes = b""
    address: str = ""
    scheme: str = "http"
    path: str = "/page.txt"


_LATE = "took too long"
_ADDRESS = "its address is not valid"
_BROKEN = "breaks off"
_LEADS = "redirects to a host of this network"
_CHUNKED = head("Transfer-Encoding: chunked")
_PLAIN = head("Content-Type: text/plain", "Content-Length: 2")
_GZIP = head("Content-Encoding: gzip", "Connection: close")
_TLS = b"\x16\x03\x03\x40\x00"
"""The start of a record of a TLS handshake of 16 KB."""


def _addresses() -> Iterator[Case]:
    """Addresses that are none, in the settings."""
    named = {
        "open_bracket": ("http://[::1/", _ADDRESS),
        "no_host": ("http:///page", _ADDRESS),
        "port_out_of_range": ("http://127.0.0.1:99999/", _ADDRESS),
        "port_of_letters": ("http://127.0.0.1:http/", _ADDRESS),
        "negative_port": ("http://127.0.0.1:-1/", _ADDRESS),
        "label_of_64_characters": (f"http://{'a' * 64}.example/", "no address is known"),
        "empty_label": ("http://a..example/", "no address is known"),
        "host_of_300_characters": (f"http://{'a.' * 150}example/", "no address is known"),
        "nul_in_the_host": ("http://127.0\0.0.1/", _ADDRESS),
        "invalid_idna": ("http://\u2024\u2024/", _ADDRESS),
        "invalid_punycode": ("http://xn--a/", "no address is known"),
        "right_to_left_label": ("http://a\u05d0.example/", _ADDRESS),
        "zone_of_an_address": ("http://[fe80::1%25no0]/", ""),
        "surrogate": ("http://127.0.0.1/\ud800", "not valid UTF-8"),
        "unknown_scheme": ("gopher7://host/page", "No source reads"),
        "nul_in_a_file": ("/srv/a\0b.md", "NUL"),
        "nul_in_a_file_address": ("file:///srv/a%00b.md", "NUL"),
        "bracket_in_a_file_address": ("file://[x", "no address of a file"),
        "name_of_5000_characters": (f"/{'a' * 5000}.md", "File name too long"),
    }
    for name, (address, reason) in named.items():
        yield Case(name, reason=reason or "cannot be read", address=address)


def _locations() -> Iterator[Case]:
    """Redirects to what is no page."""
    named = {
        "to_latin_1": ("/caf\xe9", "more than 10 times"),
        "to_itself": ("/page.txt", "more than 10 times"),
        "to_an_open_bracket": ("http://[::1/", _ADDRESS),
        "to_a_port_out_of_range": ("http://127.0.0.1:70000/", _ADDRESS),
        "to_a_label_of_64_characters": (f"http://{'a' * 64}.example/", "no address is known"),
        "to_invalid_idna": ("http://\xe2\x80\xa4\xe2\x80\xa4/", _ADDRESS),
        "to_no_host": ("http:///page", ""),
        "to_a_nul": ("http://127.0.0.1\0/", _ADDRESS),
        "to_a_file": ("file:///etc/passwd", "neither http: nor https:"),
        "to_ftp": ("ftp://127.0.0.1/x", "neither http: nor https:"),
        "to_data": ("data:text/plain,secret", "neither http: nor https:"),
        "to_a_script": ("javascript:alert(1)", "neither http: nor https:"),
        "to_64_kilobytes": ("/" + "a" * 65_000, "more than 10 times"),
    }
    for name, (target, reason) in named.items():
        yield Case(f"redirect_{name}", redirect(target), reason or "cannot be read")
    yield Case("redirect_nowhere", head(status="302 Found"), "HTTP status 302")
    yield Case("redirect_300", redirect("/other", "300 Multiple Choices"), "HTTP status 300")


def _internal() -> Iterator[Case]:
    """Redirects into networks that only this machine can reach."""
    hosts = {
        "private_10": "10.0.0.1", "private_172": "172.16.0.1", "private_192": "192.168.0.1",
        "shared": "100.64.0.1", "link_local": "169.254.1.1", "metadata": "169.254.169.254",
        "metadata_ipv6": "[fd00:ec2::254]", "unique_local": "[fd12::1]",
        "link_local_ipv6": "[fe80::1]", "mapped": "[::ffff:10.0.0.1]",
        "mapped_hexadecimal": "[::ffff:a00:1]", "nat64": "[64:ff9b::a00:1]",
        "six_to_four": "[2002:a00:1::]", "decimal": "167772161", "octal": "012.0.0.1",
        "hexadecimal": "0xa.0.0.1", "short": "10.1", "multicast": "224.0.0.1",
        "broadcast": "255.255.255.255",
    }  # fmt: skip
    for name, host in hosts.items():
        yield Case(f"internal_{name}", redirect(f"http://{host}:9/secret"), _LEADS)
    yield Case("internal_by_https", redirect("https://10.0.0.1/"), _LEADS)
    yield Case("internal_without_scheme", redirect("//10.0.0.1/"), _LEADS)
    yield Case("internal_with_user", redirect("http://a@10.0.0.1/"), _LEADS)


def _slow() -> Iterator[Case]:
    """Servers that keep a fetch waiting."""
    yield Case("connection_that_hangs", None, _LATE)
    yield Case("silence", silence, _LATE)
    yield Case("dripped_status", drip(b"H"), _LATE)
    yield Case("dripped_head", drip(b"x", b"HTTP/1.1 200 OK\r\nX: "), _LATE)
    yield Case("dripped_length", drip(b"x", head("Content-Length: 90000")), _LATE)
    yield Case("dripped_body", drip(b"x", head("Connection: close")), _LATE)
    yield Case("dripped_chunks", drip(b"1\r\nx\r\n", _CHUNKED), _LATE)
    yield Case("dripped_chunk_length", drip(b"0", _CHUNKED), _LATE)
    yield Case("dripped_trailer", drip(b"X: y\r\n", _CHUNKED + b"0\r\n"), _LATE)
    yield Case("dripped_gzip", drip(b"\0", _GZIP + b"\x1f\x8b\x08\x10" + bytes(6)), _LATE)
    yield Case("endless_100_continue", drip(b"HTTP/1.1 100 Continue\r\n\r\n"), _LATE)
    yield Case("flood_of_100_continue", flood(b"HTTP/1.1 100 Continue\r\n\r\n" * 99), _LATE)
    yield Case("slow_redirects", drip(b"x", b"HTTP/1.1 302 Found\r\nLocation: /"), _LATE)
    yield Case("tls_silence", silence, _LATE, scheme="https")
    yield Case("tls_dripped_handshake", drip(b"\0", _TLS), _LATE, scheme="https")


def _broken() -> Iterator[Case]:
    """Answers that are none, and what a server may get wrong without harm."""
    body = b"a" * 5000
    packed = gzip.compress(body)
    cut = head("Content-Encoding: gzip", f"Content-Length: {len(packed)}") + packed[:-9]
    yield Case("closed_at_once", b"", _BROKEN)
    yield Case("no_http", b"SSH-2.0-OpenSSH_9.0\r\n", _BROKEN)
    yield Case("binary", bytes(range(256)) * 20, _BROKEN)
    yield Case("status_of_letters", b"HTTP/1.1 abc\r\n\r\n", _BROKEN)
    yield Case("status_line_of_70000_characters", b"HTTP/1.1 200 " + b"a" * 70_000, _BROKEN)
    yield Case("flood_of_headers", flood(b"X: y\r\n" * 99, b"HTTP/1.1 200 OK\r\n"), _BROKEN)
    yield Case("header_without_end", flood(b"y" * 999, b"HTTP/1.1 200 OK\r\nX: "), _BROKEN)
    yield Case("length_too_great", head("Content-Length: 9") + b"short", _BROKEN)
    yield Case("two_lengths", head("Content-Length: 5, 6") + b"short", _BROKEN)
    yield Case("chunk_of_letters", _CHUNKED + b"zz\r\nx\r\n", _BROKEN)
    yield Case("chunk_negative", _CHUNKED + b"-5\r\nx\r\n", _BROKEN)
    yield Case("chunk_cut", _CHUNKED + b"ff\r\nx", _BROKEN)
    yield Case("chunks_without_end", _CHUNKED + b"1\r\nx\r\n", _BROKEN)
    yield Case("chunk_length_without_end", flood(b"0" * 999, _CHUNKED), _BROKEN)
    yield Case("gzip_that_is_none", _GZIP + b"plain text", "not encoded as it says")
    yield Case("gzip_cut", cut, _BROKEN)
    bomb = gzip.compress(bytes(50_000_000))
    yield Case("gzip_bomb", _GZIP + bomb, "is larger than")
    yield Case("endless_body", flood(b"a" * 999, head()), "is larger than")
    yield Case("tls_asked_of_http", _GOOD, "its TLS is not accepted", scheme="https")
    yield Case("status_103", head(status="103 Early Hints") + _GOOD, "HTTP status 103")
    yield Case("status_599", head(status="599 No"), "HTTP status 599")
    for name, date in {
        "year_9999": "Fri, 31 Dec 9999 23:59:59 -1200",
        "year_0": "Sat, 01 Jan 0000 00:00:00 GMT",
        "year_of_20_digits": "Mon, 01 Jan 99999999999999999999 00:00:00 GMT",
        "date_of_words": "yesterday",
        "date_with_latin_1": "Mon, 01 J\xe4n 2024 00:00:00 GMT",
    }.items():
        answer = head(f"Last-Modified: {date}", "Content-Length: 2") + b"ok"
        yield Case(date_name := f"last_modified_{name}", answer, text=b"ok", path=f"/{date_name}")
    yield Case(
        "type_with_latin_1", head("Content-Type: te\xe9xt", "Content-Length: 2") + b"ok", text=b"ok"
    )
    yield Case("nul_in_the_path", _PLAIN + b"ok", text=b"ok", path="/a\0b")
    yield Case("control_in_the_path", _PLAIN + b"ok", text=b"ok", path="/a\x1b[2J\nb")


CASES: tuple[Case, ...] = (
    *_addresses(), *_locations(), *_internal(), *_slow(), *_broken(),
)  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Outcome:
    """What became of a case; ``word`` says what its row says."""

    name: str
    passed: bool
    word: str


def run(chosen: tuple[Case, ...], folder: Path) -> list[Outcome]:
    """Fetch all cases together, as the documents of one build; return what became of each."""
    (folder / "local").mkdir(parents=True)
    (folder / "local" / "a.md").write_text("A file of a folder.")
    with ExitStack() as stack:
        honest = stack.enter_context(RawServer(_GOOD))
        servers = [None if c.address else stack.enter_context(_server(c)) for c in chosen]
        urls = [
            case.address
            if server is None
            else f"{case.scheme}://127.0.0.1:{server.port}{case.path}"
            for case, server in zip(chosen, servers, strict=True)
        ]
        settings = _settings([*urls, f"{honest.url}/honest.txt"], folder)
        pages = Pages(folder / "pages")
        rows = discover(settings, remote=fetch_remote(settings, pages))
    table_of(SourceDocument).from_rows(rows)
    by_collection = {row.collection: row for row in rows}
    good = (
        by_collection["local"].problem is None
        and _text(by_collection[f"c{len(chosen)}"], pages) == b"honest"
    )
    return [_outcome(c, by_collection[f"c{i}"], pages, good) for i, c in enumerate(chosen)]


def _server(case: Case) -> RawServer | FullServer:
    return FullServer() if case.answer is None else RawServer(case.answer)


def _settings(urls: list[str], folder: Path) -> Settings:
    collections: list[dict[str, object]] = [
        {"name": f"c{index}", "urls": [url]} for index, url in enumerate(urls)
    ]
    collections.append({"name": "local", "folder": str(folder / "local")})
    fetch = FetchSettings(timeout_seconds=LIMIT_SECONDS, at_once=16)
    raw: dict[str, object] = {"collections": collections, "parse": {"max_bytes": MAX_BYTES}}
    settings = parse_settings(raw, origin=folder / "sources.yaml")
    return settings.model_copy(update={"fetch": fetch})


def _text(row: SourceDocument, pages: Pages) -> bytes:
    return b"" if row.problem is not None else pages.read(row.sha256)


def _outcome(case: Case, row: SourceDocument, pages: Pages, good: bool) -> Outcome:
    said = row.problem or ""
    read = _text(row, pages) == case.text
    right = read if case.text else bool(said) and case.reason in said
    return Outcome(case.name, right and good, said or f"read, {row.size} bytes")


def cases() -> Iterator[tuple[str, bool, str]]:
    """Yield name, whether it passed, and what its row says, for each case."""
    yield from map(dataclasses.astuple, _all(""))


def _all(only: str) -> list[Outcome]:
    with tempfile.TemporaryDirectory() as folder:
        return run(tuple(case for case in CASES if only in case.name), Path(folder))


def main() -> None:
    """Print one line a case and a summary."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--only", default="", help="the cases whose name holds this word")
    found = _all(parser.parse_args().only)
    for outcome in found:
        print(f"{' ' if outcome.passed else '!'} {outcome.name:40} {outcome.word[:120]}")
    failed = [outcome.name for outcome in found if not outcome.passed]
    print(json.dumps({"cases": len(found), "passed": len(found) - len(failed), "failed": failed}))
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
