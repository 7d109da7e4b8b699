"""What a recrawl need not open or press: that of which the server answers what it did before."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from crawl_site import PASSWORD, USER, Seen, Site, serving

from graphwright.applications.crawl.report import CrawlReport
from graphwright.applications.observation_store import observation_bytes
from graphwright.store.lake import Lake

Crawl = Callable[..., tuple[Seen, CrawlReport]]

_STYLED = """<title>Styled</title><link rel="stylesheet" href="/style.css">
<main><h1>Styled</h1><button class="more">More</button></main>"""
_ADD = """const add = (names) => names.forEach((name) => {
  const button = document.createElement("button");
  button.textContent = name;
  document.querySelector("main").append(button);
});"""
_FETCHING = """<title>Fetching</title><main><h1>Fetching</h1><button>Tell</button></main><script>
@ADD
fetch("/names.json").then((answer) => answer.json()).then(add);
document.querySelector("button").onclick = () => fetch("/told.json")
  .then((answer) => answer.json()).then((names) => { document.title = "Told"; add(names); });
</script>""".replace("@ADD", _ADD)
_STREAMED = """<title>Streamed</title><main><h1>Streamed</h1></main><script>
new EventSource("/events");
</script>"""
_OPENING = """<title>Opening</title><main><h1>Opening</h1>
<button onclick="document.querySelector('dialog').showModal()">Help</button>
<dialog aria-label="Help"><button>Read</button></dialog></main>"""
_TWO = """<title>Two</title><main><h1>Two</h1><button>One</button><button>Other</button></main>
<script>
@ADD
const told = async (path, title) => {
  add(await (await fetch(path)).json());
  document.title = title;
};
const [one, other] = document.querySelectorAll("button");
one.onclick = async () => {
  await told("/one.json", "One");
  document.querySelector("button:last-child").onclick = () => told("/deep.json", "Deep");
};
other.onclick = () => told("/other.json", "Other");
</script>""".replace("@ADD", _ADD)
_FRAMED = '<title>Framed</title><main><h1>Framed</h1><iframe src="/inner"></iframe></main>'
_JSON = {"Content-Type": "application/json"}


_PAGES = {
    "/styled": _STYLED,
    "/fetching": _FETCHING,
    "/streamed": _STREAMED,
    "/two": _TWO,
    "/framed": _FRAMED,
}


def site(*paths: str, **given: object) -> Site:
    """Return a site of a home page and some others, few so that a crawl takes seconds."""
    pages = {"/": _OPENING, **{path: _PAGES[path] for path in paths if path in _PAGES}}
    shell = ["/", *paths]
    made = Site(pages=dict(pages), shell=tuple(shell), **given)  # type: ignore[arg-type]
    made.pages["/styled"] = _STYLED
    made.pages["/inner"] = "<button>Inside</button>"
    made.answers["/moved"] = (302, {"Location": "/styled"}, b"")
    answer(made, "/names.json", ["Alpaca"])
    answer(made, "/told.json", ["Bison"])
    for name in ("one", "deep", "other"):
        answer(made, f"/{name}.json", [f"Of {name}"])
    styled(made, ".more { color: red }")
    stream = {"Content-Type": "text/event-stream"}
    made.answers["/events"] = (200, stream, b"retry: 60000\n\n")
    return made


def answer(made: Site, path: str, names: list[str]) -> None:
    made.answers[path] = (200, _JSON, json.dumps(names).encode())


def styled(made: Site, text: str) -> None:
    made.answers["/style.css"] = (200, {"Content-Type": "text/css"}, text.encode())


def same(one: Seen, other: Seen) -> bool:
    return observation_bytes(one.observation) == observation_bytes(other.observation)


def test_only_what_a_server_answers_otherwise_is_looked_at(crawl: Crawl) -> None:
    with serving(site("/styled", "/fetching", "/streamed")) as made:
        first, report = crawl(made)
        assert report.spared == 0
        again, report = crawl(made)
        assert same(first, again)
        states = len(first.observation.states)
        assert report.tried == 1  # what is streamed cannot be asked again
        assert report.spared == states - 1
        answer(made, "/names.json", ["Alpaca", "Camel"])
        again, report = crawl(made)
        clean, _ = crawl(made, clean=True)
    assert same(again, clean)
    assert not same(again, first)
    assert 0 < report.spared < states - 1


@pytest.mark.long
@pytest.mark.parametrize("changed", [("deep",), ("deep", "other")])
def test_what_is_asked_by_presses_alone_is_seen_to_change(
    crawl: Crawl, changed: Sequence[str]
) -> None:
    with serving(site("/two")) as made:
        crawl(made)
        for name in changed:
            answer(made, f"/{name}.json", [f"New of {name}"])
        again, report = crawl(made, contexts=4)
        clean, _ = crawl(made, clean=True)
    assert same(again, clean)
    assert report.spared > 0


@pytest.mark.long
def test_what_a_page_holds_and_does_not_show_is_seen_to_change(crawl: Crawl) -> None:
    with serving(site()) as made:
        crawl(made)
        made.pages["/"] = _OPENING.replace("Read", "Write")
        again, _ = crawl(made)
        clean, _ = crawl(made, clean=True)
    assert same(again, clean)


@pytest.mark.long
def test_what_a_frame_holds_and_where_an_address_leads_is_seen_to_change(crawl: Crawl) -> None:
    with serving(site("/framed", "/moved")) as made:
        crawl(made)
        made.pages["/inner"] = "<button>Within</button>"
        again, _ = crawl(made)
        clean, _ = crawl(made, clean=True)
        assert same(again, clean)
        made.answers["/moved"] = (302, {"Location": "/elsewhere"}, b"")
        made.pages["/elsewhere"] = "<title>Elsewhere</title><main><h1>Elsewhere</h1></main>"
        again, _ = crawl(made)
        clean, _ = crawl(made, clean=True)
    assert same(again, clean)
    assert "Elsewhere" in again.titles


@pytest.mark.long
def test_what_failed_is_looked_at_again(crawl: Crawl) -> None:
    with serving(site("/fetching")) as made:
        told = made.answers.pop("/names.json")
        made.answers["/names.json"] = (200, {**_JSON, "Content-Length": "99"}, b"[")
        crawl(made)
        made.answers["/names.json"] = told
        again, _ = crawl(made)
        clean, _ = crawl(made, clean=True)
    assert same(again, clean)


@pytest.mark.long
def test_nothing_is_spared_where_a_crawl_may_write(crawl: Crawl) -> None:
    with serving(site()) as made:
        crawl(made, sandbox=True, reset="true")
        _, report = crawl(made, sandbox=True, reset="true")
    assert report.spared == 0


@pytest.mark.long
def test_what_was_stopped_when_a_page_opened_is_told_each_time(crawl: Crawl) -> None:
    writes = "<title>Writes</title><main>Writes</main><script>navigator.x ="
    with serving(site("/styled")) as made:
        made.pages["/styled"] = f"{writes} fetch('/seen', {{method: 'POST'}})</script>"
        _, first = crawl(made)
        _, again = crawl(made)
    assert first.unlisted == again.unlisted != ()


@pytest.mark.long
def test_what_a_press_asks_for_and_what_a_style_hides_is_seen_to_change(crawl: Crawl) -> None:
    with serving(site("/styled", "/fetching")) as made:
        crawl(made)
        answer(made, "/told.json", ["Dingo"])
        told, _ = crawl(made)
        clean, _ = crawl(made, clean=True)
        assert same(told, clean)
        styled(made, ".more { display: none }")
        hidden, _ = crawl(made)
        clean, _ = crawl(made, clean=True)
        assert same(hidden, clean)
        assert not same(told, hidden)


@pytest.mark.long
@pytest.mark.parametrize("how", ["login", "basic"])
def test_a_caller_who_must_be_known_is_spared_too_and_keeps_no_secret(
    crawl: Crawl, lake: Lake, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setenv("SITE_USER", USER)
    monkeypatch.setenv("SITE_PASSWORD", PASSWORD)
    kind = {"login": "form", "basic": "http"}[how]
    login = {"kind": kind, "username_env": "SITE_USER", "password_env": "SITE_PASSWORD"}
    with serving(site("/fetching", **{how: True})) as made:
        first, _ = crawl(made, login=login)
        again, report = crawl(made, login=login)
        sessions = made.sessions
    assert same(first, again)
    assert (report.tried, report.spared) == (0, len(first.observation.states))
    kept = "".join(path.read_text("utf-8", "replace") for path in files(lake.root))
    assert "/names.json" in kept
    for secret in (PASSWORD, *sessions, "uthorization"):
        assert secret not in kept


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*.jsonl") if path.is_file()]


@pytest.mark.long
def test_a_session_that_is_lost_while_nothing_is_opened_is_renewed(
    crawl: Crawl, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SITE_USER", USER)
    monkeypatch.setenv("SITE_PASSWORD", PASSWORD)
    login = {"kind": "form", "username_env": "SITE_USER", "password_env": "SITE_PASSWORD"}
    with serving(site("/styled", "/fetching", login=True)) as made:
        first, _ = crawl(made, login=login)
        made.forget_after = len(made.log) + 6
        again, report = crawl(made, login=login)
    assert same(first, again)
    assert made.logins == 3
    assert report.spared > 0
