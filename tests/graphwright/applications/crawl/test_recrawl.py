"""Crawls that follow one another: what is taken over, what is looked at again, what is gone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from crawl_site import Seen, Site, pids_below, serving, settings_of

from graphwright.applications.crawl.crawling import crawl_application
from graphwright.applications.crawl.report import CrawlReport
from graphwright.applications.observation_store import (
    load_observation,
    observation_bytes,
)
from graphwright.store.lake import open_lake
from graphwright.tables.applications import ActionOutcome

Crawl = Callable[..., tuple[Seen, CrawlReport]]

_PARTS = ("alpaca", "bison", "camel", "dingo", "ermine", "ferret", "gecko")
_FEW = _PARTS[:3]


def shop(parts: Sequence[str] = _PARTS) -> Site:
    rows = "".join(f'<tr><td><a href="/items/{n}">Item {n}</a></td></tr>' for n in range(1, 41))
    pages: dict[str, str] = {
        "/": '<title>Home</title><main><h1>Home</h1><button onclick="d.showModal()">Help</button>'
        '<dialog id="d" aria-label="Help"><p>Read.</p>'
        '<button onclick="d.close()">Done</button></dialog>'
        "</main>",
        "/items": f"<title>Items</title><main><table>{rows}</table></main>",
    }
    for number in range(1, 41):
        pages[f"/items/{number}"] = (
            '<title>Item</title><main><h1>Item</h1><form method="post" action="/save">'
            "<label>Name <input></label><button>Save</button></form></main>"
        )
    for word in parts:
        pages[f"/{word}"] = (
            f"<title>{word}</title><main><h1>{word}</h1>"
            f"<label>Field {word} <input></label>"
            f"<button onclick=\"alert('{word}')\">Check {word}</button>"
            f"<button onclick=\"document.title = 'x'\">Nothing {word}</button>"
            f"<button onclick=\"fetch('/{word}', {{method: 'PUT'}})\">Keep {word}</button></main>"
        )
    shell = ("/", "/items", *(f"/{word}" for word in parts))
    return Site(pages=dict(pages), shell=shell)


def same(one: Seen, other: Seen) -> bool:
    return observation_bytes(one.observation) == observation_bytes(other.observation)


def test_what_has_not_changed_is_asked_for_once_and_equals_clean_crawls_of_any_width(
    crawl: Crawl,
) -> None:
    with serving(shop(_FEW)) as site:
        clean, first = crawl(site, clean=True, contexts=4)
        site.log.clear()
        again, second = crawl(site)
        pages = [path for method, path in site.log if path != "/favicon.ico"]
        narrow, _ = crawl(site, clean=True, contexts=1)
    assert same(clean, again)
    assert same(clean, narrow)
    assert (first.taken_over, first.spared) == (0, 0)
    assert (second.tried, second.spared) == (0, len(clean.observation.states))
    assert second.taken_over == first.tried - second.spared
    assert len(pages) == len(set(pages))


@pytest.mark.long
def test_what_the_settings_exclude_now_is_not_looked_at_ahead(crawl: Crawl) -> None:
    with serving(shop(_FEW)) as site:
        crawl(site)
        site.log.clear()
        again, _ = crawl(site, exclude=["^/bison"])
        pages = {path for _, path in site.log}
        clean, _ = crawl(site, exclude=["^/bison"], clean=True)
    assert same(again, clean)
    assert "/alpaca" in pages
    assert "/bison" not in pages


@pytest.mark.long
def test_nothing_is_done_ahead_where_a_crawl_may_write(crawl: Crawl) -> None:
    with serving(shop(_FEW)) as site:
        crawl(site, sandbox=True, reset="true", contexts=1)
        site.log.clear()
        again, _ = crawl(site, sandbox=True, reset="true", contexts=1)
        order = [path for method, path in site.log if method == "GET"]
        clean, _ = crawl(site, sandbox=True, reset="true", contexts=1, clean=True)
    assert same(again, clean)
    assert order.count("/") > 1  # come to again for its dialog, after the pages that it links to


@pytest.mark.long
def test_an_address_that_nothing_leads_to_any_more_leaves_no_trace(crawl: Crawl) -> None:
    with serving(shop(_FEW)) as site:
        crawl(site)
        site.shell = ("/", "/items", "/alpaca", "/camel")
        again, _ = crawl(site)
        clean, _ = crawl(site, clean=True)
    assert same(again, clean)
    assert "bison" not in again.titles


@pytest.mark.long
def test_a_page_that_changed_is_done_again_and_what_is_gone_is_gone(crawl: Crawl) -> None:
    with serving(shop()) as site:
        crawl(site)
        site.pages["/bison"] = (
            "<title>bison</title><main><h1>b</h1><label>Colour <input></label>"
            "<button onclick=\"location = '/new'\">Onward</button></main>"
        )
        site.pages["/new"] = "<title>New</title><main><h1>New</h1></main>"
        del site.pages["/camel"]
        again, report = crawl(site)
        clean, _ = crawl(site, clean=True)
    assert same(again, clean)
    assert "New" in again.titles
    assert "camel" not in again.titles
    assert again.action("Home", "Camel").outcome is ActionOutcome.FAILED
    assert report.taken_over > report.tried


@pytest.mark.long
def test_a_changed_script_makes_what_it_does_be_tried_again(crawl: Crawl) -> None:
    with serving(shop()) as site:
        site.pages["/alpaca"] = (
            '<title>alpaca</title><main><button id="go">Go</button></main>'
            '<script src="/go.js"></script>'
        )
        script = "document.getElementById('go').onclick = () => {}"
        headers = {"Content-Type": "text/javascript"}
        site.answers["/go.js"] = (200, headers, script.encode())
        before, _ = crawl(site)
        assert before.action("alpaca", "Go").outcome is ActionOutcome.NO_EFFECT
        site.answers["/go.js"] = (200, headers, script.replace("{}", "alert(2)").encode())
        after, _ = crawl(site)
    assert "alert" in str(after.action("alpaca", "Go").detail)


@pytest.mark.long
def test_rows_that_are_added_change_nothing(crawl: Crawl) -> None:
    with serving(shop()) as site:
        before, _ = crawl(site)
        rows = "".join(f'<tr><td><a href="/items/{n}">Item {n}</a></td></tr>' for n in range(1, 61))
        site.pages["/items"] = f"<title>Items</title><main><table>{rows}</table></main>"
        after, _ = crawl(site, clean=True)
    assert after.observation.actions == before.observation.actions
    assert after.observation.captures == before.observation.captures


_CHILD = """
import sys
from pathlib import Path
from crawl_site import Site, settings_of
from graphwright.applications.crawl.crawling import crawl_application
from graphwright.store.lake import open_lake
site = Site(address=sys.argv[1])
crawl_application(open_lake(Path(sys.argv[2])), settings_of(site))
"""


def _kill_after(lines: int, journal: Path, process: subprocess.Popen[bytes]) -> None:
    """Kill a crawl, with its browser, when its journal has so many lines."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        if journal.is_file() and journal.read_bytes().count(b"\n") >= lines:
            break
        time.sleep(0.005)
    children = pids_below(process.pid)
    process.kill()
    process.wait()
    for child in children:
        try:
            os.kill(child, signal.SIGKILL)
        except ProcessLookupError:
            continue


@pytest.mark.long
def test_a_crawl_that_was_killed_goes_on_to_the_same_end(crawl: Crawl, tmp_path: Path) -> None:
    with serving(shop()) as site:
        whole, _ = crawl(site)
        lake = open_lake(tmp_path / "killed")
        journal = lake.root / "applications/site/journal.jsonl"
        for lines in (1, 2, 3, 5, 7, 9):
            process = subprocess.Popen(
                [sys.executable, "-c", _CHILD, site.address, str(lake.root)],
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            )
            _kill_after(lines, journal, process)
            assert load_observation(lake, "site") is None
            assert journal.is_file()
        site.log.clear()
        report = crawl_application(lake, settings_of(site))
        ended = load_observation(lake, "site")
    assert ended is not None
    assert observation_bytes(ended) == observation_bytes(whole.observation)
    assert report.resumed > 0
    assert site.written == []
    assert not journal.exists()


@pytest.mark.long
def test_a_browser_that_is_killed_is_started_again(crawl: Crawl) -> None:
    with serving(shop()) as site:
        whole, _ = crawl(site)
        killed = []

        def kill() -> str:
            if not killed:
                browsers = [p for p in pids_below(os.getpid()) if _is_browser(p)]
                killed.append(len(browsers))
                for pid in browsers:
                    os.kill(pid, signal.SIGKILL)
            return str(page)

        page = site.pages["/dingo"]
        site.pages["/dingo"] = kill
        again, report = crawl(site, clean=True)
    assert killed[0] > 0
    assert report.browsers == 2
    assert same(again, whole)


def _is_browser(pid: int) -> bool:
    try:
        return b"--type=" not in (line := Path(f"/proc/{pid}/cmdline").read_bytes()) and (
            b"chrom" in line.partition(b"\0")[0]
        )
    except OSError:
        return False
