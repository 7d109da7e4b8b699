"""What goes wrong around a crawl: each is one clear message or status, and what was there stays."""

from __future__ import annotations

import shutil
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from crawl_site import Seen, Site, serving, settings_of
from tiny_disks import tiny_disk

from graphwright.applications.crawl.crawling import crawl_application
from graphwright.applications.crawl.planned import crawl_applications, planned_crawls
from graphwright.applications.crawl.report import CrawlReport
from graphwright.applications.observation_store import ApplicationFolder, load_observation
from graphwright.errors import CrawlError, DamageError, SettingsError, StorageError
from graphwright.settings import CrawlSettings, Settings
from graphwright.store.lake import Lake, open_lake
from graphwright.tables.applications import ActionOutcome, CrawlStatus

Crawl = Callable[..., tuple[Seen, CrawlReport]]

_MOVING = """<title>Moving</title><main><h1>Moving</h1><h2>Left</h2></main><script>
const words = ["Left", "Right", "Up", "Down", "Near", "Far", "High", "Low"];
setInterval(() => {
  document.querySelector("h2").textContent = words[Math.floor(8 * Math.random())];
}, 20);
</script>"""
_TICKING = """<title>Ticking</title><main><h1>Ticking</h1><button class="a">Stop</button></main>
<script>
setInterval(() => document.querySelector("button").classList.toggle("b"), 20);
fetch("/stream");
</script>"""


def plain(*paths: str) -> Site:
    pages = {
        path: f"<title>{path[1:] or 'Home'}</title><main><h1>{path}</h1>"
        f"<label>Field {path}<input></label><button>Nod to {path}</button></main>"
        for path in ("/", *paths)
    }
    return Site(pages=dict(pages), shell=("/", *paths))


def test_a_home_that_nothing_answers_at_is_named(crawl: Crawl) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        site = Site(address=f"http://127.0.0.1:{closed.getsockname()[1]}")
        with pytest.raises(
            CrawlError, match=r"home address http://127.0.0.1:\d+ .*nothing answers"
        ):
            crawl(site)


def test_a_failed_crawl_leaves_what_was_there_and_the_next_begins_anew(
    crawl: Crawl, lake: Lake
) -> None:
    with serving(plain("/ant", "/bee")) as site:
        before, _ = crawl(site)
        home = site.pages.pop("/")
        with pytest.raises(CrawlError, match="HTTP 404"):
            crawl(site)
        assert load_observation(lake, "site") == before.observation
        site.pages["/"] = home
        assert crawl(site)[0] == before

        ant = site.pages["/ant"]

        def last() -> str:
            site.answers |= dict.fromkeys(site.pages, (503, {}, b"away"))
            return str(ant)

        site.pages["/ant"] = last
        with pytest.raises(CrawlError, match="went away while it was crawled"):
            crawl(site, clean=True)
        assert load_observation(lake, "site") == before.observation
        site.answers.clear()
        site.pages["/ant"] = ant
        assert crawl(site)[0] == before


@pytest.mark.long
def test_a_page_that_never_settles_ends_with_a_reason(crawl: Crawl) -> None:
    with serving(plain("/moving", "/ticking")) as site:
        site.pages |= {"/moving": _MOVING, "/ticking": _TICKING}
        seen, _ = crawl(site, limits={"page_seconds": 4})
    assert seen.action("Home", "Moving").outcome is ActionOutcome.FAILED
    assert "did not settle in 4 s" in str(seen.action("Home", "Moving").detail)
    assert seen.target("Home", "Ticking") == "Ticking"


@pytest.mark.long
def test_what_limits_leave_is_counted(crawl: Crawl) -> None:
    with serving(plain("/ant", "/bee", "/cow", "/doe")) as site:
        seen, report = crawl(site, limits={"states": 2})
        assert seen.observation.status is CrawlStatus.LIMITED
        assert report.limited == {"states": 3}
        assert seen.titles == ["Home", "ant", "bee", "cow", "doe"]
        shallow, report = crawl(site, limits={"depth": 0})
        assert shallow.titles == ["Home"]
        assert report.limited == {"depth": 5}
        few, report = crawl(site, limits={"actions": 2})
        assert few.titles == ["Home", "ant", "bee"]
        assert report.limited["actions"] >= 2


def test_views_of_one_template_are_limited(crawl: Crawl) -> None:
    with serving(plain()) as site:
        words = [f"{one}{two}" for one in "abcde" for two in "xyz"]
        links = "".join(f'<p><a href="/find?by={word}">By {word}</a></p>' for word in words)
        site.pages["/"] = f"<title>Home</title><main>{links}</main>"
        site.pages["/find"] = "<title>Find</title><main><h1>Find</h1></main>"
        seen, _ = crawl(site, limits={"states_of_a_template": 4})
    assert seen.titles == ["Find", "Home"]
    assert sum(site.opened(f"/find?by={word}") for word in words) == 4


@pytest.mark.long
def test_ten_thousand_links_are_one_page(crawl: Crawl) -> None:
    with serving(plain("/many")) as site:
        links = "".join(f'<a href="/x/{n}">Number {n}</a> ' for n in range(10_000))
        site.pages["/many"] = f"<title>Many</title><main>{links}</main>"
        seen, _ = crawl(site, limits={"page_seconds": 60})
    assert seen.titles == ["Home", "Many"]
    assert sum(1 for method, path in site.log if path.startswith("/x/")) <= 20


def test_no_browser_is_a_message(lake: Lake) -> None:
    site = Site(address="http://127.0.0.1:9")
    with pytest.raises(CrawlError, match=r"no browser to crawl with: /no/such.*crawl: browser"):
        crawl_application(lake, settings_of(site), crawl=CrawlSettings(browser="/no/such"))


def test_a_program_that_is_no_browser_is_a_message(lake: Lake) -> None:
    site = Site(address="http://127.0.0.1:9")
    with pytest.raises(CrawlError, match="cannot be started"):
        crawl_application(lake, settings_of(site), crawl=CrawlSettings(browser="/bin/true"))


def test_a_full_disk_is_a_message_and_the_last_crawl_stays(tmp_path: Path) -> None:
    with serving(plain("/ant", "/bee")) as site, tiny_disk(tmp_path / "disk", "400k") as disk:
        lake = open_lake(disk / "lake")
        crawl_application(lake, settings_of(site))
        before = load_observation(lake, "site")
        assert before is not None
        with (disk / "filler").open("wb") as filler:
            filler.write(b"x" * max(0, _free(disk) - 4096))
        with pytest.raises(StorageError, match="disk is full"):
            crawl_application(lake, settings_of(site), clean=True)
        assert load_observation(lake, "site") == before


def _free(disk: Path) -> int:
    return shutil.disk_usage(disk).free


def test_a_damaged_observation_is_told(crawl: Crawl, lake: Lake) -> None:
    with serving(plain()) as site:
        crawl(site)
        path = ApplicationFolder(lake, "site").observation
        path.write_bytes(path.read_bytes().replace(b'"depth":0', b'"depth":1'))
        with pytest.raises(DamageError, match="graphwright crawl site --clean"):
            load_observation(lake, "site")
        assert crawl(site)[0].titles == ["Home"]


def test_two_crawls_of_one_application_do_not_meet(crawl: Crawl, lake: Lake) -> None:
    folder = ApplicationFolder(lake, "site")
    with (
        serving(plain()) as site,
        lake.storage.lock(folder.lock, wait=False),
        pytest.raises(CrawlError, match="being crawled by another process"),
    ):
        crawl(site)


def test_a_reset_that_fails_stops_a_sandbox(crawl: Crawl, tmp_path: Path) -> None:
    with serving(plain()) as site:
        site.pages["/"] = (
            "<title>Home</title><main>"
            "<button onclick=\"fetch('/x', {method: 'POST'})\">Go</button></main>"
        )
        with pytest.raises(CrawlError, match=r"reset command of site ended with 3"):
            crawl(site, sandbox=True, reset="exit 3")
        assert site.log == []
        crawl(site, sandbox=True, reset=f"touch {tmp_path / 'reset'}")
        assert (tmp_path / "reset").exists()
        assert site.written == [("POST", "/x")]


def test_one_application_that_fails_stops_no_other(lake: Lake) -> None:
    with serving(plain()) as site:
        good = settings_of(site)
        bad = good.model_copy(update={"name": "bad", "home": "http://127.0.0.1:9/"})
        collection = {"name": "d", "folder": str(lake.root)}
        settings = Settings.model_validate({"collections": [collection]}).model_copy(
            update={"applications": (bad, good)}
        )
        reports = crawl_applications(lake, settings)
        assert [report.error is None for report in reports] == [False, True]
        with pytest.raises(SettingsError, match=r"no application other.*bad, site"):
            crawl_applications(lake, settings, ["other"])
        planned = {one.application: one for one in planned_crawls(lake, settings)}
    assert planned["bad"].states is None
    assert planned["site"].states == 1
