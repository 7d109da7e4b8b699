"""What passes to a server while it is crawled: from requests alone, without a browser."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from graphwright.applications.crawl.graphql import only_reads
from graphwright.applications.crawl.wire import Asked, Verdict, WirePolicy
from graphwright.settings import ApplicationSettings, ReadRequests

HOME = "http://app.example:8080/start"
READS = ReadRequests(
    graphql=("/graphql",), json_rpc={"/rpc": ("order.list", "order.get")}, posts=(r"/search/.+",)
)
POLICY = WirePolicy(
    ApplicationSettings(name="app", home=HOME, reads=READS, deny=(r"[?&;]Status=\w",))
)
ORIGIN = "http://app.example:8080"


def post(path: str, body: object = "", **headers: str) -> Asked:
    text = body if isinstance(body, str) or body is None else json.dumps(body)
    return Asked("POST", f"{ORIGIN}{path}", "fetch", headers, text)


@pytest.mark.parametrize(
    ("asked", "verdict"),
    [
        (Asked("GET", f"{ORIGIN}/orders"), Verdict.PASS),
        (Asked("HEAD", f"{ORIGIN}/orders"), Verdict.PASS),
        (Asked("OPTIONS", f"{ORIGIN}/orders"), Verdict.PASS),
        (Asked("GET", "data:text/plain,hello"), Verdict.PASS),
        (Asked("POST", f"{ORIGIN}/orders"), Verdict.WRITES),
        (Asked("PUT", f"{ORIGIN}/orders/1"), Verdict.WRITES),
        (Asked("DELETE", f"{ORIGIN}/orders/1"), Verdict.WRITES),
        (Asked("GET", "http://app.example/orders"), Verdict.OUTSIDE),
        (Asked("GET", "https://app.example:8080/orders"), Verdict.OUTSIDE),
        (Asked("GET", "http://app.example.evil.test:8080/"), Verdict.OUTSIDE),
        (Asked("GET", "http://app.example:8080@evil.test/"), Verdict.OUTSIDE),
        (Asked("GET", "ftp://app.example:8080/"), Verdict.OUTSIDE),
        (Asked("POST", f"{ORIGIN}/beacon", "ping"), Verdict.SILENT),
        (Asked("GET", f"{ORIGIN}/logout"), Verdict.DENIED),
        (Asked("GET", f"{ORIGIN}/users/sign_out"), Verdict.DENIED),
        (Asked("GET", f"{ORIGIN}/NoAuth/Logout.html"), Verdict.DENIED),
        (Asked("GET", f"{ORIGIN}/orders/7/delete"), Verdict.DENIED),
        (Asked("GET", f"{ORIGIN}/orders?op=deleteOrder"), Verdict.DENIED),
        (Asked("GET", f"{ORIGIN}/Ticket/Display.html?id=1;Action=Take"), Verdict.DENIED),
        (Asked("GET", f"{ORIGIN}/Ticket/Display.html?id=1&Status=open"), Verdict.DENIED),
        (Asked("GET", f"{ORIGIN}/orders/7?_method=put"), Verdict.DENIED),
        (Asked("GET", f"{ORIGIN}/%64elete/7"), Verdict.DENIED),
        (Asked("GET", f"{ORIGIN}/deleted-orders"), Verdict.PASS),
        (Asked("GET", f"{ORIGIN}/blogout"), Verdict.PASS),
        (Asked("GET", f"{ORIGIN}/x", headers={"x-http-method-override": "PUT"}), Verdict.WRITES),
        (post("/search/orders"), Verdict.PASS),
        (post("/search/orders?Status=open"), Verdict.WRITES),
        (post("/logout"), Verdict.WRITES),
        (post("/graphql?op=RemoveOrder", {"query": "mutation { drop }"}), Verdict.WRITES),
        (post("/graphql?op=RemovedOrders", {"query": "{ a }"}), Verdict.PASS),
        (post("/search/orders", None), Verdict.WRITES),
        (post("/a/search/orders"), Verdict.WRITES),
        (post("/graphql", {"query": "{ orders { id } }"}), Verdict.PASS),
        (post("/graphql", [{"query": "query A { a }"}, {"query": "{ b }"}]), Verdict.PASS),
        (post("/graphql", [{"query": "{ b }"}, {"query": "mutation { b }"}]), Verdict.WRITES),
        (post("/graphql", {"query": "subscription { b }"}), Verdict.WRITES),
        (post("/graphql", {"operationName": "A"}), Verdict.WRITES),
        (post("/graphql", []), Verdict.WRITES),
        (post("/graphql", '{"query":"{a}","query":"mutation{a}"}'), Verdict.WRITES),
        (post("/other", {"query": "{ orders { id } }"}), Verdict.WRITES),
        (Asked("GET", f"{ORIGIN}/graphql?query=mutation%7Ba%7D"), Verdict.WRITES),
        (Asked("GET", f"{ORIGIN}/graphql?query=%7Ba%7D"), Verdict.PASS),
        (post("/rpc", {"method": "order.list", "id": 1}), Verdict.PASS),
        (post("/rpc", {"method": "order.drop", "id": 1}), Verdict.WRITES),
        (post("/rpc", [{"method": "order.get"}, {"method": "order.drop"}]), Verdict.WRITES),
        (post("/rpc", "[" * 100_000), Verdict.WRITES),
    ],
)
def test_a_request_passes_only_where_it_is_known_to_read(asked: Asked, verdict: Verdict) -> None:
    assert POLICY.decide(asked) is verdict


@given(
    method=st.sampled_from(["POST", "PUT", "PATCH", "DELETE", "PROPFIND", "get", "CONNECT"]),
    path=st.text(st.characters(codec="ascii", exclude_characters="?#"), max_size=30),
    body=st.one_of(st.none(), st.text(max_size=60)),
)
def test_nothing_but_get_passes_where_nothing_is_listed(
    method: str, path: str, body: str | None
) -> None:
    policy = WirePolicy(ApplicationSettings(name="app", home=HOME))
    asked = Asked(method, f"{ORIGIN}/{path}", "fetch", {}, body)
    assert policy.decide(asked) is not Verdict.PASS


@given(
    st.sampled_from(["http", "https", "ws", "wss"]),
    st.from_regex(r"[a-z]{1,9}\.test", fullmatch=True),
)
def test_no_other_origin_passes_not_even_while_logging_in(scheme: str, host: str) -> None:
    asked = Asked("GET", f"{scheme}://{host}/")
    assert POLICY.decide(asked) is Verdict.OUTSIDE
    assert POLICY.decide(asked, logging_in=True) is Verdict.OUTSIDE


def test_the_login_passes_only_while_logging_in() -> None:
    asked = post("/login", "user=a&pass=b")
    assert POLICY.decide(asked) is Verdict.WRITES
    assert POLICY.decide(asked, logging_in=True) is Verdict.PASS
    assert POLICY.decide(Asked("DELETE", f"{ORIGIN}/x"), logging_in=True) is Verdict.WRITES


def test_a_sandbox_takes_writes_but_stays_logged_in() -> None:
    policy = WirePolicy(ApplicationSettings(name="app", home=HOME, sandbox=True, reset="true"))
    assert policy.decide(Asked("POST", f"{ORIGIN}/orders")) is Verdict.PASS
    assert policy.decide(Asked("GET", f"{ORIGIN}/orders/1/delete")) is Verdict.PASS
    assert policy.decide(Asked("GET", f"{ORIGIN}/logout")) is Verdict.DENIED
    assert policy.decide(Asked("POST", f"{ORIGIN}/logout")) is Verdict.WRITES
    assert policy.decide(Asked("POST", "http://other.test/")) is Verdict.OUTSIDE


_NAMES = st.from_regex(r"[_A-Za-z][_0-9A-Za-z]{0,8}", fullmatch=True)
_STRINGS = st.sampled_from(
    ['"mutation {"', '"\\"} mutation {"', '"""} mutation { a }"""', '"""\\""" } mutation"""', "1"]
)
_FIELDS = st.recursive(
    _NAMES,
    lambda inner: st.builds(
        "{}(a: {}) @b(c: {{d: {}}}) {{ {} ...on T {{ {} }} }} # }} mutation {{\n".format,
        _NAMES, _STRINGS, _STRINGS, inner, inner,
    ),
    max_leaves=4,
)  # fmt: skip
_OPERATIONS = st.tuples(
    st.sampled_from(["", "query A", "query ($v: In = {b: 1}) @c(d: 2)", "fragment F on T"]), _FIELDS
).map(lambda pair: f"{pair[0]} {{ {pair[1]} }}")


@given(st.lists(_OPERATIONS, min_size=1, max_size=3), _FIELDS, st.integers(0, 3))
@example(["{ a }"], "a", 1)
def test_a_mutation_is_found_wherever_it_stands(reading: list[str], fields: str, at: int) -> None:
    document = " ".join(reading)
    fragments = all(one.startswith("fragment") for one in reading)
    assert only_reads(document) is not fragments
    mixed = [*reading[:at], f"mutation M {{ {fields} }}", *reading[at:]]
    assert not only_reads(" ".join(mixed))


@given(st.text(max_size=80))
@example("mutation{a}")
@example("\ufeffmutation{a}")
@example("{a}mutation{b}")
@example('"""described""" mutation{a}')
@example("query{a}}mutation{b}")
@example("query{a}extend type T{b:C}")
def test_no_text_with_a_mutation_outside_of_strings_reads(text: str) -> None:
    if only_reads(text):
        bare = text.replace(",", " ")
        assert "{" in bare
        assert not bare.split("{")[0].strip().startswith("mutation")
    assert not only_reads(f"mutation {{ a }} {text}")


@pytest.mark.parametrize(
    ("message", "sent"),
    [
        ('{"type":"connection_init","payload":{}}', True),
        ('{"type":"subscribe","id":"1","payload":{"query":"subscription { logs }"}}', True),
        ('{"type":"start","id":"1","payload":{"query":"{ logs }"}}', True),
        ('{"type":"subscribe","id":"1","payload":{"query":"mutation { drop }"}}', False),
        ('{"type":"start","id":"1","payload":{"query":"{ a } mutation { drop }"}}', False),
        ('{"type":"start","id":"1"}', False),
        ('{"type":"ping","type":"start","payload":{"query":"mutation { drop }"}}', False),
        ('{"type":"data","payload":{"query":"{ a }"}}', False),
        ("hello", False),
        (b'{"type":"ping"}', False),
    ],
)
def test_a_socket_sends_subscriptions_and_queries_alone(message: str | bytes, sent: bool) -> None:
    assert POLICY.may_send(message) is sent


def test_a_socket_is_opened_only_where_it_speaks_graphql() -> None:
    assert POLICY.may_connect("ws://app.example:8080/graphql")
    assert not POLICY.may_connect("ws://app.example:8080/live")
    assert not POLICY.may_connect("ws://other.test/graphql")
