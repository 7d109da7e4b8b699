"""Requests of somebody who means harm: each is a clear refusal, soon, and nothing secret is logged.

They go over the wire to a real service with tokens and short limits of time.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import jwt
import pytest
from served import Served

from graphwright.graph.snapshot import Snapshot
from graphwright.serving.identity import add_token

SECRET = "s3cretword"
SECONDS = 2.0
API = "/api/v1"


@pytest.fixture(scope="module")
def token_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tokens") / "tokens.yaml"


@pytest.fixture(scope="module")
def token(token_file: Path) -> str:
    return add_token(token_file, "anna", ("staff",))


@pytest.fixture(scope="module")
def served(
    snapshot: Snapshot, token: str, token_file: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    lake = tmp_path_factory.mktemp("served") / "lake"
    shutil.copytree(snapshot.folder.parents[1], lake)
    limits = {"header_seconds": 1.0, "body_seconds": 1.0, "body_bytes": 64_000}
    with Served(lake, tokens=str(token_file), limits=limits) as service:
        yield service


class Attack(NamedTuple):
    """A request; ``expected`` is the status, ``{token}`` in it a token that is known."""

    name: str
    expected: int
    path: str = f"{API}/status"
    method: str = "GET"
    host: str = "localhost"
    headers: str = "Authorization: Bearer {token}\r\n"
    body: bytes = b""
    raw: bytes = b""
    pause: float = 0


def post(name: str, expected: int, body: bytes, headers: str = "") -> Attack:
    said = f"Authorization: Bearer {{token}}\r\nContent-Type: application/json\r\n{headers}"
    return Attack(name, expected, f"{API}/search", "POST", headers=said, body=body)


def get(name: str, expected: int, path: str) -> Attack:
    return Attack(name, expected, path)


def as_(name: str, expected: int, authorization: str) -> Attack:
    return Attack(name, expected, headers=f"Authorization: {authorization}\r\n")


def wire(name: str, expected: int, raw: bytes, pause: float = 0) -> Attack:
    return Attack(name, expected, raw=raw, pause=pause)


_FORGED = jwt.encode({"groups": ["staff"], "sub": SECRET}, "", algorithm="none")
_SIGNED = jwt.encode({"groups": ["staff"]}, "guessed" * 10, algorithm="HS256")
_LINE = b"POST /api/v1/search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
_SCRIPT = "%3Cscript%3Ealert(1)%3C/script%3E"

ATTACKS = [
    post("huge body", 413, b'{"question":"' + b"a" * 100_000 + b'"}'),
    post("long question", 422, json.dumps({"question": "a" * 20_001}).encode()),
    post("deep lists", 400, b"[" * 30_000),
    post("deep objects", 400, b'{"a":' * 5_000 + b"1" + b"}" * 5_000),
    post("deep value", 400, b'{"question":' + b"[" * 30 + b"]" * 30 + b"}"),
    post("binary", 400, bytes(range(256))),
    post("no UTF-8", 400, b'{"question": "\xff\xfe"}'),
    post("half a surrogate", 422, b'{"question": "\\ud800"}'),
    post("half of JSON", 400, b'{"question": "a'),
    post("a key twice", 400, b'{"question": "a", "question": "b"}'),
    post("NaN", 400, b'{"question": "a", "k": NaN}'),
    post("a number of 60,000 digits", 400, b'{"question": "a", "k": ' + b"9" * 60_000 + b"}"),
    post("an exponent", 422, b'{"question": "a", "k": 1e400}'),
    post("a list", 422, b'["question"]'),
    post("null", 422, b"null"),
    post("nothing", 422, b""),
    post("a field more", 422, b'{"question": "a", "groups": ["staff"]}'),
    post("polluted", 422, b'{"question": "a", "__proto__": {"k": 1}}'),
    post("k of none", 422, b'{"question": "a", "k": 0}'),
    post("k of too many", 422, b'{"question": "a", "k": 1000000000}'),
    post("k as text", 422, b'{"question": "a", "k": "many"}'),
    post("unknown strategy", 400, b'{"question": "a", "strategy": "../../etc/passwd"}'),
    post("no day", 422, b'{"question": "a", "as_of": "99999-99-99"}'),
    post("gzip", 415, b"\x1f\x8b\x08", "Content-Encoding: gzip\r\n"),
    Attack("XML", 422, f"{API}/search", "POST", body=b'<!DOCTYPE a SYSTEM "file:///etc/passwd">'),
    get("unknown evidence", 404, f"{API}/evidence/{'0' * 24}"),
    get("unknown document", 404, f"{API}/document/{'0' * 24}"),
    get("unknown entity", 404, f"{API}/entity?name=nobody-of-that-name"),
    get("evidence of a pattern", 422, f"{API}/evidence/%25%25"),
    get("SQL in an id", 422, f"{API}/evidence/a'%20OR%201=1--"),
    get("a path in an id", 404, f"{API}/document/..%2F..%2Fsources.yaml"),
    get("a path", 404, f"{API}/../../../../etc/passwd"),
    get("an encoded path", 404, "/%2e%2e/%2e%2e/etc/passwd"),
    get("a file of the lake", 404, "/snapshots/published.json"),
    get("a null byte", 404, "/static/%00/../../etc/passwd"),
    get("a name with a null byte", 404, f"{API}/entity?name=%00"),
    get("script in a name", 404, f"{API}/entity?name={_SCRIPT}"),
    get("script in a path", 404, f"/{_SCRIPT}"),
    get("script in a parameter", 422, f"{API}/search?question=a&{_SCRIPT}=1"),
    get("a parameter twice", 400, f"{API}/search?question=a&question=b"),
    get("a thousand parameters", 422, f"{API}/search?" + "&".join(f"p{n}=" for n in range(1_000))),
    get("depth without end", 422, f"{API}/subgraph?name=Orbit%20ERP&depth=1000"),
    get("no number", 422, f"{API}/document/{'0' * 24}?first=-1"),
    get("a long name", 422, f"{API}/entity?name={'a' * 5_000}"),
    get("a long address", 414, f"{API}/entity?name={'a' * 100_000}"),
    Attack("writing", 405, method="DELETE"),
    Attack("a method that is none", 405, method="BREW"),
    Attack("a foreign host", 421, host="rebound.example"),
    Attack("a host that begins like ours", 421, host="localhost.example"),
    Attack("a host with a port of letters", 421, host="localhost:x"),
    as_("a forged token", 401, f"Bearer gw_{SECRET}"),
    as_("an unsigned JWT", 401, f"Bearer {_FORGED}"),
    as_("a JWT of another key", 401, f"Bearer {_SIGNED}"),
    as_("a password", 401, "Basic YW5uYTpzM2NyZXR3b3Jk"),
    as_("a broken password", 401, "Basic \xff\xff"),
    as_("the hash of a token", 401, f"Bearer gw_{'0' * 64}"),
    Attack("groups in a header", 401, headers="X-Groups: staff\r\nX-Forwarded-User: anna\r\n"),
    wire("no host", 400, b"GET / HTTP/1.1\r\n\r\n"),
    wire("two hosts", 400, b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: a.example\r\n\r\n"),
    wire("no HTTP", 400, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"),
    wire("a large header", 400, b"GET / HTTP/1.1\r\nX: " + b"a" * 100_000 + b"\r\n\r\n"),
    Attack("large headers", 431, headers="X: " + "a" * 30_000 + "\r\n"),
    wire("two lengths", 400, _LINE + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\na"),
    wire("length and chunks", 400, _LINE + b"Content-Length: -1\r\n\r\n"),
    wire("a length without end", 413, _LINE + b"Content-Length: " + b"9" * 19 + b"\r\n\r\n"),
    wire("slow headers", 408, b"GET / HTTP/1.1\r\nX: aaaaaaaaaa", pause=0.05),
    wire("headers that do not end", 408, b"GET / HTTP/1.1\r\nHost: localhost\r\n"),
    wire("a slow body", 408, _LINE + b"Content-Length: 9\r\n\r\n{"),
    wire("chunks without end", 413, _LINE + b"Transfer-Encoding: chunked\r\n\r\n"
         + (b"4000\r\n" + b"a" * 0x4000 + b"\r\n") * 8),
]  # fmt: skip


def _bytes_of(attack: Attack, token: str) -> bytes:
    if attack.raw:
        return attack.raw
    lines = f"{attack.method} {attack.path} HTTP/1.1\r\nHost: {attack.host}\r\n"
    lines += attack.headers.replace("{token}", token)
    if attack.method == "POST" or attack.body:
        lines += f"Content-Length: {len(attack.body)}\r\n"
    return lines.encode("latin-1") + b"\r\n" + attack.body


def test_there_are_sixty() -> None:
    assert len(ATTACKS) >= 60
    assert len({attack.name for attack in ATTACKS}) == len(ATTACKS)


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_each_is_refused_clearly_and_soon(served: Served, token: str, attack: Attack) -> None:
    before = served.peak_megabytes()
    answer, seconds = served.send(_bytes_of(attack, token), pause=attack.pause)
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % attack.expected), answer[:300]
    assert seconds < SECONDS
    assert served.peak_megabytes() - before < 100
    assert SECRET.encode() not in body
    assert token.encode() not in body
    assert b"<script" not in body
    assert b"/lake" not in body  # no path of the server
    if b"content-type: application/json" in head.lower():
        said = json.loads(body)
        assert said["error"]
        assert said["message"]
    else:  # what is no HTTP is refused before there is a request
        assert attack.expected == 400


def test_the_service_lives_and_has_logged_nothing_secret(served: Served, token: str) -> None:
    answer, _ = served.send(_bytes_of(Attack("good", 200), token))
    assert answer.startswith(b"HTTP/1.1 200 ")
    lines = [json.loads(line) for line in served.log.splitlines()]
    assert any(line["message"] == "request" for line in lines)
    for secret in (token, SECRET, "s3cretword", "YW5uYTpzM2NyZXR3b3Jk", _FORGED, "nobody-of-that"):
        assert secret not in served.log
    assert "Traceback" not in served.log
    assert not [line for line in lines if line["level"] == "error"]


def test_metrics_name_no_name(served: Served, token: str) -> None:
    metrics, _ = served.send(_bytes_of(Attack("metrics", 200, "/metrics"), token))
    text = metrics.partition(b"\r\n\r\n")[2].decode()
    assert 'graphwright_http_requests_total{route="/api/v1/status",status="200"}' in text
    for word in ("nobody-of-that", "script", "staff", "anna", "etc/passwd"):
        assert word not in text
