"""A page is read when it has settled: what is about to come is waited for."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest
from crawl_site import Seen, Site, serving

from graphwright.applications.capture import Capture, Reading
from graphwright.applications.crawl import settling
from graphwright.applications.crawl.report import CrawlReport
from graphwright.applications.crawl.settling import LoadingSigns
from graphwright.applications.crawl.watch import Requests
from graphwright.tables.applications import ActionOutcome

if TYPE_CHECKING:
    from playwright.async_api import Page

Crawl = Callable[..., tuple[Seen, CrawlReport]]

_ADD = """const add = (name) => {
  const button = document.createElement("button");
  button.textContent = name;
  document.querySelector("main").append(button);
};"""
_GATHERS = f"""<title>Gathers</title><main><h1>Gathers</h1></main><script>{_ADD}
setTimeout(() => {{ add("First"); setTimeout(add, 250, "Second"); }}, 250);
clearTimeout(setTimeout(add, 300, "Never"));
setTimeout('add("Told as text")', 0);
</script>"""
_OPENS = """<title>Opens</title><main><h1>Opens</h1><button>More</button></main><script>
document.querySelector("button").onclick = () => setTimeout(() => {
  document.title = "Opened";
  document.querySelector("main").innerHTML = "<h1>Opened</h1><button>Deep inside</button>";
}, 400);
</script>"""
_TURNS = f"""<title>Turns</title><style>@keyframes turn {{ to {{ rotate: 1turn }} }}
i {{ display: inline-block; animation: turn 1s infinite }}</style>
<main><h1>Turns</h1><i>o</i></main><script>{_ADD}
setTimeout(() => {{ document.querySelector("i").remove(); add("Come at last"); }}, 900);
</script>"""
_ROUND = """<title>Round</title><style>@keyframes pulse { to { opacity: 0 } }
i { animation: pulse 1s infinite }</style><main><h1>Round</h1><i>o</i>
<button>Stop</button></main><script>
const round = () => setTimeout(round, 20);
round();
const wait = async (time) => { while (true) await new Promise((done) => setTimeout(done, time)); };
wait(40);
wait(90);
setInterval(() => setTimeout(() => {}, 30), 100);
clearInterval(setTimeout(() => {}, 599));
clearTimeout(String(setTimeout(() => {}, 599)));
</script>"""


_LOADS = f"""<title>Loads</title><main><h1>Loads</h1><p>Loading…</p></main><script>{_ADD}
const work = new Worker(URL.createObjectURL(new Blob(
  ["setTimeout(() => postMessage(1), 700)"])));
work.onmessage = () => {{ document.querySelector("p").remove(); add("Computed"); }};
</script>"""


def test_what_is_about_to_come_is_read_and_what_goes_round_is_not_waited_for(crawl: Crawl) -> None:
    pages = {"/": "<title>Home</title><h1>Home</h1>", "/gathers": _GATHERS, "/opens": _OPENS}
    pages |= {"/round": _ROUND, "/turns": _TURNS, "/loads": _LOADS}
    site = Site(pages=dict(pages), shell=tuple(pages))
    with serving(site):
        seen, _ = crawl(site)
    assert buttons(seen, "Gathers") == {"First", "Second", "Told as text"}
    assert seen.target("Opens", "More") == "Opened"
    assert buttons(seen, "Opened") == {"Deep inside"}
    assert buttons(seen, "Turns") == {"Come at last"}
    assert buttons(seen, "Loads") == {"Computed"}
    assert buttons(seen, "Round") == {"Stop"}
    assert seen.action("Round", "Stop").outcome is ActionOutcome.NO_EFFECT


def buttons(seen: Seen, title: str) -> set[str]:
    elements = seen.capture(seen.state(title)).elements
    return {one.name for one in elements if one.role == "button"}


def test_a_page_has_the_title_that_it_gave_itself(crawl: Crawl) -> None:
    own = "<title>App</title><main><h1>Own</h1><button>Away</button></main><script>{}</script>"
    away = """document.querySelector("button").onclick = () => {{
  document.querySelector("h1").textContent = document.title = "{}";
  {}
  document.querySelector("button").textContent = "Here";
}};"""
    pages = {
        "/": "<title>Home</title><h1>Home</h1>",
        "/ants": own.format('document.title = "Ants"; document.title = "App";'),
        "/bees": own.format(
            """document.title = " App"; document.title = "Bees";
setTimeout(() => { document.title = "App"; }, 50);"""
        ),
        "/cows": own.format(
            'document.title = "Cows";' + away.format("App", "history.pushState(null, '', '/away');")
        ),
        "/dogs": own.format(
            """document.title = "Dogs";
document.querySelector("title").textContent = "Dogs and more";"""
        ),
        "/eels": own.format("window.__graphwright_title = () => ({ a: 1 });"),
    }
    site = Site(pages=dict(pages), shell=tuple(pages))
    with serving(site):
        seen, _ = crawl(site)
    assert seen.titles == ["", "Ants", "App", "Bees", "Cows", "Dogs and more", "Home"]
    assert seen.target("Cows", "Away") == "App"


def test_a_page_that_hands_over_what_no_page_shows_fails_alone(crawl: Crawl) -> None:
    pages = {
        "/": "<title>Home</title><h1>Home</h1>",
        "/ants": """<title>Ants</title><h1>Ants</h1>
<script>JSON.stringify = () => '{"title": 5}';</script>""",
        "/bees": "<title>Bees</title><h1>Bees</h1>",
    }
    site = Site(pages=dict(pages), shell=tuple(pages))
    with serving(site):
        seen, _ = crawl(site)
    assert seen.titles == ["Bees", "Home"]
    assert seen.action("Home", "Ants").outcome is ActionOutcome.FAILED


class Told:
    """A page of which is told what each look at it finds, the last again and again."""

    def __init__(self, *looks: object) -> None:
        self._looks = list(looks)
        self.ignored: list[list[str]] = []

    async def evaluate(self, _script: str, given: list[object]) -> object:
        self.ignored.append(list(given[1]))  # type: ignore[call-overload]  # names
        await asyncio.sleep(0.02)
        return self._looks.pop(0) if len(self._looks) > 1 else self._looks[0]

    def is_closed(self) -> bool:
        return False


def look(what: str, *turning: str) -> dict[str, object]:
    return {"what": what, "turning": list(turning)}


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settling, "_PATIENCE_SECONDS", 0.3)
    monkeypatch.setattr(settling, "_NOISE_SECONDS", 0.4)


def settles(*pages: Told) -> list[bool]:
    """Wait for one page after the other, each in the place of the one before."""
    current = [pages[0]]

    class Page:
        def __getattr__(self, name: str) -> object:
            return getattr(current[0], name)

    waiting = settling.Settling(cast("Page", Page()), Requests(5.0), lambda: False)

    async def wait() -> list[bool]:
        found = []
        for current[0] in pages:
            found.append(await waiting.wait(5.0))
        return found

    return asyncio.run(wait())


@pytest.mark.usefixtures("hasty")
def test_what_waits_is_waited_for_and_not_for_ever() -> None:
    page, endless = Told(look("waits"), look("turns", "spin"), look("rests")), Told(look("waits"))
    assert settles(page, endless) == [True, True]
    assert len(page.ignored) == 3
    assert 3 <= len(endless.ignored) <= 17


@pytest.mark.usefixtures("hasty")
def test_what_goes_on_moving_has_not_settled() -> None:
    assert settles(Told(look("moves")), Told(look("moves"), look("rests"))) == [False, True]


@pytest.mark.usefixtures("hasty")
def test_what_outlasted_three_times_in_a_row_is_ignored() -> None:
    def turns() -> Told:
        return Told(look("turns", "pulse"))

    ended, last, ignoring = Told(look("turns", "pulse"), look("rests")), turns(), turns()
    assert all(settles(turns(), turns(), ended, turns(), turns(), last))
    assert last.ignored[0] == []
    assert all(settles(turns(), turns(), turns(), ignoring))
    assert ignoring.ignored[0] == ["pulse"]


def test_an_answer_of_another_shape_is_no_answer() -> None:
    strange = [5, None, {"what": 5, "turning": []}, {"what": "rests"}, look("sleeps")]
    assert settles(Told(*strange, look("rests"))) == [True]


def reading(place: str, busy: str) -> Reading:
    return Reading(Capture(place, "", (), (), (), (), (), (), ()), "/", {}, {}, (), busy)


def test_a_sign_that_never_goes_is_waited_for_once_a_page_and_on_three_pages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks, now = 0, 0.0
    monkeypatch.setattr(settling, "time", SimpleNamespace(monotonic=lambda: now))

    def stays(place: str) -> Callable[[float], Awaitable[Reading]]:
        async def again(_seconds: float) -> Reading:
            nonlocal looks, now
            looks, now = looks + 1, now + 0.3
            return reading(place, "Loading...")

        return again

    async def reads(places: str) -> list[int]:
        nonlocal looks
        signs, counted = LoadingSigns(1.0), []
        for place in places:
            looks = 0
            await signs.read(reading(place, "Loading..."), stays(place))
            counted.append(looks)

        async def gone(_seconds: float) -> Reading:
            return reading("a", "")

        assert not (await signs.read(reading("a", "Loading..."), gone)).busy
        looks = 0
        await signs.read(reading("a", "Loading..."), stays("a"))
        return [*counted, looks]

    assert asyncio.run(reads("aabcd")) == [2, 1, 2, 2, 1, 2]
