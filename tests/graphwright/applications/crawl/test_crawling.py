"""Whole crawls of a small site with a real browser: what is found, and that nothing is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from crawl_site import Seen, Site, crawl_site, serving

from graphwright.applications.observation_store import picture_of
from graphwright.store.lake import Lake, open_lake
from graphwright.tables.applications import ActionKind, ActionOutcome, CrawlStatus

Crawl = Callable[..., tuple[Seen, object]]

_ODD = """<title>Odd</title><main><h1>Odd</h1>
<button onclick="alert('<b>hello</b>')">Alert</button>
<button onclick="confirm('Sure?') && fetch('/confirmed', {method: 'POST'})">Confirm</button>
<button onclick="prompt('Name?')">Prompt</button>
<button onclick="fetch('/api/orders/17', {method: 'DELETE'})">Drop</button>
<button onclick="navigator.sendBeacon('/beacon', 'x')">Beacon</button>
<button onclick="window.open('/window')">Window</button>
<button onclick="window.open('http://elsewhere.test/')">Elsewhere</button>
<button onclick="location = '/logout'">Leave</button>
<button onclick="window.onbeforeunload = () => 'stay?'">Guard</button>
<button onclick="work()">Work</button>
<button onclick="new WebSocket(`ws://${location.host}/live`)"
>Socket</button>
<button onclick="document.querySelector('dialog').showModal()">Help</button>
<dialog aria-label="Help"><p>Help</p><button>Dismiss</button></dialog>
<div id="twice">Twice</div>
<a href="/loop">Loop</a> <a href="/missing">Missing</a> <a href="/export">Export</a>
<a href="/report.pdf">Report</a> <a href="/basket/delete">Delete</a> <a href="mailto:a@b">Mail</a>
<a href="/away">Away</a> <a href="/marked">&lt;script&gt;alert(x)&lt;/script&gt;</a>
<form method="post" action="/save" target="_blank"><label>Name <input name="name"></label>
<button>Save</button></form></main>
<script>
  const work = () => new Worker(URL.createObjectURL(new Blob(
    [`fetch("${location.origin}/by-worker", {method: "POST"})`])));
  document.querySelector("#twice").addEventListener("dblclick", () => { location = "/twice"; });
</script>"""


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Seen, Site, Lake]]:
    """A site where everything happens that a crawl must not be led astray by, crawled once."""
    rows = "".join(f'<tr><td><a href="/items/{n}">Item {n}</a></td></tr>' for n in range(1, 41))
    other = Site()
    site = Site(
        pages={
            "/": "<title>Home</title><main><h1>Home</h1></main>",
            "/odd": _ODD,
            "/items": f"<title>Items</title><main><table>{rows}</table></main>",
            **{
                f"/items/{n}": "<title>Item</title><main><h1>Item</h1></main>" for n in range(1, 41)
            },
            "/window": "<title>Window</title><main><h1>Window</h1></main>",
            "/twice": "<title>Twice</title><main><h1>Twice</h1></main>",
            "/marked": "<title>Marked</title><main><h1>&lt;b&gt;</h1></main>",
        },
        answers={
            "/loop": (302, {"Location": "/loop"}, b""),
            "/away": (302, {"Location": "http://elsewhere.test/x"}, b""),
            "/export": (200, {"Content-Disposition": "attachment; filename=a.bin"}, b"abc"),
        },
        shell=("/", "/odd", "/items"),
    )
    lake = open_lake(tmp_path_factory.mktemp("odd"))
    with serving(other), serving(site):
        site.pages["/odd"] = _ODD + f'<img src="{other.address}/pixel">'
        seen, _ = crawl_site(lake, site)
        assert other.log == [], "another port of the same host is another origin"
        yield seen, site, lake


def test_every_state_is_found_once(odd: tuple[Seen, Site, Lake]) -> None:
    seen, _, _ = odd
    assert seen.titles == ["Home", "Item", "Items", "Marked", "Odd", "Odd/Help", "Twice", "Window"]
    assert seen.observation.status is CrawlStatus.COMPLETE
    assert seen.state("Odd/Help").replay == (
        (seen.state("Odd").identity, seen.action("Odd", "Help").element),
    )


def test_nothing_is_written(odd: tuple[Seen, Site, Lake]) -> None:
    _, site, _ = odd
    assert site.written == []
    assert site.opened("/basket/delete") == site.opened("/logout") == site.opened("/live") == 0


@pytest.mark.parametrize(
    ("name", "kind", "outcome", "told"),
    [
        ("Alert", ActionKind.OPEN, ActionOutcome.NO_EFFECT, "alert"),
        ("Confirm", ActionKind.OPEN, ActionOutcome.NO_EFFECT, "confirm"),
        ("Prompt", ActionKind.OPEN, ActionOutcome.NO_EFFECT, "prompt"),
        ("Drop", ActionKind.COMMIT, ActionOutcome.BLOCKED, "DELETE /api/orders/*"),
        ("Save", ActionKind.COMMIT, ActionOutcome.BLOCKED, "POST /save"),
        ("Work", ActionKind.COMMIT, ActionOutcome.BLOCKED, "POST /by-worker"),
        ("Beacon", ActionKind.OPEN, ActionOutcome.NO_EFFECT, ""),
        ("Socket", ActionKind.OPEN, ActionOutcome.NO_EFFECT, ""),
        ("Guard", ActionKind.OPEN, ActionOutcome.NO_EFFECT, ""),
        ("Elsewhere", ActionKind.EXTERNAL, ActionOutcome.DENIED, "another origin"),
        ("Leave", ActionKind.LOGOUT, ActionOutcome.DENIED, "session"),
        ("Loop", ActionKind.OPEN, ActionOutcome.FAILED, "circle"),
        ("Missing", ActionKind.OPEN, ActionOutcome.FAILED, "HTTP 404"),
        ("Export", ActionKind.DOWNLOAD, ActionOutcome.DENIED, "file"),
        ("Report", ActionKind.DOWNLOAD, ActionOutcome.DENIED, "file"),
        ("Delete", ActionKind.COMMIT, ActionOutcome.DENIED, "write"),
        ("Mail", ActionKind.EXTERNAL, ActionOutcome.DENIED, "program"),
        ("Away", ActionKind.EXTERNAL, ActionOutcome.DENIED, "another origin"),
    ],
)
def test_every_action_has_one_outcome_with_its_reason(
    odd: tuple[Seen, Site, Lake], name: str, kind: ActionKind, outcome: ActionOutcome, told: str
) -> None:
    action = odd[0].action("Odd", name)
    assert (action.kind, action.outcome) == (kind, outcome)
    assert told in f"{action.request} {action.detail}"
    assert action.target is None


@pytest.mark.parametrize(
    ("name", "target"), [("Window", "Window"), ("Twice", "Twice"), ("Help", "Odd/Help")]
)
def test_windows_and_double_clicks_lead_on(
    odd: tuple[Seen, Site, Lake], name: str, target: str
) -> None:
    assert odd[0].target("Odd", name) == target


def test_a_label_with_markup_is_text(odd: tuple[Seen, Site, Lake]) -> None:
    assert odd[0].target("Odd", "<script>alert(x)</script>") == "Marked"


def test_an_address_is_opened_once_and_gives_edges_from_everywhere(
    odd: tuple[Seen, Site, Lake],
) -> None:
    seen, site, _ = odd
    assert site.opened("/marked") == site.opened("/missing") == 1
    links = [a for a in seen.observation.actions if seen.element(a).name == "Items"]
    assert {seen.observation.home_state} < {action.state for action in links}
    assert len({action.target for action in links}) == 1
    outcomes = sorted(action.outcome for action in links)
    assert outcomes == [ActionOutcome.DONE, *[ActionOutcome.INFERRED] * (len(links) - 1)]


def test_of_a_list_one_row_is_opened(odd: tuple[Seen, Site, Lake]) -> None:
    seen, site, _ = odd
    assert sum(site.opened(f"/items/{n}") for n in range(1, 41)) == 1
    assert seen.state("Item").address == f"{site.address}/items/1"


def test_a_page_is_opened_as_from_the_page_that_links_to_it(odd: tuple[Seen, Site, Lake]) -> None:
    _, site, _ = odd
    assert site.referers["/items/1"] == f"{site.address}/items"


def test_each_state_has_its_picture(odd: tuple[Seen, Site, Lake]) -> None:
    seen, _, lake = odd
    for state in seen.observation.states:
        picture = picture_of(lake, "site", state.identity)
        assert picture is not None
        assert picture.read_bytes()[:2] == b"\xff\xd8"
        assert set(state.boxes) <= {
            *(element.key for element in seen.capture(state).elements),
            *(field.key for field in seen.capture(state).fields),
        }
