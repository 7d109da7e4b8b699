"""Which answers of a server are the same to whoever looks at the page, and which are not."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.applications.crawl.answer_digests import answer_digest

_PAGE = """<!doctype html><html><head><title>Orders</title>
<meta name="csrf-token" content="Zk3nQ9xw8vLr2T5bYc7d">
<script nonce="abc123">window.App = {{"user": "robin", "id": 14, "may": ["see", "save"]}};
const key = "q8Zx71LmP0aTr5Vb3Nc9"; import("/v1/start.Bc3f4d5e6a7b.js");</script>
<style>.more {{ opacity: 0 }}</style></head>
<body data-css="abc123"><form action="/save"><input type="hidden" name="t" value="{token}">
<label>Name <input name="name"></label><button>Save</button></form>
<p>Seen 5 minutes ago, at <b>10:31</b></p><p>Version <b>5</b> of the form</p>
<button>10 minutes</button> <div>Step</div><div>2</div>
<a href="/orders/7" title="Opened 2026-11-02">Order</a><footer>Made in 0.1234 s</footer>
</body></html><p>Behind</p>"""
_TOKENS = ("0a1b2c3d4e5f6071", "f9e8d7c6b5a40312")


def page(token: str = _TOKENS[0], **changed: str) -> bytes:
    text = _PAGE.format(token=token)
    for old, new in changed.values():
        assert old in text
        text = text.replace(old, new)
    return text.encode()


def digest(body: bytes, media: str = "text/html; charset=utf-8", status: int = 200) -> str:
    return answer_digest(status, {"content-type": media}, body)


@pytest.mark.parametrize(
    "changed",
    [
        ("abc123", "zyx987"),
        ("Zk3nQ9xw8vLr2T5bYc7d", "aB4cD5eF6gH7iJ8kL9mN"),
        ('"user": "robin", "id": 14', '"id": 14, "user": "robin"'),
        ("q8Zx71LmP0aTr5Vb3Nc9", "A1b2C3d4E5f6G7h8I9j0"),
        ("5 minutes ago", "2 hours ago"),
        ("10:31", "11:02"),
        ("2026-11-02", "2026-12-24"),
        ("0.1234 s", "0.987 s"),
    ],
)
def test_what_differs_each_time_is_no_difference(changed: tuple[str, str]) -> None:
    assert digest(page()) == digest(page(_TOKENS[1], part=changed))


@pytest.mark.parametrize(
    "changed",
    [
        ("Save", "Send"),
        ("/orders/7", "/orders/8"),
        ('name="name"', 'name="name" required'),
        ("robin", "merle"),
        ('"robin", "id": 14', '14, "id": "robin"'),
        ('"see", "save"', '"save", "see"'),
        ("/v1/start.Bc3f4d5e6a7b.js", "/v1/start.Zz9k1p0o2i3u.js"),
        ("opacity: 0", "opacity: 1"),
        ("10 minutes", "20 minutes"),
        ("<div>2</div>", "<div>3</div>"),
        ("Behind", "Beyond"),
        ("<b>5</b>", "<b>6</b>"),
        ("<button>Save</button>", "<button>Save</button><button>Save</button>"),
        ("Order</a>", "</a>Order"),
        ("<label>Name <input name=", "<label>Name <select></select><input name="),
    ],
)
def test_what_a_user_would_see_is_a_difference(changed: tuple[str, str]) -> None:
    assert digest(page()) != digest(page(part=changed))


def test_an_object_is_the_same_in_any_order_of_its_names() -> None:
    one, other = {"a": 1, "b": [1, 2]}, {"b": [1, 2], "a": 1}
    media = "application/json"
    assert digest(json.dumps(one).encode(), media) == digest(json.dumps(other).encode(), media)
    other["b"] = [2, 1]
    assert digest(json.dumps(one).encode(), media) != digest(json.dumps(other).encode(), media)


def test_an_object_that_is_called_a_document_is_told_by_its_bytes() -> None:
    assert digest(b'{"may": 1}') != digest(b'{"may": 0}')


def test_a_file_is_another_answer_than_a_page() -> None:
    headers = {"content-type": "text/html", "content-disposition": "attachment"}
    assert answer_digest(200, headers, page()) != digest(page(), "text/html")


def test_status_and_place_that_an_answer_sends_to_count() -> None:
    assert digest(page()) != digest(page(), status=404)
    moved = [answer_digest(302, {"location": to}, b"") for to in ("/a", "/b", "/a")]
    assert moved[0] == moved[2] != moved[1]


@given(st.binary(max_size=200), st.sampled_from(["text/html", "application/json", "", "x/y"]))
def test_any_bytes_have_a_digest_of_their_own_kind(body: bytes, media: str) -> None:
    assert digest(body, media) == digest(body, media)
    if media == "x/y":
        assert digest(body, media) != digest(body + b"x", media)


@pytest.mark.parametrize("body", [b"", b"<!-- -->", b"\0", b"[" * 100_000, b"a.b@" * 100_000])
def test_what_is_no_document_and_no_object_is_told_by_its_bytes(body: bytes) -> None:
    for media in ("text/html", "application/json"):
        assert digest(body, media) != digest(body + b"x", media)
